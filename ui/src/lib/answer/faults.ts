import type { Problem } from '$lib/bindings';
import { steps } from '$lib/text/places';
import { w } from '$lib/words';
import { said } from '$lib/words/said';

/** What the desk finds wrong with one field of a form, as a sentence; nothing for the others. */
export function faultAt(problem: Problem | undefined, path: string): string | undefined {
  if (problem?.code !== 'form_invalid') return undefined;
  const same = steps(problem.facts['path'] ?? '').join('.') === steps(path).join('.');
  const words = said(w.unfit, problem.facts);
  return same && words ? words.charAt(0).toUpperCase() + words.slice(1) : undefined;
}
