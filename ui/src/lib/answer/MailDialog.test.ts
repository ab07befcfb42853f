import { mockIPC } from '@tauri-apps/api/mocks';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MailAnswer } from '$lib/bindings';
import { mailing } from '$lib/state/mail-answer.svelte';
import { tid } from '$lib/testids';
import { review } from '../../gallery/offers';
import MailDialog from './MailDialog.svelte';

const sent = vi.fn<(ticket: unknown) => void>();

const form: MailAnswer = {
  mail: '7',
  deal: 'd-contoso',
  from: 'dana@fabrikam.example',
  to: ['sales@contoso.example'],
  subject: 'Re: Renewal',
  body: 'We are looking at it.',
  quote: null,
};

async function reviewed(): Promise<void> {
  sent.mockReset();
  mockIPC((command, args) => {
    if (command === 'mail_answer') return form;
    if (command === 'review_mail') return review;
    if (command === 'send_mail') {
      sent((args as Record<string, unknown>)['ticket']);
      return { kind: 'sent' };
    }
    throw new Error(command);
  });
  render(MailDialog);
  void mailing.start('7');
  await userEvent.click(await screen.findByTestId(tid.mailReview));
  await userEvent.click(await screen.findByTestId(tid.mailSend));
}

afterEach(() => mailing.close());

describe('a mail on its way out', () => {
  it('can be taken back while it has not left, by button or by Escape', async () => {
    await reviewed();
    await userEvent.click(screen.getByTestId(tid.undoBack));
    expect(screen.getByTestId(tid.mailSend)).toBeEnabled();
    await userEvent.click(screen.getByTestId(tid.mailSend));
    await userEvent.keyboard('{Escape}');
    expect(mailing.leaving).toBeUndefined();
    expect(screen.getByTestId(tid.mailSend)).toBeVisible();
    expect(sent).not.toHaveBeenCalled();
  });

  it('leaves once, by the ticket of its review, when it is told to leave now', async () => {
    await reviewed();
    await userEvent.click(screen.getByTestId(tid.undoNow));
    expect(await screen.findByTestId(tid.mailFate)).toHaveAttribute('data-kind', 'sent');
    expect(sent).toHaveBeenCalledExactlyOnceWith(review.ticket);
  });

  it('is forgotten where the dialog is closed before it left', async () => {
    await reviewed();
    mailing.close();
    expect(mailing.leaving).toBeUndefined();
    expect(sent).not.toHaveBeenCalled();
  });
});
