// Finding: words are asked of the desk, places of the navigation are known here.

import { commands, type FoundView, type Hit, type Problem } from '$lib/bindings';
import { w } from '$lib/words';
import { answerOf } from './answer-of';
import { route, SCREENS, type NavScreen } from './route.svelte';

export type Choice =
  { kind: 'place'; screen: NavScreen; words: string } | { kind: 'hit'; hit: Hit };

const ASK_AFTER = 120;

class Finder {
  open = $state(false);
  words = $state('');
  found = $state.raw<FoundView>();
  problem = $state.raw<Problem>();
  at = $state(0);
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get choices(): Choice[] {
    const asked = this.words.trim().toLowerCase();
    const places = SCREENS.filter(
      (screen) => asked === '' || w.nav[screen].toLowerCase().startsWith(asked),
    ).map((screen) => ({ kind: 'place' as const, screen, words: w.find.go(w.nav[screen]) }));
    const hits = this.found?.hits ?? [];
    return [...places, ...hits.map((hit) => ({ kind: 'hit' as const, hit }))];
  }

  show(): void {
    Object.assign(this, { open: true, words: '', found: undefined, problem: undefined, at: 0 });
  }

  typed(): void {
    clearTimeout(this.#timer);
    this.at = 0;
    this.#turn += 1;
    if (this.words.trim() === '') this.found = undefined;
    else this.#timer = setTimeout(() => void this.ask(), ASK_AFTER);
  }

  async ask(): Promise<void> {
    const turn = this.#turn;
    const answer = await answerOf(commands.find(this.words));
    if (turn !== this.#turn) return;
    this.found = answer.status === 'ok' ? answer.data : undefined;
    this.problem = answer.status === 'error' ? answer.error : undefined;
  }

  step(by: number): void {
    const most = this.choices.length;
    if (most > 0) this.at = (this.at + by + most) % most;
  }

  go(choice: Choice | undefined = this.choices[this.at]): void {
    if (!choice) return;
    this.open = false;
    if (choice.kind === 'place') route.go(choice.screen);
    else if (choice.hit.deal !== null)
      route.openDeal(choice.hit.deal, choice.hit.entry ?? undefined);
    else route.go('today');
  }
}

export const finder = new Finder();
