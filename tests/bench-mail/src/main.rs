//! How fast a mailbox is read the first time: messages per second and peak memory, beside
//! `mbsync` on the same Dovecot, turn by turn in one run. Both keep every mail on the disk
//! before they go on; ours into the desk's tables, mbsync into a Maildir.
#![allow(clippy::print_stdout, reason = "what was measured goes to standard output")]
#![allow(clippy::expect_used, reason = "a measurement ends where its ground is missing")]

mod pull;
mod watch;

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use support::mailserver::{Dovecot, Offers};
use watch::{Seen, watched};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Mails of the mailbox.
const MAILS: usize = 50_000;
/// Turns of each; the median counts.
const TURNS: usize = 3;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => compare(MAILS),
        ["--mails", count] => compare(count.parse()?),
        ["pull", port, folder, want] => pull::pull(port.parse()?, Path::new(folder), *want == "all"),
        _ => Err("countersign-bench-mail [--mails COUNT]".into()),
    }
}

fn compare(mails: usize) -> Result<(), Failure> {
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    for number in 0..mails {
        dovecot.put("anna", "INBOX", &mail(number));
    }
    // The server's own index is made before anybody is measured.
    dovecot.doveadm(&["fetch", "-u", "anna", "size.physical", "mailbox", "INBOX", "1:*"]);
    println!(
        "{mails} mails of about 3 KB on one Dovecot over loopback, first read; medians of {TURNS} turns.\n\n\
         {:<34} {:>12} {:>12} {:>12}",
        "", "mails/s", "seconds", "peak MiB"
    );
    let mut rows: [(&str, Vec<Seen>); 3] = [
        ("all of them kept (SQLite)", Vec::new()),
        ("headers alone, none for a deal", Vec::new()),
        ("mbsync (Maildir)", Vec::new()),
    ];
    for _ in 0..TURNS {
        for (row, seen) in rows.iter_mut().enumerate().map(|(row, (_, seen))| (row, seen)) {
            let folder = tempfile::tempdir()?;
            let mut command = match row {
                0 => ours(dovecot.port, folder.path(), "all")?,
                1 => ours(dovecot.port, folder.path(), "none")?,
                _ => mbsync(dovecot.port, folder.path())?,
            };
            seen.push(watched(&mut command)?);
            if row == 2 {
                let kept = std::fs::read_dir(folder.path().join("INBOX/new"))?.count()
                    + std::fs::read_dir(folder.path().join("INBOX/cur"))?.count();
                assert_eq!(kept, mails, "mbsync kept other mails");
            }
        }
    }
    for (name, seen) in &mut rows {
        seen.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
        let median = seen.get(seen.len() / 2).expect("a turn");
        let peak = seen.iter().map(|seen| seen.peak_kib).max().unwrap_or(0);
        #[allow(clippy::cast_precision_loss, reason = "counts far below 2^52")]
        let (rate, mib) = (mails as f64 / median.seconds, peak as f64 / 1024.0);
        println!("{name:<34} {rate:>12.0} {:>12.2} {mib:>12.1}", median.seconds);
    }
    Ok(())
}

/// A mail of about 3 KB.
fn mail(number: usize) -> Vec<u8> {
    let mut text = format!(
        "Message-ID: <m{number}@contoso.example>\r\nFrom: Sales {number} <sales@contoso.example>\r\n\
         To: buyer@fabrikam.example\r\nDate: Mon, 02 Nov 2026 10:00:00 +0000\r\n\
         Subject: Renewal, message {number}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    );
    for line in 0..40 {
        let _ =
            write!(text, "Line {line} of message {number}: the price for 500 seats stands as before.\r\n");
    }
    text.into_bytes()
}

fn ours(port: u16, folder: &Path, want: &str) -> Result<Command, Failure> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["pull", &port.to_string()]).arg(folder).arg(want);
    Ok(command)
}

fn mbsync(port: u16, folder: &Path) -> Result<Command, Failure> {
    let (at, secret) = (folder.display(), folder.join("secret"));
    std::fs::write(&secret, Dovecot::PASSWORD)?;
    let text = format!(
        "IMAPStore far\nHost 127.0.0.1\nPort {port}\nUser anna\nPassCmd \"cat {}\"\nSSLType None\n\n\
         MaildirStore near\nPath {at}/\nInbox {at}/INBOX\nSubFolders Verbatim\n\n\
         Channel all\nFar :far:\nNear :near:\nPatterns INBOX\nCreate Near\nSync Pull\nSyncState {at}/state\n",
        secret.display()
    );
    let file = folder.join("mbsyncrc");
    std::fs::write(&file, text)?;
    let mut command = Command::new("mbsync");
    command.arg("-q").arg("-c").arg(file).arg("all");
    Ok(command)
}
