// The desk's own agent: modes of a deal, the organisation's switch, the model's settings.

import type { HaltView } from '$lib/bindings';
import { deal } from '../deals';
import { app, at } from '../people';
import type { Picture } from '../scenes';

const assist = {
  ...deal,
  mode: {
    mode: 'assist',
    per_day: 10,
    per_session: 3,
    answered_today: 0,
    agent_ready: true,
    suggestions: [
      {
        session: 's-contoso',
        entry: 'event:s-contoso:6',
        text: 'Your offer of event 7 has been received and waits for the deal\u2019s owner. By its own words it is open until 2026-12-31T17:00:00Z.',
      },
    ],
  },
};

const auto = {
  ...deal,
  mode: { ...assist.mode, mode: 'auto', answered_today: 2, suggestions: [] },
};

const halted: HaltView = {
  halted: true,
  by: 'Omar Haddad',
  at: at(-2),
  here_only: false,
  may_lift: true,
};

export const pictures: Record<string, Picture> = {
  'mode-assist': { screen: 'deal', scene: { deal: assist } },
  'mode-auto': { screen: 'deal', scene: { deal: auto } },
  halted: {
    screen: 'deal',
    scene: {
      app: { ...app, problems: [{ code: 'halted', facts: { by: 'Omar Haddad', at: at(-2) } }] },
    },
    answers: { halt_view: () => halted },
  },
  model: {
    screen: 'settings',
    see: 'model-url',
    scene: {},
    answers: {
      agent_view: () => ({ fingerprint: null, ready: false, may_make: true }),
      model_view: () => ({
        form: { on: true, url: 'http://127.0.0.1:11434/v1', model: 'small-reader' },
        last: 'away',
        at: at(-3),
      }),
    },
  },
};
