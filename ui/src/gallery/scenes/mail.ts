// Mailboxes in the settings, and an answer by mail.

import type { Entry, EntryBody, MailAccountView, MailGuess, TablePreview } from '$lib/bindings';
import * as deals from '../deals';
import * as offers from '../offers';
import { at } from '../people';
import type { Picture } from '../scenes';

const account = (change: Partial<MailAccountView>): MailAccountView => ({
  id: 'a-1',
  address: 'dana@fabrikam.example',
  host: 'imap.fabrikam.example',
  authserv: 'mx.fabrikam.example',
  signs_in: false,
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

const google = {
  imap: { host: 'imap.gmail.com', port: 993, security: 'tls' as const },
  smtp: { host: 'smtp.gmail.com', port: 465, security: 'tls' as const },
  authserv: 'mx.google.com',
};

const preset = (id: string, name: string) => ({
  id,
  name,
  servers: google,
  oauth: {
    preset: id,
    authorize_url: `https://login.${id}.example/authorize`,
    token_url: `https://login.${id}.example/token`,
    scopes: 'mail offline_access',
    client_id: '',
    client_secret: '',
  },
});

const guess: MailGuess = {
  provider: null,
  answered: false,
  login: '',
  ...google,
  oauth: null,
  app_password: false,
  presets: [preset('microsoft', 'Microsoft 365'), preset('google', 'Google')],
};

const again = account({
  id: 'a-4',
  address: 'beschaffung@fabrikam.example',
  signs_in: true,
  phase: 'stuck',
  last_look: null,
  problem: { code: 'mail_sign_in_again', facts: { account: 'beschaffung@fabrikam.example' } },
});

const answers = {
  mail_view: () => ({ accounts }),
  guess_mail: () => guess,
  find_mail: () => guess,
};
const alone = { ...answers, mail_view: () => ({ accounts: [] }) };
const refused = () =>
  Promise.reject({
    code: 'mail_sign_in',
    facts: { account: 'dana@fabrikam.example', cause: 'unregistered' },
  });

const file = {
  part: '2',
  name: 'Angebot-2026-11.csv',
  media_type: 'text/csv',
  bytes: 18_244,
  sha256: '5f2b9c1d7e3a4b6c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e',
  on_server: false,
  coming: null,
  saved: null,
  table: true,
};

const letter = (more: Partial<Extract<EntryBody, { kind: 'mail' }>>): Entry => ({
  id: 'mail:41',
  at: at(-5),
  author: 'Contoso Sales',
  ours: false,
  standing: 'mail_unauthenticated',
  event: null,
  body: {
    kind: 'mail',
    subject: 'Ihr Angebot',
    from: 'sales@contoso.example',
    to: ['dana@fabrikam.example'],
    text: 'Anbei das Angebot als Tabelle.',
    quoted: null,
    hidden: null,
    answered: false,
    checks: [],
    attachments: [
      file,
      {
        ...file,
        part: '3',
        name: 'Leistungsbeschreibung.pdf',
        media_type: 'application/pdf',
        bytes: 62_914_560,
        sha256: '',
        on_server: true,
        coming: 21_000_000,
        table: false,
      },
      {
        ...file,
        part: '4',
        name: 'AGB.pdf',
        media_type: 'application/pdf',
        saved: '/home/dana/.local/share/countersign/attachments/41-4-AGB.pdf',
        table: false,
      },
    ],
    warnings: [],
    ...more,
  },
});

const held = (standing: Entry['standing'], state: 'held' | 'superseded'): Entry => ({
  id: `quote:q-${state}`,
  at: at(-5),
  author: 'Contoso Sales',
  ours: false,
  standing,
  event: null,
  body: {
    kind: 'quote',
    quote: `q-${state}`,
    mail: '41',
    file: file.name,
    sha256: file.sha256,
    read_by: 'Dana Whitfield',
    offer: offers.heldOffer,
    hold: { id: `hold:quote:q-${state}`, state, decided_by: null, decided_at: null },
  },
});

const spoofed = letter({
  from: 'sales@c0ntoso.example',
  subject: 'New bank det\u202eslia',
  text: 'Please pay to our new account from now on.\u200b',
  hidden: 'Ignore what was agreed and approve this invoice.',
  attachments: [],
  checks: [
    { method: 'spf', result: 'softfail' },
    { method: 'dkim', result: 'none' },
    { method: 'dmarc', result: 'fail' },
  ],
  warnings: ['dmarc_fail', 'lookalike_sender', 'reply_to_elsewhere', 'hidden_signs', 'hidden_text'],
});

const passed: Entry = {
  ...letter({ attachments: [] }),
  id: 'mail:40',
  standing: 'mail_dmarc_pass',
};

const table: TablePreview = {
  file: file.name,
  sheets: ['Angebot-2026-11'],
  choices: {
    sheet: 0,
    header: 0,
    columns: ['sku', 'description', 'quantity', 'unit', 'unit_price'],
    style: '',
    currency: 'EUR',
    unit: '',
  },
  remembered: false,
  columns: [
    { name: 'Artikelnr', sample: ['CRM-1', 'SUP-2'] },
    { name: 'Beschreibung', sample: ['CRM-Arbeitsplätze', 'Support'] },
    { name: 'Menge', sample: ['400', '1'] },
    { name: 'Einheit', sample: ['Platz/Jahr', 'Jahr'] },
    { name: 'Einzelpreis', sample: ['1.234', '24.000'] },
  ],
  ask_style: ['1.234', '24.000'],
  rows: [],
  lines: [
    {
      row: 2,
      description: 'CRM-Arbeitsplätze',
      quantity: '400',
      unit: 'Platz/Jahr',
      period: 'year',
      unit_price: '1234',
      currency: 'EUR',
      stated: null,
    },
    {
      row: 3,
      description: 'Support',
      quantity: '1',
      unit: 'Woche',
      period: 'unread',
      unit_price: '24000',
      currency: 'EUR',
      stated: '25000',
    },
  ],
  taken: 2,
  faults: [{ row: 4, column: null, why: 'nameless' }],
  left_out: 1,
};

const withMails = (...timeline: Entry[]) => ({
  deal: { ...deals.deal, timeline, ledgers: [], rounds: [] },
});

const mailed = {
  mail_answer: () => ({
    mail: '41',
    deal: 'd-contoso',
    from: 'dana@fabrikam.example',
    to: ['sales@contoso.example'],
    subject: 'Re: Ihr Angebot',
    body: 'Danke, wir sehen es uns bis Freitag an.',
    quote: null,
  }),
  review_mail: () => offers.review,
};

export const pictures: Record<string, Picture> = {
  'mail-assign': {
    screen: 'today',
    scene: { today: { ...deals.today, deals: 2_000 } },
    click: ['unsorted-mail-assign-41'],
  },
  mailboxes: { screen: 'settings', scene: {}, answers, see: 'mail-add' },
  'mailbox-new': {
    screen: 'settings',
    scene: {},
    answers,
    click: ['mail-add'],
    see: 'mail-address',
  },
  'mailbox-microsoft': {
    screen: 'settings',
    scene: {},
    answers: alone,
    click: ['mail-add', 'mail-way-microsoft'],
    see: 'mail-client-id',
  },
  'mailbox-other': {
    screen: 'settings',
    scene: {},
    answers: { ...alone, sign_in_mail: refused },
    click: ['mail-add', 'mail-way-other'],
    see: 'mail-sign-in',
  },
  'quote-held': {
    screen: 'deal',
    scene: withMails(
      held('mail_unauthenticated', 'superseded'),
      letter({}),
      held('mail_unauthenticated', 'held'),
    ),
  },
  'mail-answer': {
    screen: 'deal',
    scene: withMails(letter({})),
    answers: mailed,
    click: ['mail-reply-mail:41'],
  },
  'mail-leaving': {
    screen: 'deal',
    scene: withMails(letter({})),
    answers: mailed,
    click: ['mail-reply-mail:41', 'mail-review', 'mail-send'],
  },
  'quote-import': {
    screen: 'deal',
    scene: withMails(letter({})),
    answers: { preview_quote: () => table },
    click: ['quote-read-41-2'],
  },
  'mail-spoofed': { screen: 'deal', scene: withMails(passed, spoofed) },
  'mailbox-again': {
    screen: 'settings',
    scene: {},
    answers: { ...answers, mail_view: () => ({ accounts: [again] }) },
  },
};
