import type { Problem, ProblemCode } from '$lib/bindings';

/** What the want of a network explains; the frame's foot says it once. */
const EXPLAINED: readonly ProblemCode[] = ['host_down', 'host_slow', 'mail_server'];

/** Standing trouble that is shown loudly. */
export function seen(problems: readonly Problem[], offline: boolean): Problem[] {
  return problems.filter(({ code }) => !offline || !EXPLAINED.includes(code));
}
