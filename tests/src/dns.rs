//! A name server of a test's own, on loopback: it knows records of services and nothing else.
#![allow(clippy::expect_used, clippy::missing_panics_doc, reason = "a test ends where its ground is missing")]

use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex};

/// Priority, weight, port and target; an empty target is the dot that says that there is none.
pub type Srv = (u16, u16, u16, &'static str);

/// A server that answers until the program ends.
pub struct Dns {
    /// Where it listens.
    pub at: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Dns {
    /// A server that knows what `known` gives for a name.
    pub fn start(known: impl Fn(&str) -> Vec<Srv> + Send + 'static) -> Self {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket on loopback");
        let at = socket.local_addr().expect("an address");
        let asked = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&asked);
        std::thread::spawn(move || {
            let mut packet = [0_u8; 4096];
            while let Ok((length, from)) = socket.recv_from(&mut packet) {
                let Some(question) = packet.get(..length).and_then(Question::read) else { continue };
                if let Ok(mut heard) = heard.lock() {
                    heard.push(question.name.clone());
                }
                // Who asked may be gone.
                let _ = socket.send_to(&question.answered(&known(&question.name)), from);
            }
        });
        Self { at, asked }
    }

    /// A server that never answers.
    pub fn silent() -> Self {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket on loopback");
        let at = socket.local_addr().expect("an address");
        // It stays open, so that nothing says that nobody is there.
        std::thread::spawn(move || while socket.recv_from(&mut [0_u8; 16]).is_ok() {});
        Self { at, asked: Arc::default() }
    }

    /// The names that it was asked for.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("the names").clone()
    }
}

/// A packet with one question.
struct Question {
    id: [u8; 2],
    name: String,
    /// The question as it stood, to be repeated.
    raw: Vec<u8>,
}

impl Question {
    fn read(packet: &[u8]) -> Option<Self> {
        let (id, mut rest) = (packet.get(..2)?.try_into().ok()?, packet.get(12..)?);
        let (mut labels, mut length) = (Vec::new(), 5_usize);
        loop {
            let (size, after) = rest.split_first()?;
            if *size == 0 {
                break;
            }
            let (label, after) = after.split_at_checked((*size).into())?;
            labels.push(String::from_utf8_lossy(label).to_lowercase());
            length += label.len() + 1;
            rest = after;
        }
        let raw = packet.get(12..12 + length)?.to_vec();
        Some(Self { id, name: labels.join("."), raw })
    }

    fn answered(&self, records: &[Srv]) -> Vec<u8> {
        let count = u16::try_from(records.len()).unwrap_or_default().to_be_bytes();
        // An answer with authority; where nothing is known the name does not exist.
        let flags = if records.is_empty() { [0x85, 0x83] } else { [0x85, 0x80] };
        let mut packet = [&self.id[..], &flags, &[0, 1], &count, &[0, 0, 0, 0], &self.raw].concat();
        for (priority, weight, port, target) in records {
            let mut said = [priority.to_be_bytes(), weight.to_be_bytes(), port.to_be_bytes()].concat();
            for label in target.split('.').filter(|label| !label.is_empty()) {
                said.push(u8::try_from(label.len()).unwrap_or_default());
                said.extend(label.bytes());
            }
            said.push(0);
            let length = u16::try_from(said.len()).unwrap_or_default().to_be_bytes();
            // The name by where it stands, SRV, IN, a minute.
            packet.extend([0xc0, 12, 0, 33, 0, 1, 0, 0, 0, 60]);
            packet.extend(length);
            packet.extend(said);
        }
        packet
    }
}
