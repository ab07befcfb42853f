//! The system's browser, in which a person signs in at a mail provider.

use desk::{Browser, NoBrowser};

/// Whatever the system opens addresses with.
#[derive(Debug)]
pub struct SystemBrowser;

impl Browser for SystemBrowser {
    fn open(&self, address: &str) -> Result<(), NoBrowser> {
        // The address was made by us from an endpoint that was checked; what else the
        // system opens by its beginning is not opened here.
        if !(address.starts_with("https://") || address.starts_with("http://")) {
            return Err(NoBrowser);
        }
        open::that_detached(address).map_err(|_| NoBrowser)
    }
}
