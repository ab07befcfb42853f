import { readFileSync } from 'node:fs';
import { mockIPC } from '@tauri-apps/api/mocks';
import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { tid } from '$lib/testids';
import { de } from '$lib/words/de';
import { en } from '$lib/words/en';
import { deal } from '../../gallery/deals';
import { stops } from '../../gallery/scenes/stops';
import { ruleWords } from './rule-words';
import Stops from './Stops.svelte';

describe('what the guards said', () => {
  it('stands with person, way, rule and the version that judged, the latest first', async () => {
    mockIPC((_, args) => {
      const { rule } = args as { rule: string };
      return { rule, text: 'as it is written', version: 'b4335f1dd3a63d0f' };
    });
    render(Stops, { view: { ...deal, stops } });
    const shown = () => screen.getAllByTestId(/^stop-\d+$/);
    expect(shown()).toHaveLength(3);
    expect(shown()[0]).toHaveTextContent('The screen did not run');
    expect(shown()[0]).toHaveTextContent('has no place on the ledger yet');
    await userEvent.click(screen.getByTestId(tid.stopsAll));
    expect(shown()).toHaveLength(4);
    const colleague = screen.getByTestId(tid.stop(1));
    expect(colleague).toHaveTextContent('Omar Haddad');
    expect(colleague).toHaveTextContent('in the session, before it was decided');
    await userEvent.click(screen.getByTestId(tid.stopRules(1)));
    expect(await within(colleague).findByText('as it is written')).toBeVisible();
    // What another version judged is not explained by this one's text.
    await userEvent.click(screen.getByTestId(tid.stopRules(0)));
    const older = screen.getByTestId(tid.stop(0));
    expect(await within(older).findByText(/another version/)).toBeVisible();
    expect(older).toHaveTextContent('0d17c02b6e5a9f34');
    expect(within(older).queryByText('as it is written')).toBeNull();
  });

  it('has words for every rule of the guards, and shows another’s name as it came', () => {
    const book = readFileSync('../crates/deal/src/guard/rules.txt', 'utf8');
    const rules = [...book.matchAll(/^(\w+) = /gm)].map((found) => found[1] ?? '');
    expect(rules.length).toBeGreaterThan(20);
    const source = readFileSync('../crates/deal/src/screen/mod.rs', 'utf8');
    const down = [...source.matchAll(/Self::\w+ => "([a-z_]+)",/g)].map((found) => found[1] ?? '');
    expect(down.length).toBeGreaterThan(5);
    const told = readFileSync('../crates/deal/src/screen/rules.txt', 'utf8');
    const screening = [...told.matchAll(/^(\w+) = /gm)].map((found) => found[1] ?? '');
    expect(screening).toEqual(expect.arrayContaining([...down, 'secret_figure', 'limit_talk']));
    for (const words of [en, de]) {
      expect(Object.keys(words.rules).sort()).toEqual([...rules].sort());
      expect(Object.keys(words.stops.down).sort()).toEqual([...down].sort());
      expect(Object.keys(words.screening.behind).sort()).toEqual([...screening].sort());
      const shown = Object.values(words.screening.behind);
      expect(new Set(shown).size).toBe(screening.length);
      for (const text of shown) expect(text).not.toMatch(/\d/);
    }
    for (const strange of ['guard/constructor', 'screen/toString', 'other/walk_away', ''])
      expect(ruleWords(strange)).toBe(strange);
  });
});
