// What stands behind each place of the navigation. A new place is a component, its name in
// `state/route.svelte.ts` and a line here; its words are `w.nav` of the same name.

import type { ComponentProps } from 'svelte';
import type { AppView, TodayView } from '$lib/bindings';
import type AssignDialog from '$lib/today/AssignDialog.svelte';
import type { NavScreen } from '$lib/state/route.svelte';
import { Later } from './later.svelte';

export interface Place {
  /** None for the screen that the window begins with, which is part of the frame. */
  screen?: Later;
  /** The number beside its name. */
  count?: (view: AppView, today: TodayView | undefined) => number;
  /** How many of these wait for the person; they are told by colour and weight. */
  waiting?: (view: AppView) => number;
}

export const places: Readonly<Record<NavScreen, Place>> = {
  today: {
    count: (view) => view.needs_you + view.unsorted,
    waiting: (view) => view.needs_you,
  },
  deals: {
    screen: new Later(() => import('$lib/deal/Deals.svelte')),
    count: (_, today) => today?.deals ?? 0,
  },
  vendors: {
    screen: new Later(() => import('$lib/vendors/Vendors.svelte')),
    count: (view) => view.vendors_waiting,
    waiting: (view) => view.vendors_waiting,
  },
  verify: { screen: new Later(() => import('$lib/verify/Verify.svelte')) },
  settings: { screen: new Later(() => import('$lib/settings/Settings.svelte')) },
};

/** A deal's own screen. */
export const deal = new Later<{ id: string }>(() => import('$lib/deal/Deal.svelte'));

/** The dialogs that stand above every screen, and the finder. */
export const above: readonly Later[] = [
  new Later(() => import('$lib/answer/AnswerDialog.svelte')),
  new Later(() => import('$lib/answer/MailDialog.svelte')),
  new Later(() => import('$lib/adcp/RequestDialog.svelte')),
  new Later(() => import('$lib/find/Finder.svelte')),
];

type Assigned = ComponentProps<typeof AssignDialog>;

/** The dialog by which something gets its deal. */
export const assigning = new Later<Pick<Assigned, keyof Assigned>>(
  () => import('$lib/today/AssignDialog.svelte'),
);

/** Fetches all that is not there yet, one after the other: nothing that is pressed then waits for its part. */
export async function fetchRest(): Promise<void> {
  const screens = Object.values(places).flatMap((place) => place.screen ?? []);
  for (const part of [...above, deal, ...screens, assigning]) await part.fetch();
}
