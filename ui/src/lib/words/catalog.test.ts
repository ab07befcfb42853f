import { describe, expect, it } from 'vitest';
import { de } from './de';
import { en } from './en';
import { named } from './index';

type Leaf = [path: string, value: unknown];

function leaves(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}

// What is rightly the same in both: names, codes, marks.
const SAME = /^\.(app\.(name|dot)|acts\.keys\.|settings\.languages\.|answer\.hash|chart\.describe)/;

describe('the German catalog', () => {
  it('has no key that English lacks, nor the other way', () => {
    expect(leaves(de).map(([path]) => path)).toEqual(
      expect.arrayContaining(leaves(en).map(([path]) => path)),
    );
    expect(leaves(de)).toHaveLength(leaves(en).length);
  });

  it('leaves no sentence untranslated', () => {
    const german = new Map(leaves(de));
    const sentences = leaves(en).filter(
      ([path, value]) => typeof value === 'string' && value.includes(' ') && !SAME.test(path),
    );
    expect(sentences.length).toBeGreaterThan(100);
    expect(sentences.filter(([path, value]) => german.get(path) === value)).toEqual([]);
  });
});

describe('codes from outside', () => {
  it('find words and never what every object has', () => {
    expect(named(en.entry.authority, 'none')).toBe('may talk only');
    expect(named(en.entry.authority, 'constructor')).toBeUndefined();
    expect(named(en.entry.authority, '__proto__')).toBeUndefined();
  });
});
