// What was read in inbound entries: the tactic with its reason, speech to machines.

import { deal, hostileDeal } from '../deals';
import type { Picture } from '../scenes';

const answers = {
  rule: ({ rule }: Record<string, unknown>) => ({
    rule,
    text: String(rule).startsWith('deadline/')
      ? '75 only|just|solely|exclusively ~1 valid|good|available ~3 until|till|through|for ~2 @when'
      : null,
    version: '6f1c2a9be0d47713',
  }),
  correct_tactic: () => null,
};

export const pictures: Record<string, Picture> = {
  tactic: {
    screen: 'deal',
    scene: { deal },
    answers,
    click: ['tactic-why-mail:1-deadline', 'tactic-why-event:s-contoso:7-deadline'],
  },
  injected: {
    screen: 'deal',
    scene: { deal: hostileDeal },
    answers,
    click: ['marks-where-mail:1'],
  },
};
