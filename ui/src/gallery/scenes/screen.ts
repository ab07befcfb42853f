// The confidentiality screen: a message that it holds, one that it blocks, and a screen that is down.

import type { Review, ScreeningView, ScreenMark, ScreenView } from '$lib/bindings';
import * as offers from '../offers';
import type { Picture } from '../scenes';

const body =
  'Thank you. Others paid 777,000 dollars for as much, so there is some room left on our side. ' +
  'Our finance team thinks of 12.5 percent, and of $524,800 if it comes to that.';

const at = (words: string, rest: Partial<ScreenMark>): ScreenMark => ({
  place: 'body',
  kind: 'untraced_figure',
  blocks: false,
  start: body.indexOf(words),
  end: body.indexOf(words) + words.length,
  decoded: false,
  ...rest,
});

const message = (screen: Partial<ScreenView>, obstacle: Review['obstacle']): Review => ({
  ...offers.review,
  offer: null,
  events: [
    {
      kind: 'message',
      payload: JSON.stringify({ body, subject: 'Your offer' }),
      payload_hash: '1f0c6a27e9b84d35720ac1fe66d9183b5e07c4422b9fd0613a8de175cc40ba92',
    },
  ],
  screen: { outcome: 'held', marks: [], rules: 2, down: null, ...screen },
  obstacle,
});

const held = message(
  {
    marks: [
      at('777,000 dollars', {}),
      at('12.5 percent', {}),
      at('there is some room left on our side', { kind: 'limit_talk' }),
    ],
  },
  { code: 'screen_held', facts: { where: 'body' } },
);
const blocked = message(
  {
    outcome: 'blocked',
    marks: [
      at('$524,800', { kind: 'secret_figure', blocks: true }),
      at('777,000 dollars', {}),
      { ...at('', { kind: 'opaque', decoded: true }), start: 0, end: body.length },
    ],
  },
  { code: 'screen_blocked', facts: { where: 'body' } },
);
const down = message(
  { outcome: 'down', down: 'unavailable' },
  {
    code: 'screen_down',
    facts: { why: 'unavailable' },
  },
);

const shown: Pick<Picture, 'screen' | 'click'> = {
  screen: 'deal',
  click: ['hold-counter', 'form-review'],
};

const outside = (): ScreeningView => ({
  problem: null,
  rules: 2,
  outside: { on: true, url: 'https://dlp.fabrikam.example/scan', seconds: 5, has_token: true },
});

export const pictures: Record<string, Picture> = {
  'screen-held': { ...shown, scene: { review: held } },
  'screen-released': {
    ...shown,
    scene: { review: held },
    click: [
      'hold-counter',
      'form-review',
      'review-release-0',
      'review-release-1',
      'review-release-2',
    ],
  },
  'screen-blocked': { ...shown, scene: { review: blocked } },
  'screening-settings': {
    screen: 'settings',
    scene: {},
    answers: { screening_view: outside },
    click: ['outside-url'],
  },
  'screening-broken': {
    screen: 'settings',
    scene: {},
    answers: {
      screening_view: () => ({
        ...outside(),
        problem: { code: 'screen_down', facts: { why: 'unavailable' } },
      }),
    },
  },
  'screen-down': { ...shown, scene: { review: down } },
};
