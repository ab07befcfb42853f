// German: everything that leaves was stopped.

import type { Facts, ProblemWords } from './problems.en';

export const of = (facts: Facts, name: string, otherwise: string): string =>
  facts[name] === undefined || facts[name] === '' ? otherwise : facts[name];

export const halted = (facts: Facts): ProblemWords => ({
  what: `${of(facts, 'by', 'Jemand')} hat alles angehalten, was hinausgeht.`,
  remedy: 'Nichts wurde gesendet. Wer die Organisation inne hat, lässt Antworten wieder hinaus.',
});
