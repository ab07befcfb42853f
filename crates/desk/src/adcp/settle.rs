//! What is not settled yet: the same bytes again, and tasks asked for, until there is an end.

use std::sync::Arc;
use std::time::Duration;

use adcp::answer::Reading;
use adcp::message;
use adcp::request::tools;
use anp::json::{self, Value};
use anp::office::kind;
use store::tables::adcp::{self as rows, Answer, Kind, Request, Seller, State};

use super::book::{Book, text};
use super::line::Heard;
use super::send::pause_ms;
use super::visit::Visit;
use crate::state::{Desk, Signer};
use crate::trouble::gone;
use crate::view::{AdcpState, Missing, Problem};

/// The longest sleep between two looks at what is due.
const LONGEST_SLEEP: Duration = Duration::from_mins(1);

/// The longest pause between two questions for a task, in milliseconds.
const LONGEST_POLL_MS: i64 = 60_000;

impl Desk {
    /// Settles what is due until the program ends.
    pub(crate) async fn adcp_forever(&self) {
        loop {
            let woken = self.0.adcp.hurry.notified();
            if let Err(problem) = self.adcp_once().await {
                tracing::warn!(code = ?problem.code, "what is due at sellers of media could not be settled");
            }
            let sleep = self.next_look().unwrap_or(LONGEST_SLEEP);
            tokio::select! {
                () = tokio::time::sleep(sleep) => {}
                () = woken => {}
            }
        }
    }

    fn next_look(&self) -> Option<Duration> {
        let due = self.read(|db| Ok(rows::next_due(db)?)).ok()??;
        let left = due.saturating_sub(self.0.sources.now().millis());
        // Never at once again: a request that stays due is tried in its own time.
        let left = Duration::from_millis(u64::try_from(left).unwrap_or(0)).max(Duration::from_millis(200));
        Some(left.min(LONGEST_SLEEP))
    }

    /// Settles what is due now.
    ///
    /// # Errors
    /// Where the database cannot be used.
    pub async fn adcp_once(&self) -> Result<(), Problem> {
        let Some(signer) = self.now().signer.clone() else { return Ok(()) };
        let now = self.0.sources.now().millis();
        for row in self.read(|db| Ok(rows::due(db, now)?))? {
            let _alone = self.0.adcp.alone.lock().await;
            // Somebody may have been quicker.
            let current = self.read(|db| Ok(rows::get(db, &row.key)?))?;
            if current.as_ref() == Some(&row) {
                self.move_on(row, &signer).await?;
            }
        }
        Ok(())
    }

    /// Does a request's next step now, whatever its time: the same bytes again, or the question for its
    /// task. A person asks for it.
    ///
    /// # Errors
    /// Where the request is not here, or the person does not own the deal.
    pub async fn adcp_repeat(&self, deal: &str, key: &str) -> Result<AdcpState, Problem> {
        self.not_halted()?;
        let signer = self.signer()?;
        self.owned(deal, &signer)?;
        let _alone = self.0.adcp.alone.lock().await;
        let row = self.of_deal(deal, key)?;
        if matches!(row.state, State::Refused | State::GivenUp) {
            return Err(gone(Missing::Repeat));
        }
        self.move_on(row, &signer).await
    }

    /// Gives up finding out what became of a request. It is never sent again.
    ///
    /// # Errors
    /// Where the request is not here or is settled, or the person does not own the deal.
    pub async fn adcp_give_up(&self, deal: &str, key: &str) -> Result<AdcpState, Problem> {
        let signer = self.signer()?;
        self.owned(deal, &signer)?;
        let _alone = self.0.adcp.alone.lock().await;
        let row = self.of_deal(deal, key)?;
        if !matches!(row.state, State::Due | State::Sent | State::Waiting | State::Pending) {
            return Err(gone(Missing::UnsettledRequest));
        }
        let at = self.stamp();
        let said = Value::object([("idempotency_key", Value::from(key))]);
        self.write(|db| {
            crate::ledger::state(db, deal, (kind::ADCP_GIVEN_UP, &json::canonical(&said)), &signer, &at)
        })?;
        self.stand(&Request { state: State::GivenUp, due_ms: None, ..row }, None)
    }

