// Codes, die an Kontakte von Anbietern gemailt werden.

import type { codes as english } from './codes.en';

export const codes: typeof english = {
  codes: {
    title: 'Bestätigung über die Kontaktadresse',
    none: 'Nicht per Mail bestätigt.',
    lead: 'Ein Code, der einmal gilt, geht an die Kontaktadresse. Wer dort Mail liest, lässt ihn den Agenten zurücksenden oder sagt ihn Ihnen, und Sie tippen ihn hier ein. Das zeigt, dass Adresse und Schlüssel zusammengehören; ob sie zu Ihrem Anbieter gehören, entscheiden Sie.',
    ask: 'Code mailen',
    again: 'Neuen Code mailen',
    way: {
      host: (to) => `Ihr Host mailt ihn an ${to}.`,
      desk: (to, from) => `Er geht aus Ihrem Postfach ${from} an ${to}.`,
      nobody:
        'Von hier aus lässt sich kein Code mailen: Der Host hat keinen Mailserver in seinen Einstellungen (Abschnitt „smtp“), und an diesem Arbeitsplatz läuft kein Postfach. Richten Sie unter Einstellungen, Mail eines ein, oder fragen Sie, wer den Host betreibt. Prüfen können Sie auch ohne Code.',
    },
    state: {
      sending: 'Ein Code wird gemailt.',
      sent: 'Ein Code wurde gemailt und ist noch nicht zurückgekommen.',
      not_sent:
        'Der Code wurde nicht gemailt: Der Mailserver hat ihn nicht angenommen. Niemand hat ihn.',
      unknown:
        'Ob der Code gemailt wurde, ist nicht bekannt. Kommt er nicht an, mailen Sie einen neuen.',
      expired: 'Der Code wurde nicht rechtzeitig benutzt. Mailen Sie einen neuen.',
      closed: 'Zu viele falsche Versuche: Der Code gilt nicht mehr. Mailen Sie einen neuen.',
    },
    byAgent: 'Bestätigt: Der Agent hat den Code zurückgesandt, signiert mit seinem Schlüssel.',
    byPerson: (who) => `Bestätigt: ${who} hat den Code eingetippt, den der Kontakt gesagt hatte.`,
    asked: (who, when) => `Angefordert von ${who}, ${when}`,
    until: (when) => `gilt bis ${when}`,
    type: 'Code, den der Kontakt Ihnen gesagt hat',
    check: 'Prüfen',
    wrong: (left) =>
      left === 0
        ? 'Das ist nicht der Code, und es war der letzte Versuch. Mailen Sie einen neuen.'
        : `Das ist nicht der Code. ${left === 1 ? 'Ein Versuch bleibt' : `${left} Versuche bleiben`}.`,
    mailed: 'Der Code ist unterwegs.',
    fits: 'Der Code stimmt.',
    hostsWord: 'So sagt es Ihr Host.',
    domain: 'Domain',
    seenRefused: 'Verstanden',
    unconfirmed:
      'Niemand hat das über die Kontaktadresse bestätigt. Sie können trotzdem als geprüft eintragen, wenn Sie den Fingerabdruck selbst verglichen haben.',
  },
};
