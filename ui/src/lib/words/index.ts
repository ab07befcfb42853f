import { LANGUAGE, type Language } from '$lib/text/locale';
import { en, type Words } from './en';

// Another language is fetched by those who read it.
const catalogs: Record<Language, () => Words | Promise<Words>> = {
  en: () => en,
  de: async () => (await import('./de')).de,
};

/** The words of the reader's language. */
export const w: Words = await catalogs[LANGUAGE]();
export type { Words };

/** The word for a code that came from outside; undefined for one that nobody knows. */
export function named<T>(table: Readonly<Record<string, T>>, code: string): T | undefined {
  // A code is data: `constructor` must not find what every object has.
  return Object.hasOwn(table, code) ? table[code] : undefined;
}