    fn of_deal(&self, deal: &str, key: &str) -> Result<Request, Problem> {
        let row = self.read(|db| Ok(rows::get(db, key)?))?;
        row.filter(|row| row.deal == deal).ok_or_else(|| gone(Missing::Request))
    }

    async fn move_on(&self, row: Request, signer: &Arc<Signer>) -> Result<AdcpState, Problem> {
        let seller =
            self.read(|db| Ok(rows::seller(db, &row.deal)?))?.ok_or_else(|| gone(Missing::Seller))?;
        if row.state == State::Pending {
            return self.ask_task(row, &seller).await;
        }
        match self.try_request(&row.key, &seller, signer).await {
            Ok(state) => Ok(state),
            // A keychain that does not answer now may later.
            Err(problem) => {
                let due_ms = Some(self.after(LONGEST_POLL_MS));
                self.stand(&Request { due_ms, ..row }, None)?;
                Err(problem)
            }
        }
    }

    /// Asks where a task stands. Its end is kept byte for byte; what comes before says nothing.
    async fn ask_task(&self, row: Request, seller: &Seller) -> Result<AdcpState, Problem> {
        let arguments = json::parse_flawless(row.arguments.as_bytes()).unwrap_or(Value::Null);
        let version = text(&arguments, "adcp_version").unwrap_or("3.2").to_owned();
        let question = json::canonical(&tools::task_status(&version, &row.task));
        let door = self.door(seller).await?;
        let visit = door.call("get_task_status", &question).await;
        let later = Request {
            due_ms: Some(self.after(poll_pause(&row, self.0.sources.now().millis()))),
            ..row.clone()
        };
        match visit {
            Visit::Came(heard) => {
                self.note_clock(&row.deal, &heard);
                self.note_seller(&row.deal, None);
                self.task_stands(row, &later, heard)
            }
            Visit::NotSent(why) | Visit::Lost(why) => {
                let problem = super::seller::trouble(&seller.url, super::seller::cause(why));
                self.note_seller(&row.deal, Some(problem.clone()));
                let trouble = serde_json::to_string(&problem).unwrap_or_default();
                self.stand(&Request { trouble, ..later }, None)
            }
        }
    }

    fn task_stands(&self, row: Request, later: &Request, heard: Heard) -> Result<AdcpState, Problem> {
        let state = match message::brought(&heard.message).status() {
            Some(Reading::Done(_)) => State::Answered,
            Some(Reading::Failed(_)) => State::Refused,
            Some(Reading::NeedsInput(_)) => State::NeedsInput,
            Some(Reading::Pending { .. } | Reading::Unreadable) | None => return self.stand(later, None),
        };
        let answer = Answer {
            number: 0,
            kind: Kind::Status,
            came_at: self.stamp(),
            message: heard.message.into_bytes(),
        };
        self.stand(&Request { state, due_ms: None, trouble: String::new(), ..row }, Some(&answer))
    }

    /// Where a request stands, for the window.
    pub(super) fn adcp_state(&self, deal: &str, key: &str) -> Result<AdcpState, Problem> {
        let book = self.read(|db| Book::read(db, deal))?;
        let exchange = book.exchanges.iter().find(|exchange| exchange.row.key == key);
        Ok(super::show::state_of(exchange.ok_or_else(|| gone(Missing::Request))?))
    }
}

/// Longer the longer it takes: a tenth of the time since it was decided.
fn poll_pause(row: &Request, now_ms: i64) -> i64 {
    let since = anp::time::Moment::parse(&row.decided_at).map_or(0, |at| now_ms.saturating_sub(at.millis()));
    (since / 10).clamp(pause_ms(1), LONGEST_POLL_MS)
}
