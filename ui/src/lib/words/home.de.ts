// German: at home on the desktop.

import type { Words } from './en';
import { num } from './plural';

export const home: Pick<Words, 'home' | 'notices'> = {
  home: {
    title: 'Auf diesem Rechner',
    autostart: 'Bei der Anmeldung starten, im Hintergrund',
    notify: 'Sagen, wenn etwas auf mich wartet',
    notifyHint:
      'Eine Mitteilung nennt Ihren Vorgang und was wartet. Nie steht darin eine Zahl oder ein Wort, das jemand anderes geschrieben hat.',
    from: 'Ruhe von',
    until: 'bis',
    quietHint:
      'In diesen Stunden erscheint nichts. Was in ihnen abliefe, wird vorher gesagt. Zweimal dieselbe Zeit: nie Ruhe.',
    offline:
      'Kein Netz. Was hier ist, können Sie lesen; nichts geht hinaus oder kommt an, bis es wieder da ist.',
    offlineShort: 'ohne Netz',
    link: 'Link kopieren',
    print: 'Drucken',
    open: 'Countersign öffnen',
    quit: 'Beenden',
    waiting: (n: number) => (n > 0 ? `(${num(n)}) Countersign` : 'Countersign'),
  },

  notices: {
    many: (n: number) => `${num(n)} Dinge warten auf Sie`,
    manyBody: 'Sie stehen unter Heute, nach Frist.',
    stages: {
      waits: 'Es wartet auf Sie.',
      day: 'Weniger als ein Tag bleibt.',
      hour: 'Es läuft bald ab.',
      over: 'Es ist abgelaufen.',
    },
  },
};
