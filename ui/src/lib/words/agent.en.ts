// English: the desk's own agent, the organisation's switch, the model that reads along.

import { num } from './plural';

export const agent = {
  agent: {
    title: 'Agent and model',
    halt: 'Stop everything',
    haltLead: 'At once nothing leaves any more, also what waits to be sent. An org owner lifts it.',
    halted: (by: string) => `Stopped by ${by}: nothing leaves.`,
    haltedHere: (by: string) =>
      `Stopped at this desk by ${by}: nothing leaves from here. Only an org owner stops all desks.`,
    haltFailed: 'The switch could not be moved.',
    lift: 'Let answers leave again',
    ownerLifts: 'An org owner lifts it.',
    mode: 'The desk’s own part',
    modeLegend: 'In this deal it works',
    modes: { manual: 'by hand', assist: 'assisting', auto: 'automatic' },
    modeLead: {
      manual: 'The desk answers nothing and suggests nothing.',
      assist: 'It suggests answers to routine messages; you send them.',
      auto: 'It answers routine messages under its own key, from templates, within these caps.',
    },
    perDay: 'a day, at most',
    perSession: 'a session, at most',
    answered: (n: number, of: number) => `${num(n)} of ${num(of)} in the last 24 hours`,
    noKey: 'The agent has no key yet; it is made under Settings.',
    suggested: 'Suggested answer',
    use: 'Use it',
    formal: 'Offers, counters, declines and closes always wait for the deal’s owner.',
    keyLead:
      'The agent signs with a key of its own, which can sign messages and nothing else. What it answers stands on the timeline under its name.',
    keyAway: 'The agent’s key cannot be had; the desk does nothing by itself.',
    makeKey: 'Make the agent’s key',
    ownerMakes: 'Who owns deals or the organisation makes it.',
    model: 'A model that reads along',
    modelLead:
      'An endpoint that speaks OpenAI’s interface, such as Ollama on this machine. It sees inbound text and nothing else; its word stands beside the rules’ as a hint, and nothing waits for it.',
    url: 'Address',
    modelName: 'Model',
    save: 'Save',
    switchOn: 'Switch on',
    switchOff: 'Switch off',
    off: 'Off.',
    notAsked: 'On; not asked yet.',
    fates: {
      well: 'On; it answers.',
      away: 'On; it cannot be reached at the moment.',
      slow: 'On; it did not answer in time.',
      confused: 'On; its last answer could not be read.',
    },
  },
};
