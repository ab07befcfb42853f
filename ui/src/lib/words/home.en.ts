// English: at home on the desktop.

import { num } from './plural';

export const home = {
  home: {
    title: 'On this desktop',
    autostart: 'Start when I log in, aside',
    notify: 'Tell me when something waits for me',
    notifyHint:
      'A notification names your deal and what waits. It never holds a figure, or a word that somebody else wrote.',
    from: 'Quiet from',
    until: 'until',
    quietHint:
      'Nothing is shown in these hours. What would run out in them is told before they begin. The same time twice: never quiet.',
    offline: 'No network. What is here can be read; nothing leaves or comes until it is back.',
    offlineShort: 'offline',
    link: 'Copy link',
    print: 'Print',
    open: 'Open Countersign',
    quit: 'Quit',
    waiting: (n: number) => (n > 0 ? `(${num(n)}) Countersign` : 'Countersign'),
  },

  notices: {
    many: (n: number) => `${num(n)} things wait for you`,
    manyBody: 'They stand on Today, by deadline.',
    stages: {
      waits: 'It waits for you.',
      day: 'Less than a day is left.',
      hour: 'It ends soon.',
      over: 'It has run out.',
    },
  },
};
