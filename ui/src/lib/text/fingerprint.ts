import { LOCALE } from './locale';

/** Groups of eight, as people read a fingerprint to one another. */
export function groups(fingerprint: string): string[] {
  return fingerprint.match(/.{1,8}/gu) ?? [];
}

/** The first two groups of four, to recognise a key in running text. */
export function short(fingerprint: string): string {
  return (fingerprint.slice(0, 8).match(/.{1,4}/gu) ?? []).join(' ') + '…';
}

export function bytes(count: number, locale = LOCALE): string {
  const kilo = count / 1024;
  if (kilo < 1) return `${new Intl.NumberFormat(locale).format(count)} B`;
  if (kilo < 1024) return `${new Intl.NumberFormat(locale).format(Math.round(kilo))} KB`;
  const mega = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(kilo / 1024);
  return `${mega} MB`;
}
