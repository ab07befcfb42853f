// What a counterparty may write into every field that it controls, kind by kind: used by the
// page's tests and, in the real engine, by the gallery.

import type { DealView, Entry, FoundView, VendorView } from '$lib/bindings';
import * as deals from './deals';
import { found } from './found';
import type { Scene } from './mock';
import { heldOffer } from './offers';
import { theirs, vendors } from './people';

const MANY = 20_000;

/** Each kind of hostile text. */
export const KINDS = {
  bidi: 'pay \u202eRUE 001\u202c \u2066now\u2069 \u200fx',
  zero_width: 'ze\u200b\u200b\u200dro\ufeff wi\u2060dth\u00ad',
  homoglyph: 'Pаypal Micrоsoft Αpple',
  long: 'word '.repeat(MANY / 5),
  unbroken: 'x'.repeat(MANY),
  wide: '\u6f22'.repeat(MANY),
  html: '<img src="https://evil.example/a.png" onerror="window.evil=1" data-evil><script>window.evil=1</script><a href="https://evil.example/" data-evil>press</a><style>*{display:none}</style>',
  markdown:
    '![a](https://evil.example/a.png) [b](javascript:window.evil=1) <https://evil.example/> # x',
  formula: '=HYPERLINK("https://evil.example/","x") +1+1 @SUM(A1) -2+3 \t=cmd|x',
  control: 'a\u0007b\u001b[31mred\u001b[0m\u0000\u009b2J',
  breaks: 'first\u2028second\u2029third\u0085fourth\rfifth',
  stacked: 'Z' + '\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307'.repeat(40) + 'algo',
  tags: 'hello\u{e0049}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}',
  picture: '\u{1f469}\u200d\u{1f4bb} \u{1f3f4}\u200d\u2620\ufe0f fine',
} as const;

export type Kind = keyof typeof KINDS;

/** All of them in one text. */
export const EVERYTHING = Object.entries(KINDS)
  .filter(([kind]) => !['unbroken', 'wide', 'long'].includes(kind))
  .map(([, text]) => text)
  .concat('x'.repeat(300), 'word '.repeat(4000))
  .join(' ');

/** The fields whose words somebody outside chooses, as the views call them. */
export const FIELDS = [
  'agent_name',
  'vendor_name',
  'contact',
  'domain',
  'party',
  'may_discuss',
  'may_disclose',
  'will_not_disclose',
  'human_contact',
  'sku',
  'description',
  'unit',
  'conditions',
  'notes',
  'subject',
  'body',
  'reason',
  'author',
  'from',
  'to',
  'text',
  'quoted',
  'hidden',
  'name',
  'kind_text',
  'who',
  'vendor',
  'title',
  'file',
] as const;

export type Field = (typeof FIELDS)[number];

const known: ReadonlySet<string> = new Set(FIELDS);

/** By this a test finds the field's words again. */
export const sentinel = (field: string) => `\u00ab${field}\u00bb`;

/** The same value with every such field's words replaced. */
export function poisoned<T>(value: T, text: string, field = ''): T {
  if (typeof value === 'string')
    return (known.has(field) ? `${sentinel(field)} ${text}` : value) as T;
  if (Array.isArray(value)) return value.map((one) => poisoned<unknown>(one, text, field)) as T;
  // What changed since an earlier offer is computed figures.
  if (value === null || typeof value !== 'object' || field.endsWith('_since')) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, poisoned<unknown>(one, text, name)]),
  ) as T;
}

const [mail] = deals.deal.timeline as [Entry, ...Entry[]];
const message = deals.deal.timeline[4] as Entry;

const entry = (id: string, body: Entry['body'], change: Partial<Entry> = {}): Entry => ({
  ...message,
  id: `event:s-contoso:${id}`,
  event: null,
  ours: false,
  body,
  ...change,
});

/** A deal with an entry of every kind. */
const everyEntry: DealView = {
  ...deals.deal,
  unread: [],
  timeline: [
    {
      ...mail,
      body: {
        ...(mail.body as Extract<Entry['body'], { kind: 'mail' }>),
        hidden: 'seen by nobody',
      },
    },
    entry('a', { kind: 'opened', envelope: theirs }),
    entry('b', { kind: 'envelope', envelope: theirs }),
    entry('c', { kind: 'message', subject: 'a subject', body: 'a body' }),
    entry('d', { kind: 'decline', reason: 'a reason' }),
    entry('e', { kind: 'close', reason: 'a reason', accepted_seq: null }),
    entry('f', { kind: 'red', kind_text: 'counter_offer', faults: deals.red.faults }),
    deals.deal.timeline[2] as Entry,
    {
      ...(deals.deal.timeline.at(-1) as Entry),
      body: {
        kind: 'offer',
        offer: {
          ...heldOffer,
          conditions: ['a condition'],
          conditions_new: [],
          conditions_gone: [],
        },
        hold: { id: 'h2', state: 'held', decided_by: null, decided_at: null },
      },
    },
  ],
};

/** Every screen's contents with such a text in every field. */
export interface Hostile {
  scene: Pick<Scene, 'deal' | 'today' | 'vendors' | 'file'>;
  found: FoundView;
}

export function hostile(text: string): Hostile {
  const seen: VendorView[] = vendors.map((vendor) => ({ ...vendor, decided_by: null }));
  return {
    scene: {
      deal: poisoned(everyEntry, text),
      today: poisoned(deals.today, text),
      vendors: poisoned(seen, text),
      file: poisoned(deals.fileVerdict, text),
    },
    found: poisoned(found, text),
  };
}
