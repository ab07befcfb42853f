import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { answers as german } from './adcp.answer.de';
import { answers as english } from './adcp.answer.en';

it('names every rule by which an answer of a seller of media is judged', () => {
  const source = readFileSync('../crates/adcp/src/fault.rs', 'utf8');
  const rules = [...source.matchAll(/^ {4}\w+ = "([a-z_]+)",$/gm)].map((found) => found[1] ?? '');
  expect(rules.length).toBeGreaterThan(40);
  for (const { rules: words } of [english, german])
    expect(Object.keys(words).sort()).toEqual([...rules].sort());
});
