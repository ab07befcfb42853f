// English: an answer on its way out.

import { placeWords } from './problems.en';

import { num, plural } from './plural';

export const answer = {
  answer: {
    titles: {
      counter: 'Counter',
      accept: 'Accept the offer',
      decline: 'Decline the offer',
      message: 'Write a message',
      close: 'Close the session',
    },
    to: (who: string) => `to ${who}`,
    steps: { write: 'Write', review: 'Review', result: 'Result' },
    currency: 'Currency',
    term: 'Term, months',
    expires: 'Valid until',
    expiresShape: 'Year-month-day hour:minute',
    lines: 'Lines',
    sku: 'SKU',
    description: 'Description',
    quantity: 'Quantity',
    unit: 'Unit',
    unitPrice: 'Unit price',
    lineCurrency: 'Cur.',
    lineTerm: 'Months',
    addLine: 'Add a line',
    removeLine: (n: number) => `Remove line ${num(n)}`,
    ofLine: (label: string, n: number) => `${label}, line ${num(n)}`,
    ofLineOnly: (n: number) => `line ${num(n)}`,
    conditions: 'Conditions',
    condition: (n: number) => `Condition ${num(n)}`,
    addCondition: 'Add a condition',
    removeCondition: (n: number) => `Remove condition ${num(n)}`,
    total: 'Stated annual total',
    totalHint: 'Empty: none is stated.',
    notes: 'Notes to the vendor',
    optional: 'optional',
    reason: 'Reason',
    reasonHint: 'The vendor reads it. Empty: none is given.',
    closeLead:
      'Nothing can be added to the session afterwards, by either side. The log stays readable.',
    declineLead: 'Declines the latest offer. The session goes on; the vendor may offer again.',
    acceptLead:
      'Two events are signed: a counter with exactly the vendor’s terms, then the close that names their offer.',
    messageLead: 'A message binds nobody. The held offer stays held.',
    subject: 'Subject',
    body: 'Message',
    computed: 'Computed',
    review: 'Review',
    reviewing: 'Checking …',
    leaves: 'Exactly what leaves',
    leavesLead: (n: number) =>
      n === 1
        ? 'One event, these bytes and no others.'
        : `${num(n)} events in this order, these bytes and no others.`,
    hash: 'SHA-256',
    size: (n: number) => `${num(n)} ${plural(n, 'byte', 'bytes')}`,
    inName: 'In the name of',
    answers: (seq: number) => `Answers event ${num(seq)}`,
    compare: 'What it amounts to',
    compareLead: 'Changes are against our last offer.',
    guard: 'Mandate',
    guardFine: 'Inside the mandate',
    guardLimit: (limit: string) => `mandate: ${limit}`,
    guardComputed: (limit: string) => `computed: ${limit}`,
    blocks: 'forbids sending',
    warns: 'take note',
    screen: 'Confidentiality',
    screenPassed: 'Nothing confidential found',
    screenBlocked: (places: string[]) =>
      `Something confidential stands in ${places.map(placeWords).join(' and ')}`,
    screenDown: 'The screen could not run: nothing leaves',
    obstacle: 'This cannot be sent yet',
    approve: 'Sign and send',
    approving: 'Signing …',
    edit: 'Change it',
    sent: 'Sent',
    sentLead: (seq: number) =>
      `It stands on the ledger as event ${num(seq)}, signed with your key.`,
    unknown: 'Sent; not known yet whether it arrived',
    unknownLead:
      'The host did not answer. The desk goes on finding out and never sends twice; the deal shows what it learns.',
    stale: 'Not sent: something came in between',
    staleLead: 'Your approval held for what you had seen. Nothing was signed into the session.',
    lookAgain: 'Look again',
    done: 'Done',
    kinds: {
      counter_offer: 'Counter offer',
      session_close: 'Session close',
      decline: 'Decline',
      message: 'Message',
      offer: 'Offer',
    },
  },
};
