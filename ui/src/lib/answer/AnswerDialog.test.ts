import { mockIPC } from '@tauri-apps/api/mocks';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Approved, Problem, Review } from '$lib/bindings';
import { answering } from '$lib/state/answer.svelte';
import { tid } from '$lib/testids';
import { counterForm, review as reviewed } from '../../gallery/offers';
import AnswerDialog from './AnswerDialog.svelte';

/** Whether each review was asked for while somebody typed. */
const typed: unknown[] = [];
const approve = vi.fn<(ticket: unknown) => Approved>();

function desk(review: Review | Problem, approved: Approved = { kind: 'sent', seq: 8 }) {
  approve.mockReset().mockReturnValue(approved);
  const asked: unknown[] = [];
  typed.length = 0;
  mockIPC((command, args) => {
    const given = args as Record<string, unknown>;
    if (command === 'counter_form') return counterForm;
    if (command === 'review') {
      asked.push(given['answer']);
      typed.push(given['typing']);
      return 'code' in review ? Promise.reject(review) : review;
    }
    if (command === 'rule') return { rule: given['rule'], text: 'total <= limit', version: 'v-7' };
    if (command === 'approve') return approve(given['ticket']);
    if (command === 'take_back') {
      asked.push(given);
      // Refused the first time, as where the desk was sending it just then.
      const late: Problem = { code: 'gone', facts: { what: 'untried_answer' } };
      return asked.length > 2 ? null : Promise.reject(late);
    }
    throw new Error(command);
  });
  render(AnswerDialog);
  return asked;
}

afterEach(() => answering.close());

const blocked: Review = {
  ...reviewed,
  guard: [
    { rule: 'walk_away', line: null, blocks: true, found: 'USD 612,000', limit: 'USD 600,000' },
  ],
  obstacle: { code: 'outside_mandate', facts: { rule: 'walk_away' } },
};

