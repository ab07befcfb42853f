// Every dialog, by the gallery's scenes: focus goes in, stays in, and comes back to what opened it.

import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import App from './App.svelte';
import { serve, usual } from './gallery/mock';
import { pictures } from './gallery/scenes';
import { asking } from '$lib/adcp/asking.svelte';
import { answering } from '$lib/state/answer.svelte';
import { app, deal, people, today, vendors } from '$lib/state/desk.svelte';
import { finder } from '$lib/state/finder.svelte';
import { mailing } from '$lib/state/mail-answer.svelte';
import { route } from '$lib/state/route.svelte';
import { fetchRest } from '$lib/frame/screens';

// What is fetched later is read for the first time here, which takes a busy machine long.
beforeAll(fetchRest, 120_000);

/** The component that holds the dialog, a scene in which it can be opened, and what opens it last. */
const dialogs: Record<string, { scene: string; open: string[] }> = {
  'adcp/RequestDialog': { scene: 'adcp-brief', open: ['adcp-request'] },
  'adcp/SellerDialog': { scene: 'adcp-give', open: ['adcp-give-seller'] },
  'answer/AnswerDialog': { scene: 'message', open: ['hold-message'] },
  'answer/MailDialog': { scene: 'mail-answer', open: ['mail-reply-mail:41'] },
  'benchmark/ImportDialog': { scene: 'benchmarks-import', open: ['benchmarks-choose'] },
  'deal/Compare': { scene: 'compare', open: ['compare-open'] },
  'deal/Deals': { scene: 'deal-new', open: ['deal-new'] },
  'deal/RawEvent': { scene: 'raw', open: ['raw-event-7'] },
  'find/Finder': { scene: 'find', open: ['find-open'] },
  'mandate/MandateDialog': { scene: 'mandate', open: ['mandate-edit'] },
  'mandate/MandateText': { scene: 'mandate', open: ['mandate-read'] },
  'parley/BeginDialog': { scene: 'parley-begin', open: ['parley-begin'] },
  'parley/ParleyDialog': { scene: 'parley', open: ['parley-open-neg_01J8K3ZQ'] },
  'people/MemberRow': { scene: 'people', open: ['team-change', 'team-remove'] },
  'settings/Rotate': { scene: 'key-rotate', open: ['key-rotate'] },
  'today/AssignDialog': { scene: 'assign', open: ['unsorted-assign-s-unsorted'] },
  'vendors/DecideDialog': { scene: 'vendor-verify', open: ['vendor-verify'] },
  'votes/VoteDialog': { scene: 'votes', open: ['vote-look-v-1'] },
};

// Nothing has a size here, so that everything would count as hidden and be passed over by Tab.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
});

afterEach(() => {
  for (const flow of [answering, mailing, asking]) flow.close();
  finder.open = false;
  cleanup();
  for (const topic of [app, deal, people, today, vendors]) topic.forget();
  deal.id = '';
});

async function usable(id: string): Promise<HTMLElement> {
  const [found] = await screen.findAllByTestId(id);
  if (!found) throw new Error(id);
  await waitFor(() => expect(found).toBeEnabled());
  return found;
}

/** Opens it by the keyboard; what had the focus then comes back. */
async function opened(name: string): Promise<{ opener: HTMLElement; dialog: HTMLElement }> {
  const { scene, open } = dialogs[name] ?? { scene: '', open: [] };
  const picture = pictures[scene];
  if (!picture) throw new Error(`There is no such picture: ${scene}`);
  serve({ ...usual, ...picture.scene }, picture.answers);
  if (picture.screen === 'deal') route.openDeal('d-contoso');
  else route.go(picture.screen);
  render(App);
  let opener = document.body;
  for (const id of open) {
    opener = await usable(id);
    opener.focus();
    await userEvent.keyboard('{Enter}');
  }
  return { opener, dialog: await screen.findByRole('dialog') };
}

describe('every dialog', () => {
  it('is in this table', () => {
    const sources = import.meta.glob<string>('./lib/**/*.svelte', {
      eager: true,
      query: '?raw',
      import: 'default',
    });
    const holding = Object.entries(sources)
      .filter(([, source]) => /<Dialog(\s|>)/.test(source))
      .map(([path]) => path.slice('./lib/'.length, -'.svelte'.length));
    expect(Object.keys(dialogs).sort()).toEqual(holding.sort());
  });

  it.each(Object.keys(dialogs))('%s takes the focus, keeps it and gives it back', async (name) => {
    const { opener, dialog } = await opened(name);
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
    expect(dialog).toHaveAccessibleName();
    for (let presses = 0; presses < 60; presses += 1) {
      await userEvent.tab({ shift: presses >= 30 });
      expect(dialog).toContainElement(document.activeElement as HTMLElement);
    }
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });
});
