import { describe, expect, it } from 'vitest';
import { CHECKS } from '$lib/bindings';
import { checks as german } from './checks.de';
import { checks as english } from './checks.en';
import { named } from './index';

describe('a check that failed', () => {
  it('has words of its own in every language', () => {
    for (const checks of [english, german]) {
      const words = CHECKS.map((check) => named(checks, check));
      expect(words).not.toContain(undefined);
      expect(new Set(words).size).toBe(CHECKS.length);
    }
  });
});
