//! The live path: what changed at the host, asked for again and again with a long wait.
//! Nothing is answered inside a vendor's request.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use store::tables::{sessions, settings};

use crate::changed::Topic;
use crate::fault::{Point, point};
use crate::host_words::{ChangeWord, ChangesAnswer, HeadWord, HeadsAnswer, OrgAnswer, VendorsAnswer, read};
use crate::state::{Desk, Signer};
use crate::view::{Problem, ProblemCode};

/// How long the host may hold a poll before it answers that nothing changed.
const WAIT: Duration = Duration::from_secs(25);

/// The same while the fate of an answer is unknown.
const SHORT_WAIT: Duration = Duration::from_secs(2);

/// Sessions that are asked for between two polls after the host was met, and how long the
/// poll between them waits: together less than a host lets one person ask in a second.
const LOOKED_AT_ONCE: usize = 32;
const LOOK_PAUSE: Duration = Duration::from_secs(1);

/// Pause after a poll that failed: doubled each time, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(20);

/// How long the host asked to be left alone.
fn asked_to_wait(problem: &Problem) -> Duration {
    let seconds = problem.facts.get("seconds").and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(1)).clamp(FIRST_PAUSE, LONGEST_PAUSE)
}

/// What a busy host did not take now is handed to it with the next poll.
fn unless_busy(outcome: Result<(), Problem>) -> Result<(), Problem> {
    outcome.or_else(|problem| if problem.code == ProblemCode::TooOften { Ok(()) } else { Err(problem) })
}

impl Desk {
    /// Polls host, mail folder, mailboxes, sellers of media and the negotiation channel, and reads what came, until the program ends.
    pub async fn run(self) {
        tokio::join!(
            self.poll_forever(),
            self.watch_mail(),
            self.watch_mailboxes(),
            self.prove_on(),
            self.read_on(),
            self.state_stops_on(),
            self.model_on(),
            self.adcp_forever(),
            self.haggle_forever()
        );
    }

