// Hostile text in every field that a counterparty controls, as the real engine lays it out.

import { EVERYTHING, hostile, KINDS } from '../hostile';
import { hostileMedia } from '../hostile-media';
import { mediaDeal } from '../media';
import type { Picture } from '../scenes';

const TEXTS = { all: EVERYTHING, unbroken: KINDS.unbroken, wide: KINDS.wide };

function of(name: string, text: string): Record<string, Picture> {
  const { scene, found } = hostile(text);
  const answers = { find: () => found };
  return {
    [`hostile-${name}-today`]: { screen: 'today', scene },
    [`hostile-${name}-deals`]: { screen: 'deals', scene },
    [`hostile-${name}-vendors`]: { screen: 'vendors', scene },
    [`hostile-${name}-deal`]: { screen: 'deal', scene },
    [`hostile-${name}-compare`]: { screen: 'deal', scene, click: ['compare-open'] },
    [`hostile-${name}-find`]: {
      screen: 'today',
      scene,
      answers,
      click: ['find-open'],
      type: 'CRM-ENT',
    },
    [`hostile-${name}-verify`]: { screen: 'verify', scene, click: ['verify-choose'] },
    [`hostile-${name}-media`]: {
      screen: 'deal',
      scene: { deal: mediaDeal },
      answers: { adcp_view: () => hostileMedia(text) },
    },
    [`hostile-${name}-assign`]: {
      screen: 'today',
      scene,
      click: ['unsorted-assign-s-unsorted'],
    },
  };
}

export const pictures: Record<string, Picture> = Object.assign(
  {},
  ...Object.entries(TEXTS).map(([name, text]) => of(name, text)),
);
