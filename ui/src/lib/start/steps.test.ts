import { describe, expect, it } from 'vitest';
import { app } from '../../gallery/people';
import { isWanted, NOTHING, stepsOf, type Known } from './steps';

const fresh: Known = { app: { ...app, org: null }, deals: 0, mailboxes: 0, benchmarks: 0 };
const state = (known: Known, remembered = NOTHING) =>
  Object.fromEntries(stepsOf(known, remembered).map(({ id, state }) => [id, state]));

describe('the first steps', () => {
  it('are done when the workspace shows it, and not by a click alone', () => {
    expect(state(fresh)).toEqual({
      key: 'done',
      demo: 'open',
      org: 'open',
      deal: 'open',
      vendor: 'open',
      mail: 'open',
      benchmarks: 'open',
    });
    const later = state({ app, deals: 1, mailboxes: 1, benchmarks: 2 });
    expect(Object.values(later).filter((one) => one !== 'done')).toEqual(['open']);
  });

  it('can be left and come back to', () => {
    const left = { ...NOTHING, left: ['mail' as const] };
    expect(state(fresh, left)['mail']).toBe('left');
    expect(state({ ...fresh, mailboxes: 1 }, left)['mail']).toBe('done');
  });

  it('go away when none is open, or when the person says so', () => {
    const open = stepsOf(fresh, NOTHING);
    expect(isWanted(open, NOTHING)).toBe(true);
    expect(isWanted(open, { ...NOTHING, hidden: true })).toBe(false);
    expect(isWanted([{ state: 'done' }, { state: 'left' }], NOTHING)).toBe(false);
  });
});
