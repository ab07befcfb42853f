import type { Problem } from '$lib/bindings';
import { steps } from '$lib/text/places';

/** What the desk finds wrong with one field of a form, as a sentence; nothing for the others. */
export function faultAt(problem: Problem | undefined, path: string): string | undefined {
  if (problem?.code !== 'form_invalid') return undefined;
  const same = steps(problem.facts['path'] ?? '').join('.') === steps(path).join('.');
  const said = problem.facts['problem'];
  return same && said ? said.charAt(0).toUpperCase() + said.slice(1) : undefined;
}
