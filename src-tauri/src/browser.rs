//! The system's browser, in which a person signs in at a mail provider.

use desk::view::BrowserWords;
use desk::{Browser, NoBrowser, PageWords};

/// Whatever the system opens addresses with, and what it shows when the person comes back.
#[derive(Debug)]
pub struct SystemBrowser(pub BrowserWords);

impl Browser for SystemBrowser {
    fn open(&self, address: &str) -> Result<(), NoBrowser> {
        // The address was made by us from an endpoint that was checked; what else the
        // system opens by its beginning is not opened here.
        if !(address.starts_with("https://") || address.starts_with("http://")) {
            return Err(NoBrowser);
        }
        open::that_detached(address).map_err(|_| NoBrowser)
    }

    fn words(&self) -> PageWords {
        let BrowserWords { language, done, not_done, nothing } = self.0.clone();
        PageWords { language, done, not_done, nothing }
    }
}
