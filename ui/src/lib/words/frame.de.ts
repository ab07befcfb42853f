// German: the frame, the first run and the lists.

import type { Words } from './en';
import { num, plural, two } from './plural';

export const frame: Pick<
  Words,
  'app' | 'marks' | 'nav' | 'left' | 'state' | 'start' | 'today' | 'deals'
> = {
  app: {
    name: 'Countersign',
    skip: 'Zum Inhalt springen',
    close: 'Schließen',
    cancel: 'Abbrechen',
    back: 'Zurück',
    save: 'Speichern',
    saved: 'Gespeichert',
    edit: 'Ändern',
    copy: 'Kopieren',
    copied: 'Kopiert',
    tryAgain: 'Noch einmal versuchen',
    loading: 'Einen Moment …',
    showAll: (left) => `Alles zeigen (${num(left)} weitere Zeichen)`,
    showLess: 'Weniger zeigen',
    none: 'keine',
    you: 'Sie',
    dot: ' · ',
  },

  marks: {
    direction: 'die Leserichtung ändert',
    invisible: 'nicht zu sehen ist',
    control: 'ein Steuerzeichen ist',
    line_break: 'die Zeile umbricht',
    tag: 'eine versteckte Markierung ist',
    broken: 'ein halbes Zeichen ist',
    stacked: 'Zeichen auf einem Buchstaben stapelt',
    says: (code, what) => `Hier steht ein Zeichen, das ${what} (${code})`,
    mixed: 'Dieses Wort mischt Alphabete, die gleich aussehen',
  },

  nav: {
    label: 'Hauptbereiche',
    today: 'Heute',
    deals: 'Vorgänge',
    vendors: 'Anbieter',
    verify: 'Protokoll prüfen',
    settings: 'Einstellungen',
    needsYou: 'Braucht Sie, nach Frist',
    quiet: 'Ruhig',
    waiting: (n) => `${num(n)} ${plural(n, 'wartet', 'warten')}`,
    embedded: 'Host in dieser Anwendung',
    remote: 'Host',
    reachable: 'verbunden',
    unreachable: 'nicht erreichbar',
    channelOn: 'Kanal offen',
    channelOff: 'Kanal geschlossen',
    lastContact: (when) => `zuletzt gehört ${when}`,
  },

  left: {
    days: (d, h) =>
      d >= 7 || h === 0 ? `${num(d)} ${plural(d, 'Tag', 'Tage')}` : `${d} T. ${h} Std.`,
    hours: (h, m) => `${h} Std. ${two(m)} Min.`,
    minutes: (m, s) => `${m}:${two(s)} Min.`,
    over: 'abgelaufen',
    expiresIn: (left) => `läuft noch ${left}`,
    expired: (when) => `abgelaufen ${when}`,
  },

  state: {
    quiet: 'Noch nichts eingegangen',
    checking: 'Wird geprüft',
    held_offer: 'Angebot wartet',
    disputed: (at) => (at === null ? 'Kette strittig' : `Kette strittig bei ${at}`),
    waiting_for_vendor: 'Wartet auf den Anbieter',
    delivery_unknown: 'Zustellung unbekannt',
    answer_waits: 'Antwort noch nicht abgegangen',
    accepted: 'Angenommen',
    closed: 'Geschlossen',
  },

  start: {
    lead: 'Sie entscheiden; der Agent auf der anderen Seite wartet. Alles, was hinausgeht, ist mit Ihrem eigenen Schlüssel unterschrieben.',
    asking: 'Der Schlüsselbund wird gefragt',
    askingLead:
      'Vielleicht zeigt Ihr System gerade einen eigenen Dialog, womöglich hinter diesem Fenster.',
    makeKey: 'Ihren Unterschriftsschlüssel erzeugen',
    makeLead:
      'Der Schlüssel steht für Sie: Was er unterschreibt, ist Ihr Wort. Er verlässt diesen Rechner nie.',
    name: 'Ihr Name, wie er in Aufzeichnungen steht',
    nameHint:
      'Er steht in den Aufzeichnungen Ihrer Organisation neben dem, was Sie unterschreiben.',
    where: 'Wo der Schlüssel liegt',
    keychain: 'Schlüsselbund',
    keychainHint: 'Mit Ihrer Anmeldung entsperrt. Sie müssen sich nichts weiter merken.',
    keychainAbsent: 'Auf diesem Rechner gibt es keinen.',
    keychainLocked: 'Er ist da, aber gesperrt.',
    file: 'Datei mit Passphrase',
    fileHint: 'Sie tippen die Passphrase bei jedem Start. Niemand kann sie zurücksetzen.',
    passphrase: 'Passphrase',
    passphraseAgain: 'Passphrase, noch einmal',
    passphraseDiffers: 'Die beiden sind nicht gleich.',
    make: 'Schlüssel erzeugen',
    making: 'Der Schlüssel wird erzeugt …',
    absent: 'Kein Schlüsselbund auf diesem Rechner',
    absentLead:
      'Installieren Sie einen Secret Service (GNOME Keyring, KWallet oder KeePassXC) und versuchen Sie es noch einmal, oder legen Sie den Schlüssel in eine Datei mit Passphrase.',
    locked: 'Der Schlüsselbund ist gesperrt',
    lockedLead:
      'Entsperren Sie ihn mit Ihrem Anmeldepasswort und versuchen Sie es noch einmal. Liegt ein Schlüssel von Ihnen darin, ist er noch da.',
    lost: 'Ihr Schlüssel ist nicht zu finden',
    lostLead:
      'Hier wurde früher ein Schlüssel erzeugt. Der Schlüsselbund antwortet, aber dieser Schlüssel ist nicht darin. Ein neuer wird nur erzeugt, wenn Sie es sagen.',
    lostWas: 'Der Schlüssel, der fehlt',
    lostIs: 'Der Schlüssel, den dieser Arbeitsplatz benutzt',
    lostMeans:
      'Ein neuer Schlüssel ist eine neue Identität: Sitzungen, die mit dem alten unterschrieben sind, bleiben gültig, aber Sie können nicht als dieser weiter unterschreiben.',
    makeNew: 'Trotzdem einen neuen Schlüssel erzeugen',
    made: 'Das ist Ihr Schlüssel',
    madeLead:
      'An seinem Fingerabdruck erkennen andere, dass Sie es sind. Bewahren Sie eine Abschrift dort auf, wo Sie wichtige Papiere aufbewahren.',
    madeLoss:
      'Geht der Schlüssel verloren, kann ihn niemand zurückholen. Was er unterschrieben hat, bleibt gültig; Sie würden mit einem neuen Schlüssel weitermachen, und die Inhaberin oder der Inhaber der Organisation müsste ihn einlassen.',
    continue: 'Weiter',
    unlock: 'Ihren Schlüssel entsperren',
    unlockLead: 'Ihr Schlüssel liegt in einer Datei. Tippen Sie die Passphrase, um weiterzumachen.',
    unlockAct: 'Entsperren',
  },

  today: {
    title: 'Heute',
    nothing: 'Nichts braucht Sie',
    off: 'Der Kanal ist geschlossen',
    offLead:
      'Agenten von Anbietern können Sie noch nicht erreichen. Öffnen Sie den Kanal in den Einstellungen und schicken Sie einem Anbieter die Einladung.',
    nothingLead:
      'Macht der Agent eines Anbieters ein Angebot, wird es hier zurückgehalten, bis Sie entscheiden. Vorher wird nichts beantwortet.',
    needsYou: 'Braucht Sie',
    quiet: 'Ruhig',
    unsorted: 'Nicht zugeordnet',
    unsortedLead: 'Sitzungen, die noch zu keinem Vorgang gehören.',
    openedBy: 'hat eine Sitzung geöffnet',
    events: (n) => `${num(n)} ${plural(n, 'Ereignis', 'Ereignisse')}`,
    assignTo: 'Zuordnen zu',
    assign: 'Einem Vorgang zuordnen …',
    assignTitle: 'Zu welchem Vorgang gehört das?',
    suggested: 'nach dem Anbieter vorgeschlagen',
    newDeal: 'Einen neuen Vorgang daraus machen',
    noDeals: 'Es gibt noch keinen Vorgang.',
    assigned: 'Zugeordnet.',
  },

  deals: {
    title: 'Vorgänge',
    none: 'Noch keine Vorgänge',
    noneLead:
      'Ein Vorgang sammelt die Mails und Sitzungen einer Verhandlung. Legen Sie einen an, oder lassen Sie die Sitzung eines Anbieters einen werden.',
    new: 'Neuer Vorgang',
    newTitle: 'Ein neuer Vorgang',
    name: 'Titel',
    vendor: 'Anbieter',
    domains: 'Mail-Domains oder Adressen des Anbieters',
    domainsHint: 'Eine je Zeile, zum Beispiel contoso.example. Deren Mails kommen zum Vorgang.',
    make: 'Vorgang anlegen',
    deadline: 'Frist',
    state: 'Stand',
    filter: {
      show: 'Zeige',
      which: 'Welche Vorgänge',
      any: 'alle Vorgänge',
      holding: 'mit Titel oder Anbieter, darin',
      words: 'Wörter aus Titel oder Anbieter',
      anything: 'beliebige Wörter',
      end: '.',
    },
    states: {
      quiet: 'Vorgänge ohne Angebot',
      checking: 'Vorgänge in Prüfung',
      held_offer: 'Vorgänge mit wartendem Angebot',
      disputed: 'strittige Vorgänge',
      waiting_for_vendor: 'Vorgänge, die auf den Anbieter warten',
      delivery_unknown: 'Vorgänge mit ungewisser Antwort',
      answer_waits: 'Vorgänge mit einer Antwort, die noch nicht abging',
      accepted: 'angenommene Vorgänge',
      closed: 'geschlossene Vorgänge',
    },
    shown: (n) => `${num(n)} ${plural(n, 'Vorgang', 'Vorgänge')}`,
    more: (n) => `Mehr zeigen (noch ${num(n)})`,
    all: (n) => `Alle ${num(n)} Vorgänge`,
    checking: (n) =>
      `Die Aufzeichnungen von ${num(n)} ${plural(n, 'Vorgang', 'Vorgängen')} werden noch geprüft.`,
  },
};
