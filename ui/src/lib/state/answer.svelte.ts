// One answer on its way through write, review and result. It holds forms and a ticket, never
// authority: the desk looks everything up again when the ticket is approved.

import {
  commands,
  type AnswerForm,
  type Approved,
  type DraftView,
  type OfferForm,
  type Problem,
  type Review,
  type VoteChannel,
} from '$lib/bindings';
import { stands } from '../answer/release';
import { answerOf } from './answer-of';
import { Grace } from './grace.svelte';

export type AnswerKind = AnswerForm['kind'];
export type Step = 'write' | 'review' | 'result';

const CHECK_AFTER = 350;

class AnswerFlow {
  open = $state(false);
  kind = $state<AnswerKind>('message');
  session = $state('');
  counterparty = $state('');
  step = $state<Step>('write');
  form = $state<OfferForm>();
  subject = $state('');
  body = $state('');
  reason = $state('');
  review = $state.raw<Review>();
  problem = $state.raw<Problem>();
  approved = $state.raw<Approved>();
  working = $state(false);
  /** Numbers of the screen's marks that the person releases; for this review alone. */
  released = $state<number[]>([]);
  readonly #grace = new Grace();
  #turn = 0;
  /** Where it leaves; what a vote passed on may go to a seller of media. */
  #channel: VoteChannel = 'session';
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Seconds until it is signed and leaves; undefined while nobody has said so. */
  get leaving(): number | undefined {
    return this.#grace.left;
  }

  /** Why it cannot be sent as it stands: the command's own problem, or the review's. */
  get obstacle(): Problem | undefined {
    const standing = this.review && stands(this.review, this.released);
    return this.problem ?? standing ?? undefined;
  }

  get mayApprove(): boolean {
    return this.step === 'review' && !this.working && !!this.review && !this.obstacle;
  }

