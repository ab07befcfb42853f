// The names by which tests find typed negotiations.

export const parley = {
  parleys: 'parleys',
  parleyBegin: 'parley-begin',
  parleyField: (field: string) => `parley-${field}`,
  parleyStart: 'parley-start',
  parley: (session: string) => `parley-${session}`,
  parleyOpen: (session: string) => `parley-open-${session}`,
  parleyDialog: 'parley-dialog',
  parleyPhase: 'parley-phase',
  parleyAct: (act: string) => `parley-act-${act}`,
  parleyDo: 'parley-do',
  parleyUncertain: 'parley-uncertain',
  parleyUnsent: 'parley-unsent',
  parleyRelease: 'parley-release',
  parleyTranscript: 'parley-transcript',
  parleyAgain: 'parley-again',
  parleySaid: 'parley-said',
} as const;
