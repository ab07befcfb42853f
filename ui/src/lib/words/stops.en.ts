// English: what the guards said about a deal.

import { num } from './plural';

export const stops = {
  stops: {
    title: 'What the guards said',
    lead: 'Of what was about to leave, at every desk. It stands on the deal’s ledger by rule and place, never by a word.',
    verdicts: { blocked: 'Blocked', held: 'Held', down: 'The screen did not run' },
    channels: {
      session: 'in the session',
      mail: 'by mail',
      media: 'to the seller of media',
      negotiation: 'in the negotiation by messages',
    },
    when: { deciding: 'before it was decided', sending: 'at its sending' },
    waits: 'has no place on the ledger yet',
    all: (n: number) => `All ${num(n)}`,
    fewer: 'The latest',
    line: (n: number) => `line ${num(n)}`,
    otherVersion: 'This program judges by another version.',
    outsideVersion: 'The additional scanner’s rules are its own.',
    down: {
      too_much: 'More text than the screen reads',
      unreadable: 'The screen could not read it',
      unavailable: 'The screen did not run',
      timed_out: 'The screen did not answer in time',
      garbled: 'The screen answered nonsense',
      other_rules: 'The screen was of another version',
      outside_unavailable: 'The additional scanner gave no verdict',
      outside_timed_out: 'The additional scanner did not answer in time',
    },
  },
};
