// Codes an Kontakte der Anbieter, zu häufiges Fragen, und was bei der Rückkehr abgelehnt wurde.

type Facts = Partial<Record<string, string>>;

const done: Facts = {
  deal: 'Sie haben diesen Vorgang angelegt',
  assigned: 'Sie haben diesem Vorgang eine Sitzung zugeordnet',
  mandate: 'Sie haben ein Mandat gesetzt',
  resealed: 'Sie haben das Mandat geteilt',
  draft: 'Sie haben eine Antwort entworfen',
  comment: 'Sie haben einen Kommentar geschrieben',
  stopped: 'Festgehalten wurde, was eine Prüfung bei Ihnen aufhielt',
  owner: 'Sie haben den Vorgang übergeben',
  mode: 'Sie haben geändert, wie an dem Vorgang gearbeitet wird',
  pinned: 'Sie haben einen Anbieter geprüft',
  halted: 'Sie haben alles angehalten, was hinausgeht',
  resumed: 'Sie haben wieder freigegeben, was hinausgeht',
};

const taken: Facts = {
  deal: 'Er steht nur an diesem Arbeitsplatz, und entschieden werden kann darin nichts. Wer die Organisation inne hat, kann Ihnen die Rolle geben, mit der man Vorgänge anlegt.',
  assigned: 'Die Sitzung ist, wo sie vorher war.',
  mandate: 'Diese Fassung gilt nicht; es gilt die davor.',
  halted:
    'Es gilt an diesem Arbeitsplatz. Alle Arbeitsplätze hält nur an, wer die Organisation inne hat.',
};

const minutes = (f: Facts) => Math.max(1, Math.ceil(Number(f['seconds'] ?? '60') / 60));

export const codes = {
  cannot_mail: () => ({
    what: 'Von hier aus lässt sich kein Code mailen.',
    remedy:
      'Der Host hat keinen Mailserver in seinen Einstellungen, und an diesem Arbeitsplatz läuft kein Postfach. Richten Sie unter Einstellungen, Mail ein Postfach ein, oder bitten Sie, wer den Host betreibt, um einen Abschnitt „smtp“. Prüfen können Sie auch ohne Code: Vergleichen Sie den Fingerabdruck auf einem Weg, dem Sie trauen.',
  }),
  refused_on_return: (f: Facts) => ({
    what: `${done[f['kind'] ?? ''] ?? 'Sie haben etwas festgehalten'}${f['deal'] ? ` (${f['deal']})` : ''}, und Ihr Host hat es abgelehnt.`,
    remedy: `${taken[f['kind'] ?? ''] ?? 'Niemand sonst sieht es.'} Ihre Rollen, oder wem der Vorgang gehört, haben sich geändert, während der Host nicht erreichbar war.`,
  }),
  key_busy: () => ({
    what: 'Etwas, das Ihr Schlüssel signiert hat, ist noch unterwegs.',
    remedy:
      'Warten Sie, bis Ihr Host es angenommen hat, oder klären Sie die Antwort, deren Zustellung unbekannt ist; dann versuchen Sie es wieder.',
  }),
  too_often: (f: Facts) => ({
    what: 'Danach wurde in kurzer Zeit zu oft gefragt.',
    remedy: `Versuchen Sie es in etwa ${minutes(f) === 1 ? 'einer Minute' : `${minutes(f)} Minuten`} wieder. Es wurde nichts gesendet.`,
  }),
};
