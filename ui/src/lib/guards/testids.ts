// The names by which tests find what the guards said, and the rules behind it.

export const guards = {
  reviewRule: (rule: string) => `review-rule-${rule}`,
  reviewMarkRule: (number: number) => `review-mark-rule-${number}`,
  stops: 'stops',
  stop: (number: number) => `stop-${number}`,
  stopRules: (number: number) => `stop-rules-${number}`,
  stopsAll: 'stops-all',
};
