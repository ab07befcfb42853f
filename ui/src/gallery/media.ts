// A campaign of USD 50,000 at a seller of media, from the first draft to the purchase.

import type {
  AdcpCell,
  AdcpExchange,
  AdcpProposal,
  AdcpPurchase,
  AdcpResult,
  AdcpReview,
  AdcpRow,
  AdcpSeller,
  AdcpView,
  AdcpWish,
  DealView,
} from '$lib/bindings';
import { deal as contoso } from './deals';
import { review as reviewed } from './offers';
import { at, HEAD } from './people';

export const DEAL = 'd-contoso';

/** A deal that is about its seller alone. */
export const mediaDeal: DealView = {
  ...contoso,
  title: 'Acme Outdoor Q4 media',
  vendor: 'StreamHaus',
  state: 'quiet',
  round: 0,
  unread: [],
  marks: [],
  timeline: [],
  ledgers: [],
  rounds: [],
  drafts: [],
  comments: [],
  mandate: null,
  mode: null,
  reading: { ...contoso.reading, thread: [], thread_corrections: [] },
};

export const seller: AdcpSeller = {
  url: 'http://127.0.0.1:8790/mcp',
  account: { kind: 'id', id: 'account_pinnacle_acme' },
  brand: 'acmeoutdoor.example',
  asked_at: at(-42),
  version: '3.2',
  versions: ['3.1', '3.2'],
  replay_seconds: 86_400,
  dimensions: ['total_budget', 'product_changes', 'alternatives', 'cpm', 'impressions', 'criteria'],
  max_alternatives: 3,
  tools: ['request_proposals', 'refine_proposals', 'accept_proposal', 'decline_proposals'],
  products: [
    { id: 'premium_video_q4', name: 'Premium video, fourth quarter' },
    { id: 'display_standard_q4', name: 'Standard display, fourth quarter' },
  ],
  problem: null,
};

export const none: AdcpView = {
  deal: DEAL,
  owned_by_me: true,
  seller: null,
  exchanges: [],
  proposals: [],
  media_buys: [],
};

const purchase = (
  product: string,
  name: string,
  price: string,
  impressions: string,
): AdcpPurchase => ({
  product,
  name,
  pricing_model: 'cpm',
  fixed_price: price,
  floor_price: null,
  currency: 'USD',
  impressions,
  start: '2027-10-01T00:00:00Z',
  end: '2027-11-01T00:00:00Z',
});

const video = (price: string, impressions: string) =>
  purchase('premium_video_q4', 'Premium video, fourth quarter', price, impressions);
const display = (price: string, impressions: string) =>
  purchase('display_standard_q4', 'Standard display, fourth quarter', price, impressions);
const native = (price: string, impressions: string) =>
  purchase('native_feed_q4', 'Native feed, fourth quarter', price, impressions);

export const DIGEST = 'sha256:Fy6Bo7wUa_FmXGJssc37kGyHNjzBiBZLB9rtVNz8I-E';

export const proposal = (id: string, change: Partial<AdcpProposal> = {}): AdcpProposal => ({
  id,
  parent: null,
  kind: 'new_media_buy',
  stage: 'draft',
  name: 'Acme Outdoor, October',
  description: 'Video first, display beside it, all of October.',
  exchange: 'key-1',
  came_at: at(-40),
  digest_stated: DIGEST,
  digest: DIGEST,
  digest_holds: true,
  total: '60000',
  currency: 'USD',
  start: '2027-10-01T00:00:00Z',
  end: '2027-11-01T00:00:00Z',
  purchases: [video('17.5', '1714285'), display('11', '2727272')],
  expires_at: at(23 * 60),
  warn_at: at(23 * 60 - 3),
  media_buy: null,
  insertion_order: null,
  order_needs_signature: false,
  differences: [],
  departures: [],
  terms: '{"purchases":[],"total_budget":{"amount":60000,"currency":"USD"}}',
  may_revise: true,
  may_finalize: true,
  may_accept: false,
  may_decline: true,
  may_change: false,
  ...change,
});

/** The same, with nothing that can be done with it. */
export const spent = {
  may_revise: false,
  may_finalize: false,
  may_accept: false,
  may_decline: false,
  may_change: false,
} as const;

export const first = proposal('proposal_7f31');

const revised = (id: string, change: Partial<AdcpProposal>): AdcpProposal =>
  proposal(id, {
    parent: first.id,
    exchange: 'key-2',
    came_at: at(-20),
    total: '50000',
    differences: [
      { path: '/total_budget/amount', before: '60000', after: '50000' },
      { path: '/purchases/0/budget', before: '30000', after: '50000' },
    ],
    ...change,
  });

export const drafts: AdcpProposal[] = [
  revised('proposal_a1', {
    name: 'Video alone',
    purchases: [video('18', '2777777')],
  }),
  revised('proposal_a2', {
    name: 'Video and native feed',
    purchases: [video('17.5', '1428571'), native('16', '1562500')],
  }),
  revised('proposal_a3', {
    name: 'Native feed alone, a little below the budget',
    total: '45000',
    purchases: [native('18', '2500000')],
  }),
];

export const cell = (
  met: AdcpCell['met'],
  found: AdcpCell['found'],
  claim: AdcpCell['claim'],
): AdcpCell => ({ met, found, claim });
const usd = (amount: string): AdcpCell['found'] => ({ kind: 'money', amount, currency: 'USD' });
const count = (text: string): AdcpCell['found'] => ({ kind: 'count', count: text });

