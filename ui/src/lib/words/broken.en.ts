// English: why a file, the database, a mail, the demo or what a host answers is of no use, and
// what helps.

import type { Broken } from '$lib/bindings';
import type { Facts } from './problems.en';

export const broken: Record<Broken, string | ((facts: Facts) => string)> = {
  not_found: 'It is not there any more. Look for it and try again.',
  denied: 'You may not use it. Look at who owns it and what others may do with it.',
  full: 'No room is left for it. Make room and try again.',
  read_only: 'It lies where nothing can be written. Choose another place.',
  there_already: 'Something of this name is there already, and was left as it is.',
  folder: 'There is a folder where a file should be, or the other way round.',
  in_use: 'Another program has it open. Close that one and try again.',
  disk: 'The disk fails. Look at your system’s log, and at your backup.',
  system: (f) =>
    f['number'] ? `The system refuses it with number ${f['number']}.` : 'The system refuses it.',
  too_large: (f) => `It is larger than ${f['most'] ?? ''} MiB. Take a smaller one.`,
  on_server: 'It is still on the mail server. Fetch it first.',
  no_table: 'It is neither a CSV text nor an XLSX file.',
  empty: 'Nothing stands in it.',
  no_rows: 'No row of it can be taken as a benchmark. Look at what its columns mean.',
  no_record: 'It is neither a session log nor an evidence bundle.',
  packed_again:
    'It was a bundle once and was packed again or altered on its way. Ask for the file as it was written.',
  too_much: 'It is more than one bundle may hold.',
  open_to_others: 'Others on this machine may read it. Take that right from them, then try again.',
  key_damaged: 'The key file is damaged. Put it back from your backup.',
  keychain: 'The keychain does not give a key. Look into it with your system’s own program.',
  foreign: 'It belongs to another program, and was left untouched.',
  rows: (f) =>
    `In its table ${f['table'] ?? ''} stands what Countersign never wrote. Put it back from your backup.`,
  corrupt: 'It is damaged on its disk. Put it back from your backup, and keep this one.',
  host_inside: 'The host inside the application did not begin. Start the application again.',
  host_key:
    'The key of the host inside the application is not the one that its database knows. Put its folder back from your backup.',
  network_drive: 'It lies on another machine’s drive. Put the workspace on a disk of this machine.',
  no_mail: (f) => `It is no mail: in line ${f['line'] ?? '1'} a mail’s header should begin.`,
  long_header: 'Its header is longer than that of any mail.',
  no_author: 'It does not say who wrote it.',
  parts: (f) => `It has more parts than a mail may have, from part ${f['part'] ?? ''} on.`,
  no_program: 'The command line “countersign” is not beside this program. Install both together.',
  answer: (f) => `What it answers to “${f['of'] ?? ''}” cannot be read.`,
  status: (f) => `It answers with status ${f['status'] ?? ''}.`,
  endless: 'Its answer has no end.',
  session_id: 'It names a session by what is no session’s name.',
  log: 'What it gives as a session’s log is none.',
  not_in_log: 'It says that it took an answer, and its log does not hold it.',
  head_stands: 'It says that the record went on, and its log did not.',
};
