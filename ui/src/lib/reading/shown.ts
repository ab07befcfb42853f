// Figures that show a tactic, in words.

import type { ShownView } from '$lib/bindings';
import { named, w } from '$lib/words';

export function shownWords(shown: ShownView): string {
  const words = named(w.tactics.structure, shown.rule);
  const [one = '', two = ''] = shown.figures;
  return words
    ? words(one, two)
    : `${w.screening.place(shown.part)} ${shown.figures.join(', ')}`.trim();
}
