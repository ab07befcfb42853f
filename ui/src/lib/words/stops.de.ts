// German: what the guards said about a deal.

import type { Words } from './en';
import { num } from './plural';

export const stops: Pick<Words, 'stops'> = {
  stops: {
    title: 'Was die Prüfungen sagten',
    lead: 'Zu dem, was hinausgehen sollte, an jedem Arbeitsplatz. Es steht mit Regel und Stelle auf der Kette des Vorgangs, nie mit einem Wort.',
    verdicts: { blocked: 'Verboten', held: 'Angehalten', down: 'Die Prüfung lief nicht' },
    channels: {
      session: 'in der Sitzung',
      mail: 'per Mail',
      media: 'an den Medienverkäufer',
      negotiation: 'in der Verhandlung über Nachrichten',
    },
    when: { deciding: 'vor der Entscheidung', sending: 'beim Senden' },
    waits: 'hat noch keinen Platz auf der Kette',
    all: (n) => `Alle ${num(n)}`,
    fewer: 'Die letzten',
    line: (n) => `Position ${num(n)}`,
    otherVersion: 'Dieses Programm urteilt nach einer anderen Fassung.',
    outsideVersion: 'Die Regeln des zusätzlichen Prüfers sind seine eigenen.',
    down: {
      too_much: 'Mehr Text, als die Prüfung liest',
      unreadable: 'Die Prüfung konnte es nicht lesen',
      unavailable: 'Die Prüfung lief nicht',
      timed_out: 'Die Prüfung antwortete nicht rechtzeitig',
      garbled: 'Die Prüfung antwortete Unsinn',
      other_rules: 'Die Prüfung war von einer anderen Version',
      outside_unavailable: 'Der zusätzliche Prüfer gab kein Urteil ab',
      outside_timed_out: 'Der zusätzliche Prüfer antwortete nicht rechtzeitig',
    },
  },
};
