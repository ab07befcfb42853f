// The organisation's people in the settings, and the first question of the first run.

import { app, at } from '../people';
import type { Picture } from '../scenes';

const fresh = { ...app, stage: 'key_needed' as const, person: null, org: null };

export const pictures: Record<string, Picture> = {
  people: {
    screen: 'settings',
    scene: {},
    click: ['team-change', 'team-invite'],
    see: 'team-invite-make',
  },
  refused: {
    screen: 'today',
    scene: {
      app: {
        ...app,
        problems: [
          {
            code: 'refused_on_return',
            facts: { kind: 'assigned', deal: 'CRM renewal', at: at(-90) },
          },
          {
            code: 'refused_on_return',
            facts: { kind: 'mandate', deal: 'CRM renewal', at: at(-80) },
          },
        ],
      },
    },
  },
  'key-rotate': { screen: 'settings', scene: {}, click: ['key-rotate'] },
  choose: { screen: 'today', scene: { app: fresh } },
  'take-invitation': { screen: 'today', scene: { app: fresh }, click: ['choose-take'] },
};
