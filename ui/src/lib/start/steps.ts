// The first steps. Each is left and come back to as one likes; what is done is read off the
// workspace, and only what cannot be seen there is remembered.

import type { AppView } from '$lib/bindings';

export const STEPS = ['key', 'demo', 'org', 'deal', 'vendor', 'mail', 'benchmarks'] as const;
export type StepId = (typeof STEPS)[number];
export type StepState = 'done' | 'open' | 'left';

export interface Known {
  app: AppView;
  deals: number;
  mailboxes: number;
  benchmarks: number;
}

/** What the person chose to leave, and what was done outside this workspace. */
export interface Remembered {
  hidden: boolean;
  left: readonly StepId[];
  done: readonly StepId[];
}

export const NOTHING: Remembered = { hidden: false, left: [], done: [] };

export function stepsOf(known: Known, remembered: Remembered): { id: StepId; state: StepState }[] {
  const channel = known.app.org?.channel;
  const there: Record<StepId, boolean> = {
    key: known.app.person !== null,
    demo: known.app.guide !== null,
    // Somebody has said whom the organisation's agent can be taken to.
    org: channel !== undefined && (channel.envelope.human_contact ?? '') !== '',
    deal: known.deals > 0,
    vendor: channel?.enabled === true,
    mail: known.mailboxes > 0,
    benchmarks: known.benchmarks > 0,
  };
  return STEPS.map((id) => {
    if (there[id] || remembered.done.includes(id)) return { id, state: 'done' };
    return { id, state: remembered.left.includes(id) ? 'left' : 'open' };
  });
}

/** Whether the list is still worth its room. */
export function isWanted(steps: readonly { state: StepState }[], remembered: Remembered): boolean {
  return !remembered.hidden && steps.some(({ state }) => state === 'open');
}
