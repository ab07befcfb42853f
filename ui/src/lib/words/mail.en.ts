// English: mailboxes, and mails that wait to be sorted.

import { num, plural } from './plural';

export const mail = {
  mail: {
    title: 'Mail',
    lead: 'Mails from and to the vendors of your deals are read and stand on their timelines. Everything else stays where it is, and nothing in the mailbox changes.',
    add: 'Add a mailbox',
    addAct: 'Add',
    cancel: 'Cancel',
    address: 'Mail address',
    password: 'Password',
    passwordHint: 'It goes into your system’s keychain and nowhere else.',
    appPassword:
      'This provider wants a password made for programs; you make it in its own settings. It goes into your system’s keychain and nowhere else.',
    provider: (name: string) => `${name}: the servers are known.`,
    finding: 'Looking for the servers …',
    answeredThere: (imap: string, smtp: string) =>
      `${imap} and ${smtp} answered, by your domain’s records or under the names that are usual there. Nobody else was asked.`,
    answeredElsewhere: (domain: string, imap: string, smtp: string) =>
      `The records of ${domain} name ${imap} and ${smtp}, which belong to somebody else. Go on only if that is your provider: your password goes there.`,
    look: 'Look for the servers',
    notAsked:
      'No provider on the list here. Looking asks your domain’s own records and servers, and nobody else.',
    noProvider:
      'Your domain’s records and the names that are usual there were tried, and not all that is needed answered. Look at the servers below. Nobody else was asked.',
    signIn: {
      how: 'How you sign in',
      other: 'Another provider',
      clientId: 'Client ID of the application',
      howToGet: {
        microsoft:
          'Your organisation’s own. Whoever runs Microsoft 365 there makes it in Entra: App registrations, New registration, platform “Mobile and desktop applications”, redirect http://localhost, then the delegated permissions IMAP.AccessAsUser.All and SMTP.Send. For one organisation alone put its tenant ID in the place of “common” in the endpoints.',
        google:
          'Your organisation’s own. Whoever runs Google Workspace there makes it in the Google Cloud console: Credentials, OAuth client ID, type “Desktop app”. Google gives a client secret with it; put it below, under Endpoints.',
      },
      howToGetOther:
        'Whoever runs the mail server gives it to you. The redirect is http://127.0.0.1 with any port.',
      endpoints: 'Endpoints and client secret',
      clientSecret: 'Client secret',
      clientSecretHint:
        'Only where the provider gave one. It goes into your system’s keychain and nowhere else.',
      authorize_url: 'Authorization endpoint',
      token_url: 'Token endpoint',
      scopes: 'Scopes',
      act: 'Sign in in the browser',
      again: 'Sign in again',
      waiting: 'Your browser is open at your provider. Agree there; this goes on by itself.',
      giveUp: 'Give up',
      done: 'You are signed in. What lets Countersign in again goes into your system’s keychain.',
    },
    sends: 'Sending works too, up to the login; nothing was sent.',
    notSending: 'Mails can be read, but not sent:',
    servers: 'Servers',
    login: 'Name at the server',
    incoming: 'Server for incoming mail (IMAP)',
    outgoing: 'Server for outgoing mail (SMTP)',
    port: 'Port',
    security: 'Encryption',
    securities: {
      tls: 'TLS',
      start_tls: 'STARTTLS',
      this_machine: 'None, this machine only',
    },
    test: 'Test the connection',
    tested: (mails: number, told: boolean) =>
      `It works: ${num(mails)} ${plural(mails, 'mail', 'mails')} in the inbox. ${told ? 'The server says when something comes.' : 'The server does not say when something comes; it is asked every minute.'}`,
    folders: 'Folders in which everything is for deals',
    foldersHint: 'The inbox and what you sent are read anyway, for your vendors’ addresses.',
    phases: {
      reaching: 'Reaching the server …',
      reading: 'Reading',
      waiting: 'Up to date',
      troubled: 'Trouble; it is tried again',
      stuck: 'Waits for you',
      stopped: 'Stopped',
    },
    reading: (folder: string, lookedAt: number, of: number) =>
      of === 0 ? `Reading ${folder}` : `Reading ${folder}: ${num(lookedAt)} of ${num(of)}`,
    told: 'the server says when something comes',
    asked: 'asked every minute',
    lastLook: 'looked at',
    retry: 'Try now',
    stop: 'Stop',
    goOn: 'Go on',
    remove: 'Remove …',
    removeSure: 'Remove mailbox and password',
    save: 'Save',
    authserv: 'Trusted receiving server',
    authservHint:
      'The name at the start of “Authentication-Results” in mails of this mailbox. Only what that server says counts as DMARC pass.',
    unreadable: (mails: number) =>
      `${num(mails)} ${plural(mails, 'mail', 'mails')} could not be read.`,
    unsorted: 'Unsorted mails',
    unsortedLead: 'Mails that fit no deal, or that a person must place.',
    looksLike: 'The sender looks like',
    assigned: 'The mail stands on the deal’s timeline.',
    hidden: 'Text that the mail hides',
    leftOnServer: 'on the server',
    answered: 'answered elsewhere',
    answer: 'Answer by mail',
    answerTitle: 'Answer by mail',
    from: 'From',
    to: 'To',
    subject: 'Subject',
    body: 'Text',
    send: 'Sign decision and send',
    sending: 'Sending …',
    fates: {
      sent: 'Sent',
      not_sent: 'Not sent',
      unknown: 'Delivery unknown',
    },
    fateLeads: {
      sent: 'The server took the mail. A copy goes to your folder of sent mails.',
      not_sent: 'The server did not take it; nothing left.',
      unknown:
        'The connection was lost after the text had begun to leave. It is not sent again by itself.',
    },
    outs: {
      sending: 'is being sent',
      unknown: 'Delivery unknown: the connection was lost after its text had begun to leave.',
      not_sent: 'was not sent',
      found_not_sent: 'did not arrive, as a person found out',
    },
    unknownHelp:
      'Look into your folder of sent mails or ask the vendor. It is never sent again by itself.',
    arrived: 'It arrived',
    notArrived: 'It did not arrive',
    browser: {
      done: 'Countersign has its answer. You can close this page.',
      not_done: 'You are not signed in. You can close this page; Countersign says more.',
      nothing: 'There is nothing here.',
    },
  },
};