    async fn poll_forever(&self) {
        let mut pause = FIRST_PAUSE;
        let mut trouble = false;
        loop {
            let woken = self.0.hurry.notified();
            let signer = self.now().signer.clone();
            let Some(signer) = signer else {
                woken.await;
                continue;
            };
            match self.poll_once(&signer, trouble).await {
                Ok(()) => {
                    pause = FIRST_PAUSE;
                    trouble = false;
                }
                Err(problem) => {
                    trouble = true;
                    // The answer to a rotation may have been lost with the host.
                    let refused = problem.code == ProblemCode::HostRefused;
                    if refused && self.resume_rotation(&signer).await.unwrap_or(false) {
                        continue;
                    }
                    if problem.code == ProblemCode::TooOften {
                        // Not trouble: a desk that comes to a host anew asks for thousands of things,
                        // and goes on where it was.
                        tokio::select! {
                            () = tokio::time::sleep(asked_to_wait(&problem)) => {}
                            () = woken => {}
                        }
                        continue;
                    }
                    self.note_trouble(problem);
                    // A pause, not a wait for an event: the host does not say when it is back.
                    tokio::select! {
                        () = tokio::time::sleep(pause) => {}
                        () = woken => {}
                    }
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    /// One question for changes. After trouble the host is asked to answer at once, so
    /// that the end of the trouble is seen when it comes and not a long wait later.
    async fn poll_once(&self, signer: &Arc<Signer>, trouble: bool) -> Result<(), Problem> {
        let woken = self.0.hurry.notified();
        tokio::pin!(woken);
        // Whatever is wanted from now on ends the wait below.
        woken.as_mut().enable();
        if self.now().org.is_none() {
            self.meet_host(signer).await?;
        }
        // A host that wants to be asked less is still asked what is new.
        unless_busy(self.look_at_some(signer).await)?;
        let cursor = self.read(|db| Ok(settings::get(db, "cursor")?))?.unwrap_or_else(|| "0".to_owned());
        // A host that takes nothing, its disk full perhaps, may still have offers to show.
        let (unsettled, not_taken) = match self.hand_in_what_waits(signer).await {
            Ok(unsettled) => (unsettled, None),
            Err(problem) => (true, Some(problem)),
        };
        let path = format!("changes/{cursor}");
        let to_look_at = !self.now().unlooked.is_empty();
        let wait = match (trouble || not_taken.is_some(), unsettled, to_look_at) {
            (true, ..) => Duration::ZERO,
            (false, _, true) => LOOK_PAUSE,
            (false, true, false) => SHORT_WAIT,
            (false, false, false) => WAIT,
        };
        let reply = tokio::select! {
            reply = signer.client.wait(&path, wait) => reply?,
            // Somebody wants something now; what changed is asked for again at once.
            () = woken => return Ok(()),
        };
        let clock = reply.clock_problem();
        let body = reply.success(&signer.client)?;
        let answer: ChangesAnswer = read(&signer.client, "changes", &body)?;
        point(Point::ChangesRead);
        let mut next = answer.cursor;
        if answer.rewound {
            self.meet_ledgers(signer).await?;
            self.look_at_all(signer).await?;
            // What the host has is asked for from its beginning: its cursors went back
            // too, and new things stand where old ones stood.
            "0".clone_into(&mut next);
        }
        self.take_changes(signer, &answer.changes).await?;
        if next != cursor {
            self.write(|db| Ok(settings::set(db, "cursor", &next)?))?;
        }
        point(Point::CursorCommitted);
        if let Some(problem) = not_taken {
            return Err(problem);
        }
        self.note_contact(clock);
        Ok(())
    }

    /// States what waits and asks after unclear answers. True where some stay unclear.
    async fn hand_in_what_waits(&self, signer: &Arc<Signer>) -> Result<bool, Problem> {
        unless_busy(self.state_what_waits(signer).await)?;
        self.settle_outbox(signer).await
    }

    /// Takes in everything that changed. One session that cannot be had does not keep the
    /// others away; the cursor waits for it where asking again may help.
    async fn take_changes(&self, signer: &Signer, changes: &[ChangeWord]) -> Result<(), Problem> {
        let (mut vendors, mut channel) = (false, false);
        // Ledgers first: they say whose answers the sessions may hold.
        let mut ledgers: Vec<&str> = changes
            .iter()
            .filter(|change| change.kind == "ledger")
            .map(|change| change.id.as_str())
            .collect();
        ledgers.sort_unstable();
        ledgers.dedup();
        self.follow_ledgers(signer, &ledgers).await?;
        let mut trouble = None;
        for change in changes {
            match change.kind.as_str() {
                "session" => match self.follow(signer, &change.id).await {
                    Err(problem) if problem.code.is_host_trouble() => return Err(problem),
                    Err(problem) => trouble = Some(problem),
                    Ok(()) => {}
                },
                "ledger" => {}
                "vendor" => vendors = true,
                _ => channel = true,
            }
        }
        if vendors {
            self.refresh_vendors(signer).await?;
        }
        if channel {
            self.refresh_org(signer).await?;
        }
        trouble.map_or(Ok(()), Err)
    }

    /// Takes a session in; what asking again cannot mend is noted with the session.
    async fn follow(&self, signer: &Signer, session: &str) -> Result<(), Problem> {
        let problem = match self.take_in(signer, session).await {
            Ok(()) => None,
            Err(problem) if problem.code == ProblemCode::Gone => {
                let known = self.read(|db| Ok(sessions::get(db, session)?))?;
                known.map(|known| {
                    Problem::new(ProblemCode::HostRewound)
                        .with("session", session)
                        .with("seq", known.head_seq)
                })
            }
            Err(problem) if problem.code == ProblemCode::ChainRed => Some(problem),
            Err(problem) => return Err(problem),
        };
        let changed = {
            let mut now = self.now();
            let before = match problem.clone() {
                Some(problem) => now.sessions.insert(session.to_owned(), problem),
                None => now.sessions.remove(session),
            };
            before != problem
        };
        if changed {
            self.tell(Topic::App, None);
        }
        Ok(())
    }

    /// First words with the host: whose it is, and whether its key is the pinned one.
    async fn meet_host(&self, signer: &Signer) -> Result<(), Problem> {
        self.refresh_org(signer).await?;
        self.refresh_vendors(signer).await?;
        self.meet_ledgers(signer).await?;
        self.look_at_all(signer).await
    }

    pub(crate) async fn refresh_org(&self, signer: &Signer) -> Result<(), Problem> {
        let reply = signer.client.get("org").await?;
        let clock = reply.clock_problem();
        let body = reply.success(&signer.client)?;
        let org: OrgAnswer = read(&signer.client, "org", &body)?;
        let found = org.org.platform.fingerprint.clone();
        let pinned = self.read(|db| Ok(settings::get(db, "platform_fingerprint")?))?;
        if pinned.is_none() {
            // Nobody told which key it is: the first one seen is the one from then on.
            self.write(|db| Ok(settings::set(db, "platform_fingerprint", &found)?))?;
        }
        if let Some(expected) = pinned.filter(|expected| *expected != found) {
            self.now().org = None;
            return Err(Problem::new(ProblemCode::HostKeyChanged)
                .with("expected", expected)
                .with("found", found));
        }
        self.now().org = Some(org);
        self.note_contact(clock);
        self.tell(Topic::Channel, None);
        self.tell(Topic::App, None);
        Ok(())
    }

    pub(crate) async fn refresh_vendors(&self, signer: &Signer) -> Result<(), Problem> {
        let body = signer.client.get("vendors").await?.success(&signer.client)?;
        let answer: VendorsAnswer = read(&signer.client, "vendors", &body)?;
        self.now().vendors = answer.vendors;
        self.tell(Topic::Vendors, None);
        self.tell(Topic::App, None);
        Ok(())
    }

    /// Has every session looked at that ends elsewhere at the host than here: a host that went
    /// back in time is noticed by the events that it lacks. Of ten thousand sessions in which
    /// nothing happened none is asked for.
    async fn look_at_all(&self, signer: &Signer) -> Result<(), Problem> {
        let body = signer.client.get("sessions").await?.success(&signer.client)?;
        let answer: HeadsAnswer = read(&signer.client, "sessions", &body)?;
        let theirs: HashMap<&str, &HeadWord> =
            answer.sessions.iter().map(|session| (session.id.as_str(), &session.head)).collect();
        let mut known = self.read(|db| Ok(sessions::all(db)?))?;
        known.retain(|session| {
            let end = theirs.get(session.id.as_str());
            end.is_none_or(|end| end.seq != session.head_seq || end.hash != session.head_hash)
        });
        known.sort_by(|one, other| (one.closed, &other.last_at).cmp(&(other.closed, &one.last_at)));
        self.now().unlooked = known.into_iter().map(|session| session.id).collect();
        Ok(())
    }

    /// Asks for some of the sessions that are still to be looked at. What comes in anew does
    /// not wait until thousands of old ones were asked for.
    async fn look_at_some(&self, signer: &Signer) -> Result<(), Problem> {
        for _ in 0..LOOKED_AT_ONCE {
            let Some(session) = self.now().unlooked.front().cloned() else { return Ok(()) };
            self.follow(signer, &session).await?;
            self.now().unlooked.pop_front();
        }
        Ok(())
    }

    /// The host answered: trouble with it is over, but for what this answer says.
    fn note_contact(&self, clock: Option<Problem>) {
        let stamp = self.stamp();
        let changed = {
            let mut now = self.now();
            let problems: Vec<Problem> = clock.into_iter().collect();
            let changed = !now.reachable || now.problems != problems;
            now.reachable = true;
            now.last_contact = Some(stamp);
            now.problems = problems;
            changed
        };
        if changed {
            self.tell(Topic::App, None);
        }
    }

    fn note_trouble(&self, problem: Problem) {
        tracing::warn!(code = ?problem.code, "the host's answer is no good");
        let changed = {
            let mut now = self.now();
            let changed = now.problems != [problem.clone()];
            now.reachable = !matches!(problem.code, ProblemCode::HostDown | ProblemCode::HostSlow);
            now.problems = vec![problem];
            changed
        };
        if changed {
            self.tell(Topic::App, None);
        }
    }
}
