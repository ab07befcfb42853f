import { broken } from './broken.en';
import { missing } from './missing.en';
import { placeWords } from './places.en';
import { apart } from './problems.quorum.en';
import { unfit } from './unfit.en';
import { known, said, why } from './said';
import type { ProblemCode } from '$lib/bindings';
import { day, fullTime } from '$lib/text/time';

export type Facts = Readonly<Record<string, string | undefined>>;

export interface ProblemWords {
  /** What is the case, in one sentence. */
  what: string;
  /** What the reader can do, in one or two sentences. */
  remedy: string;
}

// A fact that is there and empty says nothing either.
const of = (facts: Facts, name: string, otherwise: string) =>
  facts[name] === undefined || facts[name] === '' ? otherwise : facts[name];
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const problems: Record<ProblemCode, (facts: Facts) => ProblemWords> = {
  keychain_absent: () => ({
    what: 'This machine has no keychain.',
    remedy:
      'Install a Secret Service (GNOME Keyring, KWallet, KeePassXC) and try again, or keep your key in a file with a passphrase.',
  }),
  keychain_locked: () => ({
    what: 'The keychain is locked.',
    remedy: 'Unlock it with your login password, then try again. Your key is not touched.',
  }),
  key_missing: (f) => ({
    what: `The keychain answers, but your key ${of(f, 'fingerprint', '')} is not in it.`.replace(
      '  ',
      ' ',
    ),
    remedy:
      'Bring back the keychain that held it. A new key is another identity: make one only if the old one is lost for good.',
  }),
  passphrase_wrong: () => ({
    what: 'This passphrase does not open the key file.',
    remedy: 'Type it again. Nobody can reset it.',
  }),
  passphrase_short: (f) => ({
    what: `The passphrase is too short; it needs at least ${of(f, 'least', '12')} characters.`,
    remedy: 'A sentence that only you would say works well.',
  }),
  key_differs: (f) => ({
    what: 'The key found here is not the one that this desk used before.',
    remedy: `Expected ${of(f, 'expected', 'another')}, found ${of(f, 'found', 'this one')}. Nothing is signed until the expected key is back.`,
  }),
  host_down: (f) => ({
    what: `The host at ${of(f, 'url', 'its address')} cannot be reached.`,
    remedy: 'You can read everything that has arrived. The desk goes on trying by itself.',
  }),
  host_slow: (f) => ({
    what: `The host at ${of(f, 'url', 'its address')} has not answered for ${of(f, 'seconds', 'some')} seconds.`,
    remedy: 'What you see may be behind. The desk goes on trying by itself.',
  }),
  host_confused: (f) => ({
    what: `What answers at ${of(f, 'url', 'the host’s address')} does not speak the protocol.`,
    remedy: `Check the address, or whether a proxy stands between. ${why(broken, f) ?? ''}`.trim(),
  }),
  host_refused: () => ({
    what: 'The host refuses your signature.',
    remedy: 'The org owner can see whether your key is known to the host.',
  }),
  host_key_changed: (f) => ({
    what: 'The host shows another platform key than the one this desk trusts.',
    remedy: `Nothing is sent until this is cleared up. Ask the org owner on another channel. Expected ${of(f, 'expected', 'the pinned key')}, found ${of(f, 'found', 'another')}.`,
  }),
  host_rewound: (f) => ({
    what: `The host no longer has events that this desk has verified, from event ${of(f, 'seq', '1')} on.`,
    remedy:
      'Both versions are kept as evidence. Save the log of this session before anything else.',
  }),
  clock_wrong: (f) => ({
    what: `Your clock is ${of(f, 'minutes', 'some')} minutes ${of(f, 'direction', 'away from')} the host’s.`,
    remedy: 'Set this machine’s clock. Until then the host may refuse what you sign.',
  }),
  host_clock_behind: () => ({
    what: 'The host’s clock is behind its own log, so it takes nothing new.',
    remedy: 'Whoever runs the host has to set its clock.',
  }),
  chain_red: (f) => ({
    what: `A session’s chain does not verify${f['seq'] ? ` at event ${f['seq']}` : ''}${f['check'] ? ` (${f['check']})` : ''}.`,
    remedy: 'Nothing from that event on counts as verified. Save the log and ask the other side.',
  }),
  approval_stale: (f) => ({
    what: `Event ${of(f, 'seq', '?')} (${of(f, 'kind', 'new')}) came in after you had looked, so your answer was not sent.`,
    remedy: 'Look at what is new, then decide again.',
  }),
  session_closed: () => ({
    what: 'This session is closed.',
    remedy: 'Nothing can be added to it. The log stays readable for both sides.',
  }),
  offer_expired: (f) => ({
    what: f['expires_at']
      ? `This offer expired on ${day(f['expires_at'], 0)}.`
      : 'This offer has expired.',
    remedy: `An expired offer cannot be accepted. Counter it with a new date, or ask for a new offer.${f['expires_at'] ? ` It ran until ${fullTime(f['expires_at'])}.` : ''}`,
  }),
  form_invalid: (f) => ({
    what: f['path']
      ? `${capital(placeWords(f['path']))}: ${said(unfit, f) ?? 'not valid'}.`
      : `${capital(said(unfit, f) ?? 'the form does not make a valid answer yet')}.`,
    remedy: 'Mend it and go on.',
  }),
  outside_mandate: () => ({
    what: 'This answer falls outside the mandate.',
    remedy: 'Change the answer, or change the mandate first.',
  }),
  ...apart,
  mandate_sealed: () => ({
    what: 'The mandate does not open with your key, so nothing can be held against it.',
    remedy: 'Nothing leaves. Set the mandate anew, or bring back the key with which it was set.',
  }),
  screen_blocked: (f) => ({
    what: `Something confidential stands in ${of(f, 'where', 'the text').split(', ').map(placeWords).join(' and ')}.`,
    remedy: 'A figure or word of your mandate must not leave. Take it out.',
  }),
  screen_held: (f) => ({
    what: `A person has to look before this leaves: ${of(f, 'where', 'the text').split(', ').map(placeWords).join(' and ')}.`,
    remedy: 'Release each place that is marked, or change it. Only the deal’s owner may release.',
  }),
  screen_down: (f) => ({
    what: `${
      {
        too_much: 'This is more text than the confidentiality screen reads, so it does not leave.',
        unreadable: 'The confidentiality screen could not read the answer, so nothing leaves.',
        timed_out: 'The confidentiality screen did not answer in time, so nothing leaves.',
        garbled: 'The confidentiality screen answered nonsense, so nothing leaves.',
        other_rules: 'The confidentiality screen is of another version, so nothing leaves.',
        outside_unavailable: 'The additional scanner gave no verdict, so nothing leaves.',
        outside_timed_out: 'The additional scanner did not answer in time, so nothing leaves.',
      }[of(f, 'why', '')] ?? 'The confidentiality screen does not run, so nothing leaves.'
    }`,
    remedy:
      {
        too_much: 'Shorten it, or send it in parts.',
        outside_unavailable:
          'Look whether the scanner runs and its address and token are right, or switch it off under Settings.',
        outside_timed_out: 'Try again, or switch the additional scanner off under Settings.',
        other_rules: 'Install Countersign again: its parts do not belong together.',
        timed_out: 'Try again with less text. If it stays so, restart Countersign.',
      }[of(f, 'why', '')] ??
      'Try again. If it stays so, restart Countersign or install it again: countersign-scan has to lie beside it.',
  }),
  not_owner: (f) => ({
    what: `Only ${of(f, 'owner', 'the deal’s owner')} may decide this.`,
    remedy: 'You can read everything here.',
  }),
  not_allowed: (f) => ({
    what: `Your role does not allow this${f['role'] ? `; it needs ${f['role']}` : ''}.`,
    remedy: 'Ask the org owner.',
  }),
  decided_already: (f) => ({
    what: `${of(f, 'who', 'A colleague')} decided on this offer first${f['at'] ? ` (${fullTime(f['at'])})` : ''}.`,
    remedy: 'That decision stands and yours was not sent. Look at the deal as it is now.',
  }),
  four_eyes: (f) => ({
    what: 'The person who drafted it does not approve it.',
    remedy: `Your organisation wants four eyes on a counter. Somebody else than ${of(f, 'drafted_by', 'its author')} has to draft it, or to approve it.`,
  }),
  ledger_red: (f) => ({
    what: `Your organisation’s own record at the host does not verify from entry ${of(f, 'seq', '1')} on.`,
    remedy: `Nothing is decided on it until this is cleared up. Talk to whoever runs the host. (${of(f, 'ledger', 'ledger')}, ${of(f, 'why', 'unknown')})`,
  }),
  last_owner: () => ({
    what: 'The organisation would have no owner any more.',
    remedy: 'Give somebody else the role of org owner first.',
  }),
  invitation_refused: () => ({
    what: 'The host does not take this invitation.',
    remedy: 'It was used, withdrawn, or has expired. Ask for another one; your key stays.',
  }),
  invitation_unreadable: () => ({
    what: 'This is no invitation, or a part of it is missing.',
    remedy: 'Copy the whole text, from “countersign-join:” to its end.',
  }),
  halted: (facts) => ({
    what: `${of(facts, 'by', 'Somebody')} has stopped everything that leaves.`,
    remedy: 'Nothing was sent. An org owner lets answers leave again.',
  }),
  channel_off: () => ({
    what: 'The channel is off: vendors’ agents cannot reach you.',
    remedy: 'The org owner can switch it on under Settings.',
  }),
  delivery_unknown: () => ({
    what: 'It is not known yet whether your answer arrived.',
    remedy: 'The desk keeps asking the host. It is never sent twice.',
  }),
  gone: (f) =>
    known(missing, f['what']) ?? {
      what: 'What you asked for is not here any more.',
      remedy: 'Go back and look again.',
    },
  file_trouble: (f) => ({
    what: `${of(f, 'path', 'The file')} could not be read or written.`,
    remedy: why(broken, f) ?? 'Check that it exists and that you may use it.',
  }),
  database_newer: (f) => ({
    what: `The database was written by a newer Countersign (version ${of(f, 'found', '?')}, this one knows ${of(f, 'known', '?')}).`,
    remedy: `It was left untouched. Use the newer Countersign. ${of(f, 'path', '')}`.trim(),
  }),
  database_trouble: (f) => ({
    what: 'The database is damaged or cannot be written.',
    remedy:
      `${why(broken, f) ?? 'Check the disk’s space and permissions.'} ${of(f, 'path', '')}`.trim(),
  }),
  mail_unreadable: (f) => ({
    what: `A mail could not be read: ${of(f, 'file', 'unnamed')}.`,
    remedy: why(broken, f) ?? 'The file is kept as it came.',
  }),
  mail_sign_in: (f) => ({
    what: `${of(f, 'account', 'The mailbox')}: you are not signed in.`,
    remedy:
      {
        no_browser: 'No browser could be opened. Look at which one your system uses.',
        no_door: 'Nothing on this machine could listen for the browser’s answer. Try again.',
        not_an_address: 'The endpoints must be addresses that begin with https://.',
        denied:
          'The provider says that it was not agreed to. Somebody who runs it may have to allow it.',
        person_too_slow: 'Nobody answered in the browser in five minutes. Begin again.',
        stopped: 'It was given up.',
        code_refused: 'What the browser brought back was too old. Begin again.',
        unregistered:
          'The provider does not know this client ID, or not for this. Look at it and at the client secret.',
        refused:
          'The provider refuses what is asked for. Look at the scopes and at how the application is registered.',
        unreachable:
          'The token endpoint cannot be reached. Look at your network and at its address.',
        timed_out: 'The token endpoint did not answer in time. Begin again.',
        confused: 'The token endpoint answered something else than a token. Look at its address.',
        nothing_to_renew:
          'The provider gave nothing that lasts. Its scopes may need “offline_access”.',
      }[of(f, 'cause', '')] ?? 'Begin again.',
  }),
  mail_sign_in_again: (f) => ({
    what: `${of(f, 'account', 'The mailbox')}: the provider does not let Countersign in any more.`,
    remedy:
      'Sign in again, under Settings, Mail. Your consent was taken back or has run out; nothing was lost.',
  }),
  mail_server: (f) => ({
    what: `${of(f, 'account', 'The mailbox')}: ${
      {
        name: `the server ${of(f, 'host', '…')} is not found.`,
        connect: `${of(f, 'host', '…')} cannot be reached.`,
        tls: `no secure connection to ${of(f, 'host', '…')}.`,
        greeting: `${of(f, 'host', '…')} does not answer as a mail server does.`,
        login: `${of(f, 'host', '…')} does not let you in.`,
        folder: 'a folder cannot be opened.',
        reading: `reading from ${of(f, 'host', '…')} broke off.`,
        filing: 'the copy could not be filed.',
        envelope: `${of(f, 'host', '…')} did not take the mail. It was not sent.`,
        delivery: 'it is unknown whether the mail was taken.',
        sign_in: `${of(f, 'host', '…')} does not renew your sign-in just now.`,
      }[of(f, 'step', '')] ?? 'trouble with the mail server.'
    }`,
    remedy:
      {
        no_such_name: 'Look at the server’s name, or at your network.',
        refused: 'Nothing listens there. Look at name and port.',
        unreachable: 'The network does not lead there. Look at your connection.',
        timed_out: 'It took too long. It is tried again.',
        closed: 'The connection ended. It is tried again from where it was.',
        certificate_expired:
          'Its certificate has run out. Ask whoever runs the server; nothing was sent.',
        certificate_wrong_name:
          'Its certificate is for another name. Look at the server’s name; nothing was sent.',
        certificate_unknown_issuer:
          'Nobody this system trusts vouches for its certificate. Nothing was sent.',
        certificate_other: 'Its certificate does not hold. Nothing was sent.',
        no_tls: 'It speaks no TLS on this port. Try STARTTLS, or another port.',
        no_start_tls: 'It offers no encryption on this port. Nothing was sent.',
        not_this_machine: 'Without encryption only servers on this machine are spoken to.',
        no_way_in: 'It offers no way to log in that this program knows.',
        denied: 'It refuses name or password. Some providers want a password made for programs.',
        no_such_folder: 'It was deleted or renamed, or you may not open it.',
        rejected: 'The server refused it.',
        deferred: 'The server refuses for now. Try later.',
        confused: 'It answers something that is not asked for.',
        too_much: 'It sends more than it was asked for; nothing of that was taken.',
      }[of(f, 'cause', '')] ?? 'Try again.',
  }),
  seller_trouble: (f) => ({
    what: `${of(f, 'url', 'The seller')}: ${
      {
        unreachable: 'nobody answers there.',
        denied: 'the seller does not take your token.',
        busy: 'the seller asks to wait.',
        broken: 'the connection broke off.',
        timed_out: 'no answer came in time.',
        too_much: 'the answer has no end.',
        confused: 'the answer is not of this protocol.',
        not_asked: 'the seller has not told yet what it can.',
        no_version: 'the seller speaks no release of AdCP 3.2.',
        no_replay: 'the seller does not say how long it remembers a request.',
        replay_over: 'the seller no longer remembers this request.',
      }[of(f, 'cause', '')] ?? 'trouble with the seller.'
    }`,
    remedy:
      {
        unreachable: 'Look at the address and at your network. Nothing was sent.',
        denied: 'Enter the token anew. Nothing was done.',
        busy: 'It is sent again by itself.',
        broken: 'The same request goes again under its one name, so nothing is done twice.',
        timed_out: 'The same request goes again under its one name, so nothing is done twice.',
        too_much: 'The same request goes again under its one name, so nothing is done twice.',
        confused:
          'Look at the address. A request that was sent is settled by sending it again as it is.',
        not_asked: 'Ask the seller again.',
        no_version: 'Ask the seller for an endpoint of AdCP 3.2.',
        no_replay: 'A request that got lost could be done twice there, so nothing is sent.',
        replay_over: 'Ask the seller’s people what became of it, then give up on it here.',
      }[of(f, 'cause', '')] ?? 'Try again.',
  }),
  hold_over: () => ({
    what: 'The hold on these terms has ended.',
    remedy: 'For fresh terms, revise the draft and have it held again.',
  }),
  unsettled: (f) => ({
    what: `Request ${of(f, 'number', '')} about the same proposal is not settled yet.`,
    remedy: 'Wait for its answer, or settle it first.',
  }),
  departures_open: (f) => ({
    what: `The seller departs from what you asked for in ${of(f, 'count', 'some')} places.`,
    remedy: 'Accept each of them, or choose other terms.',
  }),
  demo_vendor_failed: (f) => ({
    what: 'The demo’s vendor agent could not be started, or ended early.',
    remedy: why(broken, f) ?? 'Try the step again.',
  }),
  stopped: () => ({
    what: 'It was stopped. Nothing was kept of it.',
    remedy: 'Begin again whenever you like.',
  }),
  defect: (f) => ({
    what: 'Countersign made a mistake.',
    remedy: `Nothing was sent. Please report it with this reference: ${of(f, 'reference', 'none')}`,
  }),
};
