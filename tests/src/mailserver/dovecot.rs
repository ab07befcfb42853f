//! Dovecot.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpStream;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::port;

/// What the server says that it can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offers {
    /// All that it can.
    All,
    /// Neither IDLE nor CONDSTORE.
    Little,
}

/// A running Dovecot. It ends with this value.
#[derive(Debug)]
pub struct Dovecot {
    /// Its port without TLS.
    pub port: u16,
    /// Its port with TLS.
    pub tls_port: u16,
    /// Its port for mails handed over (SMTP with login); each is delivered here, too.
    pub smtp_port: u16,
    /// Its certificate, in DER, for `localhost`.
    pub certificate: Vec<u8>,
    folder: tempfile::TempDir,
    child: Child,
    relay: Relay,
    mails: std::sync::atomic::AtomicUsize,
}

/// The password of everybody.
pub const PASSWORD: &str = "pass word \"1\" \\ ü";

impl Dovecot {
    /// The password of everybody.
    pub const PASSWORD: &'static str = PASSWORD;

    /// Starts one for these people.
    ///
    /// # Panics
    /// Where it does not start.
    pub fn start(people: &[&str], offers: Offers, more: &str) -> Self {
        let folder = tempfile::Builder::new().prefix("dovecot").tempdir().expect("a folder");
        let root = folder.path().to_owned();
        fs::set_permissions(&root, fs::Permissions::from_mode(0o755)).expect("the folder's mode");
        let (port, tls_port, lmtp_port, smtp_port) = (port::free(), port::free(), port::free(), port::free());
        let relay = Relay::to(lmtp_port);
        let certificate = write_certificate(&root);
        let owner = Owner::find();
        let mut users = String::new();
        for person in people {
            let _ = writeln!(users, "{person}:{{PLAIN}}{PASSWORD}::::::");
        }
        fs::write(root.join("users"), users).expect("the list of people");
        fs::create_dir_all(root.join("mail")).expect("the mails' folder");
        owner.take(&root.join("mail"));
        let text =
            configuration(&root, [port, tls_port, lmtp_port, smtp_port, relay.port], &owner, offers) + more;
        fs::write(root.join("dovecot.conf"), text).expect("the configuration");
        let child = Command::new("dovecot")
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
            .args(["-F", "-c"])
            .arg(root.join("dovecot.conf"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("dovecot");
        let mails = std::sync::atomic::AtomicUsize::new(0);
        let started = Self { port, tls_port, smtp_port, certificate, folder, child, relay, mails };
        started.wait();
        started
    }

    fn wait(&self) {
        // A server that starts says so nowhere but in what it answers.
        let until = Instant::now() + Duration::from_secs(30);
        while Instant::now() < until {
            if let Ok(stream) = TcpStream::connect(("127.0.0.1", self.port)) {
                let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
                let mut greeting = String::new();
                let _ = BufReader::new(stream).read_line(&mut greeting);
                if greeting.starts_with("* OK") {
                    return;
                }
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("dovecot did not start: {}", self.log());
    }

    /// What it wrote down.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("dovecot.log")).unwrap_or_default()
    }

    /// A person's folder of folders.
    pub fn mails_of(&self, person: &str) -> PathBuf {
        self.folder.path().join("mail").join(person)
    }

    /// Puts a mail into a person's folder (`INBOX` or `Sent`), as a delivery would.
    ///
    /// # Panics
    /// Where it cannot be written.
    pub fn put(&self, person: &str, folder: &str, mail: &[u8]) {
        let base = self.mails_of(person);
        let base = if folder == "INBOX" { base } else { base.join(format!(".{folder}")) };
        let owner = Owner::find();
        for part in ["", "cur", "new", "tmp"] {
            let path = base.join(part);
            if !path.is_dir() {
                fs::create_dir_all(&path).expect("a mail folder");
                owner.take(&path);
            }
        }
        let number = self.mails.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        let name = format!("{:010}.M{number}P1.test", 1_700_000_000 + number);
        let tmp = base.join("tmp").join(&name);
        fs::write(&tmp, mail).expect("a mail");
        owner.take(&tmp);
        fs::rename(&tmp, base.join("new").join(&name)).expect("a delivery");
    }

    /// Runs `doveadm` with these words.
    ///
    /// # Panics
    /// Where it fails.
    pub fn doveadm(&self, words: &[&str]) -> String {
        let done = Command::new("doveadm")
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
            .arg("-c")
            .arg(self.folder.path().join("dovecot.conf"))
            .args(words)
            .stdin(Stdio::null())
            .output()
            .expect("doveadm");
        assert!(done.status.success(), "doveadm {words:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).into_owned()
    }
}

impl Dovecot {
    /// The server behind, for what it is asked.
    pub const fn relay_port(&self) -> u16 {
        self.relay.port
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        // Ended any other way, it would leave its helpers behind.
        if let Some(pid) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        }
        let _ = self.child.wait();
    }
}

/// The server behind the one that mails are handed to: it delivers each into Dovecot.
/// Debian's `aiosmtpd`, whose package replaces no mail server that a machine has.
#[derive(Debug)]
struct Relay {
    port: u16,
    child: Child,
}

const RELAY: &str = "
import smtplib, sys
from aiosmtpd.controller import Controller
port, lmtp = int(sys.argv[1]), int(sys.argv[2])
class Deliver:
    async def handle_DATA(self, server, session, envelope):
        try:
            with smtplib.LMTP('127.0.0.1', lmtp) as into:
                into.sendmail(envelope.mail_from, envelope.rcpt_tos, envelope.content)
        except (OSError, smtplib.SMTPException):
            return '451 not delivered'
        return '250 delivered'
served = Controller(Deliver(), hostname='127.0.0.1', port=port)
served.start()
print('ready', flush=True)
sys.stdin.read()
served.stop()
";

impl Relay {
    fn to(lmtp_port: u16) -> Self {
        let port = port::free();
        let mut child = Command::new("/usr/bin/python3")
            .args(["-c", RELAY, &port.to_string(), &lmtp_port.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3");
        let mut line = String::new();
        let output = child.stdout.take().expect("its output");
        let _ = BufReader::new(output).read_line(&mut line);
        assert_eq!(line.trim(), "ready", "python3-aiosmtpd is not installed");
        Self { port, child }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        // It ends with its input.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// Who owns the mails: Dovecot refuses root.
struct Owner {
    name: String,
    ids: Option<(u32, u32)>,
    internal: String,
}

impl Owner {
    fn find() -> Self {
        if rustix::process::geteuid().is_root() {
            return Self {
                name: "nobody".to_owned(),
                ids: Some((65534, 65534)),
                internal: "dovecot".to_owned(),
            };
        }
        let name = Command::new("id").arg("-un").output().expect("id").stdout;
        let name = String::from_utf8_lossy(&name).trim().to_owned();
        Self { internal: name.clone(), name, ids: None }
    }

    fn take(&self, path: &Path) {
        if let Some((user, group)) = self.ids {
            chown(path, Some(user), Some(group)).expect("the mails' owner");
        }
    }
}

fn write_certificate(root: &Path) -> Vec<u8> {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("a certificate");
    fs::write(root.join("cert.pem"), made.cert.pem()).expect("the certificate");
    fs::write(root.join("key.pem"), made.signing_key.serialize_pem()).expect("its key");
    made.cert.der().to_vec()
}

fn configuration(root: &Path, ports: [u16; 5], owner: &Owner, offers: Offers) -> String {
    let root = root.display();
    let [port, tls_port, lmtp_port, smtp_port, relay] = ports;
    let (name, internal) = (&owner.name, &owner.internal);
    let login = if owner.ids.is_some() { "dovenull" } else { internal };
    let (uid, gid) = match owner.ids {
        Some((uid, gid)) => (uid.to_string(), gid.to_string()),
        None => (name.clone(), String::new()),
    };
    let group = if gid.is_empty() { String::new() } else { format!("gid={gid}") };
    let said = match offers {
        Offers::All => "",
        Offers::Little => "imap_capability = IMAP4rev1 LITERAL+ SASL-IR UIDPLUS NAMESPACE\n",
    };
    format!(
        "base_dir = {root}/run\nstate_dir = {root}/state\nlog_path = {root}/dovecot.log\n\
         protocols = imap lmtp submission\nlisten = 127.0.0.1\nssl = yes\nssl_cert = <{root}/cert.pem\n\
         ssl_key = <{root}/key.pem\nssl_dh =\ndisable_plaintext_auth = no\nauth_mechanisms = plain\n\
         auth_verbose = yes\nfirst_valid_uid = 1\ndefault_internal_user = {internal}\n\
         default_login_user = {login}\nmail_location = maildir:{root}/mail/%n\n\
         mail_max_userip_connections = 100\n{said}\
         namespace inbox {{\n  inbox = yes\n  separator = /\n  mailbox Sent {{\n    auto = create\n    special_use = \\Sent\n  }}\n}}\n\
         passdb {{\n  driver = passwd-file\n  args = scheme=PLAIN username_format=%u {root}/users\n}}\n\
         userdb {{\n  driver = static\n  args = uid={uid} {group} home={root}/mail/%n allow_all_users=yes\n}}\n\
         service imap-login {{\n  chroot =\n  inet_listener imap {{\n    port = {port}\n  }}\n  inet_listener imaps {{\n    port = {tls_port}\n    ssl = yes\n  }}\n}}\n\
         service lmtp {{\n  inet_listener lmtp {{\n    port = {lmtp_port}\n  }}\n}}\n\
         service submission-login {{\n  chroot =\n  inet_listener submission {{\n    port = {smtp_port}\n  }}\n}}\n\
         submission_relay_host = 127.0.0.1\nsubmission_relay_port = {relay}\nsubmission_relay_ssl = no\nhostname = localhost\n\
         service anvil {{\n  chroot =\n}}\nservice stats {{\n  chroot =\n}}\n"
    )
}
