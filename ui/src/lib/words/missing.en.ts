// English: what is missing, and what can be done about it.

import type { Missing } from '$lib/bindings';
import type { ProblemWords } from './problems.en';

export const missing: Record<Missing, ProblemWords> = {
  mail: { what: 'This mail is not here any more.', remedy: 'Go back and look again.' },
  session: { what: 'This session is not here any more.', remedy: 'Go back and look again.' },
  deal: { what: 'This deal is not here any more.', remedy: 'Go back and look again.' },
  seller: {
    what: 'No seller of media is set for this deal.',
    remedy: 'Enter its address and account first.',
  },
  capabilities: {
    what: 'The seller has not told yet what it can do.',
    remedy: 'Ask the seller again.',
  },
  request: { what: 'This request is not here any more.', remedy: 'Go back and look again.' },
  repeat: { what: 'This request may not be sent again.', remedy: 'Make a new one.' },
  unsettled_request: {
    what: 'This request is settled already.',
    remedy: 'Go back and look again.',
  },
  proposal: { what: 'This proposal is not here any more.', remedy: 'Go back and look again.' },
  hold: { what: 'The seller does not hold this proposal.', remedy: 'Have it held first.' },
  shown_terms: {
    what: 'The terms have changed since they were shown to you.',
    remedy: 'Look at them as they are now.',
  },
  quote: { what: 'This quote is not here any more.', remedy: 'Go back and look again.' },
  answered_quote: {
    what: 'An answer was given to what was read out of this file, so it stays as it was read.',
    remedy: 'Ask the vendor for a new file.',
  },
  mailbox: { what: 'This mailbox is not set up any more.', remedy: 'Add it under Settings, Mail.' },
  sending_mailbox: {
    what: 'There is no mailbox to answer from.',
    remedy: 'Add one under Settings, Mail.',
  },
  way_to_sign_in: {
    what: 'This mailbox is not one that is signed in to in the browser.',
    remedy: 'Remove it and add it again.',
  },
  mail_place: {
    what: 'The mail lies elsewhere on its server by now, or not there at all.',
    remedy: 'Look into the mailbox with your mail program.',
  },
  unknown_delivery: {
    what: 'What became of this mail is known already.',
    remedy: 'Go back and look again.',
  },
  attachment: { what: 'This attachment is not in the mail.', remedy: 'Go back and look again.' },
  fetched_already: {
    what: 'The attachment is on its way already.',
    remedy: 'Wait until it is there, or stop it.',
  },
  offer: { what: 'This offer is not here any more.', remedy: 'Go back and look again.' },
  open_offer: {
    what: 'There is no offer here that could be answered.',
    remedy: 'Wait for the vendor’s next offer.',
  },
  shown_offer: { what: 'Another offer is open by now.', remedy: 'Look at it before you answer.' },
  kept_message: {
    what: 'This message does not wait here any more.',
    remedy: 'Go back and look again.',
  },
  unanswered_accept: {
    what: 'No acceptance waits for an answer here.',
    remedy: 'Go back and look again.',
  },
  review: { what: 'This review does not count any more.', remedy: 'Have it reviewed again.' },
  review_of_mandate: {
    what: 'The mandate has changed since this was reviewed.',
    remedy: 'Have it reviewed again.',
  },
  released: { what: 'What you released has changed.', remedy: 'Have it reviewed again.' },
  unchanged: {
    what: 'Somebody has changed this in the meantime.',
    remedy: 'Go back and look again.',
  },
  at_host: { what: 'The host does not know this.', remedy: 'Go back and look again.' },
  waiting_answer: {
    what: 'This answer does not wait any more.',
    remedy: 'The deal shows what became of it.',
  },
  untried_answer: {
    what: 'This answer may have reached the host already, so it cannot be taken back.',
    remedy: 'The desk finds out by the record what became of it, and never sends it twice.',
  },
  decision: {
    what: 'The decision does not stand on the deal’s own record.',
    remedy: 'Nothing was sent. Decide again.',
  },
  mandate: { what: 'There is no mandate for this.', remedy: 'Set one first.' },
  draft: { what: 'This draft is not here any more.', remedy: 'Go back and look again.' },
  sealed_draft: {
    what: 'This draft was not sealed to you.',
    remedy: 'Ask its author, or the deal’s owner.',
  },
  newest_draft: { what: 'Its author has replaced this draft.', remedy: 'Review the new one.' },
  demo: { what: 'This is not the demo.', remedy: 'Go back and look again.' },
  waiting_vendor: { what: 'No vendor waits to be verified.', remedy: 'Go back and look again.' },
  deal_of_vendor: { what: 'There is no deal of this vendor yet.', remedy: 'Open one first.' },
  saved_log: { what: 'No log has been saved yet.', remedy: 'Save one first.' },
  price: { what: 'There is no price in this log.', remedy: 'Go back and look again.' },
  sheet: { what: 'This sheet is not in the file.', remedy: 'Choose another one.' },
  import: { what: 'This import is not here any more.', remedy: 'Go back and look again.' },
  event: { what: 'This event is not in the log.', remedy: 'Go back and look again.' },
  person: {
    what: 'This person is not of your organisation any more.',
    remedy: 'Go back and look again.',
  },
  vendor_key: { what: 'The vendor has no key here.', remedy: 'Go back and look again.' },
  shown_key: {
    what: 'The vendor’s key has changed since it was shown to you.',
    remedy: 'Compare the new fingerprint before you verify it.',
  },
  key_file: {
    what: 'There is no key file here.',
    remedy: 'Bring back the file that held your key.',
  },
  dispute: { what: 'There is no dispute here.', remedy: 'Go back and look again.' },
  reading: { what: 'This text was not read yet.', remedy: 'Wait a moment.' },
  tactic: { what: 'This is judged otherwise by now.', remedy: 'Go back and look again.' },
  parley: { what: 'This negotiation is not here any more.', remedy: 'Go back and look again.' },
  turn: { what: 'It is the other side’s turn.', remedy: 'Wait for its answer.' },
  settled_accept: {
    what: 'An acceptance waits for its answer.',
    remedy: 'Wait until it is answered.',
  },
  vote: { what: 'This vote is not here any more.', remedy: 'Go back and look again.' },
  open_vote: { what: 'This vote is not open any more.', remedy: 'Go back and look again.' },
  demand: { what: 'Nobody demands a vote on this.', remedy: 'Go on without one.' },
  voted_answer: {
    what: 'There is no answer here that was voted on.',
    remedy: 'Go back and look again.',
  },
  votable: { what: 'There can be no vote on this.', remedy: 'Go back and look again.' },
  voted_act: {
    what: 'The negotiation has gone on since the vote.',
    remedy: 'Look where it stands now.',
  },
  voted_terms: {
    what: 'The terms that were voted on cannot be read any more.',
    remedy: 'Ask for a new vote.',
  },
  agent_without_key: {
    what: 'The desk’s agent has a key already.',
    remedy: 'Go back and look again.',
  },
  agent_key: {
    what: 'The desk’s agent has no key yet.',
    remedy: 'Make one under Settings.',
  },
  leave: { what: 'The agent may not answer this by itself.', remedy: 'Answer it yourself.' },
  link: { what: 'The link leads to nothing that is here.', remedy: 'Ask whoever gave it to you.' },
  id: { what: 'What you asked for is not here.', remedy: 'Go back and look again.' },
};
