// What was negotiated with a seller of media, on the timeline and under Today; evidence of a deal without a
// session.

import type { DealView, Entry, MediaEntry, Need } from '$lib/bindings';
import * as deals from '../deals';
import { at, PRINTS } from '../people';
import type { Picture } from '../scenes';

const entry = (minute: number, media: Omit<MediaEntry, 'sha256'>, ours = false): Entry => ({
  id: `media-${minute}`,
  at: at(minute),
  author: ours ? 'Dana Weiss' : 'StreamHaus',
  ours,
  standing: ours ? 'person_key' : 'seller_line',
  event: null,
  body: { kind: 'media', media: { ...media, sha256: PRINTS.me } },
});

const asked = (number: number, act: MediaEntry['act'], state: 'answered' | 'faulty' | 'doubt') => ({
  key: `k-${number}`,
  number,
  act,
  said: { kind: 'asked' as const, state, sends: 1 },
});

const answered = (
  number: number,
  act: MediaEntry['act'],
  said: Partial<Extract<MediaEntry['said'], { kind: 'answered' }>>,
) => ({
  key: `k-${number}`,
  number,
  act,
  said: {
    kind: 'answered' as const,
    holds: true,
    rules: [],
    proposals: 3,
    media_buy: null,
    expires_at: null,
    ...said,
  },
});

const timeline: Entry[] = [
  entry(-90, asked(1, 'request', 'answered'), true),
  entry(-89, answered(1, 'request', {})),
  entry(-60, asked(2, 'revise', 'faulty'), true),
  entry(
    -59,
    answered(2, 'revise', { holds: false, rules: ['constraint_mismatch', 'terms_digest'] }),
  ),
  entry(-40, {
    key: 'k-3',
    number: 3,
    act: 'finalize',
    said: {
      kind: 'refused',
      code: 'PROPOSAL_EXPIRED',
      message: 'The hold is over.\u202e <b>Call us</b>',
    },
  }),
  entry(-20, answered(4, 'finalize', { proposals: 1, expires_at: at(9) })),
  entry(-10, answered(5, 'accept', { proposals: 0, media_buy: 'mb_2041' })),
  entry(-2, asked(6, 'amend', 'doubt'), true),
  entry(-1, { key: 'k-6', number: 6, act: 'amend', said: { kind: 'given_up' } }, true),
];

const media: DealView = {
  ...deals.deal,
  title: 'Autumn campaign',
  vendor: 'StreamHaus',
  timeline,
  ledgers: [],
  rounds: [],
  unread: [],
};

const need = (id: string, deadline: string | null, what: Need['what']): Need => ({
  id,
  deal: 'd-media',
  title: 'Autumn campaign',
  who: 'StreamHaus',
  deadline,
  what,
});

export const pictures: Record<string, Picture> = {
  'media-timeline': { screen: 'deal', scene: { deal: media } },
  'media-needs': {
    screen: 'today',
    scene: {
      today: {
        needs: [
          need('h', at(9), {
            kind: 'media_hold',
            proposal: 'p-1',
            total: '48200',
            currency: 'USD',
          }),
          need('d', at(600), { kind: 'media_doubt', number: 6 }),
          need('a', null, { kind: 'media_answer', number: 1, holds: true }),
          need('f', null, { kind: 'media_answer', number: 2, holds: false }),
        ],
        needs_you: [],
        quiet: [],
        unsorted: [],
        unsorted_mails: [],
        deals: 1,
        checking: 0,
      },
    },
  },
};
