// The moment between the word to send and the signature, in which it can be taken back.

/** Its length in seconds. */
const GRACE = 5;

export class Grace {
  /** Seconds until it is signed and leaves; undefined while nobody has said so. */
  left = $state<number>();
  #timer: ReturnType<typeof setInterval> | undefined;

  begin(end: () => void): void {
    if (this.left !== undefined) return;
    this.left = GRACE;
    this.#timer = setInterval(() => {
      if (this.left === undefined) return;
      this.left -= 1;
      if (this.left <= 0) end();
    }, 1000);
  }

  /** Takes the word back. */
  stop(): void {
    clearInterval(this.#timer);
    this.left = undefined;
  }
}
