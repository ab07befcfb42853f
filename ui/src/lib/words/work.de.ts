// German: comparing, tables, what waits, finding, the moment before something leaves.

import type { Words } from './en';
import { num, plural } from './plural';

export const work: Pick<
  Words,
  'working' | 'compare' | 'table' | 'needs' | 'timeline' | 'find' | 'undo'
> = {
  working: {
    line: (n, sum) => `Position ${num(n)}: ${sum}`,
    aYear: 'im Jahr',
    once: 'einmalig',
    term: (n, months, sum) =>
      `Position ${num(n)}, ${num(months)} ${plural(months, 'Monat', 'Monate')}: ${sum}`,
    rounded: (places) => `auf ${num(places)} Nachkommastellen gerundet`,
    annual: (sum) => `Jahressumme: ${sum}`,
    overTerm: (sum) => `Über die Laufzeit: ${sum}`,
    lines: (n) => `die Summe von ${num(n)} Positionen`,
    mixed: 'Positionen nennen verschiedene Währungen: keine Summe',
    stated: (stated, computed, by) => `Genannt ${stated} − berechnet ${computed} = ${by}`,
    withoutPeriods: 'die genannte Summe ist Menge × Einzelpreis, ohne die Zeiträume',
  },

  compare: {
    open: 'Angebote vergleichen …',
    title: 'Zwei Angebote nebeneinander',
    from: 'Von',
    to: 'Nach',
    side: (ours) => (ours ? 'unseres' : 'Anbieter'),
    lead: 'Jede Änderung ist gegenüber dem zuerst genannten Angebot gemeint.',
    changed: 'geändert',
    was: 'vorher',
  },

  table: {
    copy: 'Tabelle kopieren',
    csv: 'CSV',
    xlsx: 'XLSX',
    label: 'Diese Tabelle mitnehmen',
    saved: (size) => `Tabelle gespeichert, ${size}`,
    change: 'Änderung',
  },

  needs: {
    title: 'Braucht Sie',
    held_offer: 'Angebot wartet',
    held_quote: 'Angebot per Mail wartet',
    our_offer_ends: 'Unser Angebot läuft unbeantwortet ab',
    disputed: 'Kette strittig',
    delivery_unknown: 'Unbekannt, ob unsere Antwort ankam',
    ballot: 'Ihre Stimme fehlt',
    ballotReminded: 'Ihre Stimme fehlt: Sie wurden erinnert',
    vote_passed: 'Abstimmung angenommen: die Antwort darf hinaus',
    clean_end: 'Eine Grenze des Mandats ist erreicht: sauber beenden',
    media_hold: 'Ein Mediaverkäufer hält Bedingungen fest',
    media_doubt: 'Unbekannt, ob der Verkäufer die Anfrage ausführte',
    media_answer: 'Ein Mediaverkäufer hat geantwortet',
    mediaFaulty: 'Die Antwort eines Verkäufers hält nicht',
    unsorted: 'Eine Sitzung gehört noch zu keinem Vorgang',
    vendor_waits: 'Ein Agent wartet auf die Prüfung',
    missed: 'Ohne Antwort abgelaufen',
    away: 'Seit Sie zuletzt nachgesehen haben',
    unread: (n) => `${num(n)} neu`,
  },

  timeline: {
    fresh: 'Neu, seit Sie zuletzt nachgesehen haben',
    folded: (rounds, entries) =>
      `${num(rounds)} frühere ${plural(rounds, 'Runde', 'Runden')}, ${num(entries)} ${plural(entries, 'Eintrag', 'Einträge')}`,
    unfold: 'Aufklappen',
    fold: 'Frühere Runden zuklappen',
  },

  find: {
    open: 'Suchen …',
    title: 'Suchen und hingehen',
    label: 'Mails, Nachrichten, Angebote, Anbieter, oder ein Ort, wohin es gehen soll',
    kinds: {
      deal: 'Vorgang',
      mail: 'Mail',
      offer: 'Angebot',
      message: 'Nachricht',
      event: 'Ereignis',
    },
    go: (where) => `Gehe zu: ${where}`,
    none: 'Nichts enthält alle diese Wörter.',
    reading: 'Ältere Mails werden noch gelesen; fragen Sie gleich noch einmal.',
    found: (n) => `${num(n)} gefunden`,
    hint: 'Wörter in beliebiger Folge; jedes darf ein Wortanfang sein. Pfeile wählen, Enter öffnet.',
    act: 'Los',
  },

  undo: {
    lead: 'Noch ist nichts unterschrieben. Gleich geht es hinaus.',
    left: (n) => `Geht in ${n} s hinaus`,
    act: 'Zurücknehmen',
    now: 'Sofort senden',
    taken: 'Zurückgenommen. Es wurde nichts unterschrieben.',
    newSeen: (n) =>
      `${num(n)} ${plural(n, 'Eintrag ist', 'Einträge sind')} gekommen, seit Sie diesen Vorgang zuletzt angesehen haben.`,
    staleNew: 'Das kam dazwischen',
  },
};
