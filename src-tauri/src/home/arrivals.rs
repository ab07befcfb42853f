//! Files and links that the application was handed: at its start, or by a second start.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use specta::Type;
use tauri_specta::Event;

/// The scheme of links into a workspace.
pub const SCHEME: &str = "countersign://";

/// Handed over things that wait for a page which is busy or not there yet.
const MOST: usize = 16;

/// Something that was handed over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Arrival {
    /// A log or bundle to be judged.
    File {
        /// Where it lies.
        path: String,
    },
    /// A link into the workspace.
    Link {
        /// As it was given.
        link: String,
    },
}

/// Something arrived; the page fetches it.
#[derive(Debug, Clone, Serialize, Deserialize, Type, Event)]
#[tauri_specta(event_name = "arrived")]
pub struct ArrivedEvent;

/// What arrived and was not fetched yet, in order.
#[derive(Default)]
pub struct Arrivals(Mutex<Vec<Arrival>>);

impl Arrivals {
    /// Keeps what arrived. Beyond a bound the oldest is dropped: nobody waits for it any more.
    pub fn put(&self, arrivals: impl IntoIterator<Item = Arrival>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(arrivals);
        let over = kept.len().saturating_sub(MOST);
        kept.drain(..over);
    }

    /// Takes all of it.
    pub fn take(&self) -> Vec<Arrival> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What a word of the command line hands over: a link, or a file seen from `folder`.
pub fn handed(word: &str, folder: &Path) -> Arrival {
    if word.get(..SCHEME.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(SCHEME)) {
        return Arrival::Link { link: word.to_owned() };
    }
    // Desktops hand files over as addresses.
    let file = tauri::Url::parse(word).ok().filter(|address| address.scheme() == "file");
    let path = file.and_then(|address| address.to_file_path().ok()).unwrap_or_else(|| folder.join(word));
    Arrival::File { path: path.display().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_a_link_or_a_file_seen_from_where_it_was_said() {
        let here = Path::new("/home/dana");
        let link = |link: &str| Arrival::Link { link: link.to_owned() };
        let file = |path: &str| Arrival::File { path: path.to_owned() };
        assert_eq!(handed("countersign://deal/1", here), link("countersign://deal/1"));
        assert_eq!(handed("CounterSign://deal/1", here), link("CounterSign://deal/1"));
        assert_eq!(handed("theirs.anp.json", here), file("/home/dana/theirs.anp.json"));
        assert_eq!(handed("file:///mnt/their%20log.zip", here), file("/mnt/their log.zip"));
        assert_eq!(handed("/mnt/theirs.zip", here), file("/mnt/theirs.zip"));
        assert_eq!(handed("ü://x", here), file("/home/dana/ü://x"));
    }

    #[test]
    fn what_nobody_fetches_does_not_pile_up() {
        let kept = Arrivals::default();
        kept.put((0..40).map(|number| Arrival::Link { link: number.to_string() }));
        let taken = kept.take();
        assert_eq!(taken.len(), MOST);
        assert_eq!(taken.last(), Some(&Arrival::Link { link: "39".to_owned() }));
        assert!(kept.take().is_empty());
    }
}
