//! A line between client and server that is cut where a test says.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Where the line is cut, once; afterwards it holds.
#[derive(Debug, Clone)]
pub enum Cut {
    /// Not at all.
    Never,
    /// After so many bytes from the server, counted over all connections.
    AfterServerBytes(usize),
    /// When the server first says something after a line of its that begins so.
    AfterServerLine(&'static str),
}

/// A line that listens on loopback and passes bytes on to a server.
#[derive(Debug)]
pub struct CuttingLine {
    /// Where it listens.
    pub port: u16,
    state: Arc<State>,
}

#[derive(Debug)]
struct State {
    cut: Mutex<Cut>,
    passed: AtomicUsize,
    cuts: AtomicUsize,
}

impl CuttingLine {
    /// Lays a line to a port of this machine.
    ///
    /// # Panics
    /// Where no port is free.
    pub fn to(server: u16, cut: Cut) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("its number").port();
        let state =
            Arc::new(State { cut: Mutex::new(cut), passed: AtomicUsize::new(0), cuts: AtomicUsize::new(0) });
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let state = Arc::clone(&shared);
                if let Ok(server) = TcpStream::connect(("127.0.0.1", server)) {
                    pass(client, server, state);
                }
            }
        });
        Self { port, state }
    }

    /// Bytes that the server sent so far.
    pub fn passed(&self) -> usize {
        self.state.passed.load(Ordering::SeqCst)
    }

    /// How often it was cut.
    pub fn cuts(&self) -> usize {
        self.state.cuts.load(Ordering::SeqCst)
    }
}

fn pass(client: TcpStream, server: TcpStream, state: Arc<State>) {
    let (Ok(mut from_client), Ok(mut to_server)) = (client.try_clone(), server.try_clone()) else { return };
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut from_client, &mut to_server);
        let _ = to_server.shutdown(Shutdown::Write);
    });
    std::thread::spawn(move || back(client, server, &state));
}

fn back(mut client: TcpStream, mut server: TcpStream, state: &State) {
    let mut buffer = vec![0; 16 * 1024];
    let mut armed = false;
    loop {
        let read = server.read(&mut buffer).unwrap_or(0);
        let mut bytes = buffer.get(..read).unwrap_or_default();
        let mut cut = false;
        let before = state.passed.fetch_add(read, Ordering::SeqCst);
        if let Ok(mut rule) = state.cut.lock() {
            match &*rule {
                Cut::AfterServerBytes(at) if before + read > *at => {
                    bytes = bytes.get(..at.saturating_sub(before)).unwrap_or_default();
                    cut = true;
                }
                Cut::AfterServerLine(_) if armed && read > 0 => {
                    bytes = &[];
                    cut = true;
                }
                Cut::AfterServerLine(begin) => {
                    armed |=
                        bytes.split(|byte| *byte == b'\n').any(|line| line.starts_with(begin.as_bytes()));
                }
                _ => {}
            }
            if cut {
                *rule = Cut::Never;
            }
        }
        let sent = client.write_all(bytes);
        if cut {
            state.cuts.fetch_add(1, Ordering::SeqCst);
        }
        if cut || read == 0 || sent.is_err() {
            let _ = client.shutdown(Shutdown::Both);
            let _ = server.shutdown(Shutdown::Both);
            return;
        }
    }
}
