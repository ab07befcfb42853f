import { describe, expect, it } from 'vitest';
import type { VerdictView } from '$lib/bindings';
import { runs } from './events';

const verdict = (change: Partial<VerdictView>): VerdictView => ({
  outcome: 'green',
  events: 7,
  verified_prefix: 7,
  faults: [],
  notes: [],
  ...change,
});

describe('a verdict event by event', () => {
  it('draws plain neighbours together', () => {
    expect(runs(verdict({ events: 10_000, verified_prefix: 10_000 }))).toEqual([
      { from: 1, to: 10_000, state: 'fine', events: [] },
    ]);
  });

  it('sets the fault apart from what is before and after', () => {
    const fault = { seq: 4, check: 'payload_hash', detail: 'differs' };
    const found = runs(verdict({ verified_prefix: 3, faults: [fault] }));
    expect(found.map(({ from, to, state }) => [from, to, state])).toEqual([
      [1, 3, 'fine'],
      [4, 4, 'fault'],
      [5, 7, 'after'],
    ]);
    expect(found[1]?.events[0]?.faults).toEqual([fault]);
  });
});
