import { describe, expect, it } from 'vitest';
import type { Problem } from '$lib/bindings';
import { faultAt } from './faults';

const invalid = (path: string): Problem => ({
  code: 'form_invalid',
  facts: { path, problem: 'decimal' },
});

describe('a fault’s place', () => {
  it.each([
    'line_items[0].unit_price',
    'lines[0].unit_price',
    '$.line_items[0].unit_price',
    '/line_items/0/unit_price',
    'line_items.0.unit_price',
    'form.lines[0].unit_price',
  ])('finds the field for %s', (path) => {
    expect(faultAt(invalid(path), 'lines[0].unit_price')).toBe('Must be a number such as 1045.60');
    expect(faultAt(invalid(path), 'lines[1].unit_price')).toBeUndefined();
  });

  it('knows a plain field too, and no other code', () => {
    expect(faultAt(invalid('currency'), 'currency')).toBe('Must be a number such as 1045.60');
    expect(faultAt({ code: 'offer_expired', facts: {} }, 'currency')).toBeUndefined();
  });
});
