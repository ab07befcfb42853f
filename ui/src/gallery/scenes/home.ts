// At home on the desktop, the first steps, many deals, what ran out.

import * as deals from '../deals';
import * as people from '../people';
import type { Picture } from '../scenes';

const fresh = {
  ...people.app,
  org: people.app.org && {
    ...people.app.org,
    channel: { enabled: false, handle: null, envelope: { ...people.ours, human_contact: null } },
  },
  needs_you: 0,
  unsorted: 0,
  vendors_waiting: 0,
};

const nothing = {
  needs: [],
  needs_you: [],
  quiet: [],
  unsorted: [],
  unsorted_mails: [],
  deals: 0,
  checking: 0,
};

const [first] = deals.today.needs;
const missed = first ? [{ ...first, id: 'held:s-acme:3', deadline: people.at(-90) }] : [];

export const pictures: Record<string, Picture> = {
  'first-steps': { screen: 'today', scene: { app: fresh, today: nothing } },
  missed: {
    screen: 'today',
    scene: { today: { ...deals.today, needs: [...deals.today.needs, ...missed] } },
  },
  'deals-many': {
    screen: 'deals',
    scene: { today: { ...deals.today, deals: 2_000, checking: 1_940 } },
  },
  'deals-checking': {
    screen: 'today',
    scene: {
      today: {
        ...deals.today,
        deals: 2_000,
        checking: 1_940,
        quiet: deals.today.quiet.map((row) => ({ ...row, state: 'checking' as const })),
      },
    },
  },
  'at-home': { screen: 'settings', scene: {}, see: 'home-notify' },
};
