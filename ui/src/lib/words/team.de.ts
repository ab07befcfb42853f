// Deutsch: die Menschen der Organisation, Beitritt, Entwürfe und Kommentare.

import type { team as words } from './team.en';

export const team: typeof words = {
  choose: {
    title: 'Wie fangen Sie an?',
    lead: 'Jede Organisation hat einen Host. Jemand richtet ihn ein, die anderen werden eingeladen.',
    found: 'Eine Organisation anlegen',
    foundHint: 'Auf diesem Rechner, für Sie. Der Host läuft in dieser Anwendung.',
    take: 'Eine Einladung annehmen',
    takeHint:
      'Jemand aus Ihrer Organisation hat Ihnen einen Text geschickt, der mit countersign-join beginnt.',
  },

  join: {
    title: 'Eine Einladung annehmen',
    lead: 'Fügen Sie den ganzen Text ein, den Sie bekommen haben. Er lässt eine Person ein, einmal.',
    text: 'Einladung',
    read: 'Weiter',
    back: 'Zurück',
    host: 'Der Host Ihrer Organisation',
    platform: 'Sein Plattformschlüssel',
    compare:
      'Wenn Ihnen der Fingerabdruck auf einem anderen Weg gesagt wurde, vergleichen Sie ihn jetzt.',
    founds:
      'Sie sind die erste Person: Sie gründen die Organisation und haben alle Rollen, bis Sie welche abgeben.',
    keyTitle: 'Schlüssel erzeugen und beitreten',
    make: 'Schlüssel erzeugen und beitreten',
    making: 'Beitritt läuft …',
  },

  team: {
    title: 'Menschen',
    alone: 'Solange der Host nicht einmal geantwortet hat, ist hier niemand bekannt.',
    you: 'Sie',
    since: (when) => `seit ${when}`,
    until: (when) => `bis ${when}; was bis dahin unterschrieben wurde, bleibt gültig`,
    letIn: (name) => `eingelassen von ${name}`,
    founder: 'hat die Organisation gegründet',
    change: 'Rollen ändern',
    save: 'Rollen speichern',
    remove: 'Entlassen',
    removeTitle: 'Jemanden entlassen?',
    removeLead: (name) =>
      `Der Schlüssel von ${name} unterschreibt ab sofort nichts mehr, und der Arbeitsplatz ist sogleich ausgeschlossen. Was er unterschrieben hat, bleibt gültig.`,
    removed: 'Der Schlüssel ist beendet.',
    roles: 'Rollen',
    invite: 'Jemanden einladen',
    inviteName: 'Name',
    inviteDays: 'Gilt so viele Tage',
    inviteMake: 'Einladung erzeugen',
    made: (name) => `Die Einladung für ${name}`,
    madeLead:
      'Wer diesen Text hat, kann an Stelle dieser Person beitreten. Übergeben Sie ihn wie ein Passwort. Er wird einmal gezeigt.',
    madeLoopback:
      'Dieser Host ist nur auf diesem Rechner zu erreichen, die Einladung gilt also nur hier. Ein Team braucht einen eigenen Host: `countersign host`, mit seiner öffentlichen Adresse.',
    invitations: 'Einladungen',
    standing: {
      open: 'offen',
      used: 'verwendet',
      withdrawn: 'zurückgezogen',
      expired: 'abgelaufen',
    },
    withdraw: 'Zurückziehen',
    invitedBy: (name, until) => `von ${name}, bis ${until}`,
    standIns: 'Vertretung',
    standInsLead:
      'Jemand, der entscheiden darf, handelt bis zu einem Tag an Ihrer Stelle, mit Ihrem Mandat. Für den Anbieter ändert sich nichts.',
    standInWho: 'Wer Sie vertritt',
    standInUntil: 'Bis (Datum)',
    standInMake: 'Als Vertretung benennen',
    standInEnd: 'Jetzt beenden',
    standsIn: (to, owner, until) => `${to} für ${owner}, bis ${until}`,
    allDeals: 'alle Vorgänge',
    nobodyElse: 'Noch darf niemand sonst entscheiden.',
    fourEyes: 'Vier Augen bei Gegenangeboten',
    fourEyesOn: 'Wer ein Gegenangebot entwirft, gibt es nicht frei.',
    fourEyesOff: 'Wem ein Vorgang gehört, der darf ein eigenes Gegenangebot freigeben.',
    table: 'Wer was darf',
    tableLead: 'Die Tabelle, die der Host durchsetzt. Lesen dürfen alle.',
    act: 'Handlung',
    nobody: 'niemand',
    may: 'darf',
    mayNot: 'darf nicht',
    acts: {
      message: 'Nachrichten senden',
      envelope: 'In einer Sitzung ein Mandat erklären',
      offer: 'Ein Angebot machen',
      counter_offer: 'Gegenangebot und Annahme',
      decline: 'Ablehnen',
      session_close: 'Eine Sitzung schließen',
      session_open: 'Als Anbieter eine Sitzung öffnen',
      prepare: 'Vorgänge anlegen, Sitzungen zuordnen, entwerfen',
      decide: 'Einen Vorgang verantworten, sein Mandat setzen, Vertretung benennen',
      govern: 'Einladen, Rollen geben, entlassen, Regeln setzen',
      switch_channel: 'Den Kanal schalten',
      decide_vendor: 'Anbieter bestätigen und sperren',
      enrol_agent: 'Den Agenten des eigenen Arbeitsplatzes Routine beantworten lassen',
      settle_dispute: 'Einen strittigen Verlauf ansehen, damit sein Vorgang weitergeht',
    },
  },

  drafts: {
    title: 'Entwürfe',
    by: (name, when) => `${name}, ${when}`,
    mine: 'von Ihnen',
    review: 'Prüfen …',
    sealed: 'Für andere versiegelt.',
    propose: 'Im Haus vorschlagen',
    proposed: 'Ihr Entwurf ist vorgeschlagen; wer entscheidet, sieht ihn.',
  },

  comments: {
    title: 'Kommentare',
    lead: 'Alle in Ihrer Organisation lesen sie, der Anbieter nie.',
    say: 'Kommentar',
    send: 'Hinzufügen',
    waits: 'wartet auf den Host',
    none: 'Noch hat niemand etwas gesagt.',
  },

  reach: {
    public: 'Anbieter erreichen ihn unter',
    hidden:
      'Agenten von Anbietern auf anderen Rechnern erreichen diesen Host nicht: Seine Adresse führt nur zu diesem Rechner. Damit er erreichbar ist, betreibt eine Organisation `countersign host` auf einem Rechner mit einem Namen im Internet und setzt dessen `public_url`; diese Adresse steht dann hier und in der Einladung.',
  },

  ownership: {
    handOver: 'Übergeben …',
    handOverTo: 'Wer übernimmt',
    handOverMake: 'Übergeben',
    standsIn: (when) => `vertritt bis ${when}`,
  },
};
