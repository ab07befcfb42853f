// Parts of the page that come after its first screen: they are fetched when they are first shown, or
// when the first screen stands. What a person waits for at the start is the less to be read.

import type { Component } from 'svelte';

type Part<Props extends Record<string, unknown>> = Component<Props>;

export class Later<Props extends Record<string, unknown> = Record<string, never>> {
  /** None until it was fetched. */
  component = $state.raw<Part<Props>>();
  readonly #load: () => Promise<{ default: Part<Props> }>;
  #fetching: Promise<void> | undefined;

  constructor(load: () => Promise<{ default: Part<Props> }>) {
    this.#load = load;
  }

  fetch(): Promise<void> {
    this.#fetching ??= this.#load().then((part) => void (this.component = part.default));
    return this.#fetching;
  }
}
