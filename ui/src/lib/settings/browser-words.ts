// What the browser shows who comes back from a mail provider.

import type { BrowserWords } from '$lib/bindings';
import { LANGUAGE } from '$lib/text/locale';
import { w } from '$lib/words';

export const browserWords = (): BrowserWords => ({ language: LANGUAGE, ...w.mail.browser });
