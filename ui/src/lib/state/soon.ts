// What changes comes in bursts, a hundred changes in a second while a host is met. The first is
// followed at once; what comes on its heels is one further asking.

/** After an asking, more changes are gathered for so long, in milliseconds. */
const BURST = 300;

export class Soon {
  readonly #ask: () => void;
  #last = -BURST;
  #waits: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: () => void) {
    this.#ask = ask;
  }

  changed(): void {
    if (this.#waits !== undefined) return;
    const left = this.#last + BURST - performance.now();
    if (left <= 0) this.#now();
    else this.#waits = setTimeout(() => this.#now(), left);
  }

  #now(): void {
    this.#waits = undefined;
    this.#last = performance.now();
    this.#ask();
  }
}
