// What stands in the timeline, row by row, and which rows of many are drawn.

import type { DealView, Entry } from '$lib/bindings';

export type Row =
  | { kind: 'entry'; id: string; entry: Entry }
  | { kind: 'fold'; id: string; rounds: number; entries: number }
  | { kind: 'fresh'; id: string };

/** Fewer entries than this are shown whole. */
const FOLDED_FROM = 40;

function isVendorOffer(entry: Entry): boolean {
  const { body } = entry;
  if (body.kind === 'media')
    return body.media.said.kind === 'answered' && body.media.said.proposals > 0;
  return (body.kind === 'offer' || body.kind === 'quote') && !entry.ours;
}

/** Where the last two rounds begin; what stands before may be folded. */
export function cutOf(timeline: Entry[], fresh: ReadonlySet<string>): number {
  if (timeline.length <= FOLDED_FROM) return 0;
  const offers = timeline.flatMap((entry, at) => (isVendorOffer(entry) ? [at] : []));
  const cut = offers.at(-2) ?? 0;
  const unread = timeline.findIndex((entry) => fresh.has(entry.id));
  // What nobody has looked at yet is never folded away.
  return unread < 0 ? cut : Math.min(cut, unread);
}

export function rowsOf(
  view: Pick<DealView, 'timeline'>,
  fresh: ReadonlySet<string>,
  unfolded: boolean,
): Row[] {
  const { timeline } = view;
  const cut = unfolded ? 0 : cutOf(timeline, fresh);
  const rows: Row[] = [];
  if (cut > 0) {
    const rounds = timeline.slice(0, cut).filter(isVendorOffer).length;
    rows.push({ kind: 'fold', id: 'fold', rounds, entries: cut });
  }
  // A line before the first new entry; where all is new it would say nothing.
  const first = timeline.find((entry) => fresh.has(entry.id));
  for (const entry of timeline.slice(cut)) {
    if (entry === first && fresh.size < timeline.length) rows.push({ kind: 'fresh', id: 'fresh' });
    rows.push({ kind: 'entry', id: entry.id, entry });
  }
  return rows;
}

/** A row's height until it was drawn once, in pixels. */
export const GUESS = 92;
const BEYOND = 900;

export interface Drawn {
  from: number;
  to: number;
  /** Room before the first and after the last drawn row. */
  above: number;
  below: number;
}

/** Where a row begins, in pixels; rows that were never drawn are guessed at. */
export function above(
  ids: readonly string[],
  heights: ReadonlyMap<string, number>,
  wanted: string,
): number {
  const until = Math.max(0, ids.indexOf(wanted));
  return ids.slice(0, until).reduce((sum, id) => sum + (heights.get(id) ?? GUESS), 0);
}

/** The rows that meet the part in sight, and a screen's worth beyond it. */
export function drawn(
  ids: readonly string[],
  heights: ReadonlyMap<string, number>,
  top: number,
  seen: number,
): Drawn {
  let [from, to, above, at] = [-1, 0, 0, 0];
  let below = 0;
  ids.forEach((id, place) => {
    const height = heights.get(id) ?? GUESS;
    const before = at + height < top - BEYOND;
    const after = at > top + seen + BEYOND;
    if (before) above += height;
    else if (after) below += height;
    else {
      if (from < 0) from = place;
      to = place + 1;
    }
    at += height;
  });
  return from < 0 ? { from: 0, to: 0, above: 0, below } : { from, to, above, below };
}
