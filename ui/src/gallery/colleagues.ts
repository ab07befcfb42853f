// The organisation's people, and what they say to each other.

import type { CommentView, DraftView, PeopleView, RoleView } from '$lib/bindings';
import { counterForm } from './offers';
import { at, PRINTS } from './people';

export const drafts: DraftView[] = [
  {
    id: '7',
    session: 's-contoso',
    by: 'Omar Haddad',
    mine: false,
    at: at(-20),
    form: { kind: 'counter', form: counterForm },
  },
];

export const comments: CommentView[] = [
  {
    by: 'Omar Haddad',
    mine: false,
    at: at(-22),
    text: 'They opened at the same figure last year.\nI would not go above 1,050.',
    waits: false,
  },
  { by: 'Dana Ruiz', mine: true, at: at(-2), text: 'Agreed. Draft it.', waits: true },
];

const print = (seed: string) => seed.repeat(64).slice(0, 64);
const member = (
  name: string,
  fingerprint: string,
  roles: RoleView[],
  rest: Partial<PeopleView['members'][number]> = {},
): PeopleView['members'][number] => ({
  name,
  fingerprint,
  roles,
  since: at(-60 * 24 * 30),
  until: null,
  let_in_by: 'Dana Ruiz',
  me: false,
  decides: roles.includes('deal_owner'),
  ...rest,
});

const row = (act: string, ...roles: RoleView[]) => ({ act, roles });

export const people: PeopleView = {
  members: [
    member('Dana Ruiz', PRINTS.me, ['procurement', 'deal_owner', 'legal', 'org_owner'], {
      let_in_by: null,
      me: true,
    }),
    member('Omar Haddad', print('4b7a'), ['procurement', 'deal_owner']),
    member('Ines Marchetti', print('9c01'), ['legal']),
    member('Pаul \u202etpecca\u202c', print('d3e8'), ['procurement'], { until: at(-60 * 24) }),
  ],
  invitations: [
    {
      id: 'i-1',
      name: 'Jo Lind',
      roles: ['procurement'],
      until: at(60 * 24 * 6),
      by: 'Dana Ruiz',
      state: 'open',
    },
    {
      id: 'i-2',
      name: 'Omar Haddad',
      roles: ['procurement', 'deal_owner'],
      until: at(-60 * 24 * 20),
      by: 'Dana Ruiz',
      state: 'used',
    },
  ],
  stand_ins: [
    {
      owner: 'Dana Ruiz',
      to: 'Omar Haddad',
      to_fingerprint: print('4b7a'),
      deals: ['Contoso CRM renewal'],
      until: at(60 * 24 * 9),
      mine: true,
    },
  ],
  table: [
    row('message', 'procurement', 'deal_owner'),
    row('counter_offer', 'deal_owner'),
    row('decline', 'deal_owner'),
    row('session_close', 'deal_owner'),
    row('session_open'),
    row('prepare', 'procurement', 'deal_owner'),
    row('decide', 'deal_owner'),
    row('govern', 'org_owner'),
    row('switch_channel', 'org_owner'),
    row('decide_vendor', 'org_owner'),
    row('settle_dispute', 'legal'),
    row('enrol_agent', 'deal_owner', 'org_owner'),
  ],
  four_eyes: true,
  i_govern: true,
  i_decide: true,
};
