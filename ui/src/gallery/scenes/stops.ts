// What the guards said about a deal, a rule that is opened at the review, and a message of a
// negotiation that the screen holds at its sending.

import type { Review, StopView } from '$lib/bindings';
import { deal } from '../deals';
import * as offers from '../offers';
import { at } from '../people';
import type { Picture } from '../scenes';
import { parley } from './quorum';

const stop = (change: Partial<StopView>): StopView => ({
  at: at(-40),
  by: 'Dana Ruiz',
  mine: true,
  channel: 'session',
  when: 'deciding',
  verdict: 'blocked',
  rules: [{ rule: 'guard/walk_away', version: 'b4335f1dd3a63d0f', place: null, line: null }],
  waits: false,
  ...change,
});

export const stops: StopView[] = [
  stop({ rules: [{ rule: 'guard/term', version: '0d17c02b6e5a9f34', place: null, line: 2 }] }),
  stop({ at: at(-30), by: 'Omar Haddad', mine: false }),
  stop({
    at: at(-20),
    verdict: 'held',
    channel: 'mail',
    rules: [
      { rule: 'screen/untraced_figure', version: '4', place: 'body', line: null },
      { rule: 'screen/limit_talk', version: '4', place: 'subject', line: null },
    ],
  }),
  stop({
    at: at(-10),
    verdict: 'down',
    when: 'sending',
    channel: 'negotiation',
    waits: true,
    rules: [{ rule: 'screen/timed_out', version: '4', place: null, line: null }],
  }),
];

const beyond: Review = {
  ...offers.review,
  guard: [
    { rule: 'walk_away', line: null, blocks: true, found: 'USD 612000', limit: 'USD 568000' },
    { rule: 'condition_wanted', line: null, blocks: false, found: '', limit: 'Data in the EU' },
  ],
  obstacle: { code: 'outside_mandate', facts: { rule: 'walk_away' } },
};

const note = 'The old contract came to 777,777 dollars, so there is some room.';
const mark = (words: string) => ({
  place: 'note',
  kind: 'untraced_figure' as const,
  blocks: false,
  start: note.indexOf(words),
  end: note.indexOf(words) + words.length,
  decoded: false,
});
export const heldParley = parley({
  session: 'neg_held',
  our_turn: false,
  unsent: 1,
  held: { code: 'screen_held', facts: { where: 'note' } },
  kept: {
    id: '1f0c6a27e9b84d35720ac1fe66d9183b5e07c4422b9fd0613a8de175cc40ba92',
    message: JSON.stringify({ note, round: 4, type: 'offer' }),
    screen: {
      outcome: 'held',
      rules: 4,
      down: null,
      marks: [mark('777,777 dollars'), { ...mark('there is some room'), kind: 'limit_talk' }],
    },
  },
});

const answers = {
  parleys: () => [heldParley],
  agentpub_view: () => ({ base: 'https://agentpub.example/api/v1', state: 'joined' }),
};

export const pictures: Record<string, Picture> = {
  stops: {
    screen: 'deal',
    scene: { deal: { ...deal, stops } },
    click: ['stops-all', 'stop-rules-2', 'stop-rules-0'],
    see: 'stops',
  },
  'review-rule': {
    screen: 'deal',
    scene: { review: beyond },
    click: ['hold-counter', 'form-review', 'review-rule-guard/walk_away'],
  },
  'parley-held': {
    screen: 'deal',
    scene: {},
    answers,
    click: ['parley-open-neg_held', 'review-release-0'],
  },
};
