import { describe, expect, it } from 'vitest';
import { runsOf } from './lit';

describe('lit places', () => {
  it('count code points, not halves of pairs', () => {
    expect(runsOf('😀 final offer', [{ start: 2, end: 7, kind: 'tactic' }])).toEqual([
      { text: '😀 ', kind: undefined },
      { text: 'final', kind: 'tactic' },
      { text: ' offer', kind: undefined },
    ]);
  });

  it('overlap, repeat and end beyond the text without losing or doubling a letter', () => {
    const text = 'abcdefghij';
    const runs = runsOf(text, [
      { start: 6, end: 99, kind: 'machine' },
      { start: 2, end: 5, kind: 'tactic' },
      { start: 3, end: 7, kind: 'machine' },
      { start: 40, end: 50, kind: 'tactic' },
    ]);
    expect(runs.map((run) => run.text).join('')).toBe(text);
    expect(runs.map((run) => run.kind)).toEqual([undefined, 'tactic', 'machine', 'machine']);
  });
});
