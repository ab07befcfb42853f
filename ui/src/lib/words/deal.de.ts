// German: a deal, its timeline, its ledger and what stands beside them.

import type { Words } from './en';
import { num, plural } from './plural';

export const deal: Pick<
  Words,
  | 'deal'
  | 'standing'
  | 'entry'
  | 'offer'
  | 'acts'
  | 'verdict'
  | 'ledger'
  | 'evidence'
  | 'dispute'
  | 'mandate'
  | 'chart'
  | 'people'
> = {
  deal: {
    ownerYou: 'zuständig: Sie',
    owner: (name) => `zuständig: ${name}`,
    round: (n) => (n === 0 ? 'Noch kein Angebot' : `Runde ${num(n)}`),
    roundOf: (n, most) => `Runde ${num(n)} von ${num(most)}`,
    mandateVersion: (v) => `Mandat v${v}`,
    noMandate: 'kein Mandat',
    timeline: 'Verlauf',
    empty: 'Noch ist nichts eingegangen',
    emptyLead: 'Mails und Sitzungen dieses Anbieters stehen hier in der Reihenfolge ihrer Zeit.',
    aside: 'Kette, Mandat und Beteiligte',
  },

  standing: {
    verified_key: 'geprüfter Schlüssel',
    person_key: 'mit dem Schlüssel eines Menschen unterschrieben',
    person_key_me: 'mit Ihrem Schlüssel unterschrieben',
    agent_key: 'vom eigenen Agenten des Tisches unterschrieben',
    platform_key: 'von der Plattform unterschrieben',
    host_claim: 'Behauptung des Hosts, nicht unterschrieben',
    unverified: 'nicht geprüft',
    mail_unauthenticated: 'Mail · Absender nicht belegt',
    mail_dmarc_pass: 'Mail · DMARC bestanden',
    seller_line: 'von der Adresse des Verkäufers, ohne Unterschrift',
    event: (seq) => `Ereignis ${num(seq)}`,
  },

  entry: {
    subject: 'Betreff',
    from: 'Von',
    to: 'An',
    quoted: 'Zitierter Text',
    attachments: 'Anhänge',
    warnings: {
      dmarc_fail:
        'Der empfangende Server sagt, dass die Domain des Absenders nicht für diese Mail bürgt (DMARC nicht bestanden).',
      reply_to_elsewhere: 'Antworten gingen an eine andere Adresse als die des Absenders.',
      lookalike_sender: 'Die Adresse des Absenders sieht einer anderen ähnlich, die Sie kennen.',
      several_authors: 'Die Mail nennt mehrere Verfasser.',
      repeated_field: 'Ein Feld, das einmal stehen darf, steht öfter; das erste gilt.',
      hidden_signs: 'Die Mail enthält Zeichen, die Text verbergen oder umordnen.',
      hidden_text: 'Die Mail enthält unsichtbar gemachten Text; er steht unten für sich.',
      html_says_more:
        'Das HTML der Mail sagt mehr als ihr einfacher Text; andere Programme zeigen das.',
      charset_guessed: 'Die Mail nennt ihren Zeichensatz nicht; er wurde geraten.',
      undecodable: 'Einige Zeichen dieser Mail sind nicht lesbar.',
      html_only:
        'Die Mail hat keinen einfachen Text; die Worte wurden aus dem HTML herausgenommen.',
      no_text: 'Die Mail hat keinen Text.',
      damaged: 'Ein Teil dieser Mail ist beschädigt.',
      unclosed: 'Die Mail endet, bevor sie vollständig ist.',
      unreadable_date: 'Das Datum der Mail ist nicht lesbar.',
      shortened: 'Die Mail ist länger als das, was gezeigt wird.',
      stray_line: 'Im Kopf der Mail steht eine Zeile, die dort nicht hingehört.',
      outlook_envelope:
        'Die Mail hat einen Umschlag in Outlooks eigenem Format; die Dateien darin stehen bei den Anhängen, ihr Text wird gezeigt, wo die Mail keinen anderen hat.',
      envelope_says_more:
        'Der Text in Outlooks Umschlag sagt mehr als der der Mail; Outlook zeigt das, und es steht unten für sich.',
      unreadable: 'Diese Mail konnte nicht gelesen werden; die Datei bleibt, wie sie kam.',
    },
    checks: 'Vom empfangenden Server geprüft:',
    warningOther: (code) => `An dieser Mail aufgefallen: ${code}`,
    opened: 'hat die Sitzung geöffnet',
    envelope: 'hat ein Mandat erklärt',
    authority: {
      none: 'darf nur sprechen',
      propose_only: 'nur vorschlagen',
      bind_with_human_approval: 'binden, wenn ein Mensch zustimmt',
    },
    may: 'Darf besprechen',
    disclose: 'Darf nennen',
    keep: 'Nennt nicht',
    contact: 'Ansprechperson',
    declaredAi: 'als KI erklärt',
    mandate: 'Mandat',
    declined: 'hat das Angebot abgelehnt',
    closed: 'hat die Sitzung geschlossen',
    accepted: (seq) =>
      `hat das Angebot von Ereignis ${num(seq)} angenommen und die Sitzung geschlossen`,
    reason: 'Grund',
    red: 'Nicht geprüft, deshalb nicht gezeigt',
    redLead:
      'Dieses Ereignis hat die Prüfungen unten nicht bestanden. Was es sagt, ist als Beweis aufbewahrt und wird nicht gezeigt.',
    raw: 'Kanonische Bytes',
    rawLead: 'Genau das wird gehasht und unterschrieben.',
    outgoing: {
      counter: 'Gegenangebot',
      accept: 'Annahme',
      decline: 'Ablehnung',
      message: 'Nachricht',
      close: 'Abschluss',
    },
    outgoingOther: 'Antwort',
    sending: 'entschieden und unterschrieben, unterwegs …',
    unknown:
      'gesendet; noch nicht bekannt, ob es ankam. Die Anwendung fragt den Host und sendet nie zweimal.',
    stale: 'nicht gesendet: Es kam etwas dazwischen.',
    refused: 'nicht gesendet: Der Host hat es zurückgewiesen.',
    waiting: 'unterschrieben, und nichts davon ist hinausgegangen: Es wartet auf Ihren Host.',
    taken_back: 'zurückgenommen, bevor etwas davon hinausging.',
  },

  offer: {
    line: 'Position',
    quantity: 'Menge',
    unitPrice: 'Einzelpreis',
    since: 'Seit dem letzten Angebot',
    annual: 'Im Jahr',
    once: 'einmalig',
    months: (n) => `${num(n)} ${plural(n, 'Monat', 'Monate')}`,
    annualComputed: 'Jahressumme, berechnet',
    overTerm: (months) => `Über ${num(months)} ${plural(months, 'Monat', 'Monate')}`,
    stated: 'Vom Anbieter genannt',
    statedUs: 'Von uns genannt',
    agrees: 'stimmt überein',
    differs: (by) => `weicht ab um ${by}`,
    notStated: 'nicht genannt',
    mixed: 'Positionen nennen verschiedene Währungen, deshalb gibt es keine Summe.',
    changes: {
      first: 'erstes Angebot',
      new: 'neue Position',
      same: 'unverändert',
      up: (by, percent) => (percent === null ? by : `${by} (${percent} %)`),
      wasUp: (from) => `Gestiegen von ${from}`,
      wasDown: (from) => `Gefallen von ${from}`,
      dropped: 'nicht mehr angeboten',
      quantity: (from) => `vorher ${from}`,
    },
    conditions: 'Bedingungen',
    conditionNew: 'neu',
    conditionGone: 'weggefallen',
    notes: 'Anmerkungen',
    working: 'Wie es sich rechnet',
    show: 'Positionen zeigen',
    hide: 'Positionen ausblenden',
    held: 'Für Sie zurückgehalten.',
    heldFor: (owner) => `Zurückgehalten für ${owner}.`,
    heldLead: 'Es wird nichts beantwortet, bis Sie entscheiden.',
    heldLeadOther: 'Es wird nichts beantwortet, bis die zuständige Person entscheidet.',
    offered: 'hat angeboten:',
    countered: 'hat gegengeboten:',
    perYear: 'im Jahr',
    term: (months) => `${num(months)} Monate`,
    hold: {
      held: 'zurückgehalten',
      superseded: 'ein späteres Angebot trat an seine Stelle',
      countered: 'mit Gegenangebot beantwortet',
      accepted: 'angenommen',
      declined: 'abgelehnt',
      ended: 'ohne Antwort beendet',
    },
    by: (who, when) => `von ${who}, ${when}`,
    acceptExpired: 'Ein abgelaufenes Angebot kann nicht angenommen werden.',
  },

  acts: {
    counter: 'Gegenangebot',
    accept: 'Annehmen',
    decline: 'Ablehnen',
    message: 'Nachricht',
    close: 'Sitzung schließen',
    keys: { counter: 'C', accept: 'A', decline: 'D', message: 'M' },
  },

  verdict: {
    green: 'Kette geprüft',
    consistent: 'In sich stimmig; für die Schlüssel bürgt niemand',
    red: 'Kette strittig',
    unreadable: 'Kein lesbares Protokoll',
    count: (prefix, events) =>
      prefix === events
        ? `${num(events)} von ${num(events)} ${plural(events, 'Ereignis', 'Ereignissen')}`
        : `${num(prefix)} von ${num(events)} ${plural(events, 'Ereignis hält', 'Ereignissen halten')}`,
    event: (seq) => (seq === null ? 'das ganze Protokoll' : `Ereignis ${num(seq)}`),
    faults: 'Was nicht hält',
    notes: (n) => `${num(n)} ${plural(n, 'Bemerkung', 'Bemerkungen')}: behauptet, nicht bewiesen`,
    eventFine: 'hält',
    eventFault: 'hält nicht',
    eventAfter: 'steht nach einem Fehler',
  },

  ledger: {
    title: 'Beweiskette',
    counterparty: 'Gegenseite',
    verifiedBy: (who, when) => `geprüft von ${who} am ${when}`,
    notVerified: 'von niemandem geprüft',
    fingerprint: 'Fingerabdruck',
    head: 'Letzter Stand',
    theyMay: 'Gegenseite',
    weMay: 'Wir',
    session: 'Sitzung',
    status: { open: 'offen', closed: 'geschlossen' },
    hostSays: 'sagt der Host',
    judged: (when) => `beurteilt ${when}`,
    save: 'Protokoll speichern',
    saveAs: 'Speichern unter …',
    savedTo: (size) => `Gespeichert, ${size}`,
    message: 'Nachricht',
    close: 'Sitzung schließen',
  },

  evidence: {
    title: 'Beweise',
    export: 'Beweise ausgeben',
    compare: 'Mit einer Datei vergleichen …',
    checkpoint: 'Prüfpunkt übergeben',
    dropHint:
      'Oder legen Sie das Protokoll der anderen Seite hier ab, um zu sehen, ob beide dieselbe Aufzeichnung haben.',
    tooLarge: 'Diese Datei ist zu groß zum Ablegen; wählen Sie sie stattdessen aus.',
    saved: (size) => `Beweise gespeichert, ${size}`,
    same: 'Beide Seiten haben dieselbe Aufzeichnung',
    differs: 'Die Aufzeichnung der anderen Seite weicht ab',
    common: (n) => `Alle ${num(n)} Ereignisse sind gleich, samt Unterschriften.`,
    otherSession: 'Die Datei gehört zu einer anderen Sitzung:',
    oursGoesOn: (n, more) =>
      `Die ersten ${num(n)} Ereignisse sind gleich; unsere geht mit ${num(more)} weiteren weiter.`,
    theirsGoesOn: (n, more) =>
      `Die ersten ${num(n)} Ereignisse sind gleich; ihre geht mit ${num(more)} weiteren weiter.`,
    eventDiffers: (seq) => `Ereignis ${num(seq)} ist das erste, das abweicht.`,
    ours: 'unsere',
    theirs: 'ihre',
    lacks: '(nicht da)',
  },

  dispute: {
    lead: 'Das Protokoll des Hosts ist nicht das, das hier geprüft wurde, oder es bricht die Regeln. Es wird nichts beantwortet, bis jemand mit der Rolle Recht nachgesehen hat.',
    save: 'Beide Fassungen speichern',
    look: 'Ich habe nachgesehen',
    saved: (n) => `${num(n)} ${plural(n, 'Datei', 'Dateien')} gespeichert`,
  },

  mandate: {
    title: 'Mandat',
    secret: 'Gegenüber dem Anbieter geheim.',
    target: 'Jahresziel',
    walkAway: 'Jährliche Abbruchgrenze',
    longest: 'Längste Laufzeit',
    rounds: 'Runden höchstens',
    currency: 'Währung',
    notSet: 'nicht gesetzt',
    months: (n) => `${num(n)} ${plural(n, 'Monat', 'Monate')}`,
    none: 'Noch kein Mandat. Setzen Sie Ziel und Abbruchgrenze, dann wird jede Antwort daran gemessen.',
    set: 'Ein Mandat setzen',
    latest: 'Letztes Angebot',
    ofWalkAway: (p) => `${num(p)} % der Grenze`,
    roundsUsed: (n, most) => `${num(n)} von ${num(most)}`,
    monthsHint: 'Monate',
  },

  chart: {
    title: 'Jahressumme nach Runden',
    vendor: 'Anbieter',
    us: 'Sie',
    target: (amount) => `Ziel ${amount}, nur für Sie sichtbar`,
    limit: (amount) => `Grenze ${amount}`,
    describe: (who, amounts) => `${who}: ${amounts}`,
    then: ', dann ',
  },

  people: {
    title: 'Beteiligte',
    decides: 'entscheidet',
    follows: 'liest mit',
  },
};
