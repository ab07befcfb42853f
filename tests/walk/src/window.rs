//! The window as a person meets it: something to see, to click and to type into.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::fault::Fault;

/// How long something may take to come. Only a failing walk waits so long.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// How often the window is asked whether it has come.
const PULSE: Duration = Duration::from_millis(60);

/// The colours a screen is drawn in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// As the page names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// An open window.
pub struct Window {
    client: Client,
    shots: PathBuf,
    taken: u32,
    /// Clicks, key chords and texts typed since the counting began.
    done: AtomicU32,
}

/// The selector of a test id.
pub fn tid(id: &str) -> String {
    format!("[data-testid=\"{id}\"]")
}

/// The selector of all test ids that begin alike.
pub fn tids(begin: &str) -> String {
    format!("[data-testid^=\"{begin}\"]")
}

impl Window {
    /// A window whose pictures go to `shots`; `taken` of them are there already.
    pub fn new(client: Client, shots: PathBuf, taken: u32) -> Self {
        Self { client, shots, taken, done: AtomicU32::new(0) }
    }

    /// How many pictures were taken.
    pub const fn taken(&self) -> u32 {
        self.taken
    }

    /// Begins to count interactions anew.
    pub fn count_from_here(&self) {
        self.done.store(0, Ordering::Relaxed);
    }

    /// Clicks, key chords and texts typed since then.
    pub fn interactions(&self) -> u32 {
        self.done.load(Ordering::Relaxed)
    }

    /// Waits until something stands in the page and is to be seen.
    ///
    /// # Errors
    /// Where it has not come in time.
    pub async fn see(&self, selector: &str) -> Result<Element, Fault> {
        let until = Instant::now() + PATIENCE;
        loop {
            let found = match self.client.find(Locator::Css(selector)).await {
                Ok(element) => match element.is_displayed().await {
                    Ok(true) => return Ok(element),
                    Ok(false) => "it is there and hidden".to_owned(),
                    Err(error) => error.to_string(),
                },
                Err(error) => error.to_string(),
            };
            if Instant::now() > until {
                return Err(Fault::new(format!("waiting for {selector}"), "it is to be seen", found));
            }
            tokio::time::sleep(PULSE).await;
        }
    }

    /// Waits until nothing of the kind stands in the page.
    ///
    /// # Errors
    /// Where it still does after a while.
    pub async fn gone(&self, selector: &str) -> Result<(), Fault> {
        self.until(&format!("{selector} goes away"), async || match self.count(selector).await? {
            0 => Ok(Ok(())),
            some => Ok(Err(format!("{some} of it"))),
        })
        .await
    }

    /// Waits for a condition; `asked` gives what came of it, or what stands there now.
    ///
    /// # Errors
    /// What stood there last, when the time is over; a defect of the question at once.
    pub async fn until<T>(
        &self,
        what: &str,
        mut asked: impl AsyncFnMut() -> Result<Result<T, String>, Fault>,
    ) -> Result<T, Fault> {
        let until = Instant::now() + PATIENCE;
        loop {
            match asked().await? {
                Ok(held) => return Ok(held),
                Err(found) if Instant::now() > until => return Err(Fault::new("waiting", what, found)),
                Err(_) => tokio::time::sleep(PULSE).await,
            }
        }
    }

    /// How many there are.
    ///
    /// # Errors
    /// Where the window does not answer.
    pub async fn count(&self, selector: &str) -> Result<usize, Fault> {
        let all = self.client.find_all(Locator::Css(selector)).await.map_err(Fault::cannot(selector))?;
        Ok(all.len())
    }

