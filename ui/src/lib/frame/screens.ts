// What stands behind each place of the navigation. A new place is a component, its name in
// `state/route.svelte.ts` and a line here; its words are `w.nav` of the same name.

import type { Component } from 'svelte';
import type { AppView, TodayView } from '$lib/bindings';
import Deals from '$lib/deal/Deals.svelte';
import Settings from '$lib/settings/Settings.svelte';
import type { NavScreen } from '$lib/state/route.svelte';
import Today from '$lib/today/Today.svelte';
import Vendors from '$lib/vendors/Vendors.svelte';
import Verify from '$lib/verify/Verify.svelte';

export interface Place {
  screen: Component;
  /** The number beside its name. */
  count?: (view: AppView, today: TodayView | undefined) => number;
  /** How many of these wait for the person; they are told by colour and weight. */
  waiting?: (view: AppView) => number;
}

export const places: Readonly<Record<NavScreen, Place>> = {
  today: {
    screen: Today,
    count: (view) => view.needs_you + view.unsorted,
    waiting: (view) => view.needs_you,
  },
  deals: {
    screen: Deals,
    count: (_, today) => today?.deals ?? 0,
  },
  vendors: {
    screen: Vendors,
    count: (view) => view.vendors_waiting,
    waiting: (view) => view.vendors_waiting,
  },
  verify: { screen: Verify },
  settings: { screen: Settings },
};
