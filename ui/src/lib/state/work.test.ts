import { mockIPC } from '@tauri-apps/api/mocks';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import Benchmarks from '$lib/benchmark/Benchmarks.svelte';
import DealEvidence from '$lib/deal/DealEvidence.svelte';
import Evidence from '$lib/deal/Evidence.svelte';
import SaveLog from '$lib/deal/SaveLog.svelte';
import { deal } from '../../gallery/deals';
import { onChanged } from '$lib/state/desk.svelte';
import type { Answer } from './answer-of';
import { tid } from '$lib/testids';
import Verify from '$lib/verify/Verify.svelte';
import { Work } from './work.svelte';

/** A desk that works until it is stopped, and says how far it is. */
function desk(working: string) {
  const asked: string[] = [];
  let name = '';
  let end: (problem: unknown) => void = () => undefined;
  mockIPC((command, args) => {
    asked.push(command);
    const { work } = args as { work: string };
    if (command === working) {
      name = work;
      return new Promise((_, refuse) => (end = refuse));
    }
    if (command === 'work_view') return { step: 'checking', percent: 40 };
    if (command === 'stop_work' && work === name) {
      end({ code: 'stopped', facts: {} });
      return null;
    }
    if (command === 'choose_log' || command === 'choose_table') return '/w/theirs.json';
    if (command === 'benchmark_imports') return [];
    throw new Error(command);
  });
  return { asked, further: () => onChanged({ topic: 'work', id: name }) };
}

const places: [string, string, () => void, string][] = [
  [
    'the evidence of a session',
    'export_evidence',
    () => render(Evidence, { session: 's-1', counterparty: 'Contoso', mayWrite: true }),
    tid.evidenceExport,
  ],
  [
    'the evidence of a deal',
    'export_deal_evidence',
    () => render(DealEvidence, { view: deal }),
    'deal-evidence-save',
  ],
  [
    'a record beside another',
    'diff_file',
    () => render(Evidence, { session: 's-1', counterparty: 'Contoso', mayWrite: true }),
    tid.evidenceCompare,
  ],
  ['a saved log', 'save_log', () => render(SaveLog, { session: 's-1' }), tid.saveLog],
  ['a log to verify', 'verify_file', () => render(Verify), tid.verifyChoose],
  ['a table', 'preview_table', () => render(Benchmarks), tid.benchmarksChoose],
];

describe('work that takes longer than a moment', () => {
  it.each(places)('%s says how far it is, and stops', async (_, command, show, begin) => {
    const { asked, further } = desk(command);
    show();
    await userEvent.click(screen.getByTestId(begin));
    await screen.findByTestId(tid.work);
    further();
    await expect.poll(() => screen.getByRole('progressbar').getAttribute('value')).toBe('40');
    await userEvent.click(screen.getByTestId(tid.workStop));
    expect(await screen.findByTestId(tid.problem('stopped'))).toBeVisible();
    expect(screen.queryByTestId(tid.work)).toBeNull();
    expect(asked.filter((one) => one === 'stop_work')).toHaveLength(1);
  });

  it('stops what another takes the place of, and gives no word of it', async () => {
    const { asked } = desk('nothing');
    const work = new Work();
    let first: (answer: Answer<number>) => void = () => undefined;
    const slow = work.run(() => new Promise<Answer<number>>((done) => (first = done)));
    const quick = await work.run(() => Promise.resolve({ status: 'ok' as const, data: 2 }));
    first({ status: 'ok', data: 1 });
    expect(await slow).toBeUndefined();
    expect(quick).toEqual({ status: 'ok', data: 2 });
    expect(asked).toEqual(['stop_work']);
  });
});
