import { readFileSync } from 'node:fs';
import { describe as group, expect, it } from 'vitest';
import type { ProblemCode } from './bindings';
import { describe, table } from './problems';
import { w } from './words';

/** The codes as the generated bindings list them. */
function codesOfBindings(): string[] {
  const source = readFileSync('src/lib/bindings.ts', 'utf8');
  const from = source.indexOf('export type ProblemCode');
  const body = source.slice(from, source.indexOf(';', source.indexOf('"defect"', from)));
  return [...body.matchAll(/^\s*\|?\s*"([a-z_]+)"/gm)].map((found) => found[1] ?? '');
}

group('the table of problems', () => {
  const codes = codesOfBindings();

  it('has a row and words for every code, and no others', () => {
    expect(codes.length).toBeGreaterThan(30);
    expect(Object.keys(table).sort()).toEqual([...codes].sort());
    expect(Object.keys(w.problems).sort()).toEqual([...codes].sort());
  });

  it.each(codes)('%s speaks in sentences, with facts and without', (code) => {
    const facts = { minutes: '7', direction: 'behind', url: 'http://h', seq: '6', path: 'x' };
    for (const given of [{}, facts]) {
      const said = describe({ code: code as ProblemCode, facts: given });
      expect(said.what).toMatch(/^.+[.?]$/s);
      expect(said.remedy.length).toBeGreaterThan(0);
      expect(`${said.what} ${said.remedy}`).not.toMatch(/undefined|null|\[object|\{|\}/);
    }
  });

  it('says how far the clock is off, and whose', () => {
    const said = describe({ code: 'clock_wrong', facts: { minutes: '7', direction: 'behind' } });
    expect(said.what).toBe('Your clock is 7 minutes behind the host’s.');
  });

  it('gives words for why a thing is of no use, and never the code', () => {
    const source = readFileSync('src/lib/bindings.ts', 'utf8');
    const from = source.indexOf('export type Broken');
    const body = source.slice(from, source.indexOf('";', from) + 2);
    const reasons = [...body.matchAll(/"([a-z_]+)"/g)].map((found) => found[1] ?? '');
    expect(reasons.length).toBeGreaterThan(30);
    for (const why of reasons) {
      const facts = { why, path: '/w/a', number: '5', table: 'mails', of: 'org', status: '502' };
      for (const code of ['file_trouble', 'database_trouble', 'host_confused'] as const) {
        const said = describe({ code, facts });
        expect(said.remedy).toMatch(/^.+\.( \/w\/a)?$/s);
        expect(said.remedy).not.toMatch(/undefined|_|Check that it exists/);
      }
    }
  });

  it('names the place in a form as people call it', () => {
    const facts = { path: 'line_items[1].unit_price', problem: 'decimal' };
    expect(describe({ code: 'form_invalid', facts }).what).toBe(
      'Unit price of line 2: must be a number such as 1045.60.',
    );
    const where = 'conditions[0], notes';
    expect(describe({ code: 'screen_blocked', facts: { where } }).what).toBe(
      'Something confidential stands in condition 1 and notes.',
    );
  });
});
