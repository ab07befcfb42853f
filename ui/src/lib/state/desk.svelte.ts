// What the desk knows, a topic each. Nothing polls: the `changed` event says what to ask again.

import {
  commands,
  events,
  type AppView,
  type Problem,
  type DealView,
  type MailView,
  type PeopleView,
  type TodayView,
  type VendorView,
} from '$lib/bindings';
import { answerOf } from './answer-of';
import { firstScreen } from './first-screen.svelte';
import { Soon } from './soon';
import { Topic } from './topic.svelte';
import { lookAtWork } from './work.svelte';

export const app = new Topic<AppView>(() => commands.appView());
export const today = new Topic<TodayView>(() => commands.today());
export const mail = new Topic<MailView>(() => commands.mailView());
export const people = new Topic<PeopleView>(() => commands.people());
export const vendors = new Topic<VendorView[]>(() => commands.vendors());

class OpenDeal extends Topic<DealView> {
  id = $state('');
  /** Entries that are new since the person last looked; kept while the deal is open. */
  fresh = $state.raw<ReadonlySet<string>>(new Set());

  constructor() {
    super(() => commands.deal(this.id));
  }

  open(id: string): Promise<void> {
    if (id !== this.id) {
      this.forget();
      this.id = id;
      this.fresh = new Set();
    }
    return this.ask();
  }

  /** The seller's answers are on the screen; what else is new has not been looked at. */
  lookedAtMedia(view: DealView): void {
    const marks = view.marks.filter((mark) => mark.place === 'media');
    if (marks.length > 0) void answerOf(commands.markSeen(view.id, marks));
  }

  /** The deal is on the screen: what was new stays marked, and counts as looked at. */
  looked(view: DealView): void {
    const more = view.unread.filter((id) => !this.fresh.has(id));
    if (more.length > 0) this.fresh = new Set([...this.fresh, ...more]);
    if (view.unread.length > 0 || view.marks.length > 0)
      void answerOf(commands.markSeen(view.id, view.marks));
  }
}

export const deal = new OpenDeal();

/** Asks everything that stands in the frame. */
export function askFrame(): void {
  void app.ask();
  void today.ask();
}

const frame = new Soon(askFrame);
const whole = new Soon(() => void app.ask());

type Changed = Parameters<Parameters<typeof events.changed.listen>[0]>[0]['payload'];

export function onChanged(changed: Changed): void {
  switch (changed.topic) {
    case 'app':
    case 'channel':
      whole.changed();
      if (people.value) void people.ask();
      break;
    case 'today':
      frame.changed();
      break;
    case 'deal':
      frame.changed();
      if (deal.id !== '' && (changed.id === null || changed.id === deal.id)) void deal.ask();
      break;
    // Nothing of it stands in the frame, and thousands of them come while mails are read.
    case 'reading':
      if (deal.id !== '' && changed.id === deal.id) void deal.ask();
      break;
    case 'mail':
      void mail.ask();
      break;
    case 'work':
      lookAtWork(changed.id);
      break;
    // Who waits to be verified stands on Today too.
    case 'vendors':
      frame.changed();
      void vendors.ask();
      if (deal.id !== '') void deal.ask();
      break;
  }
}

/** Trouble with hearing of changes: then the window may be behind, and says so. */
class Hearing {
  problem = $state.raw<Problem>();
}

export const hearing = new Hearing();

/**
 * Asks at once and listens meanwhile, so that the first screen waits for one answer and not for two. What
 * changed before it was heard of is asked for again, at the latest when the first screen stands.
 */
export async function begin(): Promise<() => void> {
  const asked = Promise.all([app.ask(), today.ask()]);
  const listening = await answerOf<() => void>(
    events.changed
      .listen((event) => onChanged(event.payload))
      .then((stop) => ({ status: 'ok' as const, data: stop })),
  );
  hearing.problem = listening.status === 'error' ? listening.error : undefined;
  await asked;
  // Without a screen to wait for, a change that was missed would keep it away.
  if (app.value?.stage === 'ready') firstScreen.afterwards(askFrame);
  else askFrame();
  return listening.status === 'ok' ? listening.data : () => undefined;
}