    /// Clicks as soon as there is something that can be clicked.
    ///
    /// # Errors
    /// Where it does not come, stays disabled, or lies under something else.
    pub async fn click(&self, selector: &str) -> Result<(), Fault> {
        self.until(&format!("{selector} can be clicked"), async || {
            let element = self.see(selector).await?;
            // Between the look and the click the page may draw it anew.
            match element.is_enabled().await {
                Ok(true) => {}
                Ok(false) => return Ok(Err("it is disabled".to_owned())),
                Err(error) => return Ok(Err(error.to_string())),
            }
            Ok(element.click().await.map_err(|error| error.to_string()))
        })
        .await?;
        self.done.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Clicks the label of a choice, whose own circle may be out of sight.
    ///
    /// # Errors
    /// As [`Window::click`].
    pub async fn choose(&self, id: &str) -> Result<(), Fault> {
        self.click(&format!("label:has({})", tid(id))).await
    }

    /// Picks one of a list's values.
    ///
    /// # Errors
    /// Where there is no such list, or it lacks the value.
    pub async fn pick(&self, selector: &str, value: &str) -> Result<(), Fault> {
        let list = self.see(selector).await?;
        list.select_by_value(value).await.map_err(Fault::cannot(format!("picking {value} in {selector}")))?;
        self.done.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Types into a field in place of what stands there.
    ///
    /// # Errors
    /// Where there is no such field, or something else stands in it afterwards.
    pub async fn fill(&self, selector: &str, text: &str) -> Result<(), Fault> {
        self.click(selector).await?;
        let field = self.see(selector).await?;
        let all = format!("{}a{}", char::from(Key::Control), char::from(Key::Null));
        let typing = Fault::cannot(format!("typing into {selector}"));
        field.send_keys(&all).await.map_err(typing)?;
        let typing = Fault::cannot(format!("typing into {selector}"));
        field.send_keys(text).await.map_err(typing)?;
        self.until(&format!("{text:?} stands in {selector}"), async || {
            let value = field.prop("value").await.map_err(Fault::cannot(selector))?.unwrap_or_default();
            Ok(if value == text { Ok(()) } else { Err(format!("{value:?}")) })
        })
        .await
    }

    /// Chooses an option by its value.
    ///
    /// # Errors
    /// Where there is no such choice or option.
    pub async fn select(&self, selector: &str, value: &str) -> Result<(), Fault> {
        self.done.fetch_add(1, Ordering::Relaxed);
        let field = self.see(selector).await?;
        field.select_by_value(value).await.map_err(Fault::cannot(format!("choosing {value:?} in {selector}")))
    }

    /// Presses keys with the focus where it is.
    ///
    /// # Errors
    /// Where the window does not take them.
    pub async fn press(&self, keys: &str) -> Result<(), Fault> {
        self.done.fetch_add(1, Ordering::Relaxed);
        let active = self.client.active_element().await.map_err(Fault::cannot("what has the focus"))?;
        active.send_keys(keys).await.map_err(Fault::cannot(format!("pressing {keys:?}")))
    }

    /// Presses Control and Enter.
    ///
    /// # Errors
    /// As [`Window::press`].
    pub async fn press_go(&self) -> Result<(), Fault> {
        let keys = format!("{}{}{}", char::from(Key::Control), char::from(Key::Enter), char::from(Key::Null));
        self.press(&keys).await
    }

    /// Presses Escape.
    ///
    /// # Errors
    /// As [`Window::press`].
    pub async fn press_escape(&self) -> Result<(), Fault> {
        self.press(&char::from(Key::Escape).to_string()).await
    }

    /// The words that stand there.
    ///
    /// # Errors
    /// Where there is nothing of the kind.
    pub async fn text(&self, selector: &str) -> Result<String, Fault> {
        self.read(selector, async |element| element.text().await).await
    }

    /// An attribute.
    ///
    /// # Errors
    /// Where there is nothing of the kind or it lacks the attribute.
    pub async fn attribute(&self, selector: &str, name: &str) -> Result<String, Fault> {
        let found = self.read(selector, async |element| element.attr(name).await).await?;
        found.ok_or_else(|| Fault::new(selector, format!("the attribute {name}"), "none"))
    }

    /// The attributes of everything of the kind, joined by blanks; what is absent is `-`.
    ///
    /// # Errors
    /// Where the window does not answer.
    pub async fn attributes(&self, selector: &str, names: &[&str]) -> Result<Vec<String>, Fault> {
        // Asked in one go, so that the page is not drawn anew in between.
        let script = "const [selector, names] = arguments;
            return [...document.querySelectorAll(selector)]
                .map((one) => names.map((name) => one.getAttribute(name) ?? '-').join(' '));";
        let found = self.script(script, vec![json!(selector), json!(names)]).await?;
        let texts = found.as_array().map(Vec::as_slice).unwrap_or_default();
        Ok(texts.iter().filter_map(Value::as_str).map(str::to_owned).collect())
    }

    /// The whole text of the one at a place among its kind, scrolled out of sight or not.
    ///
    /// # Errors
    /// Where there are fewer.
    pub async fn content(&self, selector: &str, at: usize) -> Result<String, Fault> {
        let all = self.client.find_all(Locator::Css(selector)).await.map_err(Fault::cannot(selector))?;
        let one = all.get(at).ok_or_else(|| Fault::new(selector, format!("number {at}"), all.len()))?;
        Ok(one.prop("textContent").await.map_err(Fault::cannot(selector))?.unwrap_or_default())
    }

    /// Waits until an attribute has a value.
    ///
    /// # Errors
    /// What it had last.
    pub async fn attribute_is(&self, selector: &str, name: &str, wanted: &str) -> Result<(), Fault> {
        self.until(&format!("{selector} has {name}={wanted:?}"), async || {
            let found = self.attribute(selector, name).await?;
            Ok(if found == wanted { Ok(()) } else { Err(format!("{found:?}")) })
        })
        .await
    }

    /// Whether it takes clicks.
    ///
    /// # Errors
    /// Where there is nothing of the kind.
    pub async fn enabled(&self, selector: &str) -> Result<bool, Fault> {
        self.read(selector, async |element| element.is_enabled().await).await
    }

    async fn read<T>(
        &self,
        selector: &str,
        ask: impl AsyncFn(Element) -> Result<T, CmdError>,
    ) -> Result<T, Fault> {
        // What is drawn anew while it is asked is asked again.
        self.until(&format!("{selector} is read"), async || {
            let element = self.see(selector).await?;
            Ok(ask(element).await.map_err(|error| error.to_string()))
        })
        .await
    }

    /// Lets a script of the test run in the page. For what a person does without a
    /// WebDriver command of its own, such as dropping a file; never to press a button.
    ///
    /// # Errors
    /// Where the script fails.
    pub async fn script(&self, script: &str, given: Vec<Value>) -> Result<Value, Fault> {
        self.client.execute(script, given).await.map_err(Fault::cannot("a script of the test"))
    }

    /// Takes a picture in both themes; the page is left in the light one.
    ///
    /// # Errors
    /// Where the window gives none.
    pub async fn shoot_both(&mut self, name: &str) -> Result<(), Fault> {
        self.shoot(name).await?;
        self.paint(Theme::Dark).await?;
        self.shoot(&format!("{name}-dark")).await?;
        self.paint(Theme::Light).await
    }

    async fn paint(&self, theme: Theme) -> Result<(), Fault> {
        let script = "document.documentElement.dataset.theme = arguments[0];";
        self.script(script, vec![json!(theme.name())]).await.map(drop)
    }

    /// Takes a picture.
    ///
    /// # Errors
    /// Where the window gives none.
    pub async fn shoot(&mut self, name: &str) -> Result<(), Fault> {
        // Before two frames have passed it would show the page before.
        let frames =
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));";
        self.client.execute_async(frames, vec![]).await.map_err(Fault::cannot("two frames"))?;
        let picture = self.client.screenshot().await.map_err(Fault::cannot("a screenshot"))?;
        self.taken += 1;
        let path = self.shots.join(format!("{:02}-{name}.png", self.taken));
        std::fs::write(&path, picture).map_err(Fault::cannot(path.display()))
    }

    /// All words of the page, for a log of what stood there.
    pub async fn all_text(&self) -> String {
        match self.client.find(Locator::Css("body")).await {
            Ok(body) => body.text().await.unwrap_or_else(|error| error.to_string()),
            Err(error) => error.to_string(),
        }
    }

    /// Closes the window.
    ///
    /// # Errors
    /// Where the driver refuses.
    pub async fn close(self) -> Result<(), Fault> {
        self.client.close().await.map_err(Fault::cannot("closing the window"))
    }
}
