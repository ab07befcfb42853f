import { en, type Words } from './en';

/** The words of the reader's language. English is the one catalog so far. */
export const w: Words = en;
export type { Words };
