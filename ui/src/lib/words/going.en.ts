// English: work that takes longer than a moment.

import type { WorkStep } from '$lib/bindings';

const steps: Record<WorkStep, string> = {
  beginning: 'It is about to begin',
  fetching: 'The record is fetched from your host',
  reading: 'The file is read',
  verifying: 'Keys, signatures and hashes are checked',
  gathering: 'What belongs to it is brought together',
  packing: 'It is packed',
  checking: 'The bundle is checked as anybody would check it',
  writing: 'The file is written',
  rows: 'The rows are looked at',
  comparing: 'The two records are held against each other',
};

export const going = {
  going: { steps, stop: 'Stop', stopping: 'Stopping …' },
};
