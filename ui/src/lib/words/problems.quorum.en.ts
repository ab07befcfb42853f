// What stands in files of its own; and that a vote is demanded.

import { codes } from './problems.codes.en';

const quorum_needed = (f: Partial<Record<string, string>>) => ({
  what:
    f['state'] === 'open'
      ? 'The vote on this has not passed yet.'
      : f['state'] === 'denied'
        ? 'The vote on this did not pass.'
        : f['state'] === 'passed_under_another_rule'
          ? 'A vote on this passed, but not under the rule that stands now.'
          : `Your organisation demands a vote on this: ${f['needed'] ?? ''} of ${f['seats'] ?? ''} must say yes.`,
  remedy:
    f['state'] === 'open'
      ? 'See beside the deal who is missing. It can be sent once enough have said yes.'
      : 'Ask for the vote. It can be sent once enough have said yes.',
});

export const apart = { quorum_needed, ...codes };
