import { describe, expect, it } from 'vitest';
import {
  compareDecimals,
  formatAmount,
  formatDecimal,
  formatMoney,
  minorUnits,
  parseDecimal,
  percentOf,
} from './decimal';

describe('decimal text', () => {
  it('keeps every digit of figures that no float holds', () => {
    const long = '123456789012345678901234567890.123456789012345678';
    expect(formatDecimal(long, 2, 'en')).toBe(
      '123,456,789,012,345,678,901,234,567,890.123456789012345678',
    );
    expect(formatDecimal('9007199254740993', 0, 'en')).toBe('9,007,199,254,740,993');
    expect(formatAmount('0.1', 'USD', 'en')).toBe('0.10');
  });

  it('fills up to the currency’s minor units and never cuts', () => {
    expect(formatAmount('1045.6', 'USD', 'en')).toBe('1,045.60');
    expect(formatAmount('0.0425', 'USD', 'en')).toBe('0.0425');
    expect(formatAmount('1045.6000', 'USD', 'en')).toBe('1,045.60');
    expect(formatAmount('1200', 'JPY', 'en')).toBe('1,200');
    expect(formatAmount('1.5', 'BHD', 'en')).toBe('1.500');
    expect(minorUnits('QQQ')).toBe(2);
  });

  it('follows the reader’s locale', () => {
    expect(formatMoney('1234567.5', 'EUR', 'de')).toBe('EUR\u00a01.234.567,50');
    expect(formatDecimal('1234567.5', 2, 'hi-IN')).toBe('12,34,567.50');
    expect(formatDecimal('-5000', 0, 'en')).toBe('−5,000');
  });

  it('writes digits of the locale’s own, in the whole and the fraction alike', () => {
    expect(formatDecimal('12.5', 2, 'ar-EG')).toBe('١٢٫٥٠');
  });

  it('returns what is no decimal as it stands', () => {
    for (const odd of ['', 'abc', '1e9', '1,5', '--1', '.5', 'NaN']) {
      expect(formatDecimal(odd, 2, 'en')).toBe(odd);
      expect(parseDecimal(odd)).toBeUndefined();
    }
  });

  it('compares and shares exactly', () => {
    expect(compareDecimals('0.1', '0.10')).toBe(0);
    expect(compareDecimals('99999999999999999999.1', '99999999999999999999.2')).toBe(-1);
    expect(percentOf('565000', '600000')).toBe(94);
    expect(percentOf('1', '0')).toBeUndefined();
  });
});
