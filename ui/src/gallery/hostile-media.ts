// What a hostile seller of media may write into every member of its answers that is shown.

import type { AdcpView } from '$lib/bindings';
import { sentinel } from './hostile';
import { compared, exchange, held, seller } from './media';
import { bought, lied, partly, refused } from './media-trouble';

/** The fields whose words the seller chooses, as the views call them. */
export const MEDIA_FIELDS = [
  'name',
  'description',
  'reason',
  'reason_code',
  'suggestions',
  'understood',
  'outcome',
  'product',
  'pricing_model',
  'status',
  'message',
  'code',
  'field',
  'supported',
  'detail',
  'written',
  'path',
  'before',
  'after',
  'digest_stated',
  'terms',
  'text',
  'versions',
  'id',
] as const;

/** Names by which the view refers from one place to another: each stays itself. */
const NAMES = ['id', 'parent', 'proposal', 'proposals', 'source', 'departures', 'media_buy'];

const words: readonly string[] = MEDIA_FIELDS;

function poisoned(value: unknown, text: string, field: string): unknown {
  if (typeof value === 'string') {
    if (NAMES.includes(field)) return `${sentinel('id')} ${text} ${value}`;
    return words.includes(field) ? `${sentinel(field)} ${text}` : value;
  }
  if (Array.isArray(value)) return value.map((one) => poisoned(one, text, field));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      // What the desk itself says of trouble is its own.
      name === 'problem' ? one : poisoned(one, text, name),
    ]),
  );
}

/** Everything at once: drafts, a lie, a hold, a refusal, a purchase, a seller of another release. */
const everything: AdcpView = {
  ...compared,
  seller: { ...seller, version: null },
  exchanges: [
    ...refused.exchanges,
    ...partly.exchanges.slice(1).map((one) => ({ ...one, number: 4, key: 'key-4' })),
    exchange(5, { ...lied.exchanges[1], number: 5, key: 'key-5' }),
  ],
  proposals: [
    ...held(14).proposals,
    ...partly.proposals.slice(1).map((one) => ({ ...one, id: 'proposal_d1', exchange: 'key-4' })),
    ...lied.proposals.slice(1).map((one) => ({ ...one, exchange: 'key-5' })),
  ],
  media_buys: bought().media_buys,
};

export function hostileMedia(text: string): AdcpView {
  const view = poisoned(everything, text, '') as AdcpView;
  return { ...view, deal: everything.deal };
}
