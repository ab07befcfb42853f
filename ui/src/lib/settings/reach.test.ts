// A host that vendors cannot reach is said to be so, wherever the channel or the host is shown.
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import App from '../../App.svelte';
import { serve, usual } from '../../gallery/mock';
import type { HostView } from '$lib/bindings';
import { app } from '$lib/state/desk.svelte';
import { route } from '$lib/state/route.svelte';
import { tid } from '$lib/testids';
import { w } from '$lib/words';
import { fetchRest } from '$lib/frame/screens';

// What is fetched later is read for the first time here, which takes a busy machine long.
beforeAll(fetchRest, 120_000);

async function settings(host: Partial<HostView>): Promise<void> {
  serve({ ...usual, app: { ...usual.app, host: { ...usual.app.host, ...host } } });
  route.go('settings');
  render(App);
  await screen.findByTestId(tid.screen('settings'));
  await screen.findByTestId(tid.channelHandle);
}

afterEach(() => {
  cleanup();
  app.forget();
});

describe('a host on loopback', () => {
  it('is said to be out of vendors’ reach beside the handle that they would be given', async () => {
    await settings({ loopback: true, public_url: 'http://127.0.0.1:8443' });
    expect(screen.getByTestId(tid.hostLoopback)).toHaveTextContent(w.reach.hidden);
  });

  it('is not said to be so where the address leads to it from outside', async () => {
    await settings({ loopback: false, public_url: 'https://desk.northwind.example' });
    expect(screen.queryByTestId(tid.hostLoopback)).toBeNull();
    expect(screen.queryByText(w.reach.hidden)).toBeNull();
  });
});
