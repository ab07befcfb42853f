// What both languages need to put numbers into sentences. English and German know one and many.

import { LOCALE } from '$lib/text/locale';

export const plural = (n: number, one: string, many: string) => (n === 1 ? one : many);
export const two = (n: number) => String(n).padStart(2, '0');

const whole = new Intl.NumberFormat(LOCALE);

/** A count as the reader writes it: `10,000` or `10.000`. */
export const num = (n: number) => whole.format(n);
