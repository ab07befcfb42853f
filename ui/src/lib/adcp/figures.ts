// Figures of a seller's terms as text.

import { formatMoney } from '$lib/text/decimal';

/** An amount, with its currency where one is named. */
export function money(amount: string, currency: string | null): string {
  return currency === null || currency === '' ? amount : formatMoney(amount, currency);
}
