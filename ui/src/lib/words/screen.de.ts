// German: the confidentiality screen.

import type { Words } from './en';
import { num, plural } from './plural';
import { placeWords } from './places.de';

export const screening: Pick<Words, 'screening'> = {
  screening: {
    passed: 'Nichts Vertrauliches gefunden',
    blocked: 'Etwas Vertrauliches steht darin: Es geht nicht hinaus',
    held: (n) =>
      `${num(n)} ${plural(n, 'Stelle wartet', 'Stellen warten')}, bis Sie hinsehen und freigeben`,
    allReleased: 'Von Ihnen freigegeben; die Freigabe wird mit Ihrer Entscheidung unterschrieben',
    down: 'Die Prüfung läuft nicht: Es geht nichts hinaus',
    rules: (n) => `Regeln ${num(n)}`,
    kinds: {
      secret_figure: 'eine Zahl Ihres Mandats oder eine, aus der sie folgt',
      untraced_figure:
        'eine Zahl, die aus keinem Angebot des Vorgangs folgt: Sie könnte mehr sagen, als Sie wollen',
      limit_talk: 'Worte, die sagen, wo Ihre Grenze liegt',
      opaque: 'etwas, das niemand lesen kann',
      outside: 'vom zusätzlichen Prüfer angehalten',
    },
    decoded: 'hinter einer Kodierung oder Verkleidung gefunden',
    whole: 'der ganze Text',
    place: (path) => placeWords(path),
    release: 'Diese Stelle freigeben',
    releaseOf: (place, text) => `Freigeben in ${place}: ${text}`,
    blocks: 'kann nicht freigegeben werden',
    title: 'Prüfung auf Vertrauliches',
    lead: 'Alles, was hinausgeht, liest ein eigener Prozess mit Grenzen für Zeit und Speicher. Kann er nicht laufen, geht auf keinem Weg etwas hinaus.',
    runs: 'Die Prüfung läuft',
    outside: {
      title: 'Zusätzlicher Prüfer',
      lead: 'Ein Dienst von Ihnen kann zusätzlich gefragt werden. Er kann anhalten, was hinausgeht, und nichts freigeben. Sagt er nichts, geht nichts hinaus.',
      sent: 'Er bekommt Ort und Text jedes Feldes, das hinausginge. Er bekommt nie Ihr Mandat, dessen Zahlen, oder mit wem verhandelt wird.',
      on: 'Einen zusätzlichen Prüfer fragen',
      url: 'Adresse',
      urlHint: 'https://…; ohne Verschlüsselung nur auf diesem Rechner',
      token: 'Token',
      tokenHint: 'Liegt im Schlüsselbund. Leer: wie bisher.',
      seconds: 'Sekunden, die er brauchen darf',
      save: 'Speichern',
      saving: 'Wird gespeichert …',
      saved: 'Gespeichert.',
    },
  },
};
