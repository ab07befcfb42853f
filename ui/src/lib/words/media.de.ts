// German: what was asked of a seller of media and what came, on the timeline.

import type { Words } from './en';
import { num, plural } from './plural';

export const media: Pick<Words, 'media'> = {
  media: {
    acts: {
      request: 'Erste Vorschläge erbeten',
      revise: 'Andere Bedingungen erbeten',
      amend: 'Änderung des Gekauften erbeten',
      cancel: 'Ende des Gekauften erbeten',
      finalize: 'Bedingungen festhalten lassen',
      accept: 'Festgehaltene Bedingungen angenommen',
      decline: 'Vorschläge abgelehnt',
    },
    states: {
      sending: 'unterwegs',
      doubt: 'keine Antwort: vielleicht ausgeführt',
      waiting: 'der Verkäufer bittet zu warten',
      pending: 'der Verkäufer arbeitet daran',
      answered: 'beantwortet',
      faulty: 'beantwortet, und die Antwort hält nicht',
      refused: 'zurückgewiesen: nichts wurde ausgeführt',
      needs_input: 'der Verkäufer wartet auf seine oder unsere Leute',
      given_up: 'aufgegeben',
    },
    to: (number) => `Zu Anfrage ${num(number)}:`,
    holds: 'Jede Prüfung der Antwort besteht.',
    fails: 'Die Antwort hält nicht, und nichts davon ist zu gebrauchen:',
    proposals: (n) => `${num(n)} ${plural(n, 'Vorschlag', 'Vorschläge')}.`,
    bought: 'Mediakauf',
    until: 'Bis',
    refused: 'Zurückgewiesen; nichts wurde ausgeführt.',
    other: {
      again: 'Dieselbe Antwort noch einmal.',
      pending: 'Der Verkäufer hat es angenommen und arbeitet daran.',
      needs_input: 'Der Verkäufer wartet auf etwas, das dieses Protokoll nicht geben kann.',
      unreadable: 'Etwas, das sich nicht lesen lässt. Was aus der Anfrage wurde, ist offen.',
      given_up: 'Aufgegeben: Es geht nicht noch einmal hinaus.',
    },
    evidence: 'Belege',
    evidenceLead:
      'Alles, was hier verhandelt wurde, in einer Datei, die andere prüfen können: Anfragen und Antworten Byte für Byte, Mails, Entscheidungen und wer sie unterschrieb.',
    withVotes: 'Auch die Abstimmungen nennen, jede Stimme mit ihrer Begründung',
    bytes: (hash) => `SHA-256 der genauen Bytes: ${hash}`,
  },
};
