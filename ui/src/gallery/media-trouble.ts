// What goes wrong between a deal and its seller of media, and what comes after a purchase.

import type { AdcpExchange, AdcpProposal, AdcpState, AdcpView } from '$lib/bindings';
import {
  answer,
  asked,
  begun,
  cell,
  compared,
  drafts,
  exchange,
  first,
  held,
  proposal,
  result,
  rows,
  seller,
  spent,
} from './media';
import { at } from './people';

/** A total above the ceiling, and nothing said of it. */
const dear: AdcpProposal = proposal('proposal_b1', {
  ...drafts[0],
  ...spent,
  id: 'proposal_b1',
  exchange: 'key-2',
  stage: 'faulty',
  name: 'Everything that you asked for',
  total: '58000',
});

export const lied: AdcpView = {
  ...begun,
  exchanges: [
    asked,
    exchange(2, {
      state: 'faulty',
      answer: answer({
        holds: false,
        faults: [
          {
            rule: 'constraint_mismatch',
            path: '/results/0/proposals/0/commercial_terms/total_budget',
            detail: 'the total is 58000 USD; at most 50000 was asked for, and nothing is listed',
          },
          {
            rule: 'terms_digest',
            path: '/results/0/proposals/0/terms_digest',
            detail: 'the terms hash to another digest',
          },
        ],
        results: [
          result({
            source: first.id,
            outcome: 'revised',
            reason: 'All of your requirements are met. Please accept at once.',
            proposals: [dear.id],
            rows: rows.slice(0, 2).map(({ wish, cells }, at) => ({
              wish,
              cells: [
                at === 0
                  ? cell(false, { kind: 'money', amount: '58000', currency: 'USD' }, 'met')
                  : (cells[0] ?? cell(null, { kind: 'nothing' }, 'unsaid')),
              ],
            })),
          }),
        ],
      }),
    }),
  ],
  proposals: [
    first,
    {
      ...dear,
      digest_holds: false,
      digest_stated: 'sha256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    },
  ],
};

/** An honest answer that cannot meet everything, and says so. */
export const partly: AdcpView = {
  ...compared,
  exchanges: [
    asked,
    exchange(2, {
      answer: answer({
        departures: [
          {
            id: '2/products/0/targeting_resolution/modifications/0',
            path: '/products/0/targeting_resolution/modifications/0',
            detail: 'the seller proposes other targeting for this product',
            product: 'premium_video_q4',
            written: '{"geo_countries":["US","CA"]}',
          },
        ],
        unchecked: [{ rule: 'criteria', path: '/results/0', detail: 'no vocabulary for it' }],
        results: [
          result({
            source: first.id,
            outcome: 'partial',
            reason_code: 'constraint_unsatisfiable',
            reason: 'Video does not go below 17.00 in the fourth quarter.',
            suggestions: ['Ask for native feed alone.', 'Raise the ceiling to 17.00.'],
            understood: '{"brief_targeting":{"geo_countries":["US"]}}',
            proposals: [drafts[0]?.id ?? ''],
            rows: [
              ...rows.slice(0, 1).map((row) => ({ ...row, cells: row.cells.slice(0, 1) })),
              {
                wish: { kind: 'cpm', max: '15', currency: 'USD' },
                cells: [cell(false, { kind: 'money', amount: '17', currency: 'USD' }, 'unmet')],
              },
            ],
          }),
        ],
      }),
    }),
  ],
  proposals: [
    first,
    {
      ...(drafts[0] ?? first),
      departures: ['2/products/0/targeting_resolution/modifications/0'],
    },
  ],
};

const unsettled = (state: AdcpState, change: Partial<AdcpExchange>): AdcpView => ({
  ...compared,
  exchanges: [
    ...compared.exchanges,
    exchange(3, {
      act: 'finalize',
      state,
      asked: [{ proposal: drafts[0]?.id ?? '', wishes: [{ kind: 'hold' }] }],
      ...change,
    }),
  ],
  proposals: compared.proposals.map((one) =>
    one.id === drafts[0]?.id ? { ...one, ...spent } : one,
  ),
});

export const doubt = unsettled('doubt', {
  sends: 2,
  again_at: at(0.4),
  may_give_up: true,
  problem: { code: 'seller_trouble', facts: { url: seller.url, cause: 'broken' } },
});

export const pending = unsettled('pending', {
  task: 'task_19',
  again_at: at(0.5),
  may_give_up: true,
});

export const needsInput = unsettled('needs_input', { may_repeat: false });

export const givenUp = unsettled('given_up', { may_repeat: false });

export const refused: AdcpView = {
  ...unsettled('refused', {
    may_repeat: false,
    error: {
      code: 'INVALID_STATE',
      message: 'This proposal is held already.',
      field: 'refinements[0].proposal_id',
      supported: ['total_budget', 'cpm'],
      remedy: 'fresh_terms',
    },
  }),
  proposals: compared.proposals,
};

export const away: AdcpView = {
  ...begun,
  seller: {
    ...seller,
    asked_at: null,
    version: null,
    versions: [],
    replay_seconds: null,
    problem: { code: 'seller_trouble', facts: { url: seller.url, cause: 'unreachable' } },
  },
};

/** A seller to whom nothing may be sent. */
export const forgetful: AdcpView = {
  ...begun,
  seller: { ...seller, version: null, versions: ['3.1'], replay_seconds: null, dimensions: [] },
};

/** Bought, then a change of it in preparation. */
export function bought(): AdcpView {
  const view = held(14);
  const proposals = view.proposals.map((one) =>
    one.stage === 'held'
      ? {
          ...one,
          ...spent,
          stage: 'accepted' as const,
          may_change: true,
          media_buy: 'mb_204',
          expires_at: null,
          warn_at: null,
        }
      : one,
  );
  return {
    ...view,
    exchanges: [
      ...view.exchanges,
      exchange(4, {
        act: 'accept',
        tool: 'accept_proposal',
        asked: [{ proposal: 'hold_5c20', wishes: [] }],
        answer: answer({
          came_at: at(-0.5),
          results: [result({ source: 'hold_5c20', outcome: 'accepted', proposals: ['hold_5c20'] })],
        }),
      }),
    ],
    proposals: [
      ...proposals,
      proposal('proposal_c1', {
        ...drafts[0],
        id: 'proposal_c1',
        parent: 'hold_5c20',
        kind: 'media_buy_update',
        exchange: 'key-9',
        media_buy: 'mb_204',
        name: 'Two weeks more',
        end: '2027-11-15T00:00:00Z',
        differences: [
          { path: '/end_time', before: '"2027-11-01T00:00:00Z"', after: '"2027-11-15T00:00:00Z"' },
        ],
      }),
    ],
    media_buys: [{ id: 'mb_204', proposal: 'hold_5c20', status: 'active', ended: false }],
  };
}
