import { mockIPC } from '@tauri-apps/api/mocks';
import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AdcpForm, AdcpReview, AdcpRevision, AdcpState, AdcpView } from '$lib/bindings';
import { announcer } from '$lib/state/announce.svelte';
import { tid } from '$lib/testids';
import {
  begun,
  compared,
  DEAL,
  drafts,
  first,
  held,
  none,
  requestReview,
  seller,
} from '../../gallery/media';
import { bought, doubt, lied, partly } from '../../gallery/media-trouble';
import { NOW } from '../../gallery/people';
import { asking } from './asking.svelte';
import { families } from './judged';
import Media from './Media.svelte';
import { media } from './media.svelte';
import RequestDialog from './RequestDialog.svelte';
import SellerDialog from './SellerDialog.svelte';

// Whole screens are drawn; only a machine that is busy needs so long.
vi.setConfig({ testTimeout: 60_000 });

const heard = vi.fn<(command: string, args: unknown) => void>();

interface Desk {
  review?: AdcpReview;
  undeclared?: string[];
  ask?: string;
  send?: () => unknown;
  seller?: () => unknown;
}

/** The place and its dialog, over a desk that answers so. */
async function open(view: AdcpView, desk: Desk = {}): Promise<void> {
  mockIPC((command, args) => {
    heard(command, args);
    const given = args as { form?: AdcpRevision };
    switch (command) {
      case 'adcp_view':
        return view;
      case 'adcp_review':
        return desk.review ?? requestReview;
      case 'adcp_words':
        return {
          // What was said in words is no requirement any more.
          undeclared: given.form?.start_no_later_than ? (desk.undeclared ?? []) : [],
          instead: { ...given.form, start_no_later_than: '', ask: desk.ask ?? given.form?.ask },
        };
      case 'adcp_send':
        return desk.send?.() ?? 'answered';
      case 'adcp_repeat':
        return 'answered' satisfies AdcpState;
      case 'adcp_set_seller':
        return desk.seller?.() ?? begun;
      default:
        throw new Error(command);
    }
  });
  await media.open(DEAL);
  render(Media);
  render(RequestDialog);
}

const said = (command: string) =>
  heard.mock.calls.filter(([name]) => name === command).map(([, args]) => args);
const lastForm = () => (said('adcp_review').at(-1) as { form: AdcpForm }).form;
const act = (name: string, number: number) => screen.queryByTestId(tid.adcpAct(name, number));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.setSystemTime(NOW);
});

afterEach(() => {
  asking.close();
  cleanup();
  media.forget();
  media.id = '';
  announcer.words = '';
  heard.mockClear();
  vi.useRealTimers();
});

describe('an answer', () => {
  it('stands beside each requirement as it was recomputed, in words and not by colour alone', async () => {
    await open(compared);
    const cells = screen.getAllByTestId(tid.adcpCell);
    expect(cells[0]).toHaveTextContent(/^met USD 50,000\.00 The seller says: met$/);
    expect(cells.at(-1)).toHaveTextContent('you judge');
    expect(document.querySelectorAll('th[scope="col"]')).toHaveLength(3);
    expect(screen.getAllByTestId(tid.adcpDigest)[0]).toHaveTextContent('recomputed, the same');
  });

  it('that says what its terms do not is marked, and nothing can be done with it', async () => {
    await open(lied);
    const verdict = screen.getByTestId(tid.adcpVerdict);
    expect(verdict).toHaveAttribute('role', 'alert');
    expect(verdict).toHaveTextContent('does not hold');
    const [budget, price] = screen.getAllByTestId(tid.adcpCell);
    expect(budget).toHaveAttribute('data-contradicts', 'true');
    expect(budget).toHaveTextContent('not met');
    expect(budget).toHaveTextContent('Its own terms say otherwise');
    expect(price).toHaveAttribute('data-contradicts', 'false');
    expect(screen.getByTestId(tid.adcpFaults)).toHaveTextContent(
      'The digest is not that of the terms',
    );
    for (const name of ['accept', 'finalize', 'revise', 'decline', 'amend', 'cancel'])
      expect(act(name, 2), name).toBeNull();
  });

  it('offers what the desk allows and no more, and to the owner alone', async () => {
    await open(compared);
    expect(act('finalize', 2)).toBeVisible();
    expect(act('accept', 2)).toBeNull();
    cleanup();
    media.forget();
    await open({ ...held(14), owned_by_me: false });
    expect(screen.getByTestId(tid.adcpHeld(5))).toBeVisible();
    expect(screen.queryByTestId(tid.adcpHeldAccept(5))).toBeNull();
    expect(act('accept', 5)).toBeNull();
    expect(screen.queryByTestId(tid.adcpRequest)).toBeNull();
  });
});

