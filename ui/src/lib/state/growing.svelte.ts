// How much of a long list is drawn: what is in sight at once, the rest some frames later. A screen
// with hundreds of rows answers as fast as one with ten, and soon all of them are there to be
// searched, read out and printed.

import { firstScreen } from './first-screen.svelte';

interface Steps {
  first: number;
  step: number;
}

/** Height of the lowest rows of the lists, in pixels. */
const ROW = 56;

/** How many rows may be in sight at once. */
export function screenful(): number {
  return Math.ceil(window.innerHeight / ROW);
}

/** Time for the frame before to be painted, in milliseconds; else it would wait for the next rows. */
const PAINTED = 40;

export class Growing {
  most = $state(0);

  /** To be made while a component is. */
  constructor(total: () => number, { first, step }: Steps) {
    this.most = first;
    $effect(() => {
      if (this.most >= total() || firstScreen.awaited) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const frame = requestAnimationFrame(() => {
        timer = setTimeout(() => (this.most += step), PAINTED);
      });
      return () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
      };
    });
  }

  /** All of it, now: a place in it is looked for, or it is printed. */
  whole(): void {
    this.most = Infinity;
  }
}