describe('the way out', () => {
  it('shows exactly what leaves, in whose name, and sends the ticket of that review', async () => {
    desk(reviewed);
    void answering.start('counter', 's-1', 'Contoso Seller Agent');
    await userEvent.click(await screen.findByTestId(tid.formReview));
    expect(await screen.findByTestId(tid.reviewPayload)).toHaveTextContent(
      reviewed.events[0]?.payload ?? '',
    );
    expect(screen.getByTestId(tid.reviewHash)).toHaveTextContent(
      reviewed.events[0]?.payload_hash ?? '',
    );
    expect(screen.getByTestId(tid.reviewSigner)).toHaveTextContent('Dana Ruiz');
    await userEvent.click(screen.getByTestId(tid.reviewApprove));
    await userEvent.click(screen.getByTestId(tid.undoNow));
    expect(approve).toHaveBeenCalledExactlyOnceWith('ticket-1');
    expect(await screen.findByTestId(tid.approvedResult)).toHaveTextContent('event 8');
  });

  it('signs nothing when the word to send is taken back, by button or by Escape', async () => {
    desk(reviewed);
    void answering.start('accept', 's-1', 'Contoso Seller Agent');
    await userEvent.click(await screen.findByTestId(tid.reviewApprove));
    await userEvent.click(screen.getByTestId(tid.undoBack));
    expect(screen.getByTestId(tid.reviewApprove)).toBeEnabled();
    await userEvent.click(screen.getByTestId(tid.reviewApprove));
    await userEvent.keyboard('{Escape}');
    expect(answering.leaving).toBeUndefined();
    expect(screen.getByTestId(tid.reviewPayload)).toBeVisible();
    expect(approve).not.toHaveBeenCalled();
  });

  it('cannot be approved while there is an obstacle, by button or by key', async () => {
    desk(blocked);
    void answering.start('accept', 's-1', 'Contoso Seller Agent');
    expect(await screen.findByTestId(tid.reviewObstacle)).toHaveTextContent('outside the mandate');
    const button = screen.getByTestId(tid.reviewApprove);
    expect(button).toBeDisabled();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await answering.approve();
    expect(approve).not.toHaveBeenCalled();
    expect(screen.getByTestId(tid.reviewGuard('walk_away'))).toHaveAttribute('data-blocks', 'true');
  });

  it('opens a finding of the guardrail to its rule and the version', async () => {
    desk(blocked);
    void answering.start('accept', 's-1', 'Contoso Seller Agent');
    const rule = await screen.findByTestId(tid.reviewRule('guard/walk_away'));
    expect(screen.queryByText('total <= limit')).toBeNull();
    await userEvent.click(rule);
    expect(await screen.findByText('total <= limit')).toBeVisible();
    expect(screen.getByText('guard/walk_away')).toBeVisible();
    expect(screen.getByText('v-7')).toBeVisible();
  });

  it('says whether something is typed still or is to leave, since the latter is told', async () => {
    desk(reviewed);
    void answering.start('counter', 's-1', 'Contoso Seller Agent');
    const price = await screen.findByTestId(tid.formLine(0, 'unit_price'));
    await userEvent.type(price, '9');
    await waitFor(() => expect(typed.length).toBeGreaterThan(1));
    expect(typed).not.toContain(false);
    await userEvent.click(screen.getByTestId(tid.formReview));
    await screen.findByTestId(tid.reviewPayload);
    expect(typed.at(-1)).toBe(false);
  });

  it('cannot be approved where the desk would not review it at all', async () => {
    desk({ code: 'session_closed', facts: {} });
    void answering.start('accept', 's-1', 'Contoso Seller Agent');
    expect(await screen.findByTestId(tid.reviewObstacle)).toHaveTextContent('closed');
    expect(screen.getByTestId(tid.reviewApprove)).toBeDisabled();
  });

  it('a change after the review makes the old ticket worthless', async () => {
    const asked = desk(reviewed);
    void answering.start('counter', 's-1', 'Contoso Seller Agent');
    const price = await screen.findByTestId(tid.formLine(0, 'unit_price'));
    await userEvent.clear(price);
    await userEvent.type(price, '999');
    expect(answering.mayApprove).toBe(false);
    await userEvent.click(screen.getByTestId(tid.formReview));
    await screen.findByTestId(tid.reviewPayload);
    expect(asked.at(-1)).toMatchObject({
      kind: 'counter',
      form: { lines: [{ unit_price: '999' }, {}] },
    });
  });

  it('says what the desk finds wrong at the field', async () => {
    desk({ code: 'form_invalid', facts: { path: 'line_items[0].unit_price', problem: 'decimal' } });
    void answering.start('counter', 's-1', 'Contoso Seller Agent');
    const price = await screen.findByTestId(tid.formLine(0, 'unit_price'));
    await waitFor(() => expect(price).toHaveAccessibleDescription(/^Must be a number/));
    await userEvent.click(screen.getByTestId(tid.formReview));
    expect(screen.queryByTestId(tid.reviewApprove)).toBeNull();
  });

  it('explains a stale approval and looks again', async () => {
    const stale: Approved = {
      kind: 'stale',
      problem: { code: 'approval_stale', facts: { seq: '8', kind: 'offer' } },
    };
    const asked = desk(reviewed, stale);
    void answering.start('accept', 's-1', 'Contoso Seller Agent');
    await userEvent.click(await screen.findByTestId(tid.reviewApprove));
    await userEvent.click(screen.getByTestId(tid.undoNow));
    expect(await screen.findByTestId(tid.approvedResult)).toHaveTextContent('Event 8');
    const before = asked.length;
    await userEvent.click(screen.getByTestId(tid.resultAgain));
    expect(await screen.findByTestId(tid.reviewApprove)).toBeEnabled();
    expect(asked.length).toBe(before + 1);
  });

  it('lets an answer be taken back that has not left, and says where it cannot', async () => {
    const asked = desk(reviewed, { kind: 'waiting', decision: 'd-1' });
    void answering.start('accept', 's-1', 'Contoso Seller Agent');
    await userEvent.click(await screen.findByTestId(tid.reviewApprove));
    await userEvent.click(screen.getByTestId(tid.undoNow));
    expect(await screen.findByTestId(tid.approvedResult)).toHaveTextContent(
      'no byte of it has left',
    );
    await userEvent.click(screen.getByTestId(tid.takeBack));
    expect(await screen.findByTestId(tid.problem('gone'))).toHaveTextContent(
      'may have reached the host already',
    );
    await userEvent.click(screen.getByTestId(tid.takeBack));
    await waitFor(() => expect(screen.queryByTestId(tid.takeBack)).toBeNull());
    expect(screen.getByTestId(tid.approvedResult)).toHaveTextContent('Taken back');
    expect(asked.slice(-2)).toEqual([{ decision: 'd-1' }, { decision: 'd-1' }]);
  });

  it('says that it does not know when the host did not answer', async () => {
    desk(reviewed, { kind: 'unknown' });
    void answering.start('message', 's-1', 'Contoso Seller Agent');
    await userEvent.type(await screen.findByTestId(tid.messageBody), 'Hello');
    await userEvent.click(screen.getByTestId(tid.formReview));
    await userEvent.click(await screen.findByTestId(tid.reviewApprove));
    await userEvent.click(screen.getByTestId(tid.undoNow));
    expect(await screen.findByTestId(tid.approvedResult)).toHaveTextContent('never sends twice');
  });
});
