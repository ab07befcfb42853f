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
    behind: {
      secret_figure:
        'Looks for figures that your mandate keeps secret, and for those from which one follows: a share, a difference, an amount per unit or month, another currency, in words, encoded or hidden. Whoever reads one knows your limit, so nobody can release it.',
      untraced_figure:
        'Looks for figures that could be a price, a total, a share or a multiple of this deal and follow from no offer, no counter and nothing that was said openly. You alone know whether one may be told.',
      limit_talk:
        'Looks for words that tell where your limit lies without a figure: that there is room, that a guess is right, that a price would be accepted, or how a number is to be read.',
      opaque:
        'Looks for what is packed, enciphered or written in signs. What cannot be read cannot be judged.',
      outside: 'The additional scanner stops it. Its rules are its own, and it says no more.',
      too_much:
        'There is more text than the screen reads at once. What is not read does not leave.',
      unreadable:
        'What would leave does not have the form that was agreed on, so its fields cannot be told apart.',
      unavailable:
        'The screen’s process could not be started or ended early. Without its judgement nothing leaves.',
      timed_out:
        'The screen’s process took longer than it may. Without its judgement nothing leaves.',
      garbled:
        'The answer of the screen’s process is no judgement of what it was asked. Without one nothing leaves.',
      other_rules: 'The screen’s process follows another version of the rules than this program.',
      outside_unavailable:
        'The additional scanner gave no verdict. Where one is asked, its silence closes as well.',
      outside_timed_out:
        'The additional scanner gave no verdict in time. Where one is asked, its silence closes as well.',
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
