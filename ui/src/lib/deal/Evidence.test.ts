import { mockIPC } from '@tauri-apps/api/mocks';
import { fireEvent, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { RecordDiff } from '$lib/bindings';
import { answering } from '$lib/state/answer.svelte';
import { tid } from '$lib/testids';
import Evidence from './Evidence.svelte';

const verdict = { outcome: 'green', events: 8, verified_prefix: 8, faults: [], notes: [] };

function desk(difference?: RecordDiff) {
  const asked: Record<string, unknown>[] = [];
  mockIPC((command, args) => {
    asked.push({ command, ...(args as Record<string, unknown>) });
    if (command === 'export_evidence') {
      return { path: '/w/exports/s-1.evidence.zip', bytes: 45_639, verdict, problem: null };
    }
    if (command === 'checkpoint_message') {
      return { kind: 'message', subject: 'Checkpoint', body: 'COUNTERSIGN/1 checkpoint s-1' };
    }
    if (command === 'choose_log') return '/w/theirs.json';
    if (command === 'diff_file' || command === 'diff_bytes') return difference;
    throw new Error(command);
  });
  render(Evidence, { session: 's-1', counterparty: 'Contoso', mayWrite: true });
  return asked;
}

const altered: RecordDiff = {
  file: 'theirs.json',
  same: false,
  common: 3,
  difference: {
    kind: 'event',
    seq: 4,
    members: [{ path: 'payload.line_items[0].unit_price', ours: '1045.6', theirs: '1054.6' }],
  },
};

afterEach(() => answering.close());

describe('evidence', () => {
  it('is exported by one click and says what its own check gave', async () => {
    const asked = desk();
    await userEvent.click(screen.getByTestId(tid.evidenceExport));
    expect(await screen.findByTestId(tid.evidencePath)).toHaveTextContent('s-1.evidence.zip');
    expect(screen.getByTestId(tid.evidenceVerdict)).toBeVisible();
    expect(asked).toEqual([
      { command: 'export_evidence', session: 's-1', path: null, work: expect.any(String) },
    ]);
  });

  it('shows the first difference to a file of the other side', async () => {
    desk(altered);
    await userEvent.click(screen.getByTestId(tid.evidenceCompare));
    const found = await screen.findByTestId(tid.difference);
    expect(found).toHaveAttribute('data-same', 'false');
    expect(found).toHaveTextContent('Event 4 is the first that differs.');
    expect(found).toHaveTextContent('payload.line_items[0].unit_price');
    expect(found).toHaveTextContent(/ours\s*1045\.6/);
    expect(found).toHaveTextContent(/theirs\s*1054\.6/);
  });

  it('takes a dropped file as its bytes', async () => {
    const asked = desk({ file: 'theirs.zip', same: true, common: 8, difference: null });
    const file = new File([new Uint8Array([0x50, 0x4b, 0xff])], 'theirs.zip');
    await fireEvent.drop(screen.getByTestId(tid.evidence), { dataTransfer: { files: [file] } });
    expect(await screen.findByTestId(tid.difference)).toHaveAttribute('data-same', 'true');
    expect(asked).toEqual([
      {
        command: 'diff_bytes',
        session: 's-1',
        name: 'theirs.zip',
        bytes: [0x50, 0x4b, 0xff],
        work: expect.any(String),
      },
    ]);
  });

  it('hands over a checkpoint as a message that a person still has to send', async () => {
    desk();
    await userEvent.click(screen.getByTestId(tid.evidenceCheckpoint));
    await expect.poll(() => answering.open).toBe(true);
    expect(answering.step).toBe('write');
    expect(answering.answer()).toEqual({
      kind: 'message',
      subject: 'Checkpoint',
      body: 'COUNTERSIGN/1 checkpoint s-1',
    });
  });
});
