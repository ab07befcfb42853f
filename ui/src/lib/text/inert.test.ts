import { describe, expect, it } from 'vitest';
import { cut, mixesScripts, pieces, plainly } from './inert';

const marks = (text: string, lines = false) =>
  pieces(text, lines).flatMap((piece) => (piece.kind === 'mark' ? [piece.code] : []));

describe('inert text', () => {
  it.each([
    ['\u202e', 'U+202E'],
    ['\u2066', 'U+2066'],
    ['\u200b', 'U+200B'],
    ['\u00ad', 'U+00AD'],
    ['\ufeff', 'U+FEFF'],
    ['\u0000', 'U+0000'],
    ['\u001b', 'U+001B'],
    ['\u3164', 'U+3164'],
    ['\u{e0041}', 'U+E0041'],
    ['\ud800', 'U+D800'],
    ['\u0085', 'U+0085'],
  ])('marks %j and takes it out of the text', (char, code) => {
    expect(marks(`a${char}b`)).toEqual([code]);
    const text = pieces(`a${char}b`).map((piece) => (piece.kind === 'text' ? piece.text : ''));
    expect(text.join('')).toBe('ab');
  });

  it('lets lines break only where they may', () => {
    expect(marks('a\nb')).toEqual(['U+000A']);
    expect(marks('a\r\n\tb', true)).toEqual([]);
    expect(marks('a\u2028b', true)).toEqual(['U+2028']);
  });

  it('leaves emoji, accents and right-to-left scripts alone', () => {
    for (const text of ['👩‍💻', '🏳️‍🌈', 'café', 'Zoe\u0308', 'שלום', 'Привет', '北京']) {
      expect(pieces(text)).toEqual([{ kind: 'text', text }]);
    }
  });

  it('says the same of each character alone as beside one that has to be looked at', () => {
    for (let point = 0; point <= 0x2ff; point += 1) {
      const char = String.fromCodePoint(point);
      if (char === '\r') continue;
      for (const lines of [false, true]) {
        // The emoji makes every character be looked at for itself.
        const [alone, beside] = [`a${char}b`, `a${char}b🏠`].map((text) => pieces(text, lines));
        const joined = alone?.map((piece) =>
          piece === alone.at(-1) ? { ...piece, text: 'b🏠' } : piece,
        );
        expect(alone?.length === 1 ? [{ kind: 'text', text: `a${char}b🏠` }] : joined).toEqual(
          beside,
        );
      }
    }
  });

  it('marks a joiner that joins no pictures', () => {
    expect(marks('pay\u200dpal')).toEqual(['U+200D']);
  });

  it('draws one mark for a run, so that a flood stays small', () => {
    expect(pieces('\u200b'.repeat(20_000))).toHaveLength(1);
    expect(pieces(`a${'\u0301'.repeat(20_000)}`)).toHaveLength(2);
  });

  it('points out words of alphabets that look alike', () => {
    expect(mixesScripts('Pаypal')).toBe(true);
    expect(mixesScripts('Paypal')).toBe(false);
    expect(pieces('to Pаypal now')).toEqual([
      { kind: 'text', text: 'to ' },
      { kind: 'mixed', text: 'Pаypal' },
      { kind: 'text', text: ' now' },
    ]);
  });

  it('cuts between code points', () => {
    expect(cut('😀😀😀', 2)).toEqual({ head: '😀😀', left: 1 });
    expect(cut('abc', 3)).toEqual({ head: 'abc', left: 0 });
  });

  it('says marks in words where no element can stand', () => {
    expect(plainly('a\u202eb')).toBe('a[U+202E]b');
  });
});
