// A deal's seller of media: given, asked, compared, held, accepted, and everything that can go wrong.

import type { AdcpView } from '$lib/bindings';
import { begun, compared, held, mediaDeal, none, requestReview, seller } from '../media';
import * as trouble from '../media-trouble';
import type { Answers } from '../mock';
import { at } from '../people';
import type { Picture } from '../scenes';

function of(view: AdcpView, change: Partial<Picture> = {}, more: Answers = {}): Picture {
  return {
    screen: 'deal',
    scene: { deal: mediaDeal },
    answers: {
      adcp_view: () => view,
      adcp_review: () => requestReview,
      adcp_words: ({ form }) => ({ undeclared: [], instead: form }),
      adcp_send: () => 'answered',
      ...more,
    },
    ...change,
  };
}

const order = held(14, {
  insertion_order: 'io_31',
  order_needs_signature: true,
  departures: ['3/products/0'],
});

export const pictures: Record<string, Picture> = {
  'adcp-none': of(none, { see: 'adcp-give-seller' }),
  'adcp-give': of(none, { click: ['adcp-give-seller', 'adcp-practice'] }),
  'adcp-give-fault': of(
    none,
    { click: ['adcp-give-seller', 'adcp-practice', 'adcp-seller-save'] },
    {
      adcp_set_seller: () =>
        Promise.reject({
          code: 'form_invalid',
          facts: { path: 'token', problem: 'token' },
        }),
    },
  ),
  'adcp-away': of(trouble.away),
  'adcp-forgetful': of(trouble.forgetful),
  'adcp-begun': of(begun),
  'adcp-other': of({ ...compared, owned_by_me: false }),
  'adcp-brief': of(begun, { click: ['adcp-request'] }),
  'adcp-compared': of(compared),
  'adcp-family': of(trouble.bought(), { see: 'adcp-terms' }),
  'adcp-differences': of(compared, { click: ['adcp-differences'], see: 'adcp-differences' }),
  'adcp-lied': of(trouble.lied),
  'adcp-partly': of(trouble.partly),
  'adcp-doubt': of(trouble.doubt),
  'adcp-give-up': of(trouble.doubt, { click: ['adcp-give-up-3'] }),
  'adcp-pending': of(trouble.pending),
  'adcp-needs-input': of(trouble.needsInput),
  'adcp-given-up': of(trouble.givenUp),
  'adcp-refused': of(trouble.refused),
  'adcp-held': of(held(14)),
  'adcp-hold-soon': of(held(2)),
  'adcp-hold-over': of(held(-1)),
  'adcp-bought': of(trouble.bought()),
  'adcp-revise': of(compared, { click: ['adcp-act-revise-2'] }),
  'adcp-revise-all': of(
    { ...compared, seller: { ...seller, dimensions: null, max_alternatives: 10 } },
    { click: ['adcp-act-revise-2'] },
  ),
  'adcp-words-alone': of(
    { ...compared, seller: { ...seller, dimensions: [] } },
    { click: ['adcp-act-revise-2', 'adcp-undeclared-0'] },
  ),
  'adcp-undeclared': of(
    compared,
    { click: ['adcp-act-revise-2', 'form-review'] },
    {
      adcp_words: ({ form }) => ({
        undeclared: ['flight'],
        instead: {
          ...(form as object),
          ask: 'The flight starts no later than 2027-10-05T00:00:00Z.',
        },
      }),
    },
  ),
  'adcp-preflight': of(
    compared,
    { click: ['adcp-act-revise-2', 'form-review'] },
    {
      adcp_review: () => ({
        ...requestReview,
        review: {
          ...requestReview.review,
          events: [],
          obstacle: {
            code: 'form_invalid',
            facts: {
              path: '/refinements/0/constraints/total_budget',
              problem: 'before_protocol',
            },
          },
        },
        faults: [
          {
            rule: 'bounds',
            path: '/refinements/0/constraints/total_budget',
            detail: 'the least is above the most',
          },
        ],
      }),
    },
  ),
  'adcp-accept': of(held(14), { click: ['adcp-held-accept-5'] }),
  'adcp-accept-order': of(order, { click: ['adcp-held-accept-5'] }),
  'adcp-leaving': of(held(14), { click: ['adcp-held-accept-5', 'review-approve'] }),
  'adcp-over-in-dialog': of(
    held(14),
    { click: ['adcp-held-accept-5'] },
    {
      adcp_review: () => ({
        ...requestReview,
        review: {
          ...requestReview.review,
          obstacle: { code: 'hold_over', facts: { expires_at: at(-1) } },
        },
      }),
    },
  ),
  'adcp-sent': of(held(14), { click: ['adcp-held-accept-5', 'review-approve', 'undo-now'] }),
  'adcp-sent-doubt': of(
    held(14),
    { click: ['adcp-held-accept-5', 'review-approve', 'undo-now'] },
    { adcp_send: () => 'doubt' },
  ),
  'adcp-finalize': of(compared, { click: ['adcp-act-finalize-2'] }),
  'adcp-departures': of(trouble.partly, { click: ['adcp-act-finalize-2'] }),
  'adcp-decline': of(compared, { click: ['adcp-act-decline-2'] }),
  'adcp-amend': of(trouble.bought(), { click: ['adcp-act-amend-5'] }),
  'adcp-cancel': of(trouble.bought(), { click: ['adcp-act-cancel-5'] }),
  'adcp-two': of(compared, { scene: {}, click: ['adcp-open'] }),
};
