// The organisation's people in the settings, and the first question of the first run.

import { app } from '../people';
import type { Picture } from '../scenes';

const fresh = { ...app, stage: 'key_needed' as const, person: null, org: null };

export const pictures: Record<string, Picture> = {
  people: {
    screen: 'settings',
    scene: {},
    click: ['team-change', 'team-invite'],
    see: 'team-invite-make',
  },
  choose: { screen: 'today', scene: { app: fresh } },
  'take-invitation': { screen: 'today', scene: { app: fresh }, click: ['choose-take'] },
};
