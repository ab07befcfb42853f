// Which part of a deal stands in the middle: its timeline, or its dealings with a seller of media.

import type { DealView } from '$lib/bindings';
import { media } from './media.svelte';

export type Place = 'timeline' | 'media';

class OpenPlace {
  /** What the person chose; nothing until then. */
  chosen = $state<Place>();

  /** Whether there are two places to choose between. */
  two(view: DealView): boolean {
    return !!media.sellerOf(view.id);
  }

  /** A deal without a session over the protocol is about its seller. */
  of(view: DealView): Place {
    if (!this.two(view)) return 'timeline';
    return this.chosen ?? (view.ledgers.length === 0 ? 'media' : 'timeline');
  }
}

export const place = new OpenPlace();
