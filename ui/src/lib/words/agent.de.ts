// German: the desk's own agent, the organisation's switch, the model that reads along.

import type { Words } from './en';
import { num } from './plural';

export const agent: Pick<Words, 'agent'> = {
  agent: {
    title: 'Agent und Modell',
    halt: 'Alles anhalten',
    haltLead:
      'Sofort geht nichts mehr hinaus, auch nicht, was auf das Senden wartet. Aufheben kann es, wer die Organisation inne hat.',
    halted: (by) => `Angehalten von ${by}: nichts geht hinaus.`,
    haltedHere: (by) =>
      `An diesem Arbeitsplatz angehalten von ${by}: Von hier geht nichts hinaus. Alle Arbeitsplätze hält nur an, wer die Organisation inne hat.`,
    haltFailed: 'Der Schalter ließ sich nicht umlegen.',
    lift: 'Antworten wieder hinauslassen',
    ownerLifts: 'Aufheben kann es, wer die Organisation inne hat.',
    mode: 'Was der Tisch selbst tut',
    modeLegend: 'In diesem Vorgang arbeitet er',
    modes: { manual: 'von Hand', assist: 'zur Hand gehend', auto: 'selbsttätig' },
    modeLead: {
      manual: 'Der Tisch antwortet nicht und schlägt nichts vor.',
      assist: 'Er schlägt Antworten auf Routinefragen vor; Sie senden sie.',
      auto: 'Er beantwortet Routinefragen unter eigenem Schlüssel, aus Vorlagen, in diesen Grenzen.',
    },
    perDay: 'am Tag, höchstens',
    perSession: 'je Sitzung, höchstens',
    answered: (n, of) => `${num(n)} von ${num(of)} in den letzten 24 Stunden`,
    noKey: 'Der Agent hat noch keinen Schlüssel; er wird in den Einstellungen erzeugt.',
    suggested: 'Vorgeschlagene Antwort',
    use: 'Verwenden',
    formal:
      'Angebote, Gegenangebote, Ablehnungen und Schlüsse warten immer auf die verantwortliche Person.',
    keyLead:
      'Der Agent unterschreibt mit einem eigenen Schlüssel, der Nachrichten unterschreiben kann und nichts anderes. Was er antwortet, steht unter seinem Namen im Verlauf.',
    keyAway: 'Der Schlüssel des Agenten ist nicht zu haben; der Tisch tut nichts von selbst.',
    makeKey: 'Schlüssel des Agenten erzeugen',
    ownerMakes: 'Das tut, wer Vorgänge verantwortet oder die Organisation inne hat.',
    model: 'Ein Modell, das mitliest',
    modelLead:
      'Ein Zugang, der die Schnittstelle von OpenAI spricht, etwa Ollama auf diesem Rechner. Es sieht eingehenden Text und sonst nichts; sein Wort steht als Hinweis neben dem der Regeln, und nichts wartet darauf.',
    url: 'Adresse',
    modelName: 'Modell',
    save: 'Speichern',
    switchOn: 'Einschalten',
    switchOff: 'Ausschalten',
    off: 'Aus.',
    notAsked: 'An; noch nicht gefragt.',
    fates: {
      well: 'An; es antwortet.',
      away: 'An; gerade nicht zu erreichen.',
      slow: 'An; es hat nicht rechtzeitig geantwortet.',
      confused: 'An; seine letzte Antwort war nicht zu lesen.',
    },
  },
};
