// Mailboxes in the settings, and an answer by mail.

import type { MailAccountView, MailGuess } from '$lib/bindings';
import { at } from '../people';
import type { Picture } from '../scenes';

const account = (change: Partial<MailAccountView>): MailAccountView => ({
  id: 'a-1',
  address: 'dana@fabrikam.example',
  host: 'imap.fabrikam.example',
  authserv: 'mx.fabrikam.example',
  phase: 'waiting',
  problem: null,
  folder: '',
  looked_at: 0,
  of: 0,
  last_look: at(-1),
  told_by_server: true,
  unreadable: 0,
  folders: 3,
  ...change,
});

const accounts = [
  account({}),
  account({
    id: 'a-2',
    address: 'einkauf@fabrikam.example',
    phase: 'reading',
    folder: 'INBOX',
    looked_at: 18_500,
    of: 50_000,
    last_look: null,
  }),
  account({
    id: 'a-3',
    address: 'old@fabrikam.example',
    phase: 'stuck',
    last_look: null,
    problem: {
      code: 'mail_server',
      facts: {
        account: 'old@fabrikam.example',
        host: 'imap.fabrikam.example',
        step: 'login',
        cause: 'denied',
      },
    },
  }),
];

const guess: MailGuess = {
  provider: 'Google',
  login: '',
  imap: { host: 'imap.gmail.com', port: 993, security: 'tls' },
  smtp: { host: 'smtp.gmail.com', port: 465, security: 'tls' },
  authserv: 'mx.google.com',
  oauth: 'google',
  app_password: false,
};

const answers = { mail_view: () => ({ accounts }), guess_mail: () => guess };

export const pictures: Record<string, Picture> = {
  mailboxes: { screen: 'settings', scene: {}, answers, see: 'mail-add' },
  'mailbox-new': {
    screen: 'settings',
    scene: {},
    answers,
    click: ['mail-add'],
    see: 'mail-address',
  },
};
