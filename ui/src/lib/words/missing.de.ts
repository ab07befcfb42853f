// German: what is missing, and what can be done about it.

import type { Missing } from '$lib/bindings';
import type { ProblemWords } from './problems.en';

export const missing: Record<Missing, ProblemWords> = {
  mail: {
    what: 'Diese Mail ist nicht mehr hier.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  session: {
    what: 'Diese Sitzung ist nicht mehr hier.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  deal: {
    what: 'Dieser Vorgang ist nicht mehr hier.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  seller: {
    what: 'Für diesen Vorgang ist kein Medienanbieter eingetragen.',
    remedy: 'Tragen Sie zuerst Adresse und Konto ein.',
  },
  capabilities: {
    what: 'Der Anbieter hat noch nicht gesagt, was er kann.',
    remedy: 'Fragen Sie den Anbieter noch einmal.',
  },
  request: {
    what: 'Diese Anfrage ist nicht mehr hier.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  repeat: {
    what: 'Diese Anfrage darf nicht noch einmal gesendet werden.',
    remedy: 'Stellen Sie eine neue.',
  },
  unsettled_request: {
    what: 'Diese Anfrage ist schon geklärt.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  proposal: {
    what: 'Dieser Vorschlag ist nicht mehr hier.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  hold: {
    what: 'Der Anbieter hält diesen Vorschlag nicht.',
    remedy: 'Lassen Sie ihn zuerst halten.',
  },
  shown_terms: {
    what: 'Die Bedingungen haben sich geändert, seit sie Ihnen gezeigt wurden.',
    remedy: 'Sehen Sie sich den jetzigen Stand an.',
  },
  quote: {
    what: 'Dieses Angebot ist nicht mehr hier.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  answered_quote: {
    what: 'Auf das, was aus dieser Datei gelesen wurde, ist schon geantwortet worden; es bleibt, wie es ist.',
    remedy: 'Bitten Sie den Anbieter um eine neue Datei.',
  },
  mailbox: {
    what: 'Dieses Postfach ist nicht mehr eingerichtet.',
    remedy: 'Fügen Sie es unter Einstellungen, Mail hinzu.',
  },
  sending_mailbox: {
    what: 'Es gibt kein Postfach, aus dem geantwortet werden kann.',
    remedy: 'Fügen Sie eines unter Einstellungen, Mail hinzu.',
  },
  way_to_sign_in: {
    what: 'In dieses Postfach meldet man sich nicht über den Browser an.',
    remedy: 'Entfernen Sie es und fügen Sie es neu hinzu.',
  },
  mail_place: {
    what: 'Die Mail liegt auf ihrem Server inzwischen woanders oder gar nicht mehr.',
    remedy: 'Sehen Sie mit Ihrem Mailprogramm im Postfach nach.',
  },
  unknown_delivery: {
    what: 'Was aus dieser Mail wurde, ist schon bekannt.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  attachment: {
    what: 'Dieser Anhang ist nicht in der Mail.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  fetched_already: {
    what: 'Der Anhang wird schon geholt.',
    remedy: 'Warten Sie, bis er da ist, oder brechen Sie ab.',
  },
  offer: {
    what: 'Dieses Angebot ist nicht mehr hier.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  open_offer: {
    what: 'Hier gibt es kein Angebot, auf das geantwortet werden könnte.',
    remedy: 'Warten Sie auf das nächste Angebot des Anbieters.',
  },
  shown_offer: {
    what: 'Inzwischen liegt ein anderes Angebot vor.',
    remedy: 'Sehen Sie es an, bevor Sie antworten.',
  },
  kept_message: {
    what: 'Diese Nachricht wartet hier nicht mehr.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  unanswered_accept: {
    what: 'Hier wartet keine Annahme auf eine Antwort.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  review: { what: 'Diese Prüfung zählt nicht mehr.', remedy: 'Lassen Sie es noch einmal prüfen.' },
  review_of_mandate: {
    what: 'Das Mandat hat sich seit dieser Prüfung geändert.',
    remedy: 'Lassen Sie es noch einmal prüfen.',
  },
  released: {
    what: 'Was Sie freigegeben haben, hat sich geändert.',
    remedy: 'Lassen Sie es noch einmal prüfen.',
  },
  unchanged: {
    what: 'Jemand hat das inzwischen geändert.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  at_host: {
    what: 'Der Host kennt das nicht.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  waiting_answer: {
    what: 'Diese Antwort wartet nicht mehr.',
    remedy: 'Der Vorgang zeigt, was aus ihr wurde.',
  },
  untried_answer: {
    what: 'Diese Antwort hat den Host vielleicht schon erreicht und lässt sich deshalb nicht zurücknehmen.',
    remedy:
      'Die Anwendung findet an der Aufzeichnung heraus, was aus ihr wurde, und sendet sie nie zweimal.',
  },
  decision: {
    what: 'Die Entscheidung steht nicht in der eigenen Aufzeichnung des Vorgangs.',
    remedy: 'Nichts wurde gesendet. Entscheiden Sie noch einmal.',
  },
  mandate: { what: 'Dafür gibt es kein Mandat.', remedy: 'Legen Sie zuerst eines fest.' },
  draft: {
    what: 'Dieser Entwurf ist nicht mehr hier.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  sealed_draft: {
    what: 'Dieser Entwurf ist nicht für Sie verschlüsselt.',
    remedy: 'Fragen Sie, wer ihn verfasst hat oder wem der Vorgang gehört.',
  },
  newest_draft: {
    what: 'Dieser Entwurf wurde durch einen neueren ersetzt.',
    remedy: 'Prüfen Sie den neuen.',
  },
  demo: {
    what: 'Das ist nicht die Demo.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  waiting_vendor: {
    what: 'Kein Anbieter wartet auf Prüfung.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  deal_of_vendor: {
    what: 'Zu diesem Anbieter gibt es noch keinen Vorgang.',
    remedy: 'Legen Sie zuerst einen an.',
  },
  saved_log: {
    what: 'Es ist noch kein Protokoll gespeichert.',
    remedy: 'Speichern Sie zuerst eines.',
  },
  price: {
    what: 'In diesem Protokoll steht kein Preis.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  sheet: { what: 'Dieses Blatt ist nicht in der Datei.', remedy: 'Wählen Sie ein anderes.' },
  import: {
    what: 'Dieser Import ist nicht mehr hier.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  event: {
    what: 'Dieses Ereignis steht nicht im Protokoll.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  person: {
    what: 'Diese Person gehört nicht mehr zu Ihrer Organisation.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  vendor_key: {
    what: 'Der Anbieter hat hier keinen Schlüssel.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  shown_key: {
    what: 'Der Schlüssel des Anbieters hat sich geändert, seit er Ihnen gezeigt wurde.',
    remedy: 'Vergleichen Sie den neuen Fingerabdruck, bevor Sie ihn bestätigen.',
  },
  key_file: {
    what: 'Hier ist keine Schlüsseldatei.',
    remedy: 'Legen Sie die Datei mit Ihrem Schlüssel zurück.',
  },
  dispute: {
    what: 'Hier gibt es keinen Widerspruch.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  reading: { what: 'Dieser Text ist noch nicht gelesen.', remedy: 'Warten Sie einen Moment.' },
  tactic: {
    what: 'Das wird inzwischen anders beurteilt.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  parley: {
    what: 'Diese Verhandlung ist nicht mehr hier.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  turn: { what: 'Die andere Seite ist am Zug.', remedy: 'Warten Sie auf ihre Antwort.' },
  settled_accept: {
    what: 'Eine Annahme wartet auf ihre Antwort.',
    remedy: 'Warten Sie, bis sie beantwortet ist.',
  },
  vote: {
    what: 'Diese Abstimmung ist nicht mehr hier.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  open_vote: {
    what: 'Diese Abstimmung ist nicht mehr offen.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  demand: { what: 'Niemand verlangt hierüber eine Abstimmung.', remedy: 'Machen Sie ohne weiter.' },
  voted_answer: {
    what: 'Hier gibt es keine Antwort, über die abgestimmt wurde.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  votable: {
    what: 'Hierüber kann nicht abgestimmt werden.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  voted_act: {
    what: 'Die Verhandlung ist seit der Abstimmung weitergegangen.',
    remedy: 'Sehen Sie sich den jetzigen Stand an.',
  },
  voted_terms: {
    what: 'Die Bedingungen, über die abgestimmt wurde, sind nicht mehr lesbar.',
    remedy: 'Bitten Sie um eine neue Abstimmung.',
  },
  agent_without_key: {
    what: 'Der Agent dieses Arbeitsplatzes hat schon einen Schlüssel.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
  agent_key: {
    what: 'Der Agent dieses Arbeitsplatzes hat noch keinen Schlüssel.',
    remedy: 'Erzeugen Sie ihn unter Einstellungen.',
  },
  leave: { what: 'Der Agent darf das nicht selbst beantworten.', remedy: 'Antworten Sie selbst.' },
  link: {
    what: 'Der Link führt zu nichts, was hier ist.',
    remedy: 'Fragen Sie, von wem Sie ihn haben.',
  },
  id: {
    what: 'Was Sie suchen, ist nicht hier.',
    remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
  },
};
