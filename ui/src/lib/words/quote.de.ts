// German: offers out of files that came by mail, and a mail's files.

import type { Words } from './en';
import { num, plural } from './plural';

export const quote: Pick<Words, 'quote' | 'files'> = {
  quote: {
    read: 'Als Angebot lesen …',
    preview: 'Bevor es ein Angebot ist',
    remembered:
      'Wie Sie es bei der letzten Tabelle dieses Anbieters mit diesen Spalten entschieden.',
    taken: (n) => `${num(n)} ${plural(n, 'Position würde', 'Positionen würden')} übernommen`,
    take: 'Als Angebot übernehmen',
    period: 'Zeitraum',
    periods: {
      year: 'im Jahr',
      quarter: 'im Quartal',
      month: 'im Monat',
      once: 'einmal',
      unread: 'ist nicht lesbar',
    },
    stated: (total) => `die Tabelle nennt ${total} für die Position`,
    term: 'Laufzeit in Monaten',
    until: 'Gilt bis, letzter Tag',
    origin:
      'Es bleibt als Angebot per Mail gekennzeichnet. Nichts daran ist geprüft, und keine Kette hält es.',
    meanings: {
      ignored: 'nichts',
      sku: 'SKU',
      description: 'Beschreibung',
      quantity: 'Menge',
      unit: 'Einheit und Zeitraum',
      unit_price: 'Einzelpreis',
      currency: 'Währung',
      term_months: 'eigene Laufzeit der Position, in Monaten',
      line_total: 'Summe der Position, zur Prüfung',
    },
    byMail: 'Angebot per Mail',
    fromUnproven: 'Aus einem Angebot per Mail: Absender nicht belegt.',
    fromPassed: 'Aus einem Angebot per Mail: DMARC bestanden, keine Unterschrift.',
    readBy: (name) => `ausgelesen von ${name}`,
    held: 'Angebot per Mail wartet',
    heldLead: 'Es wartet auf Sie. Ihre Antwort geht als Mail hinaus.',
    acts: {
      counter: 'Mit Mail gegenbieten',
      accept: 'Mit Mail annehmen',
      decline: 'Mit Mail ablehnen',
    },
    doing: {
      counter: 'Diese Mail bietet gegen. Andere Bedingungen stehen in Ihren Worten.',
      accept:
        'Diese Mail nimmt das Angebot an, wie es ausgelesen wurde. Sagen Sie es in Ihren Worten.',
      decline: 'Diese Mail lehnt das Angebot ab. Sagen Sie es in Ihren Worten.',
    },
  },
  files: {
    fetch: 'Vom Server holen',
    save: 'Sichern',
    stop: 'Anhalten',
    coming: 'Unterwegs',
    saved: 'Gesichert als',
  },
};
