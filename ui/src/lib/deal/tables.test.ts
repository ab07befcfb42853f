import { describe, expect, it } from 'vitest';
import { heldOffer } from '../../gallery/offers';
import { inertCell, offerTable, tabbed } from './tables';

describe('tables taken along', () => {
  it('hold no formula, whatever hides before it', () => {
    for (const hostile of [
      '=1+1',
      '+1',
      '-1+2',
      '@SUM(A1)',
      ' \t=1',
      '\u200b=1',
      '\u202e@x',
      '＝1',
    ])
      expect(inertCell(hostile)).toMatch(/^'/);
    expect(inertCell('CRM = 5')).toBe('CRM = 5');
    expect(inertCell('two\tcells\nand rows')).toBe('two cells and rows');
  });

  it('have the figures as decimal text and every row as wide as the head', () => {
    const first = heldOffer.lines[0];
    if (!first) throw new Error('the fixture has lines');
    const table = offerTable(
      { ...heldOffer, lines: [{ ...first, description: '=cmd()\t!' }] },
      'x',
    );
    const [head, row] = tabbed(table)
      .split('\n')
      .map((line) => line.split('\t'));
    expect(row).toHaveLength(head?.length ?? 0);
    expect(row?.[0]).toBe("'=cmd() !");
    expect(row?.[4]).toBe('1088');
    expect(row?.[5]).toBe('-52');
  });
});
