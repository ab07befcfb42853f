// What stands in files of its own; and that a vote is demanded.

import { codes } from './problems.codes.de';

const quorum_needed = (f: Partial<Record<string, string>>) => ({
  what:
    f['state'] === 'open'
      ? 'Die Abstimmung hierüber ist noch nicht angenommen.'
      : f['state'] === 'denied'
        ? 'Die Abstimmung hierüber wurde nicht angenommen.'
        : f['state'] === 'passed_under_another_rule'
          ? 'Eine Abstimmung hierüber wurde angenommen, aber nicht unter der Regel, die jetzt gilt.'
          : `Ihre Organisation verlangt hierüber eine Abstimmung: ${f['needed'] ?? ''} von ${f['seats'] ?? ''} müssen zustimmen.`,
  remedy:
    f['state'] === 'open'
      ? 'Neben dem Geschäft steht, wer fehlt. Senden geht, sobald genug zugestimmt haben.'
      : 'Setzen Sie die Abstimmung an. Senden geht, sobald genug zugestimmt haben.',
});

export const apart = { quorum_needed, ...codes };
