// German: an answer on its way out.

import type { Words } from './en';
import { num, plural } from './plural';

export const answer: Pick<Words, 'answer'> = {
  answer: {
    titles: {
      counter: 'Gegenangebot',
      accept: 'Das Angebot annehmen',
      decline: 'Das Angebot ablehnen',
      message: 'Eine Nachricht schreiben',
      close: 'Die Sitzung schließen',
    },
    to: (who) => `an ${who}`,
    steps: { write: 'Schreiben', review: 'Durchsehen', result: 'Ergebnis' },
    currency: 'Währung',
    term: 'Laufzeit, Monate',
    expires: 'Gültig bis',
    expiresShape: 'Jahr-Monat-Tag Stunde:Minute',
    lines: 'Positionen',
    sku: 'Artikelnummer',
    description: 'Beschreibung',
    quantity: 'Menge',
    unit: 'Einheit',
    unitPrice: 'Einzelpreis',
    lineCurrency: 'Währ.',
    lineTerm: 'Monate',
    addLine: 'Position hinzufügen',
    removeLine: (n) => `Position ${n} entfernen`,
    ofLine: (label, n) => `${label}, Position ${n}`,
    ofLineOnly: (n) => `Position ${num(n)}`,
    conditions: 'Bedingungen',
    condition: (n) => `Bedingung ${n}`,
    addCondition: 'Bedingung hinzufügen',
    removeCondition: (n) => `Bedingung ${n} entfernen`,
    total: 'Genannte Jahressumme',
    totalHint: 'Leer: Es wird keine genannt.',
    notes: 'Anmerkungen an den Anbieter',
    optional: 'freiwillig',
    reason: 'Grund',
    reasonHint: 'Der Anbieter liest ihn. Leer: Es wird keiner genannt.',
    closeLead:
      'Danach kann keine Seite mehr etwas zur Sitzung hinzufügen. Das Protokoll bleibt lesbar.',
    declineLead:
      'Lehnt das letzte Angebot ab. Die Sitzung geht weiter; der Anbieter kann neu anbieten.',
    acceptLead:
      'Zwei Ereignisse werden unterschrieben: ein Gegenangebot mit genau den Bedingungen des Anbieters, dann der Abschluss, der sein Angebot nennt.',
    messageLead: 'Eine Nachricht bindet niemanden. Das Angebot bleibt zurückgehalten.',
    subject: 'Betreff',
    body: 'Nachricht',
    computed: 'Berechnet',
    review: 'Durchsehen',
    reviewing: 'Wird geprüft …',
    leaves: 'Genau das geht hinaus',
    leavesLead: (n) =>
      n === 1
        ? 'Ein Ereignis, diese Bytes und keine anderen.'
        : `${n} Ereignisse in dieser Reihenfolge, diese Bytes und keine anderen.`,
    hash: 'SHA-256',
    size: (n) => `${num(n)} ${plural(n, 'Byte', 'Bytes')}`,
    inName: 'Im Namen von',
    answers: (seq) => `Antwortet auf Ereignis ${seq}`,
    compare: 'Worauf es hinausläuft',
    compareLead: 'Änderungen gegenüber unserem letzten Angebot.',
    guard: 'Mandat',
    guardFine: 'Innerhalb des Mandats',
    guardLimit: (limit) => `Mandat: ${limit}`,
    guardComputed: (limit) => `berechnet: ${limit}`,
    blocks: 'verbietet das Senden',
    warns: 'bitte beachten',
    screen: 'Vertraulichkeit',
    obstacle: 'Das kann noch nicht gesendet werden',
    approve: 'Unterschreiben und senden',
    approving: 'Wird unterschrieben …',
    edit: 'Ändern',
    sent: 'Gesendet',
    sentLead: (seq) =>
      `Es steht als Ereignis ${seq} in der Kette, mit Ihrem Schlüssel unterschrieben.`,
    unknown: 'Gesendet; noch nicht bekannt, ob es angekommen ist',
    unknownLead:
      'Der Host hat nicht geantwortet. Die Anwendung findet es heraus und sendet nie zweimal; der Vorgang zeigt, was sie erfährt.',
    stale: 'Nicht gesendet: Es kam etwas dazwischen',
    staleLead:
      'Ihre Freigabe galt für das, was Sie gesehen hatten. In die Sitzung wurde nichts geschrieben.',
    lookAgain: 'Noch einmal ansehen',
    done: 'Fertig',
    kinds: {
      counter_offer: 'Gegenangebot',
      session_close: 'Sitzungsschluss',
      decline: 'Ablehnung',
      message: 'Nachricht',
      offer: 'Angebot',
    },
  },
};
