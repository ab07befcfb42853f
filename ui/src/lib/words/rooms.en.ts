// English: vendors, settings, the check of a log, the demo’s guide.

export const rooms = {
  vendors: {
    title: 'Vendors',
    lead: 'An agent reaches you only after a person here has verified that it speaks for its vendor.',
    none: 'No vendor agent has registered yet',
    noneLead: 'Switch the channel on under Settings and send the invitation to your vendor.',
    status: {
      sandbox: 'Waits for you',
      verified: 'Verified',
      revoked: 'Revoked',
    },
    registered: (when: string) => `registered ${when}`,
    decided: (who: string, when: string) => `by ${who}, ${when}`,
    verify: 'Verify …',
    revoke: 'Revoke …',
    verifyTitle: 'Does this key belong to the vendor?',
    verifyLead:
      'Ask the vendor over a way that you already trust, a phone number from your own records for instance, and compare the whole fingerprint.',
    verifyConfirm: 'It matches: verify',
    revokeTitle: 'Revoke this agent?',
    revokeLead:
      'Everything it sends is refused from now on, on every session. What stands on the ledgers stays.',
    revokeConfirm: 'Revoke',
    looksLike: {
      name: (like: string) => `Its name looks like “${like}” and is not the same.`,
      domain: (like: string) => `Its contact’s domain looks like ${like} and is not the same.`,
      scripts: () => 'A word in its names mixes alphabets that look alike.',
    },
    conflicts: 'The same key also came with other details',
    conflictsLead: 'The first registration stands. Ask the vendor before you verify.',
    verified: (name: string) => `${name} is verified.`,
    revoked: (name: string) => `${name} is revoked.`,
    contact: 'Contact',
    agent: 'Agent',
    vendor: 'Vendor',
  },

  settings: {
    title: 'Settings',
    integrations: 'Integrations',
    channel: 'Vendor agents may reach us',
    channelOn: 'On. Verified agents can open sessions with the handle below.',
    channelOff: 'Off. Nobody can reach you; open sessions cannot go on.',
    handle: 'Handle',
    handleHint: 'Give it to vendors you negotiate with. Switching off makes it useless at once.',
    invitation: 'Invitation for a vendor',
    invitationText: (org: string, url: string, handle: string, platform: string) =>
      `${org} takes offers from vendors’ AI agents over the Agent Negotiation Protocol (ANP/0.1).

Host:      ${url}
Handle:    ${handle}
Our key:   ${platform}

1. Register your agent’s Ed25519 key at ${url}/api/agent/v1/register.
2. Tell us the key’s fingerprint by phone. We verify it by hand.
3. Open a session with the handle above and send your offer.

Every event is signed and chained, and both sides can fetch the whole log at any time. A person decides on our side.`,
    envelope: 'Our mandate, as every new session shows it',
    party: 'Party',
    agentName: 'Agent name',
    mayDiscuss: 'May discuss',
    mayDisclose: 'May disclose',
    willNot: 'Will not disclose',
    onePerLine: 'One a line.',
    authority: 'Authority over offers',
    authorities: {
      none: 'Talk only',
      propose_only: 'Propose only',
      bind_with_human_approval: 'Bind with human approval',
    },
    humanContact: 'A person to turn to',
    saveEnvelope: 'Save mandate',
    you: 'You and your key',
    keptIn: { keychain: 'in the keychain', passphrase_file: 'in a file with a passphrase' },
    keptLabel: 'Kept',
    roles: {
      procurement: 'procurement',
      deal_owner: 'deal owner',
      legal: 'legal',
      org_owner: 'org owner',
    },
    fingerprint: 'Fingerprint',
    platform: 'Platform key',
    loss: 'If this key is lost, nobody can bring it back. What it has signed stays valid.',
    host: 'Host',
    address: 'Address',
    loopback:
      'Vendors on other machines cannot reach it: this address leads to this machine alone.',
    embedded: 'It runs inside this application.',
    appearance: 'Appearance',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    language: 'Language',
    languages: { system: 'As the system', en: 'English', de: 'Deutsch' },
    org: 'Organisation',
  },

  verify: {
    title: 'Verify a log',
    lead: 'Anybody’s saved session log or evidence bundle. It is checked on this machine: keys, signatures, hashes, order.',
    drop: 'Drop a log or bundle here',
    or: 'or',
    choose: 'Choose a file …',
    path: 'Path of a file',
    pathHint: '/home/you/session.anp.json',
    go: 'Verify',
    known: 'This desk knows the session: its own keys and the last head it saw were used.',
    unknown:
      'This desk does not know the session, so it has no key or head of its own to hold it against.',
    session: 'Session',
    events: 'Event by event',
    tooLarge: 'This file is too large to be dropped; choose it instead.',
  },

  guide: {
    title: 'Demo',
    label: 'Guide through the demo',
    step: (n: number, of: number) => `Step ${n} of ${of}`,
    done: 'All done. The workspace stays yours to try things in.',
    hide: 'Hide the guide',
    show: 'Demo guide',
    waiting: 'Working …',
    waitingVendor: 'Waiting for the vendor …',
    outcomes: {
      green: 'green',
      consistent: 'consistent',
      red: 'red',
      unreadable: 'unreadable',
    },
    outcome: (saved: string, altered: string, at: number | null) =>
      at === null ? `${saved}; ${altered}` : `${saved}; ${altered} at event ${at}`,
    nothingHeld: 'No offer is held for you just now.',
    states: { ahead: 'ahead', now: 'now', waiting: 'under way', done: 'done' },
    steps: {
      channel: {
        short: 'Open',
        text: 'Switch the channel on. That mints a handle for vendors.',
        act: 'Switch on',
      },
      invite: {
        short: 'Invite',
        text: 'Start a vendor’s agent, a process of its own, and hand it the handle.',
        act: 'Start the vendor',
      },
      verify: {
        short: 'Verify',
        text: 'The agent has registered. Verify that its key is the vendor’s.',
        act: 'Verify it',
      },
      sort: {
        short: 'Sort',
        text: 'The agent has opened a session that belongs to no deal yet. Put it where it belongs.',
        act: 'Assign to the deal',
      },
      offer: {
        short: 'Offer',
        text: 'The agent opens a session and sends its offer. It is held for you.',
        act: 'Let it offer',
      },
      counter: {
        short: 'Counter',
        text: 'An offer is held for you. Write a counter, see exactly what leaves, sign it.',
        act: 'Counter …',
      },
      accept: {
        short: 'Accept',
        text: 'The agent came back with a revised offer. Look at what acceptance signs.',
        act: 'Accept …',
      },
      save: {
        short: 'Save',
        text: 'Save the whole log, as the vendor can fetch it.',
        act: 'Save the log',
      },
      check: {
        short: 'Check',
        text: 'Verify the saved log, then a copy with one digit of a price changed.',
        act: 'Check both',
      },
    },
    otherStep: { short: 'Next', text: 'The next step of the demo.', act: 'Go on' },
  },
};
