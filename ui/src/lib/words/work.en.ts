// English: comparing, tables, what waits, finding, the moment before something leaves.

import { num, plural } from './plural';

export const work = {
  working: {
    line: (n: number, sum: string) => `Line ${num(n)}: ${sum}`,
    aYear: 'a year',
    once: 'once',
    term: (n: number, months: number, sum: string) =>
      `Line ${num(n)}, ${num(months)} ${plural(months, 'month', 'months')}: ${sum}`,
    rounded: (places: number) => `rounded to ${num(places)} decimals`,
    annual: (sum: string) => `Annual total: ${sum}`,
    overTerm: (sum: string) => `Over the term: ${sum}`,
    lines: (n: number) => `the sum of ${num(n)} lines`,
    mixed: 'Lines name different currencies: no total',
    stated: (stated: string, computed: string, by: string) =>
      `Stated ${stated} − computed ${computed} = ${by}`,
    withoutPeriods: 'the stated total is quantity × unit price, without the periods',
  },

  compare: {
    open: 'Compare offers …',
    title: 'Two offers beside each other',
    from: 'From',
    to: 'To',
    side: (ours: boolean): string => (ours ? 'ours' : 'vendor'),
    lead: 'Every change is told against the offer named first.',
    changed: 'changed',
    was: 'was',
  },

  table: {
    copy: 'Copy table',
    csv: 'CSV',
    xlsx: 'XLSX',
    label: 'Take this table along',
    saved: (size: string) => `Table saved, ${size}`,
    change: 'Change',
  },

  needs: {
    title: 'Needs you',
    held_offer: 'Held offer',
    held_quote: 'Held quote by mail',
    our_offer_ends: 'Our offer runs out unanswered',
    disputed: 'Chain in dispute',
    delivery_unknown: 'Unknown whether our answer arrived',
    ballot: 'Your ballot is missing',
    ballotReminded: 'Your ballot is missing: you were reminded',
    vote_passed: 'A vote passed: the answer may be sent',
    clean_end: 'A limit of the mandate is reached: end it cleanly',
    media_hold: 'A seller of media holds terms for you',
    media_doubt: 'Unknown whether the seller did what was asked',
    media_answer: 'A seller of media has answered',
    mediaFaulty: 'A seller’s answer does not hold',
    unsorted: 'A session belongs to no deal yet',
    vendor_waits: 'An agent waits to be verified',
    away: 'Since you last looked',
    missed: 'Ran out while nobody answered',
    unread: (n: number) => `${num(n)} new`,
  },

  timeline: {
    fresh: 'New since you last looked',
    folded: (rounds: number, entries: number) =>
      `${num(rounds)} earlier ${plural(rounds, 'round', 'rounds')}, ${num(entries)} ${plural(entries, 'entry', 'entries')}`,
    unfold: 'Show them',
    fold: 'Fold earlier rounds',
  },

  find: {
    open: 'Find …',
    title: 'Find and go',
    label: 'Mails, messages, offers, vendors, or a place to go to',
    kinds: { deal: 'Deal', mail: 'Mail', offer: 'Offer', message: 'Message', event: 'Event' },
    go: (where: string) => `Go to ${where}`,
    none: 'Nothing holds all of these words.',
    reading: 'Older mails are still being read; ask again in a moment.',
    found: (n: number) => `${num(n)} found`,
    hint: 'Words in any order; each may be the beginning of a word. Arrows choose, Enter opens.',
    act: 'Go',
  },

  undo: {
    lead: 'Nothing is signed yet. It leaves in a moment.',
    left: (n: number) => `Leaves in ${n} s`,
    act: 'Take it back',
    now: 'Send now',
    taken: 'Taken back. Nothing was signed.',
    newSeen: (n: number) =>
      `${num(n)} ${plural(n, 'entry has', 'entries have')} come since you last looked at this deal.`,
    staleNew: 'This is what came in between',
  },
};
