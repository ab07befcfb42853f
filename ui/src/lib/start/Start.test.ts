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
const joined = vi.fn<(args: unknown) => AppView>(() => app);

async function founds(): Promise<void> {
  await userEvent.click(await screen.findByTestId(tid.chooseFound));
}

function start(key: Partial<KeyView>) {
  made.mockClear();
  mockIPC((command, args) => {
    if (command === 'key_view') {
      return { keychain: 'ready', passphrase_file: false, lost_fingerprint: null, ...key };
    }
    if (command === 'make_key') return made(args);
    if (command === 'join') return joined(args);
    if (command === 'read_invitation')
      return {
        host: 'https://deals.example',
        platform_fingerprint: PRINTS.platform,
        founds: false,
      };
    if (command === 'retry_keychain') return needed;
    return app;
  });
  render(Start, { view: needed, onmaking: () => undefined, ondone: () => undefined });
}

describe('the first run', () => {
  it('makes a key in the keychain', async () => {
    start({});
    await founds();
    const make = await screen.findByTestId(tid.keyMake);
    expect(make).toBeDisabled();
    await userEvent.type(screen.getByTestId(tid.keyName), 'Dana Ruiz');
    await userEvent.click(make);
    expect(made).toHaveBeenCalledWith({ name: 'Dana Ruiz', place: 'keychain', passphrase: null });
  });

  it('shows whose host an invitation leads to before a key is made for it', async () => {
    start({});
    await userEvent.click(await screen.findByTestId(tid.chooseTake));
    await userEvent.type(screen.getByTestId(tid.joinText), 'countersign-join:abc');
    await userEvent.click(screen.getByTestId(tid.joinRead));
    expect(await screen.findByText('https://deals.example')).toBeVisible();
    expect(joined).not.toHaveBeenCalled();
    await userEvent.click(screen.getByTestId(tid.joinRead));
    await userEvent.type(await screen.findByTestId(tid.keyName), 'Omar Haddad');
    await userEvent.click(screen.getByTestId(tid.keyMake));
    expect(made).not.toHaveBeenCalled();
    expect(joined).toHaveBeenCalledWith({
      text: 'countersign-join:abc',
      name: 'Omar Haddad',
      place: 'keychain',
      passphrase: null,
    });
  });

  it('never chooses the file for the person', async () => {
    start({ keychain: 'absent' });
    await founds();
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
