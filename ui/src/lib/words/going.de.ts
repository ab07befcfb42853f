// German: work that takes longer than a moment.

import type { Words } from './en';

export const going: Pick<Words, 'going'> = {
  going: {
    steps: {
      beginning: 'Es beginnt gleich',
      fetching: 'Die Aufzeichnung wird vom Host geholt',
      reading: 'Die Datei wird gelesen',
      verifying: 'Schlüssel, Signaturen und Hashes werden geprüft',
      gathering: 'Was dazugehört, wird zusammengetragen',
      packing: 'Es wird gepackt',
      checking: 'Das Bündel wird geprüft, wie es jeder prüfen würde',
      writing: 'Die Datei wird geschrieben',
      rows: 'Die Zeilen werden angesehen',
      comparing: 'Die beiden Aufzeichnungen werden verglichen',
    },
    stop: 'Abbrechen',
    stopping: 'Wird abgebrochen …',
  },
};
