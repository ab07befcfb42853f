// Money arrives as decimal text and is shown as decimal text. A float would round
// prices of many digits, so nothing here converts one into a number.

import { LOCALE } from './locale';

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/;

export interface Decimal {
  negative: boolean;
  /** Whole part without leading zeros, at least one digit. */
  whole: string;
  /** Fraction as written, possibly empty. */
  fraction: string;
}

export function parseDecimal(text: string): Decimal | undefined {
  const found = DECIMAL.exec(text.trim());
  if (!found) return undefined;
  const [, sign, whole = '0', fraction = ''] = found;
  const trimmed = whole.replace(/^0+(?=\d)/, '');
  const zero = /^0*$/.test(trimmed + fraction);
  return { negative: sign === '-' && !zero, whole: trimmed, fraction };
}

interface Marks {
  point: string;
  digits: string[];
}

const marksOf = new Map<string, Marks>();

function marks(locale: string): Marks {
  const known = marksOf.get(locale);
  if (known) return known;
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  const digit = new Intl.NumberFormat(locale, { useGrouping: false });
  const made = {
    point: parts.find((part) => part.type === 'decimal')?.value ?? '.',
    digits: Array.from({ length: 10 }, (_, n) => digit.format(n)),
  };
  marksOf.set(locale, made);
  return made;
}

/**
 * Formats decimal text for the reader's locale: every digit stays; zeros are added up to
 * `least` fraction digits. Text that is no decimal is returned as it stands.
 */
export function formatDecimal(text: string, least = 0, locale = LOCALE): string {
  const decimal = parseDecimal(text);
  if (!decimal) return text;
  const { point, digits } = marks(locale);
  const whole = new Intl.NumberFormat(locale).format(BigInt(decimal.whole));
  const fraction = trimZeros(decimal.fraction, least).padEnd(least, '0');
  const written = [...fraction].map((d) => digits[Number(d)] ?? d).join('');
  return `${decimal.negative ? '−' : ''}${whole}${written === '' ? '' : point + written}`;
}

function trimZeros(fraction: string, least: number): string {
  let end = fraction.length;
  while (end > least && fraction[end - 1] === '0') end -= 1;
  return fraction.slice(0, end);
}

const minorOf = new Map<string, number>();

/** How many fraction digits the currency usually shows; 2 for codes nobody knows. */
export function minorUnits(currency: string): number {
  const known = minorOf.get(currency);
  if (known !== undefined) return known;
  let digits: number;
  try {
    const options = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
    digits = options.maximumFractionDigits ?? 2;
  } catch {
    digits = 2;
  }
  minorOf.set(currency, digits);
  return digits;
}

/** An amount without its currency, for table cells under a heading that names it. */
export function formatAmount(text: string, currency: string, locale = LOCALE): string {
  return formatDecimal(text, minorUnits(currency), locale);
}

/** An amount with its currency code before it, kept on one line. */
export function formatMoney(text: string, currency: string, locale = LOCALE): string {
  return `${currency}\u00a0${formatAmount(text, currency, locale)}`;
}

export function withoutSign(text: string): string {
  return text.trim().replace(/^[+-]/, '');
}

/** -1, 0 or 1; undefined where one of the two is no decimal. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 | undefined {
  const [left, right] = [parseDecimal(a), parseDecimal(b)];
  if (!left || !right) return undefined;
  const scale = Math.max(left.fraction.length, right.fraction.length);
  const [l, r] = [scaled(left, scale), scaled(right, scale)];
  return l < r ? -1 : l > r ? 1 : 0;
}

/** `part` of `whole` in whole per cent, rounded down; undefined from zero. */
export function percentOf(part: string, whole: string): number | undefined {
  const [p, w] = [parseDecimal(part), parseDecimal(whole)];
  if (!p || !w) return undefined;
  const scale = Math.max(p.fraction.length, w.fraction.length);
  const base = scaled(w, scale);
  if (base === 0n) return undefined;
  const per = (scaled(p, scale) * 100n) / base;
  return per > 9999n ? 9999 : Number(per);
}

function scaled(decimal: Decimal, scale: number): bigint {
  const digits = BigInt(decimal.whole + decimal.fraction.padEnd(scale, '0'));
  return decimal.negative ? -digits : digits;
}
