import { render } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { firstScreen } from '$lib/state/first-screen.svelte';
import Gradually from './Gradually.svelte';

const row = createRawSnippet((name: () => string) => ({ render: () => `<li>${name()}</li>` }));
const names = (length: number) => Array.from({ length }, (_, at) => `row ${at}`);

describe('a long list', () => {
  it('shows what fits on a screen at once and the rest soon after, in its order', async () => {
    const rows = names(130);
    const { container } = render(Gradually<string>, { rows, key: (name: string) => name, row });
    const shown = () => [...container.querySelectorAll('li')].map((one) => one.textContent);
    expect(shown()).toEqual(rows.slice(0, shown().length));
    expect(shown().length).toBeLessThan(40);
    await vi.waitFor(() => expect(shown()).toEqual(rows));
  });

  it('comes below what is in sight once the first screen stands', async () => {
    firstScreen.begin();
    const rows = names(50);
    const props = { rows, key: (name: string) => name, row, above: 200 };
    const { container } = render(Gradually<string>, props);
    const shown = () => container.querySelectorAll('li').length;
    await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
    expect(shown()).toBe(0);
    firstScreen.drawn();
    await vi.waitFor(() => expect(shown()).toBe(50));
  });

  it('shows a short one whole', () => {
    const rows = names(12);
    const { container } = render(Gradually<string>, { rows, key: (name: string) => name, row });
    expect(container.querySelectorAll('li')).toHaveLength(12);
  });
});
