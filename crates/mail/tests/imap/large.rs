use mail::imap::PartSink;
use mail::mime;
use sha2::{Digest as _, Sha256};
use support::mailserver::{Cut, CuttingLine, Dovecot, Offers, there};

use super::ground::{Memory, VENDOR, pass, reach};

const ATTACHED: usize = 60 * 1024 * 1024;

/// 60 MB in blocks that each begin with their number, and the mail that carries them.
fn large() -> (Vec<u8>, Vec<u8>) {
    use base64ct::{Base64, Encoding as _};
    let line = |number: usize| -> Vec<u8> {
        (0..57).map(|at| (number * 31 + at * 7).to_le_bytes()[at % 3]).collect()
    };
    let rest: Vec<Vec<u8>> = (1..1024).map(line).collect();
    let rest_coded: String = rest.iter().map(|line| Base64::encode_string(line) + "\r\n").collect();
    let rest = rest.concat();
    let mut bytes = Vec::new();
    let mut mail = format!(
        "Message-ID: <m1@{VENDOR}>\r\nFrom: sales@{VENDOR}\r\nTo: buyer@fabrikam.example\r\n\
         Subject: Large\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"out (er)\"\r\n\r\n\
         --out (er)\r\nContent-Type: multipart/alternative; boundary=in\r\n\r\n\
         --in\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\nDas Angebot für Sie.\r\n\
         --in\r\nContent-Type: text/html\r\n\r\n<p>The offer</p>\r\n--in--\r\n\
         --out (er)\r\nContent-Type: text/csv; name=small.csv\r\n\r\na;b\r\n1;2\r\n\
         --out (er)\r\nContent-Type: application/zip; name=\"all of it.zip\"\r\n\
         Content-Transfer-Encoding: base64\r\n\r\n"
    );
    while bytes.len() < ATTACHED {
        let first: Vec<u8> = bytes.len().to_le_bytes().into_iter().cycle().take(57).collect();
        mail.push_str(&(Base64::encode_string(&first) + "\r\n" + &rest_coded));
        bytes.extend_from_slice(&first);
        bytes.extend_from_slice(&rest);
    }
    mail.push_str("--out (er)--\r\n");
    (bytes, mail.into_bytes())
}

#[derive(Default)]
struct Counted {
    hash: Sha256,
    bytes: usize,
    largest: usize,
}

impl PartSink for Counted {
    fn take(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.hash.update(bytes);
        self.bytes += bytes.len();
        self.largest = self.largest.max(bytes.len());
        Ok(())
    }
}

#[tokio::test]
async fn a_large_attachment_stays_on_the_server_until_it_is_asked_for() {
    if !there("dovecot") {
        return;
    }
    let (bytes, mail) = large();
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    dovecot.put("anna", "INBOX", &mail);
    let line = CuttingLine::to(dovecot.port, Cut::Never);
    let mut keeper = Memory::default();
    pass(line.port, &mut keeper).await.unwrap();
    assert!(line.passed() < 100_000, "{} bytes came", line.passed());
    let kept = mime::read(&keeper.mails[&format!("m1@{VENDOR}")], None).unwrap();
    assert_eq!(kept.text, "Das Angebot für Sie.");
    assert_eq!(kept.attachments.len(), 2);
    assert_eq!(kept.attachments[0].bytes, b"a;b\r\n1;2");
    let [(uid, left)] = keeper.left.as_slice() else { panic!("{:?}", keeper.left) };
    assert_eq!((left.part.as_str(), left.name.as_str()), ("3", "all of it.zip"));
    assert_eq!(kept.attachments[1].part, left.part);
    let mut mailbox = reach(dovecot.port).await;
    mailbox.examine("INBOX").await.unwrap();
    let mut sink = Counted::default();
    let fetched = mailbox.part(*uid, left, 100 << 20, &mut sink).await.unwrap();
    assert_eq!(usize::try_from(fetched.bytes).unwrap(), bytes.len());
    let whole: [u8; 32] = Sha256::digest(&bytes).into();
    assert_eq!(fetched.sha256, whole);
    assert_eq!(<[u8; 32]>::from(sink.hash.finalize()), whole);
    assert!(sink.largest <= 1 << 20, "it comes piece by piece");
}