const WISHES: AdcpWish[] = [
  { kind: 'total_budget', min: null, max: '50000', currency: 'USD' },
  { kind: 'cpm', max: '18', currency: 'USD' },
  { kind: 'impressions', min: '2500000' },
  { kind: 'product', product: 'display_standard_q4', include: false },
  { kind: 'alternatives', count: 3 },
  { kind: 'ask', text: 'Lean to video where it costs no reach.' },
];

const each = (wish: AdcpWish, cells: AdcpCell[]): AdcpRow => ({ wish, cells });
const [budget, cpm, impressions, omitted, alternatives, ask] = WISHES as [
  AdcpWish,
  AdcpWish,
  AdcpWish,
  AdcpWish,
  AdcpWish,
  AdcpWish,
];
const gone: AdcpCell['found'] = { kind: 'product', there: false };
const three = [0, 1, 2];

export const rows: AdcpRow[] = [
  each(budget, [
    cell(true, usd('50000'), 'met'),
    cell(true, usd('50000'), 'met'),
    cell(true, usd('45000'), 'met'),
  ]),
  each(cpm, [
    cell(true, usd('18'), 'met'),
    cell(true, usd('17.5'), 'met'),
    cell(true, usd('18'), 'met'),
  ]),
  each(impressions, [
    cell(true, count('2777777'), 'met'),
    cell(true, count('2991071'), 'met'),
    cell(true, count('2500000'), 'met'),
  ]),
  each(
    omitted,
    three.map(() => cell(true, gone, 'met')),
  ),
  each(
    alternatives,
    three.map(() => cell(true, count('3'), 'met')),
  ),
  each(
    ask,
    three.map(() => cell(null, { kind: 'nothing' }, 'unsaid')),
  ),
];

export const result = (change: Partial<AdcpResult>): AdcpResult => ({
  source: '',
  outcome: 'proposed',
  reason_code: null,
  reason: null,
  suggestions: [],
  understood: null,
  proposals: [],
  rows: [],
  ...change,
});

export const answer = (change: Partial<NonNullable<AdcpExchange['answer']>>) => ({
  came_at: at(-20),
  text: '{"results":[{"outcome":"revised","proposals":[…],"source_proposal_id":"proposal_7f31"}]}',
  sha256: HEAD,
  replayed: false,
  holds: true,
  faults: [],
  departures: [],
  unchecked: [],
  results: [],
  ...change,
});

export const exchange = (number: number, change: Partial<AdcpExchange>): AdcpExchange => ({
  key: `key-${number}`,
  number,
  act: 'revise',
  tool: 'refine_proposals',
  state: 'answered',
  decided_by: 'Dana Ruiz',
  decided_at: at(-21),
  arguments: '{}',
  sends: 1,
  replay_until: at(60 * 23),
  again_at: null,
  task: null,
  error: null,
  problem: null,
  asked: [{ proposal: first.id, wishes: WISHES }],
  answer: null,
  may_repeat: true,
  may_give_up: false,
  ...change,
});

export const asked: AdcpExchange = exchange(1, {
  act: 'request',
  tool: 'request_proposals',
  decided_at: at(-41),
  asked: [
    {
      proposal: null,
      wishes: [{ kind: 'ask', text: 'Acme Outdoor, fourth quarter: reach hikers in October.' }],
    },
  ],
  answer: answer({ came_at: at(-40), results: [result({ proposals: [first.id] })] }),
});

export const answered: AdcpExchange = exchange(2, {
  answer: answer({
    results: [
      result({
        source: first.id,
        outcome: 'revised',
        proposals: drafts.map(({ id }) => id),
        rows,
      }),
    ],
  }),
});

/** A seller, and nothing asked of it yet. */
export const begun: AdcpView = { ...none, seller };

/** Three drafts that hold. */
export const compared: AdcpView = {
  ...begun,
  exchanges: [asked, answered],
  proposals: [first, ...drafts],
};

/** A hold on the first of them that ends in so many minutes. */
export function held(minutes: number, change: Partial<AdcpProposal> = {}): AdcpView {
  const [draft] = drafts as [AdcpProposal];
  const hold = proposal('hold_5c20', {
    ...draft,
    id: 'hold_5c20',
    parent: draft.id,
    exchange: 'key-3',
    stage: 'held',
    came_at: at(-1),
    differences: [],
    expires_at: at(minutes),
    warn_at: at(minutes - 3),
    may_finalize: false,
    may_accept: true,
    ...change,
  });
  return {
    ...compared,
    exchanges: [
      asked,
      answered,
      exchange(3, {
        act: 'finalize',
        asked: [{ proposal: draft.id, wishes: [{ kind: 'hold' }] }],
        answer: answer({
          results: [result({ source: draft.id, outcome: 'finalized', proposals: [hold.id] })],
        }),
      }),
    ],
    proposals: [...compared.proposals, hold],
  };
}

export const requestReview: AdcpReview = {
  review: {
    ...reviewed,
    ticket: 'ticket-media',
    session: `adcp:${DEAL}`,
    counterparty: 'StreamHaus',
    answers_seq: 3,
    offer: null,
    events: [
      {
        kind: 'accept_proposal',
        payload: `{"account":{"account_id":"account_pinnacle_acme"},"adcp_major_version":3,"adcp_version":"3.2","idempotency_key":"0d5c6b1e-7f2a-4b8e-9d21-6a0f5d1c9b77","proposal_id":"hold_5c20","proposal_terms_digest":"${DIGEST}"}`,
        payload_hash: '1f0c6a27e9b84d35720ac1fe66d9183b5e07c4422b9fd0613a8de175cc40ba92',
      },
    ],
  },
  faults: [],
  hold_ends: at(14),
};
