import { mockIPC } from '@tauri-apps/api/mocks';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { VoteView } from '$lib/bindings';
import { tid } from '$lib/testids';
import { at } from '../../gallery/people';
import { vote } from '../../gallery/scenes/quorum';
import VoteDialog from './VoteDialog.svelte';

const advisors = ['reader-1', 'reader-2'];

function shown(rest: Partial<VoteView>): void {
  const nothing = () => undefined;
  render(VoteDialog, { vote: vote({ advisors, ...rest }), onclose: nothing, onvoted: nothing });
}

describe('an agent’s advice', () => {
  it('is signed with all that the agent read, which the next may have read too', async () => {
    const advised = vi.fn();
    mockIPC((command, args) => {
      if (command === 'advise_vote') advised(args);
      return vote({ advisors });
    });
    shown({});
    await userEvent.click(screen.getByTestId(tid.voteAdvise));
    expect(screen.getByTestId(tid.voteAdviceSign)).toBeDisabled();
    for (const agent of advisors) {
      await userEvent.selectOptions(screen.getByTestId(tid.voteAdviceOf), agent);
      await userEvent.click(screen.getByTestId(tid.voteAdviceChoice('reject')));
      await userEvent.type(screen.getByTestId(tid.voteAdviceReason), 'Too dear.');
      if (agent === 'reader-1') {
        expect(screen.getByTestId(tid.voteAdviceSign), 'nothing read').toBeDisabled();
        await userEvent.type(screen.getByTestId(tid.voteAdviceRead), 'The summary.');
      }
      await userEvent.click(screen.getByTestId(tid.voteAdviceSign));
      expect(advised).toHaveBeenLastCalledWith({
        deal: 'd-contoso',
        proposal: 'v-1',
        agent,
        choice: 'reject',
        reason: 'Too dear.',
        read: 'The summary.',
      });
    }
  });

  it('is asked for where the rule names agents and the vote is open, and nowhere else', () => {
    shown({ advisors: [] });
    expect(screen.queryByTestId(tid.voteAdvise)).toBeNull();
    shown({ outcome: { kind: 'passed', at: at(-3) } });
    expect(screen.queryByTestId(tid.voteAdvise)).toBeNull();
  });
});
