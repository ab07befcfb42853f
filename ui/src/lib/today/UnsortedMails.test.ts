import { mockIPC } from '@tauri-apps/api/mocks';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DealRow, UnsortedMail } from '$lib/bindings';
import { assigning } from '$lib/frame/screens';
import { tid } from '$lib/testids';
import { today } from '../../gallery/deals';
import UnsortedMails from './UnsortedMails.svelte';

const known = today.quiet[0] as DealRow;
const far: DealRow = { ...known, id: 'd-far', title: 'Maintenance of the far site' };
const row: UnsortedMail = {
  mail: '12',
  author: 'Sam Sales',
  from: 'sam@contoso.example',
  subject: 'Our price list',
  at: '2026-11-02T10:00:00Z',
  looks_like: null,
  suggestion: null,
};
const assigned = vi.fn<(args: unknown) => void>();

beforeEach(() => {
  assigned.mockReset();
  mockIPC((command, args) => {
    if (command === 'deals') return { rows: [far], total: 1 };
    if (command === 'assign_mail') return assigned(args);
    return null;
  });
});

// What is fetched later is read for the first time here, which takes a busy machine long.
beforeAll(() => assigning.fetch(), 120_000);

describe('a mail that no deal was found for', () => {
  it('goes to any of thousands of deals, which are searched', async () => {
    render(UnsortedMails, { rows: [row], deals: [known], many: 2000 });
    await userEvent.click(screen.getByTestId(tid.unsortedMailAssign('12')));
    expect(screen.queryByTestId(tid.assignDeal('d-far'))).toBeNull();
    await userEvent.type(screen.getByTestId(tid.assignWords), 'far site');
    await userEvent.click(await screen.findByTestId(tid.assignDeal('d-far')));
    expect(assigned).toHaveBeenCalledExactlyOnceWith({ mail: '12', deal: 'd-far' });
    await waitFor(() => expect(screen.queryByTestId(tid.assignWords)).toBeNull());
  });

  it('gives the focus back to its button when Escape closes the choice', async () => {
    render(UnsortedMails, { rows: [row], deals: [known], many: 2000 });
    const opener = screen.getByTestId(tid.unsortedMailAssign('12'));
    await userEvent.click(opener);
    expect(await screen.findByTestId(tid.assignWords)).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByTestId(tid.assignWords)).toBeNull());
    await waitFor(() => expect(opener).toHaveFocus());
    expect(assigned).not.toHaveBeenCalled();
  });
});
