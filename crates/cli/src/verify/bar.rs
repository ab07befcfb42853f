//! How far a long reading has come, for people who wait at a terminal.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use anp::verify::Progress;

/// Readings that end sooner show nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long a picture stands.
const PICTURE: Duration = Duration::from_millis(100);

/// How long the bar is, in signs.
const LENGTH: u64 = 30;

/// A line on standard error that is drawn over and over, and wiped at the end.
pub struct Bar {
    bytes: u64,
    /// When the next picture is due; none where nobody looks.
    due: Option<Instant>,
    drawn: bool,
}

impl Bar {
    /// For a text of so many bytes.
    pub fn of(bytes: u64) -> Self {
        let due = std::io::stderr().is_terminal().then(|| Instant::now() + PATIENCE);
        Self { bytes, due, drawn: false }
    }

    /// Draws how far it has come, when it is time.
    pub fn show(&mut self, progress: Progress) {
        let Some(due) = &mut self.due else { return };
        let now = Instant::now();
        if now >= *due {
            *due = now + PICTURE;
            self.drawn = true;
            put(&format!("\r{}", picture(progress, self.bytes)));
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if self.drawn {
            put("\r\u{1b}[K");
        }
    }
}

/// What cannot be shown is not missed.
fn put(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn picture(progress: Progress, bytes: u64) -> String {
    let part = |of: u64| progress.bytes.min(bytes) * of / bytes.max(1);
    let (done, percent) = (part(LENGTH), part(100));
    let signs: String = (0..LENGTH).map(|sign| if sign < done { '#' } else { '.' }).collect();
    format!("{signs} {percent:>3} %  {} events", progress.events)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_says_how_much_of_the_text_lies_behind() {
        let at = |bytes, events| picture(Progress { events, bytes }, 1000);
        assert_eq!(at(0, 0), "..............................   0 %  0 events");
        assert_eq!(at(500, 7), "###############...............  50 %  7 events");
        assert_eq!(at(1000, 12), "############################## 100 %  12 events");
        assert_eq!(picture(Progress { events: 0, bytes: 5 }, 0).matches('#').count(), 0);
    }
}
