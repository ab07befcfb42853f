// What stands beside a deal's timeline, from top to bottom. A new card is a component that takes
// the deal's view and a line here.

import type { Component } from 'svelte';
import type { DealView } from '$lib/bindings';
import GiveSeller from '../adcp/GiveSeller.svelte';
import { media } from '../adcp/media.svelte';
import SellerCard from '../adcp/SellerCard.svelte';
import ModeCard from '../agent/ModeCard.svelte';
import CleanEnd from '../answer/CleanEnd.svelte';
import Chart from './Chart.svelte';
import Comments from './Comments.svelte';
import DealEvidence from './DealEvidence.svelte';
import Drafts from './Drafts.svelte';
import Ledgers from './Ledgers.svelte';
import Stops from '../guards/Stops.svelte';
import MandateCard from '../mandate/MandateCard.svelte';
import Parleys from '../parley/Parleys.svelte';
import People from './People.svelte';
import ThreadCard from '../reading/ThreadCard.svelte';
import Votes from '../votes/Votes.svelte';

export interface Card {
  id: string;
  card: Component<{ view: DealView }>;
  /** Whether there is anything to show; always, where it is left out. */
  shown?: (view: DealView) => boolean;
}

export const cards: readonly Card[] = [
  { id: 'seller', card: SellerCard, shown: (view) => !!media.sellerOf(view.id) },
  { id: 'drafts', card: Drafts, shown: (view) => view.drafts.length > 0 },
  { id: 'clean-end', card: CleanEnd },
  { id: 'votes', card: Votes },
  { id: 'ledgers', card: Ledgers },
  {
    id: 'evidence',
    card: DealEvidence,
    shown: (view) => view.ledgers.length === 0 && view.timeline.length > 0,
  },
  { id: 'parleys', card: Parleys },
  { id: 'rounds', card: Chart, shown: (view) => view.rounds.length > 0 },
  {
    id: 'thread',
    card: ThreadCard,
    shown: (view) => view.reading.thread.length + view.reading.thread_corrections.length > 0,
  },
  { id: 'stops', card: Stops, shown: (view) => view.stops.length > 0 },
  { id: 'mandate', card: MandateCard, shown: (view) => !!view.mandate || view.owned_by_me },
  { id: 'mode', card: ModeCard, shown: (view) => view.mode !== null },
  {
    id: 'give-seller',
    card: GiveSeller,
    shown: (view) => view.owned_by_me && media.sellerOf(view.id) === null,
  },
  { id: 'people', card: People, shown: (view) => view.people.length > 0 },
  { id: 'comments', card: Comments },
];
