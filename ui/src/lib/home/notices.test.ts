import { describe, expect, it } from 'vitest';
import type { Need } from '$lib/bindings';
import { due, isQuiet, type Told } from './notices';

const NOON = Date.parse('2026-11-17T12:00:00Z');
const HOUR = 3_600_000;
const NEVER = { from: 0, until: 0 };
const NIGHT = { from: 19 * 60, until: 7 * 60 };

const held = (hours: number | null, change: Partial<Need> = {}): Need => ({
  id: 'held:s:3',
  deal: 'd-1',
  title: 'CRM renewal',
  who: 'Contoso',
  deadline: hours === null ? null : new Date(NOON + hours * HOUR).toISOString(),
  what: { kind: 'held_offer', seq: 3, annual_total: null, currency: 'USD' },
  ...change,
});

describe('notices', () => {
  it('tell each thing once, and again a day and an hour before it is too late', () => {
    const stages: string[] = [];
    let told: Told = {};
    for (const left of [72, 71, 24, 23, 1, 0.5, -0.1, -5]) {
      const now = due([held(left)], told, NOON, 720, NEVER);
      told = now.told;
      stages.push(now.notices.map((notice) => notice.stage).join());
    }
    expect(stages).toEqual(['waits', '', 'day', '', 'hour', '', 'over', '']);
  });

  it('are silent in quiet hours, and what began to wait then is told after them', () => {
    const night = due([held(40)], {}, NOON, 23 * 60, NIGHT);
    expect(night).toEqual({ notices: [], told: {} });
    const morning = due([held(40)], night.told, NOON, 7 * 60, NIGHT);
    expect(morning.notices).toHaveLength(1);
  });

  it('tell before the quiet hours what runs out in them', () => {
    const told: Told = { 'held:s:3': 'day' };
    // Twelve hours are left and the night lasts as long: the next chance comes too late.
    expect(due([held(12)], told, NOON, 17 * 60, NIGHT).notices).toHaveLength(0);
    expect(due([held(12)], told, NOON, 18 * 60 + 10, NIGHT).notices[0]?.stage).toBe('hour');
    expect(due([held(20)], told, NOON, 18 * 60 + 10, NIGHT).notices).toHaveLength(0);
  });

  it('name deals and kinds, and nothing that a counterparty wrote', () => {
    const agent = held(null, {
      id: 'vendor:x',
      deal: null,
      title: '<b>Bot</b>',
      who: 'secret words',
      what: { kind: 'vendor_waits', agent_id: 'x' },
    });
    const said = JSON.stringify(due([agent, held(40)], {}, NOON, 720, NEVER).notices);
    expect(said).not.toMatch(/Bot|secret|Contoso/);
    expect(said).toContain('CRM renewal');
  });

  it('forget what waits no more, so that it may be told anew', () => {
    expect(due([], { 'held:s:3': 'hour' }, NOON, 720, NEVER).told).toEqual({});
  });

  it('know quiet hours that pass midnight', () => {
    const at = (hour: number) => isQuiet(NIGHT, hour * 60);
    expect([6, 7, 18, 19, 0].map(at)).toEqual([true, false, false, true, true]);
    expect(isQuiet(NEVER, 0)).toBe(false);
  });
});
