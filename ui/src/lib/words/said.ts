// Words for codes that come as facts of a problem. A code is data: one that nobody knows has none.

import type { Unfit } from '$lib/bindings';
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
  const words = known(table, facts['problem']);
  return typeof words === 'function' ? words(facts) : words;
}
