// German: why a file, the database, a mail, the demo or what a host answers is of no use, and what
// helps.

import type { Broken } from '$lib/bindings';
import type { Facts } from './problems.en';

export const broken: Record<Broken, string | ((facts: Facts) => string)> = {
  not_found: 'Es gibt sie dort nicht mehr. Suchen Sie danach und versuchen Sie es noch einmal.',
  denied: 'Sie dürfen nicht darauf zugreifen. Sehen Sie nach, wem sie gehört und wer was darf.',
  full: 'Es ist kein Platz mehr da. Schaffen Sie Platz und versuchen Sie es noch einmal.',
  read_only: 'Dort kann nichts geschrieben werden. Wählen Sie einen anderen Ort.',
  there_already: 'Etwas mit diesem Namen ist schon da und blieb, wie es ist.',
  folder: 'Wo eine Datei sein soll, ist ein Ordner, oder umgekehrt.',
  in_use: 'Ein anderes Programm hat sie offen. Schließen Sie es und versuchen Sie es noch einmal.',
  disk: 'Der Datenträger versagt. Sehen Sie in das Protokoll Ihres Systems und nach Ihrer Sicherung.',
  system: (f) =>
    f['number'] ? `Das System lehnt es mit Nummer ${f['number']} ab.` : 'Das System lehnt es ab.',
  too_large: (f) => `Sie ist größer als ${f['most'] ?? ''} MiB. Nehmen Sie eine kleinere.`,
  on_server: 'Sie liegt noch auf dem Mailserver. Holen Sie sie zuerst.',
  no_table: 'Sie ist weder ein CSV-Text noch eine XLSX-Datei.',
  empty: 'Darin steht nichts.',
  no_rows:
    'Keine ihrer Zeilen lässt sich als Vergleichswert übernehmen. Sehen Sie nach, was die Spalten bedeuten.',
  no_record: 'Sie ist weder die Aufzeichnung einer Sitzung noch ein Beweisbündel.',
  packed_again:
    'Sie war einmal ein Bündel und wurde unterwegs neu gepackt oder verändert. Bitten Sie um die Datei, wie sie geschrieben wurde.',
  too_much: 'Das ist mehr, als ein Bündel enthalten darf.',
  open_to_others:
    'Andere auf diesem Rechner dürfen sie lesen. Nehmen Sie ihnen das Recht und versuchen Sie es noch einmal.',
  key_damaged: 'Die Schlüsseldatei ist beschädigt. Holen Sie sie aus Ihrer Sicherung zurück.',
  keychain:
    'Der Schlüsselbund gibt keinen Schlüssel her. Sehen Sie mit dem Programm Ihres Systems hinein.',
  foreign: 'Sie gehört einem anderen Programm und blieb unberührt.',
  rows: (f) =>
    `In ihrer Tabelle ${f['table'] ?? ''} steht, was Countersign nie geschrieben hat. Holen Sie sie aus Ihrer Sicherung zurück.`,
  corrupt:
    'Sie ist auf dem Datenträger beschädigt. Holen Sie sie aus Ihrer Sicherung zurück und heben Sie diese auf.',
  host_inside:
    'Der Host in der Anwendung ist nicht angelaufen. Starten Sie die Anwendung noch einmal.',
  host_key:
    'Der Schlüssel des Hosts in der Anwendung ist nicht der, den seine Datenbank kennt. Holen Sie seinen Ordner aus Ihrer Sicherung zurück.',
  network_drive:
    'Sie liegt auf dem Laufwerk eines anderen Rechners. Legen Sie den Arbeitsbereich auf diesen Rechner.',
  no_mail: (f) =>
    `Das ist keine Mail: In Zeile ${f['line'] ?? '1'} müsste der Kopf einer Mail beginnen.`,
  long_header: 'Der Kopf ist länger als der einer Mail.',
  no_author: 'Sie sagt nicht, wer sie geschrieben hat.',
  parts: (f) => `Sie hat mehr Teile, als eine Mail haben darf, ab Teil ${f['part'] ?? ''}.`,
  no_program:
    'Die Kommandozeile „countersign“ liegt nicht neben diesem Programm. Installieren Sie beide zusammen.',
  answer: (f) => `Was er auf „${f['of'] ?? ''}“ antwortet, ist nicht zu lesen.`,
  status: (f) => `Er antwortet mit Status ${f['status'] ?? ''}.`,
  endless: 'Die Antwort nimmt kein Ende.',
  session_id: 'Eine Sitzung wird so genannt, wie keine Sitzung heißt.',
  log: 'Was als Aufzeichnung einer Sitzung kommt, ist keine.',
  not_in_log: 'Angeblich wurde eine Antwort angenommen, und die Aufzeichnung enthält sie nicht.',
  head_stands: 'Angeblich ging die Aufzeichnung weiter, und sie ging nicht weiter.',
};
