// English: offers out of files that came by mail, and a mail's files.

import { num, plural } from './plural';

export const quote = {
  quote: {
    read: 'Read as an offer …',
    preview: 'Before it is an offer',
    remembered: 'As you decided for this vendor’s last table with these columns.',
    taken: (n: number) => `${num(n)} ${plural(n, 'line', 'lines')} would be taken`,
    take: 'Take it as an offer',
    period: 'Period',
    periods: {
      year: 'a year',
      quarter: 'a quarter',
      month: 'a month',
      once: 'once',
      unread: 'is not read',
    },
    stated: (total: string) => `the table states ${total} for the line`,
    term: 'Term in months',
    until: 'Stands until, the last day',
    origin:
      'It stays shown as a quote by mail. Nothing about it is verified, and no chain holds it.',
    meanings: {
      ignored: 'nothing',
      sku: 'SKU',
      description: 'description',
      quantity: 'quantity',
      unit: 'unit and period',
      unit_price: 'unit price',
      currency: 'currency',
      term_months: 'the line’s own term, in months',
      line_total: 'the line’s total, to be checked',
    },
    byMail: 'quote by mail',
    fromUnproven: 'From a quote by mail: unauthenticated.',
    fromPassed: 'From a quote by mail: DMARC pass, no signature.',
    readBy: (name: string) => `read out by ${name}`,
    held: 'Held quote by mail',
    heldLead: 'It waits for you. Your answer leaves by mail.',
    acts: { counter: 'Counter by mail', accept: 'Accept by mail', decline: 'Decline by mail' },
    doing: {
      counter: 'This mail counters the quote. Other terms stand in your words.',
      accept: 'This mail accepts the quote as it was read out. Say so in your words.',
      decline: 'This mail declines the quote. Say so in your words.',
    },
  },
  files: {
    fetch: 'Fetch from the server',
    save: 'Save',
    stop: 'Stop',
    coming: 'On its way',
    saved: 'Saved as',
  },
};
