import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serve, usual } from '../../gallery/mock';
import { firstScreen } from './first-screen.svelte';

const calls = vi.fn<(command: string, args: unknown) => void>();
const told = () => calls.mock.calls.filter(([command]) => command === 'first_screen').length;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'setTimeout', 'performance'] });
  serve(usual, {}, calls);
  calls.mockClear();
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('the first screen', () => {
  it('stands when it has been painted, and says so once', () => {
    firstScreen.begin();
    firstScreen.drawn();
    expect(firstScreen.awaited).toBe(true);
    vi.advanceTimersByTime(100);
    expect(firstScreen.awaited).toBe(false);
    firstScreen.drawn();
    vi.advanceTimersByTime(10_000);
    expect(told()).toBe(1);
  });

  it('is not waited for where no frames are drawn', () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    firstScreen.begin();
    firstScreen.drawn();
    vi.advanceTimersByTime(3_000);
    expect(firstScreen.awaited).toBe(false);
    expect(told()).toBe(1);
    vi.unstubAllGlobals();
  });

  it('keeps what can wait until it stands', () => {
    const done = vi.fn();
    firstScreen.begin();
    firstScreen.afterwards(done);
    firstScreen.drawn();
    expect(done).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(done).toHaveBeenCalledOnce();
    firstScreen.afterwards(done);
    expect(done).toHaveBeenCalledTimes(2);
  });
});
