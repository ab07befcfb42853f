// Every field that a counterparty controls, with every kind of hostile text, on every screen that
// shows it: inert, marked, cut. That the layout stays whole is seen in the real engine, by the
// gallery's scenes of the same texts.

import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import App from './App.svelte';
import { FIELDS, hostile, KINDS, sentinel, type Kind } from './gallery/hostile';
import { hostileMedia, MEDIA_FIELDS } from './gallery/hostile-media';
import { mediaDeal } from './gallery/media';
import { serve, usual } from './gallery/mock';
import { fetchRest } from '$lib/frame/screens';
import { asking } from '$lib/adcp/asking.svelte';
import { media } from '$lib/adcp/media.svelte';
import { finder } from '$lib/state/finder.svelte';
import { app, deal, today, vendors } from '$lib/state/desk.svelte';
import { route } from '$lib/state/route.svelte';
import { tid } from '$lib/testids';

const SCREENS = [
  'today',
  'deals',
  'vendors',
  'decide',
  'deal',
  'find',
  'verify',
  'media',
  'media-revise',
  'media-hold',
] as const;

const ALL = [...new Set([...FIELDS, ...MEDIA_FIELDS])];

/** What would act on the words around it, or not be seen. */
const ACTING =
  /[\p{Cc}\u061c\u115f\u1160\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff]|[\u{e0000}-\u{e007f}]/u;

/** Kinds that are shown by a mark in the place of what would act. */
const MARKED: readonly Kind[] = ['bidi', 'zero_width', 'control', 'breaks', 'stacked', 'tags'];

/** The dealings with a seller of media, and the dialogs over them. */
async function openMedia(kind: Kind, where: string): Promise<HTMLElement> {
  const view = hostileMedia(KINDS[kind]);
  serve({ ...usual, deal: mediaDeal }, { adcp_view: () => view });
  route.openDeal(mediaDeal.id);
  const { container } = render(App);
  await screen.findByTestId(tid.adcpPlace);
  // What is unfolded holds more that can be.
  for (let more = true; more;) {
    const folded = document.querySelectorAll<HTMLElement>('[aria-expanded="false"]');
    for (const toggle of folded) toggle.click();
    await new Promise((done) => setTimeout(done));
    more = folded.length > 0;
  }
  const departing = view.proposals.find((one) => one.departures.length > 0);
  if (where === 'media-revise' && departing) asking.revise(departing);
  if (where === 'media-hold' && departing) asking.finalize(departing);
  if (where !== 'media') await screen.findByTestId(tid.adcpSubject);
  await new Promise((done) => setTimeout(done));
  return container.ownerDocument.body;
}

async function open(kind: Kind, where: (typeof SCREENS)[number]): Promise<HTMLElement> {
  if (where === 'media' || where === 'media-revise' || where === 'media-hold')
    return openMedia(kind, where);
  const { scene, found } = hostile(KINDS[kind]);
  serve({ ...usual, ...scene }, { find: () => found });
  if (where === 'deal') route.openDeal('d-contoso');
  else if (where === 'find') route.go('today');
  else route.go(where === 'decide' ? 'vendors' : where);
  const { container } = render(App);
  if (where === 'deal') {
    const timeline = await screen.findByTestId(tid.timeline);
    // A thread is drawn from its end; what comes first stands soon after.
    await waitFor(() => expect(timeline).toHaveAttribute('aria-busy', 'false'));
  } else if (where === 'vendors') await screen.findAllByTestId(tid.vendorStatus);
  else if (where === 'decide') {
    const [first] = await screen.findAllByTestId(tid.vendorVerify);
    first?.click();
    await screen.findByTestId(tid.vendorVerifyConfirm);
  } else if (where === 'verify') (await screen.findByTestId(tid.verifyChoose)).click();
  else await screen.findByTestId(tid.screen(where === 'find' ? 'today' : where));
  if (where === 'verify') await screen.findByTestId(tid.verifyFile);
  if (where === 'today') await screen.findByTestId(tid.unsortedRow('s-unsorted'));
  if (where === 'find') {
    finder.show();
    finder.words = 'x';
    await finder.ask();
    await screen.findByTestId(tid.findHit(1));
  }
  if (where === 'deal')
    for (const toggle of document.querySelectorAll<HTMLElement>('[aria-expanded="false"]'))
      toggle.click();
  await new Promise((done) => setTimeout(done));
  return container.ownerDocument.body;
}

