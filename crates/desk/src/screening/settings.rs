//! The additional scanner in the settings: off by default, its token in the keychain.

use std::time::Duration;

use deal::{Scenario, Screen as _};
use serde::{Deserialize, Serialize};
use store::keychain::SecretPlace;
use store::tables::settings;
use zeroize::Zeroizing;

use super::outside::Outside;
use super::{down, locked_screening};
use crate::keys::{blocking, told};
use crate::state::Desk;
use crate::trouble::defect;
use crate::view::{OutsideScannerForm, OutsideScannerView, Problem, ScreeningView, Unfit};
use crate::wire_form::invalid;

/// Under this name the scanner rests among the settings.
const SETTING: &str = "outside_scanner";
/// Under this name its token rests in the keychain.
const TOKEN: &str = "outside-scanner";
/// Seconds that it may be given.
const SECONDS: std::ops::RangeInclusive<u32> = 1..=30;

#[derive(Serialize, Deserialize)]
struct Row {
    on: bool,
    url: String,
    seconds: u32,
    has_token: bool,
}

impl Default for Row {
    fn default() -> Self {
        Self { on: false, url: String::new(), seconds: 5, has_token: false }
    }
}

impl Desk {
    /// Where the screen stands, as it answers now.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn screening_view(&self) -> Result<ScreeningView, Problem> {
        let row = self.outside_row()?;
        let ran = self.own_screen().screen(&[], &Scenario::default());
        Ok(ScreeningView {
            problem: ran.err().map(down),
            rules: deal::SCREEN_RULES,
            outside: OutsideScannerView {
                on: row.on,
                url: row.url,
                seconds: row.seconds,
                has_token: row.has_token,
            },
        })
    }

    /// Sets the additional scanner. An empty token leaves the one that rests in the keychain.
    ///
    /// # Errors
    /// Where the form is not usable, or the keychain does not take the token.
    pub async fn set_outside_scanner(&self, form: OutsideScannerForm) -> Result<ScreeningView, Problem> {
        let row = self.checked(&form)?;
        let token = Zeroizing::new(form.token);
        if !token.is_empty() {
            let (place, kept) = (self.token_place()?, token.clone());
            blocking(move || place.write(&kept)).await?.map_err(|trouble| told(&trouble))?;
        }
        self.keep_outside(&row, token)?;
        let desk = self.clone();
        blocking(move || desk.screening_view()).await?
    }

    /// The same with a token that the caller holds, for tests: no keychain.
    ///
    /// # Errors
    /// As [`Desk::set_outside_scanner`].
    #[cfg(feature = "fault-injection")]
    pub fn hold_outside_scanner(&self, form: OutsideScannerForm) -> Result<(), Problem> {
        let row = self.checked(&form)?;
        self.keep_outside(&row, Zeroizing::new(form.token))
    }

    fn keep_outside(&self, row: &Row, token: Zeroizing<String>) -> Result<(), Problem> {
        let text = serde_json::to_string(row).map_err(|_| defect("outside scanner"))?;
        self.write(|db| Ok(settings::set(db, SETTING, &text)?))?;
        if !token.is_empty() {
            locked_screening(self).token = Some(token);
        }
        Ok(())
    }

    fn checked(&self, form: &OutsideScannerForm) -> Result<Row, Problem> {
        let before = self.outside_row()?;
        let url = form.url.trim().to_owned();
        let usable = reqwest::Url::parse(&url).ok().is_some_and(|url| {
            let local = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
            let bare = url.username().is_empty() && url.password().is_none();
            bare && (url.scheme() == "https" || (url.scheme() == "http" && local))
        });
        if form.on && !usable {
            return Err(invalid("url", Unfit::EncryptedAddress));
        }
        if !SECONDS.contains(&form.seconds) {
            return Err(invalid("seconds", Unfit::Range).with("least", 1).with("most", 30));
        }
        // A token goes to the server that it was given for and to no other.
        let same = before.url == url && before.has_token;
        Ok(Row { on: form.on, url, seconds: form.seconds, has_token: same || !form.token.is_empty() })
    }

    fn outside_row(&self) -> Result<Row, Problem> {
        let text = self.read(|db| Ok(settings::get(db, SETTING)?))?;
        // A setting that cannot be read must not count as none: the scanner could have stopped something.
        let read = |text: String| serde_json::from_str(&text).map_err(|_| defect("outside scanner"));
        text.map(read).transpose().map(Option::unwrap_or_default)
    }

    fn token_place(&self) -> Result<SecretPlace, Problem> {
        let workspace = self.read(|db| Ok(settings::get(db, "workspace")?))?.unwrap_or_default();
        SecretPlace::new(&workspace, TOKEN).map_err(|trouble| told(&trouble))
    }

    /// The additional scanner, where there is one. Blocks while the keychain is asked.
    pub(super) fn outside(&self) -> Result<Option<Outside>, Problem> {
        let row = self.outside_row()?;
        if !row.on {
            return Ok(None);
        }
        let time = Duration::from_secs(u64::from(row.seconds));
        let held = locked_screening(self).token.clone();
        let token = match held {
            _ if !row.has_token => Zeroizing::new(String::new()),
            Some(token) => token,
            None => {
                let token = self.token_place()?.read().map_err(|trouble| told(&trouble))?;
                locked_screening(self).token = Some(token.clone());
                token
            }
        };
        Ok(Some(Outside { url: row.url, time, token }))
    }
}
