// What a person is told of natively: each thing once when it begins to wait, once more a day and
// an hour before it is too late, and when it is. Nothing in quiet hours; what would run out in
// them is told before they begin.

import type { Need } from '$lib/bindings';

export type Stage = 'waits' | 'day' | 'hour' | 'over';
export type Told = Readonly<Record<string, Stage>>;

/** Minutes since local midnight; the same twice means never quiet. */
export interface QuietHours {
  from: number;
  until: number;
}

export interface Notice {
  id: string;
  kind: Need['what']['kind'];
  stage: Stage;
  /** The deal and its title. Of what stands in no deal nothing is named: others chose those names. */
  deal: string | null;
  title: string | undefined;
}

const ORDER: readonly Stage[] = ['waits', 'day', 'hour', 'over'];
const MINUTE = 60_000;
const DAY = 24 * 60;

export function isQuiet({ from, until }: QuietHours, minute: number): boolean {
  if (from === until) return false;
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

/** Minutes from now to the end of the next quiet hours, where they begin within an hour. */
function nightAhead({ from, until }: QuietHours, minute: number): number {
  const begins = (from - minute + DAY) % DAY;
  if (from === until || begins > 60) return 0;
  return begins + ((until - from + DAY) % DAY);
}

function stageOf(need: Need, now: number, minute: number, quiet: QuietHours): Stage {
  const end = need.deadline === null ? NaN : Date.parse(need.deadline);
  if (Number.isNaN(end)) return 'waits';
  const left = (end - now) / MINUTE;
  if (left <= 0) return 'over';
  if (left <= Math.max(60, nightAhead(quiet, minute) + 60)) return 'hour';
  return left <= DAY ? 'day' : 'waits';
}

export interface Due {
  notices: Notice[];
  /** What is known to have been told from now on; what waits no more is forgotten. */
  told: Told;
}

/** `minute`: the local time of day, since midnight. */
export function due(
  needs: readonly Need[],
  told: Told,
  now: number,
  minute: number,
  quiet: QuietHours,
): Due {
  const silent = isQuiet(quiet, minute);
  const notices: Notice[] = [];
  const after: Record<string, Stage> = {};
  for (const need of needs) {
    const stage = stageOf(need, now, minute, quiet);
    const before = told[need.id];
    const further = before === undefined || ORDER.indexOf(stage) > ORDER.indexOf(before);
    if (!further) after[need.id] = before;
    else if (silent) {
      if (before !== undefined) after[need.id] = before;
    } else {
      after[need.id] = stage;
      const title = need.deal === null ? undefined : need.title;
      notices.push({ id: need.id, kind: need.what.kind, stage, deal: need.deal, title });
    }
  }
  return { notices, told: after };
}
