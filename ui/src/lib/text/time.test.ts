import { describe, expect, it } from 'vitest';
import { fromTyped, left, shortTime, toTyped } from './time';

const now = Date.parse('2026-11-17T14:00:00Z');

describe('time', () => {
  it('counts what is left and stops at nothing', () => {
    expect(left('2026-11-18T09:04:30Z', now)).toEqual({
      days: 0,
      hours: 19,
      minutes: 4,
      seconds: 30,
    });
    expect(left('2026-11-17T14:00:00Z', now)).toBeUndefined();
    expect(left('not a time', now)).toBeUndefined();
  });

  it('shows what is no time as it stands', () => {
    expect(shortTime('yesterday-ish', now)).toBe('yesterday-ish');
  });

  it('is typed and read back without moving', () => {
    expect(fromTyped(toTyped('2026-11-24T14:31:00Z'))).toBe('2026-11-24T14:31:00Z');
    expect(toTyped('next week')).toBe('next week');
  });

  it.each(['', '2026-02-30 10:00', '2026-13-01 10:00', '2026-11-24 25:00', 'tomorrow'])(
    'hands %j on as it was typed',
    (text) => expect(fromTyped(text)).toBe(text),
  );
});
