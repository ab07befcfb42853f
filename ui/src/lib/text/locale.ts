/**
 * The reader's locale. A desktop without one runs as POSIX, whose numbers have no groups; people
 * there read English.
 */
export function readerLocale(): string {
  const { locale } = new Intl.NumberFormat().resolvedOptions();
  return /posix/i.test(locale) || locale === 'c' ? 'en-US' : locale;
}

export const LOCALE = readerLocale();
