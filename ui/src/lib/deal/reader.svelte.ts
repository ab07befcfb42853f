// Where the reader of a timeline stands, and how they stay there while rows come above or find their
// heights.

import { tick, untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { toEnd } from './scroll';

/** Nearer to the end than this, in pixels, they read the end. */
const NEAR = 40;

export class Reader {
  list = $state<HTMLElement>();
  top = $state(0);
  seen = $state(800);
  readonly heights = new SvelteMap<string, number>();
  /** Whether they stand at the end, and stay there. */
  atEnd = true;

  scrolled(): void {
    const { list } = this;
    if (!list) return;
    this.top = list.scrollTop;
    this.seen = list.clientHeight;
    this.atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
  }

  toEnd(): void {
    this.atEnd = true;
    void tick().then(() => toEnd(this.list));
  }

  /** Before rows are put above the part in sight: they must not push it away. */
  stays(): void {
    const { list } = this;
    if (!list) return;
    // The event that tells of a scroll may still be on its way.
    this.scrolled();
    const [height, at] = [list.scrollHeight, list.scrollTop];
    void tick().then(() => {
      if (this.atEnd) toEnd(list);
      else list.scrollTop = at + list.scrollHeight - height;
    });
  }

  /** Follows the height of a row of which only those in sight are drawn. */
  follows(id: string): (row: HTMLElement) => () => void {
    return (row) => {
      const look = () => {
        const height = row.offsetHeight;
        const before = untrack(() => this.heights.get(id));
        if (height === 0 || before === height) return;
        this.heights.set(id, height);
        const { list } = this;
        // What grows above the part in sight must not push it away.
        if (this.atEnd) this.toEnd();
        else if (list && before !== undefined && row.offsetTop + height < list.scrollTop)
          list.scrollTop += height - before;
      };
      const watch = new ResizeObserver(look);
      watch.observe(row);
      look();
      return () => watch.disconnect();
    };
  }
}
