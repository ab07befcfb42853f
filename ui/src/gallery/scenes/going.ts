// Work that takes longer than a moment, what of ours has not left yet, and what is of no use.

import type { Entry } from '$lib/bindings';
import * as deals from '../deals';
import { at } from '../people';
import type { Picture } from '../scenes';

const without = () => new Promise<never>(() => undefined);

const ours = (id: string, body: Extract<Entry['body'], { kind: 'outgoing' }>): Entry => ({
  id: `answer:${id}`,
  at: at(-2),
  author: 'Dana Ruiz',
  ours: true,
  standing: 'person_key',
  event: null,
  body,
});

const outgoing = {
  ...deals.deal,
  timeline: [
    ...deals.deal.timeline,
    ours('1', { kind: 'outgoing', what: 'counter', state: 'taken_back', take_back: null }),
    ours('2', { kind: 'outgoing', what: 'message', state: 'unknown', take_back: null }),
    ours('3', { kind: 'outgoing', what: 'counter', state: 'waiting', take_back: 'd-3' }),
  ],
};

const answerWaits = {
  ...deals.deal,
  state: 'answer_waits' as const,
  timeline: [
    ...deals.deal.timeline,
    ours('4', { kind: 'outgoing', what: 'counter', state: 'waiting', take_back: 'd-3' }),
  ],
};

const waits = {
  ...deals.today,
  needs_you: deals.today.needs_you.map((row) =>
    row.id === answerWaits.id ? { ...row, state: 'answer_waits' as const, deadline: null } : row,
  ),
};

const trouble = (code: string, facts: Record<string, string>) => () =>
  Promise.reject({ code, facts } as unknown as Error);

export const pictures: Record<string, Picture> = {
  'work-going': {
    screen: 'verify',
    scene: {},
    answers: { verify_file: without },
    click: ['verify-choose'],
    see: 'work',
  },
  'work-stopped': {
    screen: 'verify',
    scene: {},
    answers: { verify_file: trouble('stopped', {}) },
    click: ['verify-choose'],
  },
  'file-trouble': {
    screen: 'verify',
    scene: {},
    answers: {
      verify_file: trouble('file_trouble', {
        path: '/home/dana/contoso-session-copy.anp.json',
        why: 'denied',
        number: '13',
      }),
    },
    click: ['verify-choose'],
  },
  outgoing: { screen: 'deal', scene: { deal: outgoing }, see: 'take-back' },
  // Decided and not on its way yet: in the deal, in the list beside it and on Today.
  'answer-waits': {
    screen: 'deal',
    scene: { deal: answerWaits, today: waits },
    see: 'take-back',
  },
};
