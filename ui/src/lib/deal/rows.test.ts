import { describe, expect, it } from 'vitest';
import type { Entry } from '$lib/bindings';
import { drawn, GUESS, rowsOf } from './rows';

function entry(id: number, offer = false, ours = false): Entry {
  return {
    id: `event:s:${id}`,
    at: '2026-11-01T00:00:00Z',
    author: 'a',
    ours,
    standing: 'verified_key',
    event: null,
    body: offer
      ? ({ kind: 'offer', offer: {}, hold: null } as unknown as Entry['body'])
      : { kind: 'message', subject: null, body: 'x' },
  };
}

const thread = (n: number) => Array.from({ length: n }, (_, at) => entry(at, at % 10 === 0));

describe('the timeline’s rows', () => {
  it('folds all but the last two rounds of a long thread, and says how much', () => {
    const rows = rowsOf({ timeline: thread(100) }, new Set(), false);
    expect(rows[0]).toEqual({ kind: 'fold', id: 'fold', rounds: 8, entries: 80 });
    expect(rows).toHaveLength(21);
    expect(rowsOf({ timeline: thread(100) }, new Set(), true)).toHaveLength(100);
    expect(rowsOf({ timeline: thread(30) }, new Set(), false)).toHaveLength(30);
  });

  it('never folds what nobody has looked at, and draws a line before it', () => {
    const rows = rowsOf({ timeline: thread(100) }, new Set(['event:s:35', 'event:s:99']), false);
    expect(rows[0]).toMatchObject({ kind: 'fold', entries: 35 });
    expect(rows[1]).toEqual({ kind: 'fresh', id: 'fresh' });
    expect(rows[2]).toMatchObject({ id: 'event:s:35' });
  });

  it('draws a screen’s worth of ten thousand, and the room adds up', () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => String(at));
    const heights = new Map(ids.map((id, at) => [id, 40 + (at % 7) * 30]));
    const all = [...heights.values()].reduce((sum, one) => sum + one, 0);
    for (const top of [0, 123_456, all - 800]) {
      const part = drawn(ids, heights, top, 800);
      expect(part.to - part.from).toBeLessThan(60);
      const shown = ids
        .slice(part.from, part.to)
        .reduce((sum, id) => sum + (heights.get(id) ?? GUESS), 0);
      expect(part.above + shown + part.below).toBe(all);
      expect(part.above).toBeLessThanOrEqual(top);
      expect(part.above + shown).toBeGreaterThanOrEqual(Math.min(all, top + 800));
    }
  });
});
