//! A window that is measured from outside and inside.

use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};

use fantoccini::Client;
use serde_json::{Value, json};
use walk::{Driver, Fault};

use crate::process;

/// How long anything may take. Only what is broken takes so long.
const PATIENCE: Duration = Duration::from_mins(3);

/// An open window.
pub struct Window {
    pub client: Client,
    driver: Driver,
}

impl Window {
    /// Opens a program.
    ///
    /// # Errors
    /// Where it does not open.
    pub async fn open(program: &Path, arguments: &[OsString], log: &Path) -> Result<Self, Fault> {
        let driver = Driver::start(program, log, &[]).await?;
        let client = driver.open(arguments).await?;
        client
            .update_timeouts(fantoccini::wd::TimeoutConfiguration::new(
                Some(PATIENCE),
                Some(PATIENCE),
                Some(Duration::ZERO),
            ))
            .await
            .map_err(Fault::cannot("time limits"))?;
        Ok(Self { client, driver })
    }

    /// Milliseconds from the program's start until it could be used.
    ///
    /// # Errors
    /// Where it never can.
    pub async fn usable(&self) -> Result<f64, Fault> {
        let script = "const done = arguments[0];
            const look = () => {
                const mark = performance.getEntriesByName('usable')[0];
                if (mark) done(performance.timeOrigin + mark.startTime); else setTimeout(look, 10);
            };
            look();";
        let at = self.wait(script, vec![]).await?;
        let at = at.as_f64().ok_or_else(|| Fault::new("the page", "when it was usable", &at))?;
        Ok(at - process::began(self.driver.application()?)?)
    }

    /// Memory of all its processes, in bytes.
    ///
    /// # Errors
    /// Where the kernel does not say.
    pub fn memory(&self) -> Result<u64, Fault> {
        process::memory(self.driver.application()?)
    }

    /// The memory of each of its processes, in words.
    ///
    /// # Errors
    /// Where the kernel does not say.
    pub fn memory_of_each(&self) -> Result<String, Fault> {
        let each = process::memory_of_each(self.driver.application()?);
        let told = each.iter().map(|(name, bytes)| format!("{name} {} MB", bytes / 1_048_576));
        Ok(told.collect::<Vec<_>>().join(", "))
    }

    /// Milliseconds from pressing something until something else is drawn.
    ///
    /// # Errors
    /// Where it does not come.
    pub async fn press(&self, what: &str, until: &str) -> Result<f64, Fault> {
        let script = "const [what, until, done] = arguments;
            const began = performance.now();
            const there = () => document.querySelector(until);
            document.querySelector(what).click();
            const look = () => there()
                ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
                : requestAnimationFrame(look);
            look();";
        let took = self.wait(script, vec![json!(what), json!(until)]).await?;
        took.as_f64().ok_or_else(|| Fault::new(what, "how long it took", &took))
    }

    /// Milliseconds from typing words into the finder until what was found is drawn.
    ///
    /// # Errors
    /// Where nothing is found.
    pub async fn find(&self, words: &str) -> Result<f64, Fault> {
        self.press("[data-testid=\"find-open\"]", "[data-testid=\"find-field\"]").await?;
        let script = "const [words, done] = arguments;
            const field = document.querySelector('[data-testid=\"find-field\"]');
            const began = performance.now();
            field.value = words;
            field.dispatchEvent(new Event('input', { bubbles: true }));
            const look = () => document.querySelector('[data-testid=\"find-hit-0\"], [data-testid=\"find-hit-1\"]')
                ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
                : requestAnimationFrame(look);
            look();";
        let took = self.wait(script, vec![json!(words)]).await?;
        let escape = "document.activeElement.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));";
        self.client.execute(escape, vec![]).await.map_err(Fault::cannot("Escape"))?;
        self.gone("[data-testid=\"find-field\"]").await?;
        took.as_f64().ok_or_else(|| Fault::new(words, "how long it took", &took))
    }

    /// Waits until something is there.
    ///
    /// # Errors
    /// Where it does not come.
    pub async fn see(&self, selector: &str) -> Result<(), Fault> {
        self.until(selector, true).await
    }

    async fn gone(&self, selector: &str) -> Result<(), Fault> {
        self.until(selector, false).await
    }

    async fn until(&self, selector: &str, there: bool) -> Result<(), Fault> {
        let began = Instant::now();
        loop {
            let script = "return document.querySelector(arguments[0]) !== null";
            let seen = self.client.execute(script, vec![json!(selector)]).await;
            if seen.map_err(Fault::cannot(selector))? == json!(there) {
                return Ok(());
            }
            if began.elapsed() > PATIENCE {
                return Err(Fault::new(selector, format!("there: {there}"), !there));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Notes from now on when elements come into the page.
    ///
    /// # Errors
    /// Where the page does not answer.
    pub async fn watch(&self) -> Result<(), Fault> {
        let script = "window.came = {};
            const note = () => {
                for (const one of document.querySelectorAll('[data-testid^=\"offer-\"]'))
                    window.came[one.dataset.testid] ??= Date.now();
            };
            note();
            new MutationObserver(note).observe(document.body, { childList: true, subtree: true });";
        self.client.execute(script, vec![]).await.map(drop).map_err(Fault::cannot("watching"))
    }

    /// When an element came, in milliseconds since 1970.
    ///
    /// # Errors
    /// Where it does not come.
    pub async fn came(&self, id: &str) -> Result<f64, Fault> {
        let script = "const [id, done] = arguments;
            const look = () => window.came[id] ? done(window.came[id]) : setTimeout(look, 10);
            look();";
        let at = self.wait(script, vec![json!(id)]).await?;
        at.as_f64().ok_or_else(|| Fault::new(id, "when it came", &at))
    }

    async fn wait(&self, script: &str, given: Vec<Value>) -> Result<Value, Fault> {
        self.client.execute_async(script, given).await.map_err(Fault::cannot("a script of the bench"))
    }

    /// Closes it.
    ///
    /// # Errors
    /// Where it does not close.
    pub async fn close(self) -> Result<(), Fault> {
        // The driver ends last: it answers before it has closed the window.
        let application = self.driver.application()?;
        self.client.close().await.map_err(Fault::cannot("closing"))?;
        let began = Instant::now();
        while process::runs(application) && began.elapsed() < PATIENCE {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        drop(self.driver);
        Ok(())
    }
}
