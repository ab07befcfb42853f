// Text written by a counterparty, cut into what may be shown as it stands and what must be
// made visible: characters that hide, reorder or imitate. Marks replace such characters,
// so that they no longer act on the text around them.

export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'mark'; code: string; name: MarkName }
  | { kind: 'mixed'; text: string };

export type MarkName =
  'direction' | 'invisible' | 'control' | 'line_break' | 'tag' | 'broken' | 'stacked';

const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
// Characters that take no room, or look like a space that they are not, by code point.
const INVISIBLE: readonly (readonly [number, number])[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180e],
  [0x200b, 0x200d],
  [0x2060, 0x2065],
  [0x206a, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1d173, 0x1d17a],
  [0xe0100, 0xe01ef],
];
const TAG = /[\u{e0000}-\u{e007f}]/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const COMBINING = /\p{M}/u;
const SURROGATE = /[\ud800-\udfff]/u;
const BREAK = /[\n\r\u0085\u2028\u2029]/u;
const MOST_COMBINING = 3;

function isInvisible(char: string): boolean {
  const point = char.codePointAt(0) ?? 0;
  return INVISIBLE.some(([from, to]) => point >= from && point <= to);
}

function nameOf(char: string, lines: boolean): MarkName | undefined {
  if (BREAK.test(char)) return lines && char === '\n' ? undefined : 'line_break';
  if (lines && char === '\t') return undefined;
  if (/\p{Cc}/u.test(char)) return 'control';
  if (DIRECTION.test(char)) return 'direction';
  if (TAG.test(char)) return 'tag';
  if (isInvisible(char)) return 'invisible';
  if (SURROGATE.test(char)) return 'broken';
  return undefined;
}

// Nearly all texts hold nothing else, and one look at the whole is far cheaper than at each
// character. Latin letters with and without marks: they hide nothing and imitate no other script.
const PLAIN = /^[ -~\u00a0-\u00ac\u00ae-\u024f]+$/;
const PLAIN_LINES = /^[ -~\n\t\u00a0-\u00ac\u00ae-\u024f]+$/;

/** `lines`: whether line breaks and tabs may act, as in the body of a message. */
export function pieces(text: string, lines = false): Piece[] {
  if ((lines ? PLAIN_LINES : PLAIN).test(text)) return [{ kind: 'text', text }];
  const chars = [...text.replace(/\r\n/g, '\n')];
  const out: Piece[] = [];
  let plain = '';
  let stacked = 0;
  const flush = () => {
    if (plain !== '') out.push(...splitMixed(plain));
    plain = '';
  };
  chars.forEach((char, at) => {
    const name = joinsPictures(chars, at) ? undefined : nameOf(char, lines);
    stacked = COMBINING.test(char) ? stacked + 1 : 0;
    if (stacked > MOST_COMBINING) {
      flush();
      mark(out, char, 'stacked');
    } else if (name) {
      flush();
      mark(out, char, name);
    } else plain += char;
  });
  flush();
  return out;
}

function mark(out: Piece[], char: string, name: MarkName): void {
  const last = out.at(-1);
  // A run of the same is one mark: ten thousand of them must not make ten thousand elements.
  if (last?.kind === 'mark' && last.name === name) {
    if (!last.code.endsWith('…') && !last.code.endsWith(codeOf(char))) last.code += '…';
    return;
  }
  out.push({ kind: 'mark', code: codeOf(char), name });
}

export function codeOf(char: string): string {
  const point = char.codePointAt(0) ?? 0;
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

// A zero-width joiner between two pictures makes one emoji of them and hides nothing.
function joinsPictures(chars: string[], at: number): boolean {
  if (chars[at] !== '\u200d') return false;
  const before = chars[at - 1] === '\ufe0f' ? chars[at - 2] : chars[at - 1];
  return PICTURE.test(before ?? '') && PICTURE.test(chars[at + 1] ?? '');
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** A word whose letters come from more than one of the scripts that look alike. */
export function mixesScripts(word: string): boolean {
  return SCRIPTS.filter((script) => script.test(word)).length > 1;
}

function splitMixed(text: string): Piece[] {
  const out: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(WORD)) {
    if (!mixesScripts(found[0])) continue;
    if (found.index > from) out.push({ kind: 'text', text: text.slice(from, found.index) });
    out.push({ kind: 'mixed', text: found[0] });
    from = found.index + found[0].length;
  }
  if (from < text.length) out.push({ kind: 'text', text: text.slice(from) });
  return out;
}

/** Cuts after `most` code points; never inside a surrogate pair. */
export function cut(text: string, most: number): { head: string; left: number } {
  if (text.length <= most) return { head: text, left: 0 };
  const chars = [...text];
  if (chars.length <= most) return { head: text, left: 0 };
  return { head: chars.slice(0, most).join(''), left: chars.length - most };
}

/** The words of an attribute (a tooltip, a label) or a choice, where no marks can stand. */
export function plainly(text: string, most = 200): string {
  const { head, left } = cut(text, most);
  const words = pieces(head).map((piece) =>
    piece.kind === 'mark' ? `[${piece.code}]` : piece.text,
  );
  return words.join('') + (left > 0 ? ' …' : '');
}
