// What a cell of the comparison says, beyond its tick or cross.

import type { AdcpCell, AdcpExchange, AdcpProposal, AdcpState } from '$lib/bindings';
import type { IconName } from '$lib/parts/Icon.svelte';

/** Whether the seller says the opposite of what its own terms say. */
export function contradicts(cell: AdcpCell): boolean {
  return (
    (cell.met === true && cell.claim === 'unmet') || (cell.met === false && cell.claim === 'met')
  );
}

/** How a state looks; its words say the same. */
export const stateLooks: Record<AdcpState, { icon: IconName; tone: 'ok' | 'hold' | 'bad' | '' }> = {
  sending: { icon: 'send', tone: '' },
  doubt: { icon: 'alert', tone: 'hold' },
  waiting: { icon: 'clock', tone: 'hold' },
  pending: { icon: 'clock', tone: '' },
  answered: { icon: 'check', tone: 'ok' },
  faulty: { icon: 'cross', tone: 'bad' },
  refused: { icon: 'cross', tone: 'bad' },
  needs_input: { icon: 'alert', tone: 'hold' },
  given_up: { icon: 'minus', tone: '' },
};

/** Requests of which nobody knows yet what came of them, and a person may do something about it. */
export function open(exchange: AdcpExchange): boolean {
  return ['sending', 'doubt', 'waiting', 'pending', 'needs_input'].includes(exchange.state);
}

export interface Node {
  proposal: AdcpProposal;
  children: Node[];
}

/** The proposals as their families: those without a known parent first, in the order they came. */
export function families(proposals: readonly AdcpProposal[]): Node[] {
  const known = new Map<string, Node>();
  const roots: Node[] = [];
  for (const proposal of proposals) {
    const node: Node = { proposal, children: [] };
    // A lying seller may name an id twice, or a parent that came later: no circle can come of it.
    const above = proposal.parent === null ? undefined : known.get(proposal.parent);
    (above?.children ?? roots).push(node);
    if (!known.has(proposal.id)) known.set(proposal.id, node);
  }
  return roots;
}
