// What was read in an entry, for whatever shows a text of it.

import { getContext, setContext } from 'svelte';
import type { EntryReading } from '$lib/bindings';
import type { Lit } from '$lib/text/lit';

const KEY = Symbol('reading');
type Reading = () => EntryReading | undefined;

/** Everything below shows texts of the entry that was read. */
export function provideReading(reading: Reading): void {
  setContext(KEY, reading);
}

/** The places to light up in one part of the entry. */
export function litIn(): (part: string) => readonly Lit[] {
  const reading = getContext<Reading | undefined>(KEY);
  return (part) => {
    const read = reading?.();
    if (!read) return [];
    const machine = read.marks.map((mark) => ({ ...mark, kind: 'machine' as const }));
    const tactic = read.tactics
      .flatMap((one) => one.shown)
      .map((shown) => ({ ...shown, kind: 'tactic' as const }));
    return [...machine, ...tactic]
      .filter((place) => place.part === part && place.end > place.start)
      .map(({ start, end, kind }) => ({ start, end, kind }));
  };
}
