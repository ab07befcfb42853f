// Words for codes that come as facts of a problem. A code is data: one that nobody knows has none.

import type { Broken, Unfit } from '$lib/bindings';
import type { Facts } from './problems.en';

/** What a table says of a code. */
export function known<T>(
  table: Readonly<Record<string, T>>,
  code: string | undefined,
): T | undefined {
  // `constructor` must not find what every object has.
  return code !== undefined && Object.hasOwn(table, code) ? table[code] : undefined;
}

/** What is wrong with a field, by the problem's facts. */
export function said(
  table: Readonly<Record<Unfit, string | ((facts: Facts) => string)>>,
  facts: Facts,
): string | undefined {
  return spoken(table, facts['problem'], facts);
}

/** Why something is of no use, by the problem's facts. */
export function why(
  table: Readonly<Record<Broken, string | ((facts: Facts) => string)>>,
  facts: Facts,
): string | undefined {
  return spoken(table, facts['why'], facts);
}

function spoken(
  table: Readonly<Record<string, string | ((facts: Facts) => string)>>,
  code: string | undefined,
  facts: Facts,
): string | undefined {
  const words = known(table, code);
  return typeof words === 'function' ? words(facts) : words;
}