  async start(kind: AnswerKind, session: string, counterparty: string): Promise<void> {
    const turn = this.#reset();
    Object.assign(this, { kind, session, counterparty, open: true, form: undefined });
    Object.assign(this, { subject: '', body: '', reason: '', step: 'write' });
    if (kind === 'accept') return this.toReview();
    if (kind !== 'counter') return;
    this.working = true;
    const asked = await answerOf(commands.counterForm(session));
    if (turn !== this.#turn) return;
    this.working = false;
    if (asked.status === 'ok') {
      this.form = asked.data;
      void this.check(true);
    } else this.problem = asked.error;
  }

  /** What a colleague drafted, reviewed exactly as it was drafted. */
  async startDraft(deal: string, draft: DraftView, counterparty: string): Promise<void> {
    const turn = this.#reset();
    const form = draft.form?.kind === 'counter' ? draft.form.form : undefined;
    Object.assign(this, {
      kind: 'counter',
      session: draft.session,
      counterparty,
      open: true,
      form,
    });
    Object.assign(this, { subject: '', body: '', reason: '', step: 'review', working: true });
    const asked = await answerOf(commands.reviewDraft(deal, draft.id));
    if (turn !== this.#turn) return;
    this.working = false;
    if (asked.status === 'ok') this.review = asked.data;
    else this.problem = asked.error;
  }

  /** Proposes the counter to whoever decides; nothing leaves by it. */
  async propose(): Promise<boolean> {
    const answer = this.answer();
    if (answer?.kind !== 'counter') return false;
    this.working = true;
    const turn = this.#turn;
    const asked = await answerOf(commands.propose(this.session, answer));
    if (turn !== this.#turn) return false;
    this.working = false;
    if (asked.status === 'ok') this.close();
    else this.problem = asked.error;
    return asked.status === 'ok';
  }

  /** What a vote passed on, to the last byte; it is reviewed and sent as any answer. */
  async startVoted(
    deal: string,
    proposal: string,
    counterparty: string,
    channel: VoteChannel,
  ): Promise<void> {
    const turn = this.#reset();
    this.#channel = channel;
    Object.assign(this, { counterparty, open: true, form: undefined, kind: 'accept' });
    Object.assign(this, { step: 'review', working: true });
    const asked = await answerOf(commands.reviewVoted(deal, proposal));
    if (turn !== this.#turn) return;
    this.working = false;
    if (asked.status === 'ok') {
      this.review = asked.data;
      this.session = asked.data.session;
    } else this.problem = asked.error;
  }

  /** Asks for the vote that the organisation demands on what is reviewed. */
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

  /** Proposals of a seller of media are declined, with the last words drafted. */
  async startDecline(
    deal: string,
    seller: string,
    proposals: string[],
    detail: string,
  ): Promise<void> {
    const turn = this.#reset();
    this.#channel = 'media';
    Object.assign(this, { counterparty: seller, open: true, form: undefined, kind: 'decline' });
    Object.assign(this, { step: 'review', working: true });
    const form = { kind: 'decline', proposals, reason: 'other', detail } as const;
    const asked = await answerOf(commands.adcpReview(deal, form));
    if (turn !== this.#turn) return;
    this.working = false;
    if (asked.status === 'ok') this.review = asked.data.review;
    else this.problem = asked.error;
  }

  /** A message with words already in it; it goes the same way as any other. */
  startMessage(
    session: string,
    counterparty: string,
    words: { subject: string; body: string },
  ): void {
    void this.start('message', session, counterparty);
    Object.assign(this, { subject: words.subject, body: words.body });
  }

  /** A decline or a close with its reason drafted; the person reads it and goes on. */
  startReason(
    kind: 'decline' | 'close',
    session: string,
    counterparty: string,
    reason: string,
  ): void {
    void this.start(kind, session, counterparty);
    this.reason = reason;
  }

  answer(): AnswerForm | undefined {
    switch (this.kind) {
      case 'counter':
        return this.form && { kind: 'counter', form: $state.snapshot(this.form) };
      case 'accept':
        return { kind: 'accept' };
      case 'decline':
        return { kind: 'decline', reason: this.reason };
      case 'message':
        return { kind: 'message', subject: this.subject, body: this.body };
      case 'close':
        return { kind: 'close', reason: this.reason };
    }
  }

  /**
   * Asks for a review of what is there so far; what was shown before no longer counts. What the guards
   * say of something that is still typed is told nobody.
   */
  async check(typing: boolean): Promise<boolean> {
    clearTimeout(this.#timer);
    const answer = this.answer();
    if (!answer) return false;
    this.#turn += 1;
    const turn = this.#turn;
    const asked = await answerOf(commands.review(this.session, answer, typing));
    if (turn !== this.#turn) return false;
    this.review = asked.status === 'ok' ? asked.data : undefined;
    this.released = [];
    this.problem = asked.status === 'ok' ? undefined : asked.error;
    return true;
  }

  /** Something was typed. */
  typed(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(true), CHECK_AFTER);
  }

  async toReview(): Promise<void> {
    this.working = true;
    const current = await this.check(false);
    this.working = false;
    if (!current) return;
    this.approved = undefined;
    // A form that makes no payload is mended on the form; all else is explained at the review.
    if (this.review || this.kind === 'accept') this.step = 'review';
    if (this.obstacle?.code === 'form_invalid' && this.kind !== 'accept') this.step = 'write';
  }

  /** The word to send. Nothing is signed before the moment to take it back has passed. */
  send(): void {
    if (this.mayApprove) this.#grace.begin(() => void this.approve());
  }

  /** Takes the word back; the review stands as before. */
  takeBack(): void {
    this.#grace.stop();
  }

  async approve(): Promise<void> {
    this.takeBack();
    const ticket = this.review?.ticket;
    if (!this.mayApprove || ticket === undefined) return;
    this.working = true;
    const turn = this.#turn;
    const released = $state.snapshot(this.released);
    if (this.#channel === 'media') {
      const sent = await answerOf(commands.adcpSend(ticket, released));
      if (turn !== this.#turn) return;
      this.working = false;
      // Where the request stands is shown beside the deal.
      if (sent.status === 'ok') this.close();
      else this.problem = sent.error;
      return;
    }
    const asked = await answerOf(commands.approve(ticket, released));
    if (turn !== this.#turn) return;
    this.working = false;
    if (asked.status === 'ok') {
      this.approved = asked.data;
      this.step = 'result';
    } else this.problem = asked.error;
  }

  async lookAgain(): Promise<void> {
    this.review = undefined;
    await this.toReview();
  }

  back(): void {
    this.takeBack();
    this.step = 'write';
  }

  close(): void {
    this.#reset();
    this.open = false;
  }

  #reset(): number {
    this.#channel = 'session';
    clearTimeout(this.#timer);
    this.takeBack();
    this.#turn += 1;
    Object.assign(this, {
      working: false,
      review: undefined,
      problem: undefined,
      approved: undefined,
    });
    return this.#turn;
  }
}

export const answering = new AnswerFlow();
