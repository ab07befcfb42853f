// What stands beside a deal's timeline, from top to bottom. A new card is a component that takes
// the deal's view and a line here.

import type { Component } from 'svelte';
import type { DealView } from '$lib/bindings';
import Chart from './Chart.svelte';
import Comments from './Comments.svelte';
import Drafts from './Drafts.svelte';
import Ledgers from './Ledgers.svelte';
import MandateCard from '../mandate/MandateCard.svelte';
import People from './People.svelte';

export interface Card {
  id: string;
  card: Component<{ view: DealView }>;
  /** Whether there is anything to show; always, where it is left out. */
  shown?: (view: DealView) => boolean;
}

export const cards: readonly Card[] = [
  { id: 'drafts', card: Drafts, shown: (view) => view.drafts.length > 0 },
  { id: 'ledgers', card: Ledgers },
  { id: 'rounds', card: Chart, shown: (view) => view.rounds.length > 0 },
  { id: 'mandate', card: MandateCard, shown: (view) => !!view.mandate || view.owned_by_me },
  { id: 'people', card: People, shown: (view) => view.people.length > 0 },
  { id: 'comments', card: Comments },
];
