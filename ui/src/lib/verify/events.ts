import type { VerdictView } from '$lib/bindings';

export interface Judged {
  seq: number;
  state: 'fine' | 'fault' | 'after';
  faults: VerdictView['faults'];
  notes: VerdictView['notes'];
}

export interface Run {
  from: number;
  to: number;
  state: Judged['state'];
  events: Judged[];
}

/** What stands at each event, with plain neighbours drawn together so that long logs stay short. */
export function runs(verdict: VerdictView): Run[] {
  const out: Run[] = [];
  for (let seq = 1; seq <= verdict.events; seq += 1) {
    const faults = verdict.faults.filter((fault) => fault.seq === seq);
    const notes = verdict.notes.filter((note) => note.seq === seq);
    const state = faults.length > 0 ? 'fault' : seq <= verdict.verified_prefix ? 'fine' : 'after';
    const bare = faults.length + notes.length === 0;
    const last = out.at(-1);
    if (bare && last && last.state === state && last.events.length === 0) last.to = seq;
    else if (bare) out.push({ from: seq, to: seq, state, events: [] });
    else out.push({ from: seq, to: seq, state, events: [{ seq, state, faults, notes }] });
  }
  return out;
}
