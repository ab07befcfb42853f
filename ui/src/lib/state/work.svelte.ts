// Work that takes longer than a moment: named here, followed and stopped under that name.

import { commands, type WorkView } from '$lib/bindings';
import { answerOf, type Answer } from './answer-of';

// Plain on purpose: nothing is drawn by it.
// eslint-disable-next-line svelte/prefer-svelte-reactivity
const going = new Map<string, Work>();
// Names of an earlier page of this window must not come again.
const before = Date.now().toString(36);
let count = 0;

export class Work {
  running = $state(false);
  stopping = $state(false);
  view = $state.raw<WorkView>();
  #name = '';

  /**
   * Does a piece of work and gives its outcome; nothing, where another has taken its place by then.
   * What was going on here is stopped first.
   */
  async run<T>(ask: (name: string) => Promise<Answer<T>>): Promise<Answer<T> | undefined> {
    this.stop();
    count += 1;
    const name = `${before}-${count}`;
    this.#name = name;
    this.running = true;
    this.stopping = false;
    this.view = undefined;
    going.set(name, this);
    const answer = await answerOf(ask(name));
    going.delete(name);
    if (this.#name !== name) return undefined;
    this.running = false;
    return answer;
  }

  stop(): void {
    if (!this.running || this.stopping) return;
    this.stopping = true;
    void answerOf(commands.stopWork(this.#name));
  }

  async look(): Promise<void> {
    const name = this.#name;
    const answer = await answerOf(commands.workView(name));
    if (name === this.#name && answer.status === 'ok' && answer.data) this.view = answer.data;
  }
}

/** The desk is further with a piece of work. */
export function lookAtWork(name: string | null): void {
  if (name !== null) void going.get(name)?.look();
}
