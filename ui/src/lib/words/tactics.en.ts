// English: what was read in inbound texts.

export const tactics = {
  tactics: {
    waiting: 'Not read yet; it will be in a moment.',
    none: 'No tactic named.',
    noneInThread: 'No tactic named over the thread.',
    thread: 'Over the thread',
    confidence: (percent: number) => `confidence ${percent}\u00a0%`,
    byPerson: 'said by a person',
    byModel: 'named by the model, confidence not measured',
    aim: 'Meant',
    answer: 'Buyers usually answer:',
    why: 'Why, and correct it',
    where: 'Where, and why',
    wrong: 'This is no tactic',
    another: 'It is another:',
    version: 'rules',
    said: (by: string, family: string, played: boolean) =>
      played ? `${by} said: ${family}.` : `${by} said: not ${family}.`,
    machine: 'Speaks to a machine.',
    machineLead: 'It is shown and nothing follows from it.',
    kinds: {
      addresses: 'addresses a model',
      overrides: 'asks to set rules aside',
      role: 'poses as another voice',
      tool: 'looks like a tool’s call',
      exfiltration: 'asks for what is not to be told',
      hidden: 'hidden signs',
      encoded: 'encoded',
    },
    structure: {
      'structure/expiry_quarter_end': (hours: string) =>
        `runs out ${hours} hours after it came, at a quarter’s end`,
      'structure/expiry_short': (hours: string) => `runs out ${hours} hours after it came`,
      'structure/longer_term': (from: string, to: string) => `term from ${from} to ${to} months`,
      'structure/price_rose': (from: string, to: string) => `unit price from ${from} to ${to}`,
      'structure/lines_added': (added: string, of: string) =>
        `${added} of ${of} lines are new and the total rose`,
      'thread/shrinking': (total: string) => `annual total ${total}`,
      'thread/salami': (total: string) => `annual total ${total}`,
    },
    ruleWords: {
      structure: 'A rule over the offer’s figures.',
      thread: 'A rule over the totals of the thread.',
      signs: 'A scan for signs and notations.',
      carried: 'A scan for encodings.',
      person: 'A person’s correction.',
      screen: 'A rule of the confidentiality screen, which is code.',
      guard: 'A rule of the mandate’s guard in another version.',
    },
    families: {
      deadline: {
        name: 'Deadline or quarter’s end',
        aim: 'to have you decide before you have compared.',
        answer:
          'Ask what changes on the day after, and keep to your own date. What was good this quarter is usually there in the next.',
      },
      increase: {
        name: 'Threat of a price increase',
        aim: 'to make today’s price look good beside a worse one.',
        answer:
          'Ask for the clause that allows the rise and for its arithmetic, and price the alternative.',
      },
      final: {
        name: 'Final offer',
        aim: 'to end the talks at the vendor’s figure.',
        answer:
          'Take it as a position: name what would have to change for you to sign, and let silence work.',
      },
      authority: {
        name: 'Limited authority, policy or precedent',
        aim: 'to put the decision out of reach, so that only you can move.',
        answer:
          'Ask who can decide and speak with that person; give nothing for a hoped-for approval.',
      },
      bundle: {
        name: 'Bundle, tie-in or decoy',
        aim: 'to raise the total while the unit looks cheaper, or to steer you to one package.',
        answer: 'Ask for each part’s price alone, and compare the price of what you need.',
      },
      lockin: {
        name: 'Term lock-in or volume',
        aim: 'to trade a discount for your freedom to leave or to shrink.',
        answer:
          'Price the freedom: the same figure at the shorter term, exits and caps with the longer.',
      },
      anchor: {
        name: 'Anchor, list price or bracketing',
        aim: 'to have you measure against a figure of the vendor’s choosing.',
        answer:
          'Put your own figure and its source beside it; a list price that nobody pays is no measure.',
      },
      bypass: {
        name: 'Bypass, divide or fait accompli',
        aim: 'to win somebody else on your side, or to make a fact before you decided.',
        answer: 'Tell your colleagues what was said, and answer that the named owner decides.',
      },
      scarcity: {
        name: 'Scarcity, flattery, favour or rival',
        aim: 'to make you feel that others want it, that you are special, or that you owe something.',
        answer: 'Thank, and return to the terms. Ask for the scarcity in writing if it matters.',
      },
      goodcop: {
        name: 'Good cop, bad cop',
        aim: 'to make the moderate voice look like your ally.',
        answer: 'Treat both as one side; ask for one position in writing.',
      },
      nibble: {
        name: 'Nibbling',
        aim: 'to win small things after you believed it was done.',
        answer: 'Reopen nothing for free: every wish has a price of its own.',
      },
      salami: {
        name: 'Salami',
        aim: 'to raise the price in slices too thin to refuse.',
        answer: 'Add the slices up, and ask for a complete price before you go on.',
      },
      flinch: {
        name: 'Flinch',
        aim: 'to make you doubt your own figure.',
        answer: 'Stay calm; repeat the figure and its reason once.',
      },
      shrinking: {
        name: 'Shrinking concessions',
        aim: 'to signal that the limit is near.',
        answer: 'The pattern is chosen, too: trade for something else, or hold your own curve.',
      },
      impasse: {
        name: 'Impasse',
        aim: 'to have you pay for going on.',
        answer: 'Let it rest, name your alternative, and leave the door open without moving.',
      },
    },
  },
};
