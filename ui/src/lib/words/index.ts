import { LANGUAGE, type Language } from '$lib/text/locale';
import { de } from './de';
import { en, type Words } from './en';

const catalogs: Record<Language, Words> = { en, de };

/** The words of the reader's language. */
export const w: Words = catalogs[LANGUAGE];
export type { Words };

/** The word for a code that came from outside; undefined for one that nobody knows. */
export function named<T>(table: Readonly<Record<string, T>>, code: string): T | undefined {
  // A code is data: `constructor` must not find what every object has.
  return Object.hasOwn(table, code) ? table[code] : undefined;
}
