// What is remembered of the first steps, on this machine.

import { NOTHING, type Remembered, type StepId } from './steps';

const KEY = 'countersign.steps';

function stored(): Remembered {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Remembered) };
  } catch {
    return NOTHING;
  }
}

class First {
  remembered = $state.raw<Remembered>(stored());

  #keep(change: Partial<Remembered>): void {
    this.remembered = { ...this.remembered, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.remembered));
    } catch {
      // Without storage it holds until the window closes.
    }
  }

  hide(): void {
    this.#keep({ hidden: true });
  }

  show(): void {
    this.#keep({ hidden: false, left: [] });
  }

  leave(id: StepId): void {
    this.#keep({ left: [...this.remembered.left.filter((one) => one !== id), id] });
  }

  did(id: StepId): void {
    this.#keep({ done: [...this.remembered.done.filter((one) => one !== id), id] });
  }
}

export const first = new First();
