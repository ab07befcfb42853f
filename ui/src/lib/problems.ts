// The one table of problems. A code without a row here does not compile.

import type { Problem, ProblemCode } from '$lib/bindings';
import { w } from '$lib/words';
import type { ProblemWords } from '$lib/words/problems.en';

/** How loud it is: `stop` forbids something, `care` asks for attention, `know` only tells. */
export type Tone = 'stop' | 'care' | 'know';

/** What one button beside the words can do about it. */
export type Remedy =
  | 'retry_keychain'
  | 'open_settings'
  | 'open_vendors'
  | 'sign_in_again'
  | 'seen_refused'
  | undefined;

interface Row {
  tone: Tone;
  act?: Remedy;
}

export const table: Record<ProblemCode, Row> = {
  keychain_absent: { tone: 'care', act: 'retry_keychain' },
  keychain_locked: { tone: 'care', act: 'retry_keychain' },
  key_missing: { tone: 'stop', act: 'retry_keychain' },
  passphrase_wrong: { tone: 'care' },
  passphrase_short: { tone: 'care' },
  key_busy: { tone: 'care' },
  key_differs: { tone: 'stop' },
  host_down: { tone: 'care' },
  host_slow: { tone: 'know' },
  host_confused: { tone: 'stop', act: 'open_settings' },
  host_refused: { tone: 'stop', act: 'open_settings' },
  host_key_changed: { tone: 'stop', act: 'open_settings' },
  host_rewound: { tone: 'stop' },
  clock_wrong: { tone: 'care' },
  host_clock_behind: { tone: 'care' },
  chain_red: { tone: 'stop' },
  approval_stale: { tone: 'care' },
  session_closed: { tone: 'know' },
  offer_expired: { tone: 'care' },
  form_invalid: { tone: 'care' },
  outside_mandate: { tone: 'stop' },
  quorum_needed: { tone: 'stop' },
  mandate_sealed: { tone: 'stop' },
  screen_blocked: { tone: 'stop' },
  screen_held: { tone: 'care' },
  screen_down: { tone: 'stop' },
  not_owner: { tone: 'know' },
  not_allowed: { tone: 'know' },
  decided_already: { tone: 'care' },
  four_eyes: { tone: 'stop' },
  ledger_red: { tone: 'stop' },
  last_owner: { tone: 'stop' },
  invitation_refused: { tone: 'care' },
  invitation_unreadable: { tone: 'care' },
  refused_on_return: { tone: 'care', act: 'seen_refused' },
  halted: { tone: 'stop' },
  channel_off: { tone: 'know', act: 'open_settings' },
  delivery_unknown: { tone: 'care' },
  gone: { tone: 'care' },
  file_trouble: { tone: 'care' },
  database_newer: { tone: 'stop' },
  database_trouble: { tone: 'stop' },
  mail_unreadable: { tone: 'care' },
  cannot_mail: { tone: 'care', act: 'open_settings' },
  too_often: { tone: 'know' },
  mail_server: { tone: 'care', act: 'open_settings' },
  mail_sign_in: { tone: 'care' },
  mail_sign_in_again: { tone: 'care', act: 'sign_in_again' },
  demo_vendor_failed: { tone: 'care' },
  seller_trouble: { tone: 'care' },
  hold_over: { tone: 'care' },
  unsettled: { tone: 'care' },
  departures_open: { tone: 'care' },
  stopped: { tone: 'know' },
  defect: { tone: 'stop' },
};

export interface Described extends ProblemWords, Row {
  code: ProblemCode;
}

export function describe(problem: Problem): Described {
  return { code: problem.code, ...table[problem.code], ...w.problems[problem.code](problem.facts) };
}
