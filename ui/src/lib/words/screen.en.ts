// English: the confidentiality screen.

import { num, plural } from './plural';
import { placeWords } from './places.en';

export const screening = {
  screening: {
    passed: 'Nothing confidential found',
    blocked: 'Something confidential stands in it: it does not leave',
    held: (n: number) =>
      `${num(n)} ${plural(n, 'place', 'places')} held for you to look at and release`,
    allReleased: 'Released by you; the release is signed with your decision',
    down: 'The screen does not run: nothing leaves',
    rules: (n: number) => `Rules ${num(n)}`,
    kinds: {
      secret_figure: 'a figure of your mandate, or one from which it follows',
      untraced_figure:
        'a figure that follows from no offer of the deal: it could tell more than you mean to',
      limit_talk: 'words that tell where your limit lies',
      opaque: 'something that nobody can read',
      outside: 'stopped by the additional scanner',
    },
    decoded: 'found behind an encoding or a disguise',
    whole: 'the whole text',
    place: (path: string) => placeWords(path),
    release: 'Release this place',
    releaseOf: (place: string, text: string) => `Release in ${place}: ${text}`,
    blocks: 'cannot be released',
    title: 'Confidentiality screen',
    lead: 'Everything that leaves is read by a process of its own, which has limits on time and memory. Where it cannot run, nothing leaves on any channel.',
    runs: 'The screen runs',
    outside: {
      title: 'Additional scanner',
      lead: 'A service of your own can be asked as well. It can stop what leaves, and release nothing. Where it gives no verdict, nothing leaves.',
      sent: 'It is sent the place and text of every field that would leave. It is never sent your mandate, its figures, or whom the deal is with.',
      on: 'Ask an additional scanner',
      url: 'Address',
      urlHint: 'https://…; without encryption on this machine only',
      token: 'Token',
      tokenHint: 'Rests in the keychain. Empty: as before.',
      seconds: 'Seconds it may take',
      save: 'Save',
      saving: 'Saving …',
      saved: 'Saved.',
    },
  },
};
