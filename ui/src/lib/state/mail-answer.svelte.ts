// One answer by mail on its way through write, review and result. It holds a form and a ticket,
// never authority.

import {
  commands,
  type MailAnswer,
  type MailFate,
  type Problem,
  type QuoteAnswerForm,
  type Review,
} from '$lib/bindings';
import { stands } from '../answer/release';
import { answerOf } from './answer-of';
import { Grace } from './grace.svelte';

class MailFlow {
  open = $state(false);
  step = $state<'write' | 'review' | 'result'>('write');
  form = $state<MailAnswer>();
  review = $state.raw<Review>();
  fate = $state.raw<MailFate>();
  problem = $state.raw<Problem>();
  working = $state(false);
  readonly #grace = new Grace();
  /** Numbers of the screen's marks that the person releases; for this review alone. */
  released = $state<number[]>([]);

  get obstacle(): Problem | undefined {
    const standing = this.review && stands(this.review, this.released);
    return this.problem ?? standing ?? undefined;
  }

  /** `quote`: what the answer does to a quote that is held; `body`: a draft of its text. */
  async start(mail: string, quote: QuoteAnswerForm | null = null, body = ''): Promise<void> {
    this.takeBack();
    Object.assign(this, { open: true, step: 'write', form: undefined, review: undefined });
    Object.assign(this, { fate: undefined, problem: undefined });
    const asked = await answerOf(commands.mailAnswer(mail));
    if (asked.status === 'ok') this.form = { ...asked.data, quote, body: body || asked.data.body };
    else this.problem = asked.error;
  }

  /** The very mail that a vote passed on; it is reviewed and sent as it stands. */
  async startVoted(deal: string, proposal: string): Promise<void> {
    Object.assign(this, { open: true, step: 'write', form: undefined, review: undefined });
    Object.assign(this, { fate: undefined, problem: undefined, released: [], working: true });
    const asked = await answerOf(commands.reviewVoted(deal, proposal));
    this.working = false;
    if (asked.status === 'ok') {
      this.review = asked.data;
      this.step = 'review';
    } else this.problem = asked.error;
  }

  /** Asks for the vote that the organisation demands on the mail that is reviewed. */
  async askVote(): Promise<boolean> {
    const ticket = this.review?.ticket;
    if (ticket === undefined || this.working) return false;
    this.working = true;
    const asked = await answerOf(commands.askVote(ticket));
    this.working = false;
    if (asked.status === 'error') this.problem = asked.error;
    else this.close();
    return asked.status === 'ok';
  }

  async toReview(): Promise<void> {
    if (!this.form || this.working) return;
    this.working = true;
    const asked = await answerOf(commands.reviewMail($state.snapshot(this.form)));
    this.working = false;
    this.review = asked.status === 'ok' ? asked.data : undefined;
    this.released = [];
    this.problem = asked.status === 'ok' ? undefined : asked.error;
    if (this.review) this.step = 'review';
  }

  /** Seconds until it is decided and leaves; undefined while nobody has said so. */
  get leaving(): number | undefined {
    return this.#grace.left;
  }

  /** The word to send. Nothing is decided before the moment to take it back has passed. */
  send(): void {
    if (this.maySend) this.#grace.begin(() => void this.approve());
  }

  /** Takes the word back; the review stands as before. */
  takeBack(): void {
    this.#grace.stop();
  }

  get maySend(): boolean {
    return this.step === 'review' && !!this.review && !this.obstacle && !this.working;
  }

  async approve(): Promise<void> {
    this.takeBack();
    const ticket = this.review?.ticket;
    if (ticket === undefined || !this.maySend) return;
    this.working = true;
    const asked = await answerOf(commands.sendMail(ticket, $state.snapshot(this.released)));
    this.working = false;
    this.problem = asked.status === 'ok' ? undefined : asked.error;
    if (asked.status !== 'ok') return;
    this.fate = asked.data;
    this.step = 'result';
  }

  back(): void {
    this.takeBack();
    this.step = 'write';
    this.review = undefined;
    this.problem = undefined;
  }

  close(): void {
    this.takeBack();
    this.open = false;
  }
}

export const mailing = new MailFlow();
