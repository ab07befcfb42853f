import type { Problem } from '$lib/bindings';
import type { Screen } from '$lib/state/route.svelte';
import * as deals from './deals';
import * as offers from './offers';
import { usual, type Answers, type Scene } from './mock';
import * as people from './people';

export interface Picture {
  screen: Screen;
  scene: Partial<Scene>;
  /** Answers to commands that the usual scene does not know. */
  answers?: Answers;
  /** Test ids clicked in this order, each once it is there. */
  click?: string[];
  /** Test id of what is scrolled into sight at the end. */
  see?: string;
  /** Words typed into the field that has the focus then. */
  type?: string;
}

const { app } = people;
const stage = (change: Partial<Scene['app']>, key?: Partial<Scene['key']>): Picture => ({
  screen: 'today',
  scene: { app: { ...app, org: null, person: null, ...change }, key: { ...usual.key, ...key } },
});
const problem = (code: Problem['code'], facts: Problem['facts'] = {}): Problem => ({ code, facts });
const demo = { ...app, guide: people.guide };

// A new area brings its pictures in a file of its own, `scenes/NAME.ts`, that exports `pictures`.
const areas = import.meta.glob<{ pictures: Record<string, Picture> }>('./scenes/*.ts', {
  eager: true,
});

const basic: Readonly<Record<string, Picture>> = {
  today: { screen: 'today', scene: {} },
  empty: {
    screen: 'today',
    scene: {
      today: {
        needs: [],
        needs_you: [],
        quiet: [],
        unsorted: [],
        unsorted_mails: [],
        deals: 0,
        checking: 0,
      },
      app: { ...demo, needs_you: 0 },
    },
  },
  trouble: {
    screen: 'today',
    scene: {
      app: {
        ...app,
        host: { ...app.host, reachable: false, last_contact: people.at(-6) },
        problems: [
          problem('host_down', { url: app.host.url }),
          problem('clock_wrong', { minutes: '7', direction: 'behind' }),
          problem('host_rewound', { session: 's-contoso', seq: '6' }),
          problem('channel_off'),
        ],
      },
    },
  },
  deals: { screen: 'deals', scene: {} },
  'deal-new': { screen: 'deals', scene: {}, click: ['deal-new'] },
  assign: { screen: 'today', scene: {}, click: ['unsorted-assign-s-unsorted'] },
  deal: { screen: 'deal', scene: { app: demo } },
  'deal-plain': { screen: 'deal', scene: {}, click: ['offer-working-toggle', 'save-log'] },
  'deal-hostile': { screen: 'deal', scene: { deal: deals.hostileDeal } },
  compare: { screen: 'deal', scene: {}, click: ['compare-open'] },
  find: { screen: 'today', scene: {}, click: ['find-open'], type: 'CRM-ENT' },
  mandate: { screen: 'deal', scene: {}, click: ['mandate-edit'] },
  raw: { screen: 'deal', scene: {}, click: ['raw-event-7'] },
  counter: { screen: 'deal', scene: {}, click: ['hold-counter'] },
  'counter-fault': {
    screen: 'deal',
    scene: {
      review: {
        ...offers.review,
        obstacle: problem('form_invalid', {
          path: 'line_items[0].unit_price',
          problem: 'decimal',
        }),
      },
    },
    click: ['hold-counter'],
  },
  review: { screen: 'deal', scene: {}, click: ['hold-counter', 'form-review'] },
  blocked: {
    screen: 'deal',
    scene: {
      review: {
        ...offers.review,
        guard: [
          {
            rule: 'walk_away',
            line: null,
            blocks: true,
            found: 'USD 612,000.00',
            limit: 'USD 600,000.00',
          },
        ],
        screen: {
          outcome: 'blocked',
          marks: [
            {
              place: 'notes',
              kind: 'secret_figure',
              blocks: true,
              start: 0,
              end: 4,
              decoded: false,
            },
          ],
          rules: 2,
          down: null,
        },
        obstacle: problem('screen_blocked', { where: 'notes' }),
      },
    },
    click: ['hold-counter', 'form-review'],
  },
  sent: {
    screen: 'deal',
    scene: {},
    click: ['hold-counter', 'form-review', 'review-approve', 'undo-now'],
  },
  waiting: {
    screen: 'deal',
    scene: { approved: { kind: 'waiting', decision: 'd-1' } },
    click: ['hold-counter', 'form-review', 'review-approve', 'undo-now'],
  },
  stale: {
    screen: 'deal',
    scene: {
      approved: { kind: 'stale', problem: problem('approval_stale', { seq: '8', kind: 'offer' }) },
    },
    click: ['hold-accept', 'review-approve', 'undo-now'],
  },
  undo: {
    screen: 'deal',
    scene: {},
    click: ['hold-counter', 'form-review', 'review-approve'],
  },
  message: { screen: 'deal', scene: {}, click: ['hold-message'] },
  vendors: { screen: 'vendors', scene: {} },
  'vendor-verify': { screen: 'vendors', scene: {}, click: ['vendor-verify'] },
  verify: { screen: 'verify', scene: {}, click: ['verify-choose'] },
  settings: { screen: 'settings', scene: {} },
  asking: stage({ stage: 'asking_keychain' }),
  'key-make': { ...stage({ stage: 'key_needed' }), click: ['choose-found'] },
  'key-absent': {
    ...stage({ stage: 'key_needed' }, { keychain: 'absent' }),
    click: ['choose-found'],
  },
  'key-locked': stage(
    { stage: 'key_needed' },
    { keychain: 'locked', lost_fingerprint: people.PRINTS.me },
  ),
  'key-lost': stage({ stage: 'key_needed' }, { lost_fingerprint: people.PRINTS.me }),
  unlock: stage({ stage: 'passphrase_needed' }),
};

export const pictures: Readonly<Record<string, Picture>> = Object.assign(
  {},
  basic,
  ...Object.values(areas).map((area) => area.pictures),
);
