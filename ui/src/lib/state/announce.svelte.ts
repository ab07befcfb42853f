import { untrack } from 'svelte';

/** Words for the live region: what a screen reader hears when something came of an act. */
class Announcer {
  words = $state('');

  say(words: string): void {
    // The same words twice would not be read again without a difference.
    const last = untrack(() => this.words);
    this.words = last === words ? `${words}\u00a0` : words;
  }
}

export const announcer = new Announcer();
