// Development only: `?picture=deal&theme=dark` shows one state of one screen.

import { mount } from 'svelte';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '../app.css';
import App from '../App.svelte';
import { route } from '$lib/state/route.svelte';
import { theme } from '$lib/state/theme.svelte';
import { LANGUAGE } from '$lib/text/locale';
import { serve, usual } from './mock';
import { NOW } from './people';
import { pictures } from './scenes';

const asked = new URLSearchParams(location.search);
const picture = pictures[asked.get('picture') ?? 'deal'];
if (!picture) throw new Error(`There is no such picture: ${asked.get('picture')}`);

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

function appeared(id: string): Promise<HTMLElement> {
  return new Promise((found) => {
    const look = () => {
      const element = document.querySelector<HTMLButtonElement>(`[data-testid="${id}"]`);
      if (element && !element.disabled) found(element);
      else requestAnimationFrame(look);
    };
    look();
  });
}

for (const id of picture.click ?? []) (await appeared(id)).click();

if (asked.has('axe')) {
  await appeared(picture.screen === 'today' ? 'announcer' : `screen-${picture.screen}`);
  await new Promise((done) => setTimeout(done, 300));
  const { default: axe } = await import('axe-core');
  const { violations } = await axe.run(document.body);
  const report = document.createElement('pre');
  report.id = 'axe';
  report.textContent = violations
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
    .join('\n');
  document.body.append(report);
}
