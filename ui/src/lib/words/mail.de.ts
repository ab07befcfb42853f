// German: mailboxes, and mails that wait to be sorted.

import type { Words } from './en';
import { num, plural } from './plural';

export const mail: Pick<Words, 'mail'> = {
  mail: {
    title: 'Mail',
    lead: 'Mails von und an die Anbieter Ihrer Vorgänge werden gelesen und stehen in deren Verlauf. Alles andere bleibt, wo es ist, und im Postfach ändert sich nichts.',
    add: 'Postfach hinzufügen',
    addAct: 'Hinzufügen',
    cancel: 'Abbrechen',
    address: 'Mailadresse',
    password: 'Passwort',
    passwordHint: 'Es kommt in den Schlüsselbund Ihres Systems und nirgendwohin sonst.',
    appPassword:
      'Dieser Anbieter verlangt ein Passwort für Programme; Sie erzeugen es in dessen Einstellungen. Es kommt in den Schlüsselbund Ihres Systems und nirgendwohin sonst.',
    provider: (name) => `${name}: Die Server sind bekannt.`,
    finding: 'Sucht die Server …',
    answeredThere: (imap, smtp) =>
      `${imap} und ${smtp} haben geantwortet, nach den Einträgen Ihrer Domain oder unter den dort üblichen Namen. Sonst wurde niemand gefragt.`,
    answeredElsewhere: (domain, imap, smtp) =>
      `Die Einträge von ${domain} nennen ${imap} und ${smtp}, die jemand anderem gehören. Fahren Sie nur fort, wenn das Ihr Anbieter ist: Ihr Passwort geht dorthin.`,
    look: 'Nach den Servern suchen',
    notAsked:
      'Kein Anbieter der Liste hier. Die Suche fragt die Einträge und Server Ihrer Domain und sonst niemanden.',
    noProvider:
      'Die Einträge Ihrer Domain und die dort üblichen Namen wurden versucht; nicht alles Nötige hat geantwortet. Sehen Sie unten nach den Servern. Sonst wurde niemand gefragt.',
    signIn: {
      how: 'Wie Sie sich anmelden',
      other: 'Anderer Anbieter',
      clientId: 'Client-ID der Anwendung',
      howToGet: {
        microsoft:
          'Die Ihrer Organisation. Wer dort Microsoft 365 betreut, legt sie in Entra an: App-Registrierungen, Neue Registrierung, Plattform „Mobilgerät- und Desktopanwendungen“, Umleitung http://localhost, dann die delegierten Berechtigungen IMAP.AccessAsUser.All und SMTP.Send. Für eine einzige Organisation kommt deren Mandanten-ID an die Stelle von „common“ in den Endpunkten.',
        google:
          'Die Ihrer Organisation. Wer dort Google Workspace betreut, legt sie in der Google-Cloud-Konsole an: Anmeldedaten, OAuth-Client-ID, Typ „Desktop-App“. Google gibt dazu einen Clientschlüssel; er kommt unten unter Endpunkte.',
      },
      howToGetOther:
        'Sie bekommen sie von dem, der den Mailserver betreibt. Die Umleitung ist http://127.0.0.1 mit beliebigem Port.',
      endpoints: 'Endpunkte und Clientschlüssel',
      clientSecret: 'Clientschlüssel',
      clientSecretHint:
        'Nur wo der Anbieter einen gab. Er kommt in den Schlüsselbund Ihres Systems und nirgendwohin sonst.',
      authorize_url: 'Endpunkt der Zustimmung',
      token_url: 'Endpunkt der Token',
      scopes: 'Berechtigungen (Scopes)',
      act: 'Im Browser anmelden',
      again: 'Neu anmelden',
      waiting:
        'Ihr Browser ist bei Ihrem Anbieter offen. Stimmen Sie dort zu; hier geht es von selbst weiter.',
      giveUp: 'Aufgeben',
      done: 'Sie sind angemeldet. Womit Countersign wieder eingelassen wird, kommt in den Schlüsselbund Ihres Systems.',
    },
    sends: 'Auch das Senden geht, bis zur Anmeldung; gesendet wurde nichts.',
    notSending: 'Mails lassen sich lesen, aber nicht senden:',
    servers: 'Server',
    login: 'Name beim Server',
    incoming: 'Server für eingehende Mail (IMAP)',
    outgoing: 'Server für ausgehende Mail (SMTP)',
    port: 'Port',
    security: 'Verschlüsselung',
    securities: {
      tls: 'TLS',
      start_tls: 'STARTTLS',
      this_machine: 'Keine, nur dieser Rechner',
    },
    test: 'Verbindung prüfen',
    tested: (mails, told) =>
      `Es geht: ${num(mails)} ${plural(mails, 'Mail', 'Mails')} im Posteingang. ${told ? 'Der Server meldet, wenn etwas kommt.' : 'Der Server meldet nicht, wenn etwas kommt; er wird jede Minute gefragt.'}`,
    folders: 'Ordner, in denen alles zu Vorgängen gehört',
    foldersHint:
      'Posteingang und Gesendetes werden ohnehin gelesen, für die Adressen Ihrer Anbieter.',
    phases: {
      reaching: 'Verbindet sich mit dem Server …',
      reading: 'Liest',
      waiting: 'Auf dem neuesten Stand',
      troubled: 'Störung; es wird wieder versucht',
      stuck: 'Wartet auf Sie',
      stopped: 'Angehalten',
    },
    reading: (folder, lookedAt, of) =>
      of === 0 ? `Liest ${folder}` : `Liest ${folder}: ${num(lookedAt)} von ${num(of)}`,
    told: 'der Server meldet, wenn etwas kommt',
    asked: 'jede Minute gefragt',
    lastLook: 'nachgesehen',
    retry: 'Jetzt versuchen',
    stop: 'Anhalten',
    goOn: 'Weiter',
    remove: 'Entfernen …',
    removeSure: 'Postfach und Passwort entfernen',
    save: 'Sichern',
    authserv: 'Vertrauter empfangender Server',
    authservHint:
      'Der Name am Anfang von „Authentication-Results“ in Mails dieses Postfachs. Nur was dieser Server sagt, gilt als DMARC bestanden.',
    unreadable: (mails) =>
      `${num(mails)} ${plural(mails, 'Mail war', 'Mails waren')} nicht lesbar.`,
    unsorted: 'Nicht zugeordnete Mails',
    unsortedLead: 'Mails, die zu keinem Vorgang passen oder die ein Mensch zuordnen muss.',
    looksLike: 'Der Absender sieht aus wie',
    assigned: 'Die Mail steht im Verlauf des Vorgangs.',
    hidden: 'Text, den die Mail verbirgt',
    leftOnServer: 'auf dem Server',
    answered: 'anderswo beantwortet',
    answer: 'Mit Mail antworten',
    answerTitle: 'Antwort als Mail',
    from: 'Von',
    to: 'An',
    subject: 'Betreff',
    body: 'Wortlaut',
    send: 'Entscheidung unterschreiben und senden',
    sending: 'Sendet …',
    fates: {
      sent: 'Gesendet',
      not_sent: 'Nicht gesendet',
      unknown: 'Zustellung unbekannt',
    },
    fateLeads: {
      sent: 'Der Server hat die Mail angenommen. Eine Kopie kommt in Ihren Ordner für Gesendetes.',
      not_sent: 'Der Server hat sie nicht angenommen; nichts ist hinausgegangen.',
      unknown:
        'Die Verbindung riss ab, nachdem der Wortlaut auf dem Weg war. Von selbst wird sie nicht noch einmal gesendet.',
    },
    outs: {
      sending: 'wird gesendet',
      unknown:
        'Zustellung unbekannt: Die Verbindung riss ab, als der Wortlaut schon auf dem Weg war.',
      not_sent: 'wurde nicht gesendet',
      found_not_sent: 'kam nicht an, wie ein Mensch herausfand',
    },
    unknownHelp:
      'Sehen Sie in Ihrem Ordner für Gesendetes nach oder fragen Sie den Anbieter. Von selbst wird sie nie noch einmal gesendet.',
    arrived: 'Sie kam an',
    notArrived: 'Sie kam nicht an',
    browser: {
      done: 'Countersign hat seine Antwort. Sie können diese Seite schließen.',
      not_done:
        'Sie sind nicht angemeldet. Sie können diese Seite schließen; Countersign sagt mehr dazu.',
      nothing: 'Hier ist nichts.',
    },
  },
};