describe('a revision', () => {
  it('offers typed what the seller declares, and says the rest in words by a choice alone', async () => {
    const ask = 'The flight starts no later than 2027-10-05T00:00:00Z.';
    await open(compared, { undeclared: ['flight'], ask });
    await userEvent.click(act('revise', 2) as HTMLElement);
    expect(screen.getByTestId(tid.adcpDimension('total_budget', 0))).toBeVisible();
    expect(screen.queryByTestId(tid.adcpDimension('flight', 0))).toBeNull();
    await userEvent.click(screen.getByTestId(tid.adcpUndeclared(0)));
    await userEvent.type(screen.getByTestId(tid.adcpField('start-0')), '2027-10-05T00:00:00Z');
    await userEvent.click(screen.getByTestId(tid.formReview));
    // Nothing is reviewed before the person has chosen.
    expect(await screen.findByTestId(tid.adcpInstead)).toHaveTextContent(ask);
    expect(said('adcp_review')).toEqual([]);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(said('adcp_review')).toEqual([]);
    expect(screen.queryByTestId(tid.reviewApprove)).toBeNull();
  });

  it('goes in words once that was chosen', async () => {
    await open(compared, { undeclared: ['flight'], ask: 'In words.' });
    await userEvent.click(act('revise', 2) as HTMLElement);
    await userEvent.click(screen.getByTestId(tid.adcpUndeclared(0)));
    await userEvent.type(screen.getByTestId(tid.adcpField('start-0')), '2027-10-05T00:00:00Z');
    await userEvent.click(screen.getByTestId(tid.formReview));
    await userEvent.click(await screen.findByTestId(tid.adcpSayInWords));
    await screen.findByTestId(tid.reviewPayload);
    expect(lastForm()).toMatchObject({
      revisions: [{ ask: 'In words.', start_no_later_than: '' }],
    });
  });

  it('takes everything typed of a seller that declares nothing', async () => {
    await open({ ...compared, seller: { ...seller, dimensions: null } });
    await userEvent.click(act('revise', 2) as HTMLElement);
    expect(screen.getByTestId(tid.adcpDimension('flight', 0))).toBeVisible();
    expect(screen.queryByTestId(tid.adcpUndeclared(0))).toBeNull();
  });

  it('carries what was typed, with products in or out', async () => {
    await open(compared);
    await userEvent.click(act('revise', 2) as HTMLElement);
    await userEvent.type(screen.getByTestId(tid.adcpField('budget-max-0')), '50000');
    await userEvent.selectOptions(screen.getByTestId(tid.adcpField('product-0-1')), 'omit');
    await userEvent.click(screen.getByTestId(tid.formReview));
    await screen.findByTestId(tid.reviewPayload);
    expect(lastForm()).toMatchObject({
      kind: 'revise',
      revisions: [
        {
          proposal: drafts[0]?.id,
          budget_max: '50000',
          budget_currency: 'USD',
          omit: ['display_standard_q4'],
          include: [],
        },
      ],
    });
  });

  it('of what was bought is a change or an end of it', async () => {
    await open(bought());
    await userEvent.click(screen.getAllByTestId(tid.adcpAct('cancel', 5))[0] as HTMLElement);
    expect(screen.queryByTestId(tid.adcpDimension('total_budget', 0))).toBeNull();
    await userEvent.click(screen.getByTestId(tid.formReview));
    await screen.findByTestId(tid.reviewPayload);
    expect(lastForm()).toMatchObject({ revisions: [{ change: 'cancellation' }] });
  });
});

