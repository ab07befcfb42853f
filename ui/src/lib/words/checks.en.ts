// English: what it means that a check of a log or of a bundle failed. What was expected and what
// stands there is the verifier's own sentence, the same for everybody who runs it.

import type { CHECKS } from '$lib/bindings';

export type Check = (typeof CHECKS)[number];

export const checks: Record<Check, string> = {
  json: 'It is no text that all programs read alike.',
  protocol: 'It says that it belongs to another protocol.',
  session_id: 'It names another session than the one it should be of.',
  event_count: 'It states another number of events than it has.',
  chain_head: 'The head that it states is not that of its last event.',
  keys: 'A key that it lists is not in order.',
  pin: 'A key is not the one that was vouched for.',
  seen_head: 'It lacks what was seen of this session before.',
  checkpoint: 'It does not agree with a checkpoint.',
  members: 'Something is missing in an event, or too much in it.',
  seq: 'Events are missing, or numbered wrongly.',
  actor: 'An event is by somebody who is not part of this session.',
  kind: 'An event is of a kind that the protocol does not have.',
  order: 'Events follow each other in a way that the protocol forbids.',
  payload_schema: 'What an event says has not the form that the protocol asks for.',
  payload_hash: 'What an event says was changed after it was written.',
  prev_hash:
    'An event does not follow the one before it: something was changed, added or left out.',
  event_hash: 'An event was changed after it was written.',
  signature: 'A signature does not hold.',
  signer: 'An event was signed by somebody who may not sign it.',
  at: 'A time is none, or earlier than the time before it.',
  own_record: 'It does not agree with what this desk sent itself.',
  bundle: 'The bundle’s files are not those of its list.',
  seal: 'The signature over the bundle’s list of files does not hold.',
  decision: 'The ledger of decisions does not hold.',
  people: 'The ledger of the organisation’s people does not hold.',
  vote: 'A vote does not hold.',
  media: 'What was dealt with a seller of media does not hold together.',
  media_request: 'A request to a seller of media is not the one that was decided.',
  media_answer: 'A seller’s answer is not the one that came.',
  media_verdict: 'The verdict on a seller’s answer is not the one that comes out now.',
  quote: 'An offer out of a mailed file is not what stands in that file.',
  letter: 'A mail of ours is not the one that was decided.',
  mail: 'A mail is not the one that came or went.',
  version: 'Another version of the record does not hold.',
  verdict: 'The verdict that it states is not the one that comes out now.',
  report: 'Its report for people does not say what its record says.',
};
