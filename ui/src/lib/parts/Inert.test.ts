import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import Inert from './Inert.svelte';

describe('Inert', () => {
  it('interprets nothing', () => {
    const text = '<img src=x onerror=alert(1)> **bold** ![](http://x.example/a.png) =1+1 {evil}';
    const { container } = render(Inert, { text });
    expect(container.querySelector('bdi')).toHaveTextContent(text);
    expect(container.querySelector('img, a, script')).toBeNull();
  });

  it('isolates the direction and shows what hides', () => {
    const { container } = render(Inert, { text: 'pay\u202e elpmaxe\u202c' });
    const bdi = container.querySelector('bdi');
    expect(bdi).toHaveAttribute('dir', 'auto');
    expect(bdi?.textContent).not.toMatch(/[\u202c\u202e]/u);
    expect(screen.getAllByRole('img', { name: /reading direction.*U\+202[EC]/ })).toHaveLength(2);
  });

  it('folds what is long and unfolds it on demand', async () => {
    const { container } = render(Inert, { text: 'x'.repeat(20_000), lines: true });
    expect(container.textContent.length).toBeLessThan(3000);
    await userEvent.click(screen.getByRole('button', { name: /18,200/ }));
    expect(container.textContent.length).toBeGreaterThan(20_000);
  });
});
