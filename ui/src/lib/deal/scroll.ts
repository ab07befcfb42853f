// Where the timeline is scrolled to.

import { tick } from 'svelte';
import { above } from './rows';

/** Scrolls whatever scrolls here: the list, or in a narrow window the whole column. */
export function toEnd(list: HTMLElement | undefined): void {
  const end = list?.lastElementChild;
  if (!list || !end) return;
  list.scrollTop = list.scrollHeight;
  const column = list.closest('main');
  if (!column) return;
  const below = end.getBoundingClientRect().bottom - column.getBoundingClientRect().bottom;
  if (below > 0) column.scrollTop += below + 24;
}

interface Seeking {
  list: HTMLElement | undefined;
  /** The rows' ids, where only those in sight are drawn. */
  ids: readonly string[] | undefined;
  heights: ReadonlyMap<string, number>;
  wanted: string;
  testid: string;
  scrolled: () => void;
}

/**
 * Brings a row into the middle. Rows that were never drawn are guessed at; what is drawn on the
 * way there corrects it.
 */
export async function seek(asked: Seeking): Promise<void> {
  const { list, ids, heights, wanted, testid, scrolled } = asked;
  for (let turn = 0; turn < 4; turn += 1) {
    if (list && ids) {
      list.scrollTop = above(ids, heights, wanted);
      scrolled();
    }
    await tick();
    const row = list?.querySelector(`[data-testid="${CSS.escape(testid)}"]`);
    row?.scrollIntoView({ block: 'center' });
    await new Promise((done) => requestAnimationFrame(done));
  }
}

export function room(pixels: number) {
  return (space: HTMLElement) => space.style.setProperty('height', `${pixels}px`);
}
