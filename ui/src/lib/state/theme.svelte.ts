export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'countersign.theme';
const DARK = '(prefers-color-scheme: dark)';

function stored(): ThemeChoice {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

class Theme {
  choice = $state<ThemeChoice>(stored());

  apply(): void {
    this.#paint();
    matchMedia(DARK).addEventListener('change', () => this.#paint());
  }

  choose(choice: ThemeChoice): void {
    this.choice = choice;
    try {
      if (choice === 'system') localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, choice);
    } catch {
      // Without storage the choice holds until the window closes.
    }
    this.#paint();
  }

  #paint(): void {
    const dark = this.choice === 'dark' || (this.choice === 'system' && matchMedia(DARK).matches);
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  }
}

export const theme = new Theme();
