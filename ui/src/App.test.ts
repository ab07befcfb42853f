import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import App from './App.svelte';
import { deal as dealFixture } from './gallery/deals';
import { serve, usual, type Scene } from './gallery/mock';
import { app as appFixture, guide } from './gallery/people';
import { commands, events, type AppView } from '$lib/bindings';
import { fetchRest } from '$lib/frame/screens';
import { answering } from '$lib/state/answer.svelte';
import { app, deal, today, vendors } from '$lib/state/desk.svelte';
import { route } from '$lib/state/route.svelte';
import { tid } from '$lib/testids';

const calls = vi.fn<(command: string, args: unknown) => void>();

function open(change: Partial<Scene> = {}): Scene {
  const scene = { ...usual, ...change };
  serve(scene, {}, calls);
  route.go('today');
  render(App);
  return scene;
}

// What is fetched later is read for the first time here, which takes a busy machine long.
beforeAll(fetchRest, 120_000);

afterEach(() => {
  answering.close();
  for (const topic of [app, deal, today, vendors]) topic.forget();
  deal.id = '';
  calls.mockClear();
});

describe('the window', () => {
  it('shows standing trouble with its remedy on every screen', async () => {
    open({
      app: {
        ...appFixture,
        problems: [{ code: 'clock_wrong', facts: { minutes: '7', direction: 'behind' } }],
      },
    });
    expect(await screen.findByTestId(tid.problem('clock_wrong'))).toHaveTextContent(
      '7 minutes behind',
    );
    await userEvent.click(screen.getByTestId(tid.nav('settings')));
    expect(screen.getByTestId(tid.problem('clock_wrong'))).toBeVisible();
  });

  it('asks again when told that something changed, and only then', async () => {
    const scene = open();
    await screen.findByTestId(tid.dealRow('d-contoso'));
    const asked = () => calls.mock.calls.filter(([command]) => command === 'today').length;
    // Once for the first screen, once when it stands.
    await waitFor(() => expect(asked()).toBe(2));
    const before = asked();
    scene.today = {
      needs: [],
      needs_you: [],
      quiet: [],
      unsorted: [],
      unsorted_mails: [],
      deals: 0,
      checking: 0,
    };
    await events.changed.emit({ topic: 'today', id: null });
    await waitFor(() => expect(screen.queryByTestId(tid.dealRow('d-contoso'))).toBeNull());
    expect(asked()).toBe(before + 1);
  });

  it('asks anew what may have changed before it heard of changes', async () => {
    const scene = open();
    await screen.findByTestId(tid.dealRow('d-contoso'));
    // No event told of it.
    scene.app = { ...appFixture, needs_you: 7 };
    await waitFor(() => expect(app.value?.needs_you).toBe(7));
  });

  it('goes on from a start that was under way when it was asked', async () => {
    const before: AppView = { ...appFixture, stage: 'asking_keychain', person: null };
    vi.spyOn(commands, 'appView').mockResolvedValueOnce({ status: 'ok', data: before });
    open();
    expect(await screen.findByTestId(tid.dealRow('d-contoso'))).toBeVisible();
  });

  it('answers the held offer by one key, but not while somebody types', async () => {
    open();
    await userEvent.click(await screen.findByTestId(tid.dealRow('d-contoso')));
    await screen.findByTestId(tid.hold);
    await userEvent.click(screen.getByTestId(tid.mandateEdit));
    await userEvent.type(screen.getByTestId(tid.mandateField('currency')), 'c');
    expect(answering.open).toBe(false);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByTestId(tid.mandateDialog)).toBeNull());
    await userEvent.keyboard('c');
    expect(await screen.findByTestId(tid.answerDialog)).toBeVisible();
    expect(answering.kind).toBe('counter');
  });

  it('offers no answer to whom the deal does not belong', async () => {
    open({ deal: { ...dealFixture, owned_by_me: false, owner: 'Ines Marchetti' } });
    await userEvent.click(await screen.findByTestId(tid.dealRow('d-contoso')));
    expect(await screen.findByTestId(tid.hold)).toHaveTextContent('Held for Ines Marchetti');
    expect(screen.queryByTestId(tid.holdCounter)).toBeNull();
    await userEvent.keyboard('c');
    expect(answering.open).toBe(false);
  });

  it('binds the fingerprint on the screen to the verification', async () => {
    open();
    await userEvent.click(await screen.findByTestId(tid.nav('vendors')));
    const waiting = usual.vendors[0];
    const row = await screen.findByTestId(tid.vendorRow(waiting?.agent_id ?? ''));
    await userEvent.click(within(row).getByTestId(tid.vendorVerify));
    expect(calls).not.toHaveBeenCalledWith('verify_vendor', expect.anything());
    await userEvent.click(await screen.findByTestId(tid.vendorVerifyConfirm));
    expect(calls).toHaveBeenCalledWith('verify_vendor', {
      agentId: waiting?.agent_id,
      fingerprint: waiting?.fingerprint,
    });
  });

  it('switches the channel and shows the handle only while it is on', async () => {
    const off = { enabled: false, handle: null, envelope: appFixture.org?.channel.envelope };
    open({
      app: { ...appFixture, org: { ...appFixture.org, channel: off } as typeof appFixture.org },
    });
    await userEvent.click(await screen.findByTestId(tid.nav('settings')));
    expect(screen.getByTestId(tid.channelSwitch)).toHaveAttribute('aria-checked', 'false');
    expect(screen.queryByTestId(tid.channelHandle)).toBeNull();
    await userEvent.click(screen.getByTestId(tid.channelSwitch));
    expect(calls).toHaveBeenCalledWith('set_channel', { enabled: true });
  });

  it('opens what a person decides in the demo, and decides nothing itself', async () => {
    open({ app: { ...appFixture, guide } });
    expect(await screen.findByTestId(tid.guideStep('sort'))).toHaveAttribute('data-state', 'done');
    expect(screen.getByTestId(tid.guideStep('counter'))).toHaveAttribute('aria-current', 'step');
    await screen.findByTestId(tid.dealRow('d-contoso'));
    await userEvent.click(screen.getByTestId(tid.guideAct));
    expect(await screen.findByTestId(tid.formReview)).toBeVisible();
    const heard = calls.mock.calls.map(([command]) => command);
    expect(heard).not.toContain('guide_act');
    expect(heard).not.toContain('approve');
  });

  it('takes every other step of the demo by one button', async () => {
    const steps = guide.steps.map((step, at) => ({
      ...step,
      state: at < 6 ? ('done' as const) : at === 6 ? ('now' as const) : ('ahead' as const),
    }));
    open({ app: { ...appFixture, guide: { steps, current: 6 } } });
    await userEvent.click(await screen.findByTestId(tid.guideAct));
    expect(calls).toHaveBeenCalledWith('guide_act', { step: 'save' });
  });

  it('judges a log by its path and says where it fails', async () => {
    open();
    await userEvent.click(await screen.findByTestId(tid.nav('verify')));
    await userEvent.type(screen.getByTestId(tid.verifyPath), 'logs/copy.anp.json');
    await userEvent.click(screen.getByTestId(tid.verifyGo));
    expect(await screen.findByTestId(tid.verdictOutcome)).toHaveTextContent('Chain disputed');
    expect(screen.getAllByTestId(tid.verdictFault(0))[0]).toHaveAttribute('data-seq', '6');
    expect(calls).toHaveBeenCalledWith('verify_file', {
      path: 'logs/copy.anp.json',
      work: expect.any(String),
    });
  });

  it('saves the log and shows where, with the verdict on what was written', async () => {
    open();
    await userEvent.click(await screen.findByTestId(tid.dealRow('d-contoso')));
    await userEvent.click(await screen.findByTestId(tid.saveLog));
    expect(await screen.findByTestId(tid.savedPath)).toHaveTextContent('.anp.json');
    expect(screen.getByTestId(tid.savedVerdict)).toHaveAttribute('data-outcome', 'green');
  });
});
