// Codes to vendors' contacts, asking too often, and what was refused on return.

type Facts = Partial<Record<string, string>>;

const done: Facts = {
  deal: 'You made this deal',
  assigned: 'You sorted a session into this deal',
  mandate: 'You set a mandate',
  resealed: 'You shared the mandate',
  draft: 'You drafted an answer',
  comment: 'You wrote a comment',
  stopped: 'It was told what a guard stopped of yours',
  owner: 'You handed the deal over',
  mode: 'You changed how the deal is worked on',
  pinned: 'You verified a vendor',
  halted: 'You stopped everything that leaves',
  resumed: 'You let things leave again',
};

const taken: Facts = {
  deal: 'It stands at this desk alone, and nothing can be decided in it. An org owner can give you the role to open deals.',
  assigned: 'The session is where it was before.',
  mandate: 'That version is not in force; the one before is.',
  halted: 'It holds at this desk. Only an org owner stops all desks.',
};

const minutes = (f: Facts) => Math.max(1, Math.ceil(Number(f['seconds'] ?? '60') / 60));

export const codes = {
  cannot_mail: () => ({
    what: 'No code can be mailed from here.',
    remedy:
      'The host has no mail server in its settings, and this desk has no mailbox that runs. Add a mailbox under Settings, Mail, or ask whoever runs the host for a section “smtp”. You can verify without a code: compare the fingerprint over a way that you trust.',
  }),
  refused_on_return: (f: Facts) => ({
    what: `${done[f['kind'] ?? ''] ?? 'You stated something'}${f['deal'] ? ` (${f['deal']})` : ''}, and your host has refused it.`,
    remedy: `${taken[f['kind'] ?? ''] ?? 'Nobody else sees it.'} Your roles, or whose deal it is, changed while your host was out of reach.`,
  }),
  key_busy: () => ({
    what: 'Something that your key signed is still under way.',
    remedy:
      'Wait until your host has taken it, or settle the answer whose delivery is unknown; then try again.',
  }),
  too_often: (f: Facts) => ({
    what: 'This was asked for too often in a short time.',
    remedy: `Try again in about ${minutes(f) === 1 ? 'a minute' : `${minutes(f)} minutes`}. Nothing was sent.`,
  }),
};
