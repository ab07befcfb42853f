import type { DealView, Entry } from '$lib/bindings';

export interface Held {
  session: string;
  seq: number;
  counterparty: string;
  expired: boolean;
}

/** The latest offer that waits for the owner, if any. */
export function heldOf(view: DealView): Held | undefined {
  const entry = view.timeline.findLast(isHeld);
  if (!entry?.event || entry.body.kind !== 'offer') return undefined;
  return {
    session: entry.event.session,
    seq: entry.event.seq,
    counterparty: entry.author,
    expired: entry.body.offer.expired,
  };
}

export function isHeld(entry: Entry): boolean {
  return entry.body.kind === 'offer' && entry.body.hold?.state === 'held';
}