describe('a hold', () => {
  it('counts down, warns well before its end, and speaks once for each', async () => {
    await open(held(4));
    const card = screen.getByTestId(tid.adcpHeld(5));
    expect(within(card).getByTestId(tid.adcpHold)).toHaveAttribute('data-phase', 'calm');
    expect(within(card).getByRole('status')).toHaveTextContent('');
    await vi.advanceTimersByTimeAsync(62_000);
    expect(within(card).getByTestId(tid.adcpHold)).toHaveAttribute('data-phase', 'soon');
    expect(within(card).getByRole('status')).toHaveTextContent('ends soon');
    await vi.advanceTimersByTimeAsync(180_000);
    expect(within(card).getByRole('status')).toHaveTextContent('has ended');
    expect(screen.queryByTestId(tid.adcpHeldAccept(5))).toBeNull();
  });

  it('that ends while the dialog is open leads to a revision of its draft', async () => {
    const over = () =>
      Promise.reject({ code: 'hold_over', facts: { expires_at: '2026-11-17T14:45:40Z' } });
    await open(held(14), { send: over });
    await userEvent.click(screen.getByTestId(tid.adcpHeldAccept(5)));
    await userEvent.click(await screen.findByTestId(tid.reviewApprove));
    await userEvent.click(screen.getByTestId(tid.undoNow));
    expect(await screen.findByTestId(tid.reviewObstacle)).toHaveTextContent('has ended');
    expect(screen.queryByTestId(tid.reviewApprove)).toBeNull();
    await userEvent.click(screen.getByTestId(tid.adcpFreshTerms));
    expect(asking.form).toMatchObject({
      kind: 'revise',
      revisions: [{ proposal: drafts[0]?.id, change: null }],
    });
    expect(screen.getByTestId(tid.adcpDimension('total_budget', 0))).toBeVisible();
  });

  it('that runs out by the page’s own clock can no longer be sent from the dialog', async () => {
    await open(held(2));
    await userEvent.click(screen.getByTestId(tid.adcpHeldAccept(5)));
    expect(await screen.findByTestId(tid.reviewApprove)).toBeEnabled();
    await vi.advanceTimersByTimeAsync(121_000);
    expect(screen.queryByTestId(tid.reviewApprove)).toBeNull();
    expect(screen.getByTestId(tid.adcpFreshTerms)).toBeVisible();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(said('adcp_send')).toEqual([]);
  });

  it('accepts exactly the digest that was shown, and only after the moment to take it back', async () => {
    await open(held(14));
    await userEvent.click(screen.getByTestId(tid.adcpHeldAccept(5)));
    await userEvent.click(await screen.findByTestId(tid.reviewApprove));
    expect(said('adcp_send')).toEqual([]);
    await userEvent.click(screen.getByTestId(tid.undoBack));
    expect(asking.leaving).toBeUndefined();
    await userEvent.click(screen.getByTestId(tid.reviewApprove));
    await userEvent.click(screen.getByTestId(tid.undoNow));
    expect(said('adcp_send')).toEqual([{ ticket: 'ticket-media', released: [] }]);
    expect(lastForm()).toMatchObject({
      kind: 'accept',
      proposal: 'hold_5c20',
      digest: first.digest,
    });
    expect(await screen.findByTestId(tid.adcpOutcome)).toHaveAttribute('data-kind', 'answered');
    expect(announcer.words).toContain('Answered, and it holds');
  });

  it('is not asked for before each departure was accepted', async () => {
    await open(partly);
    await userEvent.click(act('finalize', 2) as HTMLElement);
    expect(screen.getByTestId(tid.formReview)).toBeDisabled();
    await userEvent.click(screen.getByTestId(tid.adcpDeparture(0)));
    await userEvent.click(screen.getByTestId(tid.formReview));
    await screen.findByTestId(tid.reviewPayload);
    expect(lastForm()).toMatchObject({
      kind: 'finalize',
      departures: ['2/products/0/targeting_resolution/modifications/0'],
    });
  });
});

describe('a doubt', () => {
  it('is said, and settled by the same request again', async () => {
    await open(doubt);
    expect(screen.getByTestId(tid.adcpSettle(3))).toHaveTextContent('It may have been done');
    await userEvent.click(screen.getByTestId(tid.adcpRepeat(3)));
    expect(said('adcp_repeat')).toEqual([{ deal: DEAL, key: 'key-3' }]);
    await waitFor(() => expect(announcer.words).toContain('Answered'));
  });

  it('is not given up by one press', async () => {
    await open(doubt);
    await userEvent.click(screen.getByTestId(tid.adcpGiveUp(3)));
    expect(said('adcp_give_up')).toEqual([]);
    expect(screen.getByTestId(tid.adcpGiveUpSure)).toBeVisible();
  });
});

describe('a seller', () => {
  it('is given with a token that the page does not keep, and its faults stand at the field', async () => {
    const seller = () =>
      Promise.reject({
        code: 'form_invalid',
        facts: { path: 'url', problem: 'web_address' },
      });
    await open(none, { seller });
    render(SellerDialog, { deal: DEAL, onclose: () => undefined });
    await userEvent.click(screen.getByTestId(tid.adcpPractice));
    await userEvent.type(screen.getByTestId(tid.adcpField('token')), 'secret');
    expect(screen.getByTestId(tid.adcpField('token'))).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByTestId(tid.adcpSellerSave));
    await waitFor(() =>
      expect(screen.getByTestId(tid.adcpField('url'))).toHaveAccessibleDescription(
        'Must be a web address',
      ),
    );
    expect(said('adcp_set_seller')).toMatchObject([
      { form: { token: 'secret', account: { kind: 'id', id: 'account_pinnacle_acme' } } },
    ]);
  });
});

describe('the family of proposals', () => {
  it('stays whole however a liar names parents and ids', () => {
    const [one] = drafts;
    if (!one) throw new Error('no draft');
    const circle = [
      { ...one, id: 'a', parent: 'b' },
      { ...one, id: 'b', parent: 'a' },
      { ...one, id: 'a', parent: 'a' },
    ];
    const count = (nodes: ReturnType<typeof families>): number =>
      nodes.reduce((sum, node) => sum + 1 + count(node.children), 0);
    expect(count(families(circle))).toBe(3);
  });
});
