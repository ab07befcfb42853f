// The first screen is what a person waits for at the start: whatever is not on it waits until it
// stands, in the page (the tray, notices, rows out of sight, other screens' parts) and behind it
// (polling, proving, reading).

import { commands } from '$lib/bindings';

/** A window that is minimised draws no frames, and is at home on the desktop all the same. */
const WITHOUT_FRAMES_MS = 2_000;

class FirstScreen {
  /** The window has begun and its first screen does not stand yet. */
  awaited = $state(false);
  #drawn = false;
  #afterwards: (() => void)[] = [];

  begin(): void {
    this.awaited = true;
    this.#drawn = false;
    this.#afterwards = [];
  }

  /** What is on it is in the page: two frames later it has been painted. */
  drawn(): void {
    if (!this.awaited || this.#drawn) return;
    this.#drawn = true;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        // Read by `cargo xtask bench window`.
        performance.mark('usable');
        this.#stand();
      }),
    );
    setTimeout(() => this.#stand(), WITHOUT_FRAMES_MS);
  }

  /** Does something once the first screen stands, or now where it does already. */
  afterwards(what: () => void): void {
    if (this.awaited) this.#afterwards.push(what);
    else what();
  }

  #stand(): void {
    if (!this.awaited) return;
    this.awaited = false;
    for (const what of this.#afterwards.splice(0)) what();
    // Unheard, it is not waited for much longer.
    void commands.firstScreen().catch(() => undefined);
  }
}

export const firstScreen = new FirstScreen();
