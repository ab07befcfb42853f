import type { Problem } from '$lib/bindings';
import { answerOf, type Answer } from './answer-of';

/** One thing that the desk knows and the window shows; asked again when told that it changed. */
export class Topic<T> {
  value = $state.raw<T>();
  problem = $state.raw<Problem>();
  readonly #question: () => Promise<Answer<T>>;
  // Plain on purpose: an effect that asks must not run again because it asked.
  #running: Promise<void> | undefined;
  #again = false;
  #turn = 0;

  constructor(question: () => Promise<Answer<T>>) {
    this.#question = question;
  }

  /**
   * Asks once more; settled when what is known is no older than this call. Calls that come while
   * one is under way are answered by one further asking.
   */
  ask(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#askUntilFresh(this.#turn);
    return this.#running;
  }

  async #askUntilFresh(turn: number): Promise<void> {
    do {
      this.#again = false;
      const answer = await answerOf(this.#question());
      if (turn !== this.#turn) return;
      if (answer.status === 'ok') {
        this.value = answer.data;
        this.problem = undefined;
      } else this.problem = answer.error;
    } while (this.#again);
    this.#running = undefined;
  }

  /** Takes over what a command returned, without asking. */
  take(value: T): void {
    this.value = value;
    this.problem = undefined;
  }

  /** Forgets, so that an answer still under way is not taken for the next question's. */
  forget(): void {
    this.#turn += 1;
    this.#again = false;
    this.#running = undefined;
    this.value = undefined;
    this.problem = undefined;
  }
}
