import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Soon } from './soon';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what is asked again after changes', () => {
  it('follows the first change at once and a burst by one further asking', () => {
    const ask = vi.fn();
    const soon = new Soon(ask);
    for (let change = 0; change < 100; change += 1) soon.changed();
    expect(ask).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    expect(ask).toHaveBeenCalledTimes(2);
    soon.changed();
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('asks last after the last change, however long they go on', () => {
    let changes = 0;
    let known = 0;
    const soon = new Soon(() => (known = changes));
    for (let change = 0; change < 50; change += 1) {
      changes += 1;
      soon.changed();
      vi.advanceTimersByTime(70);
      // No burst keeps what is shown from following.
      expect(changes - known).toBeLessThan(6);
    }
    vi.advanceTimersByTime(1_000);
    expect(known).toBe(changes);
  });
});
