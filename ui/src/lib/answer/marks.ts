// The words that a mark of the screen points at. They stand in the payload and nowhere else: the
// screen says where and why, never what.

import type { ReviewEvent, ScreenMark } from '$lib/bindings';

export interface Excerpt {
  before: string;
  marked: string;
  after: string;
}

const AROUND = 48;
const LONGEST = 240;

/** The text of the field that a mark names; undefined where it is a member's name or not there. */
export function fieldText(events: readonly ReviewEvent[], place: string): string | undefined {
  const several = events.length > 1;
  for (const event of events) {
    const own = several
      ? place.startsWith(`${event.kind}: `) && place.slice(event.kind.length + 2)
      : place;
    if (own === false) continue;
    const found = valueAt(event.payload, own);
    if (found !== undefined) return found;
  }
  return undefined;
}

function valueAt(payload: string, place: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return undefined;
  }
  for (const step of place.split(/[.[\]]+/).filter((step) => step !== '')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The marked words with a little of what stands round them. Places count code points. */
export function excerpt(text: string, mark: Pick<ScreenMark, 'start' | 'end'>): Excerpt {
  const points = Array.from(text);
  const part = (from: number, to: number) => points.slice(from, to).join('');
  const from = Math.max(0, mark.start - AROUND);
  const to = Math.min(points.length, mark.end + AROUND);
  const end = Math.min(mark.end, mark.start + LONGEST);
  return {
    before: (from > 0 ? '…' : '') + part(from, mark.start),
    marked: part(mark.start, end) + (end < mark.end ? '…' : ''),
    after: end < mark.end ? '' : part(mark.end, to) + (to < points.length ? '…' : ''),
  };
}
