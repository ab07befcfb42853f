// Places of a text that are lit up, by code points as the desk counts them.

export type LitKind = 'tactic' | 'machine';

export interface Lit {
  start: number;
  end: number;
  kind: LitKind;
}

export interface Run {
  text: string;
  kind: LitKind | undefined;
}

/** The text in runs that are lit or not; of places that overlap the first counts, the rest of a later one stays. */
export function runsOf(text: string, lit: readonly Lit[]): Run[] {
  if (lit.length === 0) return [{ text, kind: undefined }];
  const chars = [...text];
  const runs: Run[] = [];
  let from = 0;
  const add = (to: number, kind: LitKind | undefined) => {
    if (to > from) runs.push({ text: chars.slice(from, to).join(''), kind });
    from = Math.max(from, to);
  };
  for (const place of [...lit].sort((one, other) => one.start - other.start)) {
    const end = Math.min(place.end, chars.length);
    if (end <= from) continue;
    add(Math.max(from, Math.min(place.start, chars.length)), undefined);
    add(end, place.kind);
  }
  add(chars.length, undefined);
  return runs;
}