function texts(body: HTMLElement): { at: Element; text: string }[] {
  const all: { at: Element; text: string }[] = [];
  const walk = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode())
    all.push({ at: node.parentElement as Element, text: node.nodeValue ?? '' });
  for (const element of body.querySelectorAll('*'))
    for (const name of ['title', 'aria-label', 'placeholder', 'alt', 'aria-description']) {
      const text = element.getAttribute(name);
      if (text !== null) all.push({ at: element, text });
    }
  return all;
}

function forget(): void {
  finder.open = false;
  asking.close();
  for (const topic of [app, deal, today, vendors, media]) topic.forget();
  deal.id = '';
  media.id = '';
}

// What is fetched later is read for the first time here, which takes a busy machine long.
beforeAll(fetchRest, 120_000);

afterEach(() => {
  cleanup();
  forget();
  Reflect.deleteProperty(window, 'evil');
});

/** Draws the screens one after the other; gives the fields whose words were seen on none of them. */
async function unseen(
  kind: Kind,
  screens: readonly (typeof SCREENS)[number][],
  fields: readonly string[],
): Promise<string[]> {
  const shown = new Set<string>();
  for (const where of screens) {
    const body = await open(kind, where);
    const place = (at: Element, text: string) => `${where}, <${at.tagName}>: ${text.slice(0, 80)}`;

    expect(Reflect.has(window, 'evil'), where).toBe(false);
    const made = body.querySelectorAll(
      '[data-evil], script, iframe, object, embed, [onerror], [onclick], [src^="http"], [href^="http"], [href^="javascript"], #app style, bdi *:not(.mark, .mixed, mark.tactic, mark.machine)',
    );
    expect(
      [...made].map((one) => `${one.tagName} ${one.className}`),
      where,
    ).toEqual([]);

    for (const { at, text } of texts(body)) {
      // A line break of a message acts, as its author meant it; a picture keeps its joiner.
      const bare = text.replace(/[\n\t]/g, '').replace(/\p{ExtPict}\ufe0f?\u200d/gu, '');
      if (ACTING.test(bare)) throw new Error(`acts: ${place(at, text)}`);
      if (text.length > 2_000) throw new Error(`not cut: ${place(at, text)}`);
      for (const field of ALL) if (text.includes(sentinel(field))) shown.add(field);
    }

    const words = [...body.querySelectorAll('bdi')].filter((one) =>
      ALL.some((field) => one.textContent?.includes(sentinel(field))),
    );
    expect(words.length, where).toBeGreaterThan(0);
    for (const one of words) {
      const mark = MARKED.includes(kind) ? '.mark' : kind === 'homoglyph' ? '.mixed' : undefined;
      if (mark !== undefined && one.querySelector(mark) === null)
        throw new Error(`not marked: ${place(one, one.textContent)}`);
    }
    cleanup();
    forget();
  }
  return fields.filter((field) => !shown.has(field));
}

describe.each(Object.keys(KINDS) as Kind[])('hostile text: %s', (kind) => {
  // Several screens are drawn; only a machine that is busy needs so long.
  const PATIENCE = 120_000;

  it(
    'is inert, marked and cut in every field of every screen',
    async () => expect(await unseen(kind, SCREENS.slice(0, 7), FIELDS)).toEqual([]),
    PATIENCE,
  );

  it(
    'is so in everything that a seller of media writes',
    async () => expect(await unseen(kind, SCREENS.slice(7), MEDIA_FIELDS)).toEqual([]),
    PATIENCE,
  );
});
