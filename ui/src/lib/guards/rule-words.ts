// What a guard's rule is called. Its name came from a ledger, so it may be one that nobody knows here.

import { named, w } from '$lib/words';

export function ruleWords(rule: string): string {
  const [guard = '', code = ''] = rule.split('/', 2);
  const words =
    guard === 'guard'
      ? named(w.rules, code)
      : guard === 'screen'
        ? (named(w.screening.kinds, code) ?? named(w.stops.down, code))
        : undefined;
  return words ?? rule;
}

/** What a rule of the screen looks for, and why: the screen is code, so that its rules are told in words. */
export function screenRule(rule: string): string | undefined {
  const [guard = '', code = ''] = rule.split('/', 2);
  return guard === 'screen' ? named(w.screening.behind, code) : undefined;
}
