// A page of the deals that hold the asked-for words. Asked of the desk: there may be thousands.

import { commands, type DealRow, type DealState, type Problem } from '$lib/bindings';
import { answerOf } from './answer-of';

const ASK_AFTER = 120;

export class DealSearch {
  words = $state('');
  state = $state<DealState | 'any'>('any');
  rows = $state.raw<DealRow[]>([]);
  total = $state(0);
  /** Whether an answer has come at all. */
  known = $state(false);
  problem = $state.raw<Problem>();
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Asks when the person has paused. */
  typed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.ask(), ASK_AFTER);
  }

  ask(): Promise<void> {
    return this.#page(0);
  }

  more(): Promise<void> {
    return this.#page(this.rows.length);
  }

  async #page(from: number): Promise<void> {
    const turn = ++this.#turn;
    const state = this.state === 'any' ? null : this.state;
    const answer = await answerOf(commands.deals({ words: this.words, state, from }));
    if (turn !== this.#turn) return;
    this.problem = answer.status === 'error' ? answer.error : undefined;
    if (answer.status === 'error') return;
    this.rows = from === 0 ? answer.data.rows : [...this.rows, ...answer.data.rows];
    this.total = answer.data.total;
    this.known = true;
  }
}

/** The list of deals: it is as the person left it when they come back, until the desk has answered anew. */
export const dealList = new DealSearch();
