// A deal's seller of media: what was asked and answered, asked again whenever the deal changes.

import {
  commands,
  type AdcpExchange,
  type AdcpProposal,
  type AdcpView,
  type Problem,
} from '$lib/bindings';
import { announcer } from '$lib/state/announce.svelte';
import { answerOf } from '$lib/state/answer-of';
import { Topic } from '$lib/state/topic.svelte';
import { w } from '$lib/words';

class Media extends Topic<AdcpView> {
  id = $state('');
  /** A request's key while a person has it sent again or gives up on it. */
  acting = $state('');
  /** What came of the last such act, where it failed. */
  trouble = $state.raw<Problem>();

  constructor() {
    super(() => commands.adcpView(this.id));
  }

  open(deal: string): Promise<void> {
    if (deal !== this.id) {
      this.forget();
      this.id = deal;
      this.trouble = undefined;
    }
    return this.ask();
  }

  /** Whether it was heard if a deal has a seller, or that this cannot be told. */
  knows(deal: string): boolean {
    return this.value?.deal === deal || (this.id === deal && this.problem !== undefined);
  }

  /** The seller of a deal: null where it has none, undefined while nobody knows. */
  sellerOf(deal: string): AdcpView['seller'] | undefined {
    return this.value?.deal === deal ? this.value.seller : undefined;
  }

  /** The proposal of an id; one that came in an answer that does not hold takes no other's place. */
  proposal(id: string): AdcpProposal | undefined {
    const named = this.value?.proposals.filter((one) => one.id === id) ?? [];
    return named.find((one) => one.stage !== 'faulty') ?? named[0];
  }

  exchange(key: string): AdcpExchange | undefined {
    return this.value?.exchanges.find((one) => one.key === key);
  }

  /** A proposal's number in the order in which they came, from 1: a name that nobody else chose. */
  number(proposal: AdcpProposal): number {
    return (this.value?.proposals.indexOf(proposal) ?? -1) + 1;
  }

  /** The proposals of an answer in its order; a liar may give one id to two of them. */
  of(exchange: AdcpExchange, ids: readonly string[]): (AdcpProposal | undefined)[] {
    const came = this.value?.proposals.filter((one) => one.exchange === exchange.key) ?? [];
    return ids.map((id) => {
      const at = came.findIndex((one) => one.id === id);
      return at < 0 ? this.proposal(id) : came.splice(at, 1)[0];
    });
  }

  repeat(key: string): Promise<void> {
    return this.#act(key, () => commands.adcpRepeat(this.id, key));
  }

  giveUp(key: string): Promise<void> {
    return this.#act(key, () => commands.adcpGiveUp(this.id, key));
  }

  /** Asks the seller again what it can. */
  async askSeller(): Promise<void> {
    if (this.acting !== '') return;
    this.acting = 'seller';
    const answer = await answerOf(commands.adcpAskSeller(this.id));
    this.acting = '';
    if (answer.status === 'ok') this.take(answer.data);
    else this.trouble = answer.error;
  }

  async #act(key: string, command: () => ReturnType<typeof commands.adcpRepeat>): Promise<void> {
    if (this.acting !== '') return;
    this.acting = key;
    const answer = await answerOf(command());
    this.acting = '';
    this.trouble = answer.status === 'error' ? answer.error : undefined;
    if (answer.status === 'ok') announcer.say(w.adcp.states[answer.data]);
    await this.ask();
  }
}

export const media = new Media();
