// One request to a seller of media on its way through write, review and result. It holds forms and
// a ticket, never authority: the desk looks everything up again when the ticket is sent.

import {
  commands,
  type AdcpForm,
  type AdcpProposal,
  type AdcpReview,
  type AdcpState,
  type AdcpWords,
  type Problem,
} from '$lib/bindings';
import { stands } from '$lib/answer/release';
import { answerOf } from '$lib/state/answer-of';
import { Grace } from '$lib/state/grace.svelte';
import { media } from './media.svelte';
import { blank, sendable } from './revision';

export type Kind = AdcpForm['kind'];
export type Step = 'write' | 'words' | 'review' | 'result';

class AskingFlow {
  open = $state(false);
  deal = $state('');
  form = $state<AdcpForm>({ kind: 'request', brief: '', criteria: '' });
  step = $state<Step>('write');
  /** For each revision what it would say in words of what the seller does not declare. */
  words = $state.raw<AdcpWords[]>([]);
  review = $state.raw<AdcpReview>();
  problem = $state.raw<Problem>();
  state = $state<AdcpState>();
  working = $state(false);
  /** Numbers of the screen's marks that the person releases; for this review alone. */
  released = $state<number[]>([]);
  readonly #grace = new Grace();
  #turn = 0;

  /** Seconds until it is signed and leaves; undefined while nobody has said so. */
  get leaving(): number | undefined {
    return this.#grace.left;
  }

  get obstacle(): Problem | undefined {
    const standing = this.review && stands(this.review.review, this.released);
    return this.problem ?? standing ?? undefined;
  }

  get maySend(): boolean {
    return this.step === 'review' && !this.working && !!this.review && !this.obstacle;
  }

  /** The proposals that the request is about. */
  get about(): string[] {
    switch (this.form.kind) {
      case 'request':
        return [];
      case 'revise':
        return this.form.revisions.map((revision) => revision.proposal);
      case 'accept':
        return [this.form.proposal];
      case 'finalize':
      case 'decline':
        return this.form.proposals;
    }
  }

  /** Departures of these proposals that a person accepts one by one, before a hold or a purchase. */
  get departures(): string[] {
    if (this.form.kind !== 'finalize' && this.form.kind !== 'accept') return [];
    const all = this.about.flatMap((id) => media.proposal(id)?.departures ?? []);
    return [...new Set(all)];
  }

  /** Whether something is to be written or ticked before the review. */
  get writable(): boolean {
    const { kind } = this.form;
    if (kind === 'finalize') return this.departures.length > 0 || this.#others('may_finalize');
    if (kind !== 'accept') return true;
    const held = media.proposal(this.form.proposal);
    return this.departures.length > 0 || !!held?.insertion_order;
  }

