// Development only: `?picture=deal&theme=dark&language=de` shows one state of one screen; with
// `axe` it is held to the rules for accessible pages, and what breaks one stands in `#axe`.

import { mount } from 'svelte';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '../app.css';
import App from '../App.svelte';
import { route } from '$lib/state/route.svelte';
import { theme } from '$lib/state/theme.svelte';
import { chooseLanguage, LANGUAGE, languageChoice } from '$lib/text/locale';
import { broken } from './layout';
import { serve, usual } from './mock';
import { NOW } from './people';
import { pictures } from './scenes';

const asked = new URLSearchParams(location.search);
const stands = () => (document.documentElement.dataset['stands'] = 'yes');

// The language is decided when the page's modules load, so a wish for another loads them anew.
const language = asked.get('language');
const another = (language === 'en' || language === 'de') && language !== languageChoice();
if (another) chooseLanguage(language);
if (asked.has('list')) {
  Object.assign(window, { scenes: Object.keys(pictures) });
  stands();
} else if (another) {
  location.reload();
} else {
  await show(asked.get('picture') ?? 'deal');
  stands();
}

async function show(name: string): Promise<void> {
  const picture = pictures[name];
  if (!picture) throw new Error(`There is no such picture: ${name}`);
  const began = performance.now();
  Date.now = () => NOW + Math.floor(performance.now() - began);

  document.documentElement.lang = LANGUAGE;
  serve({ ...usual, ...picture.scene }, picture.answers);
  const wanted = asked.get('theme');
  if (wanted === 'light' || wanted === 'dark') theme.choose(wanted);
  theme.apply();
  if (picture.screen === 'deal') route.openDeal('d-contoso');
  else route.go(picture.screen);

  const target = document.getElementById('app');
  if (target) mount(App, { target });
  for (const id of picture.click ?? []) (await appeared(id)).click();
  if (picture.type !== undefined) {
    const field = (await appeared('find-field')) as HTMLInputElement;
    field.value = picture.type;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (picture.see !== undefined)
    (await appeared(picture.see, false)).scrollIntoView({ block: 'center' });
  await document.fonts.ready;
  await quiet();
  if (asked.has('axe')) await report();
}

/** What is only looked at may be disabled; what is clicked may not. */
function appeared(id: string, usable = true): Promise<HTMLElement> {
  return new Promise((found) => {
    const look = () => {
      const element = document.querySelector<HTMLButtonElement>(`[data-testid="${id}"]`);
      if (element && !(usable && element.disabled)) found(element);
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Resolves when the page has not changed for a moment. */
function quiet(): Promise<void> {
  return new Promise((done) => {
    let timer = setTimeout(end, 250);
    const watch = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(end, 250);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    // What ticks by the second never rests.
    const most = setTimeout(end, 3000);
    function end(): void {
      clearTimeout(timer);
      clearTimeout(most);
      watch.disconnect();
      done();
    }
  });
}

async function report(): Promise<void> {
  const { default: axe } = await import('axe-core');
  const { violations } = await axe.run(document.body);
  const found = document.createElement('pre');
  found.id = 'axe';
  found.textContent = broken()
    .concat(
      violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)}`)),
    )
    .map((line) => line.replace(/\s+/g, ' '))
    .join('\n');
  document.body.append(found);
}
