// How close the end of a hold is.

import type { AdcpProposal } from '$lib/bindings';
import { millis } from '$lib/text/time';

export type HoldPhase = 'calm' | 'soon' | 'over';

/** By the page's clock, which only warns: the desk refuses by its own. */
export function holdPhase(
  { expires_at, warn_at }: Pick<AdcpProposal, 'expires_at' | 'warn_at'>,
  now: number,
): HoldPhase {
  const end = expires_at === null ? undefined : millis(expires_at);
  // An end that cannot be read is none to rely on.
  if (end === undefined || end <= now) return 'over';
  const warn = warn_at === null ? undefined : millis(warn_at);
  return warn !== undefined && warn <= now ? 'soon' : 'calm';
}
