// What a step of the demo needs in the window: where it happens, and what a person decides there.

import { heldOf } from '$lib/deal/held';
import { answering } from '$lib/state/answer.svelte';
import { deal, today } from '$lib/state/desk.svelte';
import { route } from '$lib/state/route.svelte';

/** Goes to where the step happens, before it does. */
export function show(step: string): void {
  switch (step) {
    case 'channel':
    case 'invite':
      return route.go('settings');
    case 'verify':
      return route.go('vendors');
    case 'sort':
      return route.go('today');
    case 'check':
      return route.go('verify');
    default:
      openDeal();
  }
}

function openDeal(): string | undefined {
  const rows = [...(today.value?.needs_you ?? []), ...(today.value?.quiet ?? [])];
  const row = rows.find((one) => one.state === 'held_offer') ?? rows[0];
  if (row) route.openDeal(row.id);
  return row?.id;
}

/** Steps that only a person decides: they open, filled in, and go no further by themselves. */
export function isDecision(step: string): step is 'counter' | 'accept' {
  return step === 'counter' || step === 'accept';
}

/** Opens the answer to the held offer; false where none is held. */
export async function decide(kind: 'counter' | 'accept'): Promise<boolean> {
  await today.ask();
  const id = openDeal();
  if (id === undefined) return false;
  await deal.open(id);
  const held = deal.value && heldOf(deal.value);
  if (!held) return false;
  await answering.start(kind, held.session, held.counterparty);
  return true;
}
