// Places in forms and payloads, as the desk names them: `currency`, `line_items[0].unit_price`,
// `conditions[1]`.

export interface Place {
  /** Last named step; empty for the whole. */
  field: string;
  /** Number of the line or condition, from 1. */
  number: number | undefined;
}

/** A name that may be shown inside of a sentence: short, and of letters and figures alone. */
export const PLAIN_NAME = /^[\p{L}\p{N}][\p{L}\p{N}_ -]{0,39}$/u;

/** The steps of a path, without what stands for the whole document. */
export function steps(path: string): string[] {
  const found = path
    .split(/[.[\]/]+/)
    .filter((step) => step !== '' && step !== '$' && step !== 'form');
  return found.map((step, at) => (at === 0 && step === 'line_items' ? 'lines' : step));
}

export function placeOf(path: string): Place {
  const named = steps(path);
  const field = named.findLast((step) => !/^\d+$/.test(step)) ?? '';
  const number = named.find((step) => /^\d+$/.test(step));
  return { field, number: number === undefined ? undefined : Number(number) + 1 };
}
