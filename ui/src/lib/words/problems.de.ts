// German: what went wrong, and what to do.

import { broken } from './broken.de';
import { missing } from './missing.de';
import { apart } from './problems.quorum.de';
import { known, said, why } from './said';
import { unfit } from './unfit.de';
import type { ProblemCode } from '$lib/bindings';
import { day, fullTime } from '$lib/text/time';
import { halted, of } from './halted.de';
import { placeWords } from './places.de';
import type { Facts, ProblemWords } from './problems.en';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const problems: Record<ProblemCode, (facts: Facts) => ProblemWords> = {
  keychain_absent: () => ({
    what: 'Dieser Rechner hat keinen Schlüsselbund.',
    remedy:
      'Installieren Sie einen Secret Service (GNOME Keyring, KWallet, KeePassXC) und versuchen Sie es noch einmal, oder legen Sie Ihren Schlüssel in eine Datei mit Passphrase.',
  }),
  keychain_locked: () => ({
    what: 'Der Schlüsselbund ist gesperrt.',
    remedy:
      'Entsperren Sie ihn mit Ihrem Anmeldepasswort und versuchen Sie es noch einmal. Ihr Schlüssel bleibt unberührt.',
  }),
  key_missing: (f) => ({
    what: `Der Schlüsselbund antwortet, aber Ihr Schlüssel ${of(f, 'fingerprint', '')} ist nicht darin.`.replace(
      '  ',
      ' ',
    ),
    remedy:
      'Bringen Sie den Schlüsselbund zurück, der ihn enthielt. Ein neuer Schlüssel ist eine andere Identität: Erzeugen Sie einen nur, wenn der alte endgültig verloren ist.',
  }),
  passphrase_wrong: () => ({
    what: 'Diese Passphrase öffnet die Schlüsseldatei nicht.',
    remedy: 'Tippen Sie sie noch einmal. Niemand kann sie zurücksetzen.',
  }),
  passphrase_short: (f) => ({
    what: `Die Passphrase ist zu kurz; sie braucht mindestens ${of(f, 'least', '12')} Zeichen.`,
    remedy: 'Ein Satz, den nur Sie sagen würden, eignet sich gut.',
  }),
  key_differs: (f) => ({
    what: 'Der Schlüssel, der hier liegt, ist nicht der, den dieser Arbeitsplatz bisher benutzt hat.',
    remedy: `Erwartet ${of(f, 'expected', 'ein anderer')}, gefunden ${of(f, 'found', 'dieser')}. Es wird nichts unterschrieben, bis der erwartete Schlüssel zurück ist.`,
  }),
  host_down: (f) => ({
    what: `Der Host unter ${of(f, 'url', 'seiner Adresse')} ist nicht erreichbar.`,
    remedy:
      'Sie können alles lesen, was angekommen ist. Die Anwendung versucht es von selbst weiter.',
  }),
  host_slow: (f) => ({
    what: `Der Host unter ${of(f, 'url', 'seiner Adresse')} hat seit ${of(f, 'seconds', 'einigen')} Sekunden nicht geantwortet.`,
    remedy:
      'Was Sie sehen, ist womöglich nicht der letzte Stand. Die Anwendung versucht es von selbst weiter.',
  }),
  host_confused: (f) => ({
    what: `Was unter ${of(f, 'url', 'der Adresse des Hosts')} antwortet, spricht das Protokoll nicht.`,
    remedy:
      `Prüfen Sie die Adresse, und ob ein Proxy dazwischen steht. ${why(broken, f) ?? ''}`.trim(),
  }),
  host_refused: () => ({
    what: 'Der Host weist Ihre Unterschrift zurück.',
    remedy: 'Wer die Organisation inne hat, sieht, ob der Host Ihren Schlüssel kennt.',
  }),
  host_key_changed: (f) => ({
    what: 'Der Host zeigt einen anderen Plattformschlüssel als den, dem dieser Arbeitsplatz vertraut.',
    remedy: `Es wird nichts gesendet, bis das geklärt ist. Fragen Sie auf einem anderen Weg nach. Erwartet ${of(f, 'expected', 'der hinterlegte Schlüssel')}, gefunden ${of(f, 'found', 'ein anderer')}.`,
  }),
  host_rewound: (f) => ({
    what: `Der Host hat Ereignisse nicht mehr, die hier schon geprüft waren, von Ereignis ${of(f, 'seq', '1')} an.`,
    remedy:
      'Beide Fassungen sind als Beweis aufbewahrt. Speichern Sie zuerst das Protokoll dieser Sitzung.',
  }),
  clock_wrong: (f) => ({
    what: `Ihre Uhr weicht um ${of(f, 'minutes', 'einige')} Minuten von der des Hosts ab${f['direction'] === 'behind' ? ' (sie geht nach)' : f['direction'] === 'ahead' ? ' (sie geht vor)' : ''}.`,
    remedy:
      'Stellen Sie die Uhr dieses Rechners. Bis dahin weist der Host womöglich zurück, was Sie unterschreiben.',
  }),
  host_clock_behind: () => ({
    what: 'Die Uhr des Hosts geht seinem eigenen Protokoll nach, er nimmt deshalb nichts Neues an.',
    remedy: 'Wer den Host betreibt, muss seine Uhr stellen.',
  }),
  chain_red: (f) => ({
    what: `Die Kette einer Sitzung hält der Prüfung nicht stand${f['seq'] ? `, bei Ereignis ${f['seq']}` : ''}${f['check'] ? ` (${f['check']})` : ''}.`,
    remedy:
      'Von diesem Ereignis an gilt nichts als geprüft. Speichern Sie das Protokoll und fragen Sie die andere Seite.',
  }),
  approval_stale: (f) => ({
    what: `Ereignis ${of(f, 'seq', '?')} (${of(f, 'kind', 'neu')}) kam, nachdem Sie nachgesehen hatten; Ihre Antwort wurde deshalb nicht gesendet.`,
    remedy: 'Sehen Sie sich das Neue an und entscheiden Sie dann noch einmal.',
  }),
  session_closed: () => ({
    what: 'Diese Sitzung ist geschlossen.',
    remedy: 'Es kann nichts mehr hinzukommen. Das Protokoll bleibt für beide Seiten lesbar.',
  }),
  offer_expired: (f) => ({
    what: f['expires_at']
      ? `Dieses Angebot ist am ${day(f['expires_at'], 0)} abgelaufen.`
      : 'Dieses Angebot ist abgelaufen.',
    remedy: `Ein abgelaufenes Angebot kann nicht angenommen werden. Machen Sie ein Gegenangebot mit neuem Datum, oder bitten Sie um ein neues Angebot.${f['expires_at'] ? ` Es lief bis ${fullTime(f['expires_at'])}.` : ''}`,
  }),
  form_invalid: (f) => ({
    what: f['path']
      ? `${capital(placeWords(f['path']))}: ${said(unfit, f) ?? 'nicht gültig'}.`
      : `${capital(said(unfit, f) ?? 'das Formular ergibt noch keine gültige Antwort')}.`,
    remedy: 'Bessern Sie es aus und machen Sie weiter.',
  }),
  outside_mandate: () => ({
    what: 'Diese Antwort liegt außerhalb des Mandats.',
    remedy: 'Ändern Sie die Antwort, oder zuerst das Mandat.',
  }),
  ...apart,
  mandate_sealed: () => ({
    what: 'Das Mandat lässt sich mit Ihrem Schlüssel nicht öffnen; daran ist nichts zu messen.',
    remedy:
      'Nichts geht hinaus. Setzen Sie das Mandat neu, oder holen Sie den Schlüssel zurück, mit dem es gesetzt wurde.',
  }),
  screen_blocked: (f) => ({
    what: `Etwas Vertrauliches steht hier: ${of(f, 'where', 'im Text').split(', ').map(placeWords).join(' und ')}.`,
    remedy: 'Eine Zahl oder ein Wort Ihres Mandats darf nicht hinaus. Nehmen Sie es heraus.',
  }),
  screen_held: (f) => ({
    what: `Jemand muss hinsehen, bevor das hinausgeht: ${of(f, 'where', 'Text').split(', ').map(placeWords).join(' und ')}.`,
    remedy:
      'Geben Sie jede markierte Stelle frei oder ändern Sie sie. Freigeben darf nur, wer für den Vorgang zuständig ist.',
  }),
  screen_down: (f) => ({
    what:
      {
        too_much:
          'Das ist mehr Text, als die Prüfung auf Vertrauliches liest, deshalb geht er nicht hinaus.',
        unreadable:
          'Die Prüfung auf Vertrauliches konnte die Antwort nicht lesen, deshalb geht nichts hinaus.',
        timed_out:
          'Die Prüfung auf Vertrauliches hat nicht rechtzeitig geantwortet, deshalb geht nichts hinaus.',
        garbled:
          'Die Prüfung auf Vertrauliches hat Unverständliches geantwortet, deshalb geht nichts hinaus.',
        other_rules:
          'Die Prüfung auf Vertrauliches ist von einer anderen Version, deshalb geht nichts hinaus.',
        outside_unavailable:
          'Der zusätzliche Prüfer hat kein Urteil gegeben, deshalb geht nichts hinaus.',
        outside_timed_out:
          'Der zusätzliche Prüfer hat nicht rechtzeitig geantwortet, deshalb geht nichts hinaus.',
      }[of(f, 'why', '')] ??
      'Die Prüfung auf Vertrauliches läuft nicht, deshalb geht nichts hinaus.',
    remedy:
      {
        too_much: 'Kürzen Sie ihn oder senden Sie ihn in Teilen.',
        outside_unavailable:
          'Sehen Sie nach, ob der Prüfer läuft und ob Adresse und Token stimmen, oder schalten Sie ihn in den Einstellungen aus.',
        outside_timed_out:
          'Versuchen Sie es noch einmal, oder schalten Sie den zusätzlichen Prüfer in den Einstellungen aus.',
        other_rules: 'Installieren Sie Countersign neu: Seine Teile gehören nicht zusammen.',
        timed_out: 'Versuchen Sie es mit weniger Text. Bleibt es so, starten Sie Countersign neu.',
      }[of(f, 'why', '')] ??
      'Versuchen Sie es noch einmal. Bleibt es so, starten Sie Countersign neu oder installieren Sie es neu: countersign-scan muss daneben liegen.',
  }),
  not_owner: (f) => ({
    what: `Das darf nur ${of(f, 'owner', 'die zuständige Person des Vorgangs')} entscheiden.`,
    remedy: 'Lesen können Sie hier alles.',
  }),
  not_allowed: (f) => ({
    what: `Ihre Rolle erlaubt das nicht${f['role'] ? `; nötig ist ${f['role']}` : ''}.`,
    remedy: 'Fragen Sie die Inhaberin oder den Inhaber der Organisation.',
  }),
  decided_already: (f) => ({
    what: `${of(f, 'who', 'Jemand anderes')} hat über dieses Angebot zuerst entschieden${f['at'] ? ` (${fullTime(f['at'])})` : ''}.`,
    remedy:
      'Diese Entscheidung gilt, Ihre wurde nicht gesendet. Sehen Sie sich den Vorgang an, wie er jetzt steht.',
  }),
  four_eyes: (f) => ({
    what: 'Wer es entworfen hat, gibt es nicht frei.',
    remedy: `Ihre Organisation verlangt vier Augen für ein Gegenangebot. Entwerfen oder freigeben muss es jemand anderes als ${of(f, 'drafted_by', 'wer es entworfen hat')}.`,
  }),
  ledger_red: (f) => ({
    what: `Die eigene Aufzeichnung Ihrer Organisation beim Host hält ab Eintrag ${of(f, 'seq', '1')} der Prüfung nicht stand.`,
    remedy: `Es wird nichts darauf entschieden, bis das geklärt ist. Sprechen Sie mit den Betreibern des Hosts. (${of(f, 'ledger', 'Aufzeichnung')}, ${of(f, 'why', 'unbekannt')})`,
  }),
  last_owner: () => ({
    what: 'Die Organisation hätte niemanden mehr, der sie inne hat.',
    remedy: 'Geben Sie zuerst jemand anderem diese Rolle.',
  }),
  invitation_refused: () => ({
    what: 'Der Host nimmt diese Einladung nicht an.',
    remedy:
      'Sie wurde verwendet, zurückgezogen, oder ist abgelaufen. Bitten Sie um eine neue; Ihr Schlüssel bleibt.',
  }),
  invitation_unreadable: () => ({
    what: 'Das ist keine Einladung, oder es fehlt ein Teil.',
    remedy: 'Kopieren Sie den ganzen Text, von „countersign-join:“ bis zum Ende.',
  }),
  halted,
  channel_off: () => ({
    what: 'Der Kanal ist geschlossen: Agenten von Anbietern können Sie nicht erreichen.',
    remedy: 'Öffnen kann ihn, wer die Organisation inne hat, in den Einstellungen.',
  }),
  delivery_unknown: () => ({
    what: 'Noch ist nicht bekannt, ob Ihre Antwort angekommen ist.',
    remedy: 'Die Anwendung fragt den Host weiter. Gesendet wird nie zweimal.',
  }),
  gone: (f) =>
    known(missing, f['what']) ?? {
      what: 'Das Gesuchte ist nicht mehr hier.',
      remedy: 'Gehen Sie zurück und sehen Sie noch einmal nach.',
    },
  file_trouble: (f) => ({
    what: `${of(f, 'path', 'Die Datei')} konnte nicht gelesen oder geschrieben werden.`,
    remedy: why(broken, f) ?? 'Prüfen Sie, ob es sie gibt und ob Sie sie benutzen dürfen.',
  }),
  database_newer: (f) => ({
    what: `Die Datenbank wurde von einem neueren Countersign geschrieben (Fassung ${of(f, 'found', '?')}, dieses kennt ${of(f, 'known', '?')}).`,
    remedy: `Sie blieb unberührt. Benutzen Sie das neuere Countersign. ${of(f, 'path', '')}`.trim(),
  }),
  database_trouble: (f) => ({
    what: 'Die Datenbank ist beschädigt oder kann nicht beschrieben werden.',
    remedy:
      `${why(broken, f) ?? 'Prüfen Sie Platz und Rechte auf dem Datenträger.'} ${of(f, 'path', '')}`.trim(),
  }),
  mail_unreadable: (f) => ({
    what: `Eine Mail konnte nicht gelesen werden: ${of(f, 'file', 'ohne Namen')}.`,
    remedy: why(broken, f) ?? 'Die Datei bleibt, wie sie kam.',
  }),
  mail_sign_in: (f) => ({
    what: `${of(f, 'account', 'Das Postfach')}: Sie sind nicht angemeldet.`,
    remedy:
      {
        no_browser: 'Es ließ sich kein Browser öffnen. Prüfen Sie, welchen Ihr System verwendet.',
        no_door:
          'Auf diesem Rechner ließ sich die Antwort des Browsers nicht abwarten. Versuchen Sie es noch einmal.',
        not_an_address: 'Die Endpunkte müssen Adressen sein, die mit https:// beginnen.',
        denied:
          'Der Anbieter sagt, es wurde nicht zugestimmt. Vielleicht muss es jemand erlauben, der ihn betreut.',
        person_too_slow: 'Im Browser hat fünf Minuten lang niemand geantwortet. Beginnen Sie neu.',
        stopped: 'Es wurde aufgegeben.',
        code_refused: 'Was der Browser brachte, war zu alt. Beginnen Sie neu.',
        unregistered:
          'Der Anbieter kennt diese Client-ID nicht, oder nicht dafür. Prüfen Sie sie und den Clientschlüssel.',
        refused:
          'Der Anbieter lehnt ab, worum gebeten wird. Prüfen Sie die Berechtigungen und die Registrierung der Anwendung.',
        unreachable:
          'Der Endpunkt der Token ist nicht zu erreichen. Prüfen Sie Ihr Netz und seine Adresse.',
        timed_out: 'Der Endpunkt der Token antwortete nicht rechtzeitig. Beginnen Sie neu.',
        confused:
          'Der Endpunkt der Token antwortete etwas anderes als ein Token. Prüfen Sie seine Adresse.',
        nothing_to_renew:
          'Der Anbieter gab nichts, was bleibt. Vielleicht fehlt „offline_access“ unter den Berechtigungen.',
      }[of(f, 'cause', '')] ?? 'Beginnen Sie neu.',
  }),
  mail_sign_in_again: (f) => ({
    what: `${of(f, 'account', 'Das Postfach')}: Der Anbieter lässt Countersign nicht mehr ein.`,
    remedy:
      'Melden Sie sich neu an, unter Einstellungen, Mail. Ihre Zustimmung wurde zurückgenommen oder ist abgelaufen; verloren ist nichts.',
  }),
  mail_server: (f) => ({
    what: `${of(f, 'account', 'Das Postfach')}: ${
      {
        name: `Der Server ${of(f, 'host', '…')} ist nicht zu finden.`,
        connect: `${of(f, 'host', '…')} ist nicht zu erreichen.`,
        tls: `Keine sichere Verbindung zu ${of(f, 'host', '…')}.`,
        greeting: `${of(f, 'host', '…')} antwortet nicht wie ein Mailserver.`,
        login: `${of(f, 'host', '…')} lässt Sie nicht ein.`,
        folder: 'Ein Ordner lässt sich nicht öffnen.',
        reading: `Das Lesen von ${of(f, 'host', '…')} brach ab.`,
        filing: 'Die Kopie ließ sich nicht ablegen.',
        envelope: `${of(f, 'host', '…')} nahm die Mail nicht an. Sie wurde nicht gesendet.`,
        delivery: 'Es ist unbekannt, ob die Mail angenommen wurde.',
        sign_in: `${of(f, 'host', '…')} erneuert Ihre Anmeldung gerade nicht.`,
      }[of(f, 'step', '')] ?? 'Störung mit dem Mailserver.'
    }`,
    remedy:
      {
        no_such_name: 'Prüfen Sie den Namen des Servers oder Ihr Netz.',
        refused: 'Dort hört niemand zu. Prüfen Sie Name und Port.',
        unreachable: 'Das Netz führt nicht dorthin. Prüfen Sie Ihre Verbindung.',
        timed_out: 'Es dauerte zu lange. Es wird wieder versucht.',
        closed: 'Die Verbindung endete. Es geht dort weiter, wo es war.',
        certificate_expired:
          'Sein Zertifikat ist abgelaufen. Fragen Sie, wer ihn betreibt; gesendet wurde nichts.',
        certificate_wrong_name:
          'Sein Zertifikat gilt für einen anderen Namen. Prüfen Sie den Namen; gesendet wurde nichts.',
        certificate_unknown_issuer:
          'Niemand, dem dieses System vertraut, bürgt für sein Zertifikat. Gesendet wurde nichts.',
        certificate_other: 'Sein Zertifikat hält nicht. Gesendet wurde nichts.',
        no_tls:
          'Auf diesem Port spricht er kein TLS. Versuchen Sie STARTTLS oder einen anderen Port.',
        no_start_tls: 'Auf diesem Port bietet er keine Verschlüsselung. Gesendet wurde nichts.',
        not_this_machine:
          'Ohne Verschlüsselung wird nur mit Servern auf diesem Rechner gesprochen.',
        no_way_in: 'Er bietet keine Anmeldung, die dieses Programm kennt.',
        denied:
          'Er weist Name oder Passwort ab. Manche Anbieter verlangen ein Passwort für Programme.',
        no_such_folder: 'Er wurde gelöscht oder umbenannt, oder Sie dürfen ihn nicht öffnen.',
        rejected: 'Der Server hat es abgelehnt.',
        deferred: 'Der Server lehnt es vorerst ab. Versuchen Sie es später.',
        confused: 'Er antwortet etwas, wonach nicht gefragt war.',
        too_much: 'Er sendet mehr, als gefragt war; davon wurde nichts angenommen.',
      }[of(f, 'cause', '')] ?? 'Versuchen Sie es noch einmal.',
  }),
  seller_trouble: (f) => ({
    what: `${of(f, 'url', 'Der Verkäufer')}: ${
      {
        unreachable: 'Dort antwortet niemand.',
        denied: 'Der Verkäufer nimmt Ihr Token nicht an.',
        busy: 'Der Verkäufer bittet zu warten.',
        broken: 'Die Verbindung brach ab.',
        timed_out: 'Es kam nicht rechtzeitig eine Antwort.',
        too_much: 'Die Antwort nimmt kein Ende.',
        confused: 'Die Antwort gehört nicht zu diesem Protokoll.',
        not_asked: 'Der Verkäufer hat noch nicht gesagt, was er kann.',
        no_version: 'Der Verkäufer spricht keine Fassung von AdCP 3.2.',
        no_replay: 'Der Verkäufer sagt nicht, wie lange er sich an eine Anfrage erinnert.',
        replay_over: 'Der Verkäufer erinnert sich nicht mehr an diese Anfrage.',
      }[of(f, 'cause', '')] ?? 'Störung mit dem Verkäufer.'
    }`,
    remedy:
      {
        unreachable: 'Prüfen Sie die Adresse und Ihr Netz. Gesendet wurde nichts.',
        denied: 'Geben Sie das Token neu ein. Es wurde nichts ausgeführt.',
        busy: 'Sie wird von selbst noch einmal gesendet.',
        broken: 'Dieselbe Anfrage geht noch einmal; nichts geschieht doppelt.',
        timed_out: 'Dieselbe Anfrage geht noch einmal; nichts geschieht doppelt.',
        too_much: 'Dieselbe Anfrage geht noch einmal; nichts geschieht doppelt.',
        confused: 'Prüfen Sie die Adresse; Gesendetes klärt sich, indem es noch einmal geht.',
        not_asked: 'Fragen Sie den Verkäufer noch einmal.',
        no_version: 'Bitten Sie den Verkäufer um einen Zugang mit AdCP 3.2.',
        no_replay:
          'Eine verlorene Anfrage könnte dort doppelt ausgeführt werden; darum wird nichts gesendet.',
        replay_over:
          'Fragen Sie beim Verkäufer nach, was daraus wurde, und geben Sie sie dann hier auf.',
      }[of(f, 'cause', '')] ?? 'Versuchen Sie es noch einmal.',
  }),
  hold_over: () => ({
    what: 'Diese Bedingungen sind nicht mehr reserviert.',
    remedy: 'Für neue Bedingungen überarbeiten Sie den Entwurf und lassen ihn wieder reservieren.',
  }),
  unsettled: (f) => ({
    what: `Anfrage ${of(f, 'number', '')} zum selben Vorschlag ist noch offen.`,
    remedy: 'Warten Sie auf ihre Antwort, oder klären Sie sie zuerst.',
  }),
  departures_open: (f) => ({
    what: `Der Verkäufer weicht an ${of(f, 'count', 'einigen')} Stellen von Ihrem Wunsch ab.`,
    remedy: 'Nehmen Sie jede davon an, oder wählen Sie andere Bedingungen.',
  }),
  demo_vendor_failed: (f) => ({
    what: 'Der Agent des Anbieters in der Vorführung ließ sich nicht starten oder endete zu früh.',
    remedy: why(broken, f) ?? 'Versuchen Sie den Schritt noch einmal.',
  }),
  stopped: () => ({
    what: 'Es wurde abgebrochen. Nichts davon ist geblieben.',
    remedy: 'Beginnen Sie von vorn, wann Sie möchten.',
  }),
  defect: (f) => ({
    what: 'Countersign hat einen Fehler gemacht.',
    remedy: `Es wurde nichts gesendet. Bitte melden Sie es mit diesem Zeichen: ${of(f, 'reference', 'keines')}`,
  }),
};