  #others(may: 'may_finalize'): boolean {
    return media.value?.proposals.some((one) => one[may] && !this.about.includes(one.id)) ?? false;
  }

  start(deal: string, form: AdcpForm): void {
    this.#reset();
    Object.assign(this, { open: true, deal, form, step: 'write' });
    if (!this.writable) void this.toReview();
  }

  request(): void {
    this.start(media.id, { kind: 'request', brief: '', criteria: '' });
  }

  revise(proposal: AdcpProposal, change: 'amendment' | 'cancellation' | null = null): void {
    this.start(media.id, { kind: 'revise', revisions: [{ ...blank(proposal), change }] });
  }

  finalize(proposal: AdcpProposal): void {
    this.start(media.id, { kind: 'finalize', proposals: [proposal.id], departures: [] });
  }

  accept(proposal: AdcpProposal): void {
    this.start(media.id, {
      kind: 'accept',
      proposal: proposal.id,
      digest: proposal.digest ?? '',
      sign_order: false,
      departures: [],
    });
  }

  decline(proposal: AdcpProposal): void {
    this.start(media.id, {
      kind: 'decline',
      proposals: [proposal.id],
      reason: 'price',
      detail: '',
    });
  }

  /** What fresh terms start from, once a hold is over: the draft that was held, or the hold itself. */
  get source(): AdcpProposal | undefined {
    const held = this.about.map((id) => media.proposal(id)).find((one) => !!one);
    const parent = held?.parent ? media.proposal(held.parent) : undefined;
    return [parent, held].find((one) => one?.may_revise);
  }

  /** The way on when a hold has ended: a revision of its draft, then another hold. */
  fresh(): void {
    const { source } = this;
    if (source) this.revise(source);
  }

  /** The form as the desk takes it. */
  #sendable(): AdcpForm {
    const form = $state.snapshot(this.form);
    return form.kind === 'revise' ? { ...form, revisions: form.revisions.map(sendable) } : form;
  }

  async toReview(): Promise<void> {
    if (this.working) return;
    const form = this.#sendable();
    this.working = true;
    const turn = ++this.#turn;
    const choice = form.kind === 'revise' ? await this.#undeclared(form.revisions) : undefined;
    if (turn !== this.#turn) return;
    if (choice) {
      Object.assign(this, { working: false, ...choice });
      return;
    }
    const asked = await answerOf(commands.adcpReview(this.deal, form));
    if (turn !== this.#turn) return;
    this.working = false;
    this.released = [];
    this.review = asked.status === 'ok' ? asked.data : undefined;
    this.problem = asked.status === 'error' ? asked.error : undefined;
    // What makes no request is mended on the form; all else is explained at the review.
    const mend = this.problem?.code === 'form_invalid' && this.writable;
    this.step = mend ? 'write' : 'review';
  }

  /** What a person has to choose about before there is a review; undefined where there is nothing. */
  async #undeclared(
    revisions: Extract<AdcpForm, { kind: 'revise' }>['revisions'],
  ): Promise<Partial<Pick<this, 'step' | 'words' | 'problem'>> | undefined> {
    const words: AdcpWords[] = [];
    for (const revision of revisions) {
      const asked = await answerOf(commands.adcpWords(this.deal, revision));
      if (asked.status === 'error') return { problem: asked.error, step: 'write' };
      words.push(asked.data);
    }
    if (words.every((one) => one.undeclared.length === 0)) return undefined;
    return { words, step: 'words', problem: undefined };
  }

  /** The person's choice: what the seller does not declare is said in words. */
  sayInWords(): void {
    if (this.step !== 'words' || this.form.kind !== 'revise') return;
    this.form = { kind: 'revise', revisions: this.words.map(({ instead }) => instead) };
    void this.toReview();
  }

  /** Asks for the vote that the organisation demands on exactly what is reviewed. */
  async askVote(): Promise<boolean> {
    const ticket = this.review?.review.ticket;
    if (ticket === undefined || this.working) return false;
    this.working = true;
    const asked = await answerOf(commands.askVote(ticket));
    this.working = false;
    if (asked.status === 'error') this.problem = asked.error;
    else this.close();
    return asked.status === 'ok';
  }

  /** The word to send. Nothing is signed before the moment to take it back has passed. */
  send(): void {
    if (this.maySend) this.#grace.begin(() => void this.approve());
  }

  takeBack(): void {
    this.#grace.stop();
  }

  async approve(): Promise<void> {
    this.takeBack();
    const ticket = this.review?.review.ticket;
    if (!this.maySend || ticket === undefined) return;
    this.working = true;
    const turn = this.#turn;
    const asked = await answerOf(commands.adcpSend(ticket, $state.snapshot(this.released)));
    void media.ask();
    if (turn !== this.#turn) return;
    this.working = false;
    if (asked.status === 'ok') Object.assign(this, { state: asked.data, step: 'result' });
    else this.problem = asked.error;
  }

  back(): void {
    this.takeBack();
    Object.assign(this, { step: 'write', review: undefined, problem: undefined });
  }

  close(): void {
    this.#reset();
    this.open = false;
  }

  #reset(): void {
    this.takeBack();
    this.#turn += 1;
    Object.assign(this, {
      working: false,
      review: undefined,
      problem: undefined,
      state: undefined,
      words: [],
      released: [],
    });
  }
}

export const asking = new AskingFlow();
