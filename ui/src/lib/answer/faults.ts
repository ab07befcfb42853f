import type { Problem } from '$lib/bindings';

/**
 * What the desk finds wrong with one field. Paths name places in the payload:
 * `currency`, `line_items[0].unit_price` (or `lines[0].unit_price`), `conditions[1]`.
 */
export function faultAt(problem: Problem | undefined, path: string): string | undefined {
  if (problem?.code !== 'form_invalid') return undefined;
  const place = (problem.facts['path'] ?? '')
    .replace(/^\$?\.?(form\.)?/, '')
    .replace(/^line_items/, 'lines')
    .replace(/\.(\d+)(?=\.|$)/g, '[$1]')
    .replace(/^\/?lines\/(\d+)\//, 'lines[$1].');
  return place === path ? problem.facts['problem'] : undefined;
}
