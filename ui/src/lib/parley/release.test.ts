import { mockIPC } from '@tauri-apps/api/mocks';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { ParleyView } from '$lib/bindings';
import { tid } from '$lib/testids';
import { heldParley } from '../../gallery/scenes/stops';
import Unsent from './Unsent.svelte';

function shown(parley: ParleyView, owned = true) {
  const asked = vi.fn();
  const released = vi.fn();
  mockIPC((command, args) => {
    if (command === 'release_parley') released(args);
    return { kind: 'done' };
  });
  render(Unsent, { parley, owned, onasked: asked });
  return { asked, released };
}

it('leaves once its person has released every place of exactly what is shown', async () => {
  const { asked, released } = shown(heldParley);
  const button = screen.getByTestId(tid.parleyRelease);
  expect(screen.getByText('777,777 dollars')).toBeVisible();
  expect(button).toBeDisabled();
  await userEvent.click(screen.getByTestId(tid.reviewRelease(0)));
  expect(button).toBeDisabled();
  await userEvent.click(screen.getByTestId(tid.reviewRelease(1)));
  await userEvent.click(button);
  expect(released).toHaveBeenCalledExactlyOnceWith({
    session: 'neg_held',
    message: heldParley.kept?.id,
    released: [0, 1],
  });
  expect(asked).toHaveBeenCalledOnce();
});

it('offers no release to who does not decide, nor of what is blocked', () => {
  shown(heldParley, false);
  expect(screen.queryByTestId(tid.parleyRelease)).toBeNull();
  const { kept } = heldParley;
  if (!kept) throw new Error('nothing kept');
  const marks = kept.screen.marks.map((mark) => ({ ...mark, blocks: true }));
  shown({
    ...heldParley,
    kept: { ...kept, screen: { ...kept.screen, outcome: 'blocked', marks } },
  });
  expect(screen.queryByTestId(tid.parleyRelease)).toBeNull();
  expect(screen.queryByTestId(tid.reviewRelease(0))).toBeNull();
});
