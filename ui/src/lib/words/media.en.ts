// English: what was asked of a seller of media and what came, on the timeline.

import { num, plural } from './plural';

export const media = {
  media: {
    acts: {
      request: 'Asked for first proposals',
      revise: 'Asked for other terms',
      amend: 'Asked to change what was bought',
      cancel: 'Asked to end what was bought',
      finalize: 'Asked to hold the terms',
      accept: 'Accepted held terms',
      decline: 'Declined proposals',
    },
    states: {
      sending: 'on its way',
      doubt: 'no answer: it may have been done',
      waiting: 'the seller asks to wait',
      pending: 'the seller works on it',
      answered: 'answered',
      faulty: 'answered, and the answer does not hold',
      refused: 'refused: nothing was done',
      needs_input: 'the seller waits for its people or ours',
      given_up: 'given up',
    },
    to: (number: number) => `To request ${num(number)}:`,
    holds: 'Every check of the answer holds.',
    fails: 'The answer does not hold, and nothing of it can be used:',
    proposals: (n: number) => `${num(n)} ${plural(n, 'proposal', 'proposals')}.`,
    bought: 'Media buy',
    until: 'Until',
    refused: 'Refused; nothing was done.',
    other: {
      again: 'The same answer once more.',
      pending: 'The seller has taken it and works on it.',
      needs_input: 'The seller waits for something that this protocol cannot give.',
      unreadable: 'Something that cannot be read. What became of the request is open.',
      given_up: 'Given up: it will not be sent again.',
    },
    evidence: 'Evidence',
    evidenceLead:
      'Everything that was negotiated here in one file that others can check: requests and answers byte for byte, mails, decisions and who signed them.',
    withVotes: 'Tell the votes too, every ballot with its reason',
    bytes: (hash: string) => `SHA-256 of the exact bytes: ${hash}`,
  },
};
