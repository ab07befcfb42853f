import { mockIPC } from '@tauri-apps/api/mocks';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { AppView, KeyView } from '$lib/bindings';
import { tid } from '$lib/testids';
import { app, PRINTS } from '../../gallery/people';
import Start from './Start.svelte';

const needed: AppView = { ...app, stage: 'key_needed', person: null, org: null };
const made = vi.fn<(args: unknown) => AppView>(() => app);

function start(key: Partial<KeyView>) {
  made.mockClear();
  mockIPC((command, args) => {
    if (command === 'key_view') {
      return { keychain: 'ready', passphrase_file: false, lost_fingerprint: null, ...key };
    }
    if (command === 'make_key') return made(args);
    if (command === 'retry_keychain') return needed;
    return app;
  });
  render(Start, { view: needed, onmaking: () => undefined, ondone: () => undefined });
}

describe('the first run', () => {
  it('makes a key in the keychain', async () => {
    start({});
    const make = await screen.findByTestId(tid.keyMake);
    expect(make).toBeDisabled();
    await userEvent.type(screen.getByTestId(tid.keyName), 'Dana Ruiz');
    await userEvent.click(make);
    expect(made).toHaveBeenCalledWith({ name: 'Dana Ruiz', place: 'keychain', passphrase: null });
  });

  it('never chooses the file for the person', async () => {
    start({ keychain: 'absent' });
    await userEvent.type(await screen.findByTestId(tid.keyName), 'Dana Ruiz');
    expect(screen.getByTestId(tid.keyPlace('passphrase_file'))).not.toBeChecked();
    expect(screen.getByTestId(tid.keyPlace('keychain'))).toBeDisabled();
    expect(screen.getByTestId(tid.keyMake)).toBeDisabled();
    await userEvent.click(screen.getByTestId(tid.keyPlace('passphrase_file')));
    await userEvent.type(screen.getByTestId(tid.keyPassphrase), 'a long sentence');
    await userEvent.type(screen.getByTestId(tid.keyPassphraseAgain), 'a long sentenc');
    expect(screen.getByTestId(tid.keyMake)).toBeDisabled();
    await userEvent.type(screen.getByTestId(tid.keyPassphraseAgain), 'e');
    await userEvent.click(screen.getByTestId(tid.keyMake));
    expect(made).toHaveBeenCalledWith({
      name: 'Dana Ruiz',
      place: 'passphrase_file',
      passphrase: 'a long sentence',
    });
  });

  it.each([
    ['absent', 'No keychain on this machine', false],
    ['locked', 'The keychain is locked', false],
    ['ready', 'Your key cannot be found', true],
  ] as const)(
    'a known key with the keychain %s is a case of its own',
    async (state, words, mayNew) => {
      start({ keychain: state, lost_fingerprint: PRINTS.me });
      expect(await screen.findByRole('heading', { name: words })).toBeVisible();
      expect(screen.queryByTestId(tid.keyMake)).toBeNull();
      expect(screen.queryByTestId(tid.keyNew) !== null).toBe(mayNew);
    },
  );
});
