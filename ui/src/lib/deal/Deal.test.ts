import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { deal as dealFixture } from '../../gallery/deals';
import { begun, mediaDeal } from '../../gallery/media';
import { serve, usual } from '../../gallery/mock';
import { media } from '$lib/adcp/media.svelte';
import { place } from '$lib/adcp/place.svelte';
import { deal } from '$lib/state/desk.svelte';
import { tid } from '$lib/testids';
import Deal from './Deal.svelte';

const heard = vi.fn<(command: string, args: unknown) => void>();
const marked = () => heard.mock.calls.filter(([command]) => command === 'mark_seen');

afterEach(() => {
  cleanup();
  deal.forget();
  media.forget();
  [deal.id, media.id, place.chosen] = ['', '', undefined];
  heard.mockClear();
});

it('leaves a mail unread while the proposals stand before it, and says that it is there', async () => {
  const mails = { place: 'mails', upto: 1 };
  const view = {
    ...mediaDeal,
    timeline: dealFixture.timeline.slice(0, 1),
    unread: ['mail:1'],
    marks: [mails],
  };
  serve({ ...usual, deal: view }, { adcp_view: () => begun }, heard);
  render(Deal, { id: view.id });
  expect(await screen.findByTestId(tid.adcpPlace)).toBeVisible();
  expect(marked()).toEqual([]);
  const timeline = screen.getByRole('radio', { name: 'Timeline, 1 new' });
  await userEvent.click(timeline);
  expect(await screen.findByTestId(tid.timeline)).toBeVisible();
  await waitFor(() => expect(marked()).toEqual([['mark_seen', { deal: view.id, marks: [mails] }]]));
});

it('shows no choice of places, and all of it as looked at, where there is no seller', async () => {
  serve(usual, {}, heard);
  render(Deal, { id: dealFixture.id });
  expect(await screen.findByTestId(tid.timeline)).toBeVisible();
  await waitFor(() => expect(marked()).not.toEqual([]));
  expect(screen.queryByTestId(tid.adcpPlaceOf('media'))).toBeNull();
});
