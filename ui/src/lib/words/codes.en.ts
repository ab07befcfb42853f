// Codes that are mailed to vendors' contacts.

export const codes = {
  codes: {
    title: 'Confirmation by the contact address',
    none: 'Not confirmed by mail.',
    lead: 'A one-time code goes to the contact address. Whoever reads mail there lets the agent send it back, or tells it to you and you type it here. That shows that address and key belong together; whether they are your vendor’s you decide.',
    ask: 'Mail a code',
    again: 'Mail a new code',
    way: {
      host: (to: string) => `Your host mails it to ${to}.`,
      desk: (to: string, from: string) => `It goes from your mailbox ${from} to ${to}.`,
      nobody:
        'No code can be mailed from here: the host has no mail server in its settings (section “smtp”), and this desk has no mailbox that runs. Add one under Settings, Mail, or ask whoever runs the host. You can verify without a code.',
    },
    state: {
      sending: 'A code is being mailed.',
      sent: 'A code was mailed and has not come back yet.',
      not_sent: 'The code was not mailed: the mail server did not take it. Nobody has it.',
      unknown:
        'It is not known whether the code was mailed. If it does not arrive, mail a new one.',
      expired: 'The code was not used in time. Mail a new one.',
      closed: 'Too many wrong tries: the code serves no more. Mail a new one.',
    },
    byAgent: 'Confirmed: the agent sent the code back, signed with its key.',
    byPerson: (who: string) => `Confirmed: ${who} typed the code that the contact had told.`,
    asked: (who: string, when: string) => `Asked for by ${who}, ${when}`,
    until: (when: string) => `serves until ${when}`,
    type: 'Code that the contact has told you',
    check: 'Check',
    wrong: (left: number) =>
      left === 0
        ? 'This is not the code, and it was the last try. Mail a new one.'
        : `This is not the code. ${left === 1 ? 'One try is' : `${left} tries are`} left.`,
    mailed: 'The code is on its way.',
    fits: 'The code is right.',
    hostsWord: 'So your host says.',
    domain: 'Domain',
    seenRefused: 'Understood',
    unconfirmed:
      'Nobody has confirmed this by the contact address. You can verify all the same, if you have compared the fingerprint yourself.',
  },
};
