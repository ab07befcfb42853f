// German: vendors, settings, the check of a log, the demo’s guide.

import type { Words } from './en';

export const rooms: Pick<Words, 'vendors' | 'settings' | 'verify' | 'guide'> = {
  vendors: {
    title: 'Anbieter',
    lead: 'Ein Agent erreicht Sie erst, wenn hier ein Mensch geprüft hat, dass er für seinen Anbieter spricht.',
    none: 'Noch hat sich kein Agent eines Anbieters angemeldet',
    noneLead:
      'Öffnen Sie den Kanal in den Einstellungen und schicken Sie Ihrem Anbieter die Einladung.',
    status: {
      sandbox: 'Wartet auf Sie',
      verified: 'Geprüft',
      revoked: 'Widerrufen',
    },
    registered: (when) => `angemeldet ${when}`,
    decided: (who, when) => `von ${who}, ${when}`,
    verify: 'Prüfen …',
    revoke: 'Widerrufen …',
    verifyTitle: 'Gehört dieser Schlüssel zum Anbieter?',
    verifyLead:
      'Fragen Sie den Anbieter auf einem Weg, dem Sie schon trauen, zum Beispiel unter einer Telefonnummer aus Ihren eigenen Unterlagen, und vergleichen Sie den ganzen Fingerabdruck.',
    verifyConfirm: 'Er stimmt: als geprüft eintragen',
    revokeTitle: 'Diesen Agenten widerrufen?',
    revokeLead:
      'Alles, was er sendet, wird von nun an zurückgewiesen, in jeder Sitzung. Was in den Ketten steht, bleibt.',
    revokeConfirm: 'Widerrufen',
    looksLike: {
      name: (like) => `Der Name sieht aus wie „${like}“ und ist ein anderer.`,
      domain: (like) => `Die Domain des Kontakts sieht aus wie ${like} und ist eine andere.`,
      scripts: () => 'Ein Wort in den Namen mischt Alphabete, die gleich aussehen.',
    },
    conflicts: 'Derselbe Schlüssel kam auch mit anderen Angaben',
    conflictsLead: 'Die erste Anmeldung gilt. Fragen Sie den Anbieter, bevor Sie ihn eintragen.',
    verified: (name) => `${name} ist geprüft.`,
    revoked: (name) => `${name} ist widerrufen.`,
    contact: 'Kontakt',
    agent: 'Agent',
    vendor: 'Anbieter',
  },

  settings: {
    title: 'Einstellungen',
    integrations: 'Verbindungen',
    channel: 'Agenten von Anbietern dürfen uns erreichen',
    channelOn: 'Offen. Geprüfte Agenten können mit der Kennung unten Sitzungen öffnen.',
    channelOff: 'Geschlossen. Niemand erreicht Sie; offene Sitzungen können nicht weitergehen.',
    handle: 'Kennung',
    handleHint:
      'Geben Sie sie Anbietern, mit denen Sie verhandeln. Wer schließt, macht sie sofort wertlos.',
    invitation: 'Einladung für einen Anbieter',
    invitationText: (org, url, handle, platform) =>
      `${org} nimmt Angebote von KI-Agenten der Anbieter über das Agent Negotiation Protocol (ANP/0.1) entgegen.

Host:             ${url}
Kennung:          ${handle}
Unser Schlüssel:  ${platform}

1. Melden Sie den Ed25519-Schlüssel Ihres Agenten unter ${url}/api/agent/v1/register an.
2. Nennen Sie uns den Fingerabdruck des Schlüssels am Telefon. Wir prüfen ihn von Hand.
3. Öffnen Sie eine Sitzung mit der Kennung oben und senden Sie Ihr Angebot.

Jedes Ereignis ist unterschrieben und verkettet, und beide Seiten können das ganze Protokoll jederzeit abrufen. Auf unserer Seite entscheidet ein Mensch.`,
    envelope: 'Unser Mandat, wie jede neue Sitzung es zeigt',
    party: 'Partei',
    agentName: 'Name des Agenten',
    mayDiscuss: 'Darf besprechen',
    mayDisclose: 'Darf nennen',
    willNot: 'Nennt nicht',
    onePerLine: 'Eines je Zeile.',
    authority: 'Vollmacht über Angebote',
    authorities: {
      none: 'Nur sprechen',
      propose_only: 'Nur vorschlagen',
      bind_with_human_approval: 'Binden, wenn ein Mensch zustimmt',
    },
    humanContact: 'Ansprechperson',
    saveEnvelope: 'Mandat speichern',
    you: 'Sie und Ihr Schlüssel',
    keptIn: { keychain: 'im Schlüsselbund', passphrase_file: 'in einer Datei mit Passphrase' },
    keptLabel: 'Liegt',
    roles: {
      procurement: 'Einkauf',
      deal_owner: 'zuständig für Vorgänge',
      legal: 'Recht',
      org_owner: 'Inhaber der Organisation',
    },
    fingerprint: 'Fingerabdruck',
    platform: 'Plattformschlüssel',
    loss: 'Geht dieser Schlüssel verloren, kann ihn niemand zurückholen. Was er unterschrieben hat, bleibt gültig.',
    host: 'Host',
    address: 'Adresse',
    loopback:
      'Anbieter auf anderen Rechnern erreichen ihn nicht: Diese Adresse führt nur zu diesem Rechner.',
    embedded: 'Er läuft in dieser Anwendung.',
    appearance: 'Aussehen',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    language: 'Sprache',
    languages: { system: 'Wie das System', en: 'English', de: 'Deutsch' },
    org: 'Organisation',
  },

  verify: {
    title: 'Ein Protokoll prüfen',
    lead: 'Ein gespeichertes Sitzungsprotokoll oder eine Beweismappe, gleich von wem. Geprüft wird auf diesem Rechner: Schlüssel, Unterschriften, Prüfsummen, Reihenfolge.',
    drop: 'Protokoll oder Mappe hier ablegen',
    or: 'oder',
    choose: 'Eine Datei wählen …',
    path: 'Pfad einer Datei',
    pathHint: '/home/sie/sitzung.anp.json',
    go: 'Prüfen',
    known:
      'Dieser Arbeitsplatz kennt die Sitzung: Seine eigenen Schlüssel und der letzte Stand, den er gesehen hat, wurden benutzt.',
    unknown:
      'Dieser Arbeitsplatz kennt die Sitzung nicht; er hat also weder Schlüssel noch Stand, woran er sie messen könnte.',
    session: 'Sitzung',
    events: 'Ereignis für Ereignis',
    tooLarge: 'Diese Datei ist zu groß zum Ablegen; wählen Sie sie stattdessen aus.',
  },

  guide: {
    title: 'Vorführung',
    label: 'Wegweiser durch die Vorführung',
    step: (n, of) => `Schritt ${n} von ${of}`,
    done: 'Alles getan. Der Arbeitsbereich bleibt Ihnen zum Ausprobieren.',
    hide: 'Wegweiser ausblenden',
    show: 'Wegweiser',
    waiting: 'Läuft …',
    waitingVendor: 'Wartet auf den Anbieter …',
    outcomes: {
      green: 'grün',
      consistent: 'in sich stimmig',
      red: 'rot',
      unreadable: 'nicht lesbar',
    },
    outcome: (saved, altered, at) =>
      at === null ? `${saved}; ${altered}` : `${saved}; ${altered} bei Ereignis ${at}`,
    nothingHeld: 'Gerade ist kein Angebot für Sie zurückgehalten.',
    states: { ahead: 'kommt noch', now: 'jetzt', waiting: 'läuft', done: 'getan' },
    steps: {
      channel: {
        short: 'Öffnen',
        text: 'Öffnen Sie den Kanal. Das prägt eine Kennung für Anbieter.',
        act: 'Öffnen',
      },
      invite: {
        short: 'Einladen',
        text: 'Starten Sie den Agenten eines Anbieters, einen eigenen Prozess, und geben Sie ihm die Kennung.',
        act: 'Anbieter starten',
      },
      verify: {
        short: 'Prüfen',
        text: 'Der Agent hat sich angemeldet. Tragen Sie ein, dass sein Schlüssel der des Anbieters ist.',
        act: 'Als geprüft eintragen',
      },
      sort: {
        short: 'Zuordnen',
        text: 'Der Agent hat eine Sitzung geöffnet, die noch zu keinem Vorgang gehört. Ordnen Sie sie ein.',
        act: 'Dem Vorgang zuordnen',
      },
      offer: {
        short: 'Angebot',
        text: 'Der Agent öffnet eine Sitzung und sendet sein Angebot. Es wird für Sie zurückgehalten.',
        act: 'Anbieten lassen',
      },
      counter: {
        short: 'Gegenangebot',
        text: 'Ein Angebot ist für Sie zurückgehalten. Schreiben Sie ein Gegenangebot, sehen Sie genau, was hinausgeht, unterschreiben Sie.',
        act: 'Gegenangebot …',
      },
      accept: {
        short: 'Annehmen',
        text: 'Der Agent kam mit einem neuen Angebot zurück. Sehen Sie, was die Annahme unterschreibt.',
        act: 'Annehmen …',
      },
      save: {
        short: 'Speichern',
        text: 'Speichern Sie das ganze Protokoll, wie der Anbieter es abrufen kann.',
        act: 'Protokoll speichern',
      },
      check: {
        short: 'Nachprüfen',
        text: 'Prüfen Sie das gespeicherte Protokoll, dann eine Kopie mit einer geänderten Ziffer in einem Preis.',
        act: 'Beide prüfen',
      },
    },
    otherStep: { short: 'Weiter', text: 'Der nächste Schritt der Vorführung.', act: 'Weiter' },
  },
};
