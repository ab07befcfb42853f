// German: the first steps.

import type { Words } from './en';

export const steps: Pick<Words, 'steps'> = {
  steps: {
    title: 'Erste Schritte',
    hide: 'Ausblenden',
    show: 'Erste Schritte zeigen',
    leave: 'Nicht jetzt',
    states: { done: 'getan', open: 'offen', left: 'für später' },
    names: {
      key: 'Ihr Schlüssel ist gemacht',
      demo: 'Die Vorführung ausprobieren',
      org: 'Sagen, wer Ihre Organisation ist',
      deal: 'Den ersten Vorgang anlegen',
      vendor: 'Einen Anbieter einladen',
      mail: 'Ein Postfach verbinden',
      benchmarks: 'Vergleichspreise mitbringen',
    },
    leads: {
      key: '',
      demo: 'Ein zweites Fenster mit eigenem Arbeitsbereich und einem Anbieter zum Üben. Nichts von Ihnen ist darin.',
      org: 'Anbieter sehen ihren Namen, worüber ihr Agent reden darf und an wen man sich wenden kann.',
      deal: 'Ein Vorgang sammelt Mails und Angebote einer Verhandlung; sein Mandat sagt, wie weit Sie gehen.',
      vendor:
        'Schalten Sie den Kanal ein und schicken Sie die Einladung. Den Schlüssel prüfen Sie am Telefon.',
      mail: 'Mails des Anbieters stehen zwischen seinen Angeboten. Im Postfach ändert sich nichts.',
      benchmarks:
        'Was andere zahlen, aus einer CSV- oder Excel-Datei: es steht neben jeder Zeile eines Angebots.',
    },
    acts: {
      key: 'Ansehen',
      demo: 'Vorführung öffnen',
      org: 'Zu den Einstellungen',
      deal: 'Zu den Vorgängen',
      vendor: 'Zu den Einstellungen',
      mail: 'Zu den Einstellungen',
      benchmarks: 'Zu den Einstellungen',
    },
  },
};
