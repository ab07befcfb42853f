// English: the organisation's people, joining, drafts for colleagues and comments.

export const team = {
  choose: {
    title: 'How do you begin?',
    lead: 'Every organisation has one host. Somebody makes it; the others are invited.',
    found: 'Make an organisation',
    foundHint: 'On this machine, for you. The host runs inside this application.',
    take: 'Take an invitation',
    takeHint:
      'Somebody of your organisation has sent you a text that begins with countersign-join.',
  },

  join: {
    title: 'Take an invitation',
    lead: 'Paste the whole text that you were given. It lets one person in, once.',
    text: 'Invitation',
    read: 'Go on',
    back: 'Back',
    host: 'Your organisation’s host',
    platform: 'Its platform key',
    compare: 'If you were told the key’s fingerprint on another way, compare it now.',
    founds:
      'You are the first: you found the organisation and hold every role until you give some away.',
    keyTitle: 'Make your signing key and join',
    make: 'Make the key and join',
    making: 'Joining …',
  },

  team: {
    title: 'People',
    alone: 'Until the host has answered once nobody is known here.',
    you: 'you',
    since: (when: string) => `since ${when}`,
    until: (when: string) => `until ${when}; what was signed till then stays valid`,
    letIn: (name: string) => `let in by ${name}`,
    founder: 'founded the organisation',
    change: 'Change roles',
    save: 'Save roles',
    remove: 'Let go',
    removeTitle: 'Let somebody go?',
    removeLead: (name: string) =>
      `${name}’s key signs nothing more from now on, and ${name}’s desk is shut out at once. What the key has signed stays valid.`,
    removed: 'The key has ended.',
    roles: 'Roles',
    invite: 'Invite somebody',
    inviteName: 'Name',
    inviteDays: 'Serves for days',
    inviteMake: 'Make the invitation',
    made: (name: string) => `The invitation for ${name}`,
    madeLead:
      'Whoever has this text can join in this person’s stead. Hand it over as you would a password. It is shown once.',
    madeLoopback:
      'This host is reached on this machine alone, so the invitation serves only here. A team needs a host of its own: `countersign host`, with its public address.',
    invitations: 'Invitations',
    standing: { open: 'open', used: 'used', withdrawn: 'withdrawn', expired: 'expired' },
    withdraw: 'Withdraw',
    invitedBy: (name: string, until: string) => `by ${name}, until ${until}`,
    standIns: 'Standing in',
    standInsLead:
      'Somebody who may decide acts for you until a day, with your mandate. Nothing changes for the vendor.',
    standInWho: 'Who stands in for you',
    standInUntil: 'Until (date)',
    standInMake: 'Name as stand-in',
    standInEnd: 'End it now',
    standsIn: (to: string, owner: string, until: string) => `${to} for ${owner}, until ${until}`,
    allDeals: 'all deals',
    nobodyElse: 'Nobody else may decide yet.',
    fourEyes: 'Four eyes on a counter',
    fourEyesOn: 'Who drafts a counter does not approve it.',
    fourEyesOff: 'Who owns a deal may approve a counter of their own.',
    table: 'Who may do what',
    tableLead: 'The table that the host enforces. Reading is everybody’s.',
    act: 'Act',
    nobody: 'nobody',
    may: 'may',
    mayNot: 'may not',
    acts: {
      message: 'Send messages',
      envelope: 'Set a mandate envelope in a session',
      offer: 'Make an offer',
      counter_offer: 'Counter and accept',
      decline: 'Decline',
      session_close: 'Close a session',
      session_open: 'Open a session as a vendor',
      prepare: 'Make deals, sort sessions, draft',
      decide: 'Own a deal, set its mandate, name a stand-in',
      govern: 'Invite, give roles, let go, set rules',
      switch_channel: 'Switch the channel',
      decide_vendor: 'Verify and revoke vendors',
      enrol_agent: 'Let the own desk’s agent answer routine messages',
      settle_dispute: 'Look at a record in dispute, so that its deal goes on',
    },
  },

  drafts: {
    title: 'Drafts',
    by: (name: string, when: string) => `${name}, ${when}`,
    mine: 'yours',
    review: 'Review …',
    sealed: 'Sealed to others.',
    propose: 'Propose to colleagues',
    proposed: 'Your draft is proposed; whoever decides sees it.',
  },

  comments: {
    title: 'Comments',
    lead: 'Everybody of your organisation reads them; the vendor never does.',
    say: 'Comment',
    send: 'Add',
    waits: 'waits for the host',
    none: 'Nobody has said anything yet.',
  },

  reach: {
    public: 'Vendors reach it at',
    hidden:
      'Vendors’ agents on other machines cannot reach this host: its address leads to this machine alone. To be reached, an organisation runs `countersign host` on a machine with a name on the internet and sets its `public_url`; that address then stands here and in the invitation.',
  },

  ownership: {
    handOver: 'Hand over …',
    handOverTo: 'New owner',
    handOverMake: 'Hand over',
    standsIn: (when: string) => `stands in until ${when}`,
  },
};
