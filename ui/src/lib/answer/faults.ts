import type { Problem } from '$lib/bindings';

/**
 * What the desk finds wrong with one field. Paths name places in the payload:
 * `currency`, `line_items[0].unit_price` (or `lines[0].unit_price`), `conditions[1]`.
 */
export function faultAt(problem: Problem | undefined, path: string): string | undefined {
  if (problem?.code !== 'form_invalid') return undefined;
  const [first = '', ...rest] = (problem.facts['path'] ?? '')
    .split(/[.[\]/]+/)
    .filter((step) => step !== '' && step !== '$' && step !== 'form');
  const place = [first === 'line_items' ? 'lines' : first, ...rest].join('.');
  return place === path.replace(/\[(\d+)\]/g, '.$1') ? problem.facts['problem'] : undefined;
}
