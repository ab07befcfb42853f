// Which language the window speaks and how it writes numbers, money and dates. Decided once, when
// the page loads: who chooses another language sees the page load anew.

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export type LanguageChoice = Language | 'system';

const KEY = 'countersign.language';

function isLanguage(text: string | null | undefined): text is Language {
  return LANGUAGES.some((one) => one === text);
}

/**
 * The system's locale. A desktop without one runs as POSIX, whose numbers have no groups; people
 * there read English.
 */
export function systemLocale(): string {
  const { locale } = new Intl.NumberFormat().resolvedOptions();
  return /posix/i.test(locale) || locale === 'c' ? 'en-US' : locale;
}

const base = (locale: string) => locale.split(/[-_]/)[0]?.toLowerCase();

export function languageChoice(): LanguageChoice {
  try {
    const kept = localStorage.getItem(KEY);
    return isLanguage(kept) ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** Keeps the choice; the caller loads the page anew. */
export function chooseLanguage(choice: LanguageChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Without storage the system's language stays.
  }
}

export function languageOf(choice: LanguageChoice, locale: string): Language {
  if (choice !== 'system') return choice;
  const spoken = base(locale);
  return isLanguage(spoken) ? spoken : 'en';
}

/**
 * Numbers and dates follow the system where it speaks the window's language, so that words and
 * figures of one sentence agree.
 */
export function localeOf(language: Language, locale: string): string {
  if (base(locale) === language) return locale;
  // A system in a language that the window does not speak keeps its own way with numbers; dates
  // and numbers of the two catalogs' languages are never mixed.
  if (!isLanguage(base(locale))) return locale;
  return language === 'de' ? 'de-DE' : 'en-GB';
}

export const LANGUAGE = languageOf(languageChoice(), systemLocale());
export const LOCALE = localeOf(LANGUAGE, systemLocale());
