import { describe, expect, it } from 'vitest';
import { languageOf, localeOf } from './locale';
import { formatMoney } from './decimal';
import { day } from './time';

describe('language and locale', () => {
  it('speaks the system’s language where there is a catalog, else English', () => {
    expect(languageOf('system', 'de-AT')).toBe('de');
    expect(languageOf('system', 'en-GB')).toBe('en');
    expect(languageOf('system', 'fr-FR')).toBe('en');
    expect(languageOf('de', 'en-US')).toBe('de');
  });

  it('writes numbers as the words do, and as the system where it speaks the same language', () => {
    expect(localeOf('de', 'de-AT')).toBe('de-AT');
    expect(localeOf('de', 'en-US')).toBe('de-DE');
    expect(localeOf('en', 'de-DE')).toBe('en-GB');
    expect(localeOf('en', 'fr-FR')).toBe('fr-FR');
  });

  it('money and dates follow', () => {
    expect(formatMoney('1234567.5', 'EUR', 'de-DE')).toBe('EUR\u00a01.234.567,50');
    expect(formatMoney('1234567.5', 'EUR', 'en-GB')).toBe('EUR\u00a01,234,567.50');
    expect(day('2026-03-09T12:00:00Z', Date.parse('2026-04-01'), 'de-DE')).toBe('9. März');
  });
});
