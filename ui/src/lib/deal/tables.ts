// Tables of a deal as they are taken along: words as shown, figures as decimal text.

import type { ChangeView, CellForm, OfferView, TableForm } from '$lib/bindings';
import { w } from '$lib/words';

const text = (words: string): CellForm => ({ text: words, figure: false });
const figure = (decimal: string): CellForm => ({ text: decimal, figure: true });

function moved(change: ChangeView): CellForm {
  switch (change.kind) {
    case 'up':
      return figure(change.by);
    case 'down':
      return figure(`-${change.by}`);
    default:
      return text(w.offer.changes[change.kind]);
  }
}

export function offerTable(offer: OfferView, name: string): TableForm {
  return {
    name,
    columns: [
      w.offer.line,
      w.answer.sku,
      w.answer.unit,
      w.offer.quantity,
      w.offer.unitPrice,
      w.table.change,
      w.offer.annual,
      w.answer.currency,
    ],
    rows: offer.lines.map((line) => [
      text(line.description),
      text(line.sku ?? ''),
      text(line.unit),
      figure(line.quantity),
      figure(line.unit_price),
      line.dropped ? text(w.offer.changes.dropped) : moved(line.price_since),
      figure(line.annual),
      text(line.currency),
    ]),
  };
}

/** What a spreadsheet would take for a formula gets an apostrophe before it. */
export function inertCell(words: string): string {
  const flat = words.replace(/\p{Cc}+/gu, ' ');
  return /^[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*[=+\-@|%＝＋－＠]/u.test(flat)
    ? `'${flat}`
    : flat;
}

/** The table for the clipboard, as spreadsheets and documents take it: tabs between cells. */
export function tabbed(table: TableForm): string {
  const cell = (one: CellForm) =>
    one.figure && /^-?\d+(\.\d+)?$/.test(one.text) ? one.text : inertCell(one.text);
  return [table.columns.map(inertCell), ...table.rows.map((row) => row.map(cell))]
    .map((row) => row.join('\t'))
    .join('\n');
}
