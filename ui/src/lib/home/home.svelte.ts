// At home on the desktop: what is told natively, what was handed over, whether there is a net.

import { createSubscriber } from 'svelte/reactivity';
import { commands, events, type Need, type Problem } from '$lib/bindings';
import { answerOf } from '$lib/state/answer-of';
import { route } from '$lib/state/route.svelte';
import { LANGUAGE, systemLocale } from '$lib/text/locale';
import { w } from '$lib/words';
import { due, type Notice, type QuietHours, type Told } from './notices';

const CHOICES = 'countersign.home';
const TOLD = 'countersign.told';
/** More than so many at once are told as one. */
const MOST_NOTICES = 3;

export interface Choices {
  notify: boolean;
  quiet: QuietHours;
}

const USUAL: Choices = { notify: true, quiet: { from: 19 * 60, until: 7 * 60 } };

function kept<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(name);
    return text === null ? otherwise : { ...otherwise, ...(JSON.parse(text) as T) };
  } catch {
    return otherwise;
  }
}

function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage it holds until the window closes.
  }
}

class Home {
  choices = $state.raw<Choices>(kept(CHOICES, USUAL));
  /** A log or bundle that waits to be judged. */
  file = $state.raw<string | File>();
  /** Trouble with something that was handed over. */
  problem = $state.raw<Problem>();
  #told: Told = kept<Told>(TOLD, {});

  choose(choices: Choices): void {
    this.choices = choices;
    keep(CHOICES, choices);
  }

  /** Tells natively what is due; without the person's wish it only remembers nothing. */
  tell(needs: readonly Need[], now = new Date()): void {
    if (!this.choices.notify) return;
    const minute = now.getHours() * 60 + now.getMinutes();
    const { notices, told } = due(needs, this.#told, now.getTime(), minute, this.choices.quiet);
    this.#told = told;
    keep(TOLD, told);
    if (notices.length > MOST_NOTICES) say(w.notices.many(notices.length), w.notices.manyBody);
    else for (const notice of notices) sayOne(notice);
  }

  /** Takes what was handed over: by the command line, a second start, or a notification. */
  async take(): Promise<void> {
    const answer = await answerOf(commands.arrivals());
    for (const arrival of answer.status === 'ok' ? answer.data : []) {
      if (arrival.kind === 'file') this.judge(arrival.path);
      else await this.follow(arrival.link);
    }
  }

  judge(file: string | File): void {
    this.file = file;
    route.go('verify');
  }

  async follow(link: string): Promise<void> {
    const answer = await answerOf(commands.followLink(link));
    this.problem = answer.status === 'error' ? answer.error : undefined;
    if (answer.status === 'ok') route.openDeal(answer.data.deal, answer.data.entry ?? undefined);
  }

  /** Begins to live on the desktop; the function it gives ends that. */
  begin(needs: () => readonly Need[]): () => void {
    const minutes = setInterval(() => this.tell(needs()), 60_000);
    const listening = events.arrived.listen(() => void this.take());
    void this.take();
    void answerOf(commands.checkSpelling(dictionaries()));
    return () => {
      clearInterval(minutes);
      void listening.then((stop) => stop());
    };
  }
}

function sayOne(notice: Notice): void {
  const link = notice.deal === null ? null : dealLink(notice.deal);
  const kind = w.needs[notice.kind];
  const when = w.notices.stages[notice.stage];
  say(notice.title ?? kind, notice.title === undefined ? when : `${kind}. ${when}`, link);
}

function say(title: string, body: string, link: string | null = null): void {
  void answerOf(commands.notifyPerson(title, body, link));
}

export const dealLink = (deal: string) => `countersign://deal/${deal}`;
export const eventLink = (session: string, seq: number) => `countersign://event/${session}/${seq}`;

/** The dictionaries to ask for: of the system's locale, and of the window's language. */
function dictionaries(): string[] {
  const usual = LANGUAGE === 'de' ? 'de_DE' : 'en_US';
  return [...new Set([systemLocale().replace('-', '_'), usual])];
}

const network = createSubscriber((update) => {
  addEventListener('online', update);
  addEventListener('offline', update);
  return () => {
    removeEventListener('online', update);
    removeEventListener('offline', update);
  };
});

/** Whether this machine has no net at all; then it is said once, quietly. */
export function offline(): boolean {
  network();
  return !navigator.onLine;
}

export const home = new Home();
