// English: the first steps.

export const steps = {
  steps: {
    title: 'First steps',
    hide: 'Hide them',
    show: 'Show the first steps',
    leave: 'Not now',
    states: { done: 'done', open: 'open', left: 'left for later' },
    names: {
      key: 'Your key is made',
      demo: 'Try the demo',
      org: 'Say who your organisation is',
      deal: 'Make your first deal',
      vendor: 'Invite a vendor',
      mail: 'Connect a mailbox',
      benchmarks: 'Bring your benchmarks',
    },
    leads: {
      key: '',
      demo: 'A second window with a workspace of its own and a vendor to practise on. Nothing of yours is in it.',
      org: 'Vendors see its name, what its agent may talk about, and a person to turn to.',
      deal: 'A deal gathers mails and offers of one negotiation; its mandate says how far you go.',
      vendor:
        'Switch the channel on and send the invitation. You verify the vendor’s key by phone.',
      mail: 'Mails of a deal’s vendor stand between its offers. Nothing in the mailbox is changed.',
      benchmarks:
        'What others pay, from a CSV or Excel file: it stands beside each line of an offer.',
    },
    acts: {
      key: 'Look at it',
      demo: 'Open the demo',
      org: 'To the settings',
      deal: 'To the deals',
      vendor: 'To the settings',
      mail: 'To the settings',
      benchmarks: 'To the settings',
    },
  },
};
