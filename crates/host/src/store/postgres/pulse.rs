//! Waking the long polls. What was committed here, what the server tells and a steady
//! beat all lead to the same question to the database; only its answer moves anything.
//! Where the server tells nothing, the beat alone wakes them, a little later.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::MissedTickBehavior;
use tokio_postgres::AsyncMessage;

use super::{Isolation, Postgres, limits, nonces, transaction};
use crate::Clock;

/// How often the feed is looked at where nothing is told.
const BEAT: Duration = Duration::from_millis(500);

/// How often what nobody can use any more is forgotten.
const SWEEP: Duration = Duration::from_secs(10);

/// How long until a broken line to listen on is tried again.
const LISTEN_AGAIN: Duration = Duration::from_secs(5);

/// Most rows that are forgotten in one statement.
const AT_ONCE: i64 = 1000;

impl Postgres {
    /// Advances the feed's cursor, and forgets, for as long as it is polled.
    pub async fn look_outside(&self, clock: Clock) {
        let listening = async {
            if self.notify {
                listen(self, Arc::clone(&self.stirred)).await;
            }
        };
        tokio::join!(listening, self.beat(), self.sweep(clock));
    }

    async fn beat(&self) {
        let mut every = tokio::time::interval(BEAT);
        every.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut told = false;
        loop {
            tokio::select! {
                _ = every.tick() => {}
                () = self.stirred.notified() => {}
            }
            match self.settled().await {
                Ok((_, numbered)) => {
                    told = false;
                    if numbered && self.notify {
                        self.tell().await;
                    }
                }
                // Once until it is well again: the beat goes on.
                Err(fault) if !told => {
                    told = true;
                    tracing::error!(%fault, "the change feed cannot be read");
                }
                Err(_) => {}
            }
        }
    }

    /// Tells the other hosts. That it fails costs them a beat and nothing else.
    async fn tell(&self) {
        if let Ok(connection) = self.pool.get().await {
            let _ = connection.batch_execute("NOTIFY countersign_host").await;
        }
    }

    async fn sweep(&self, clock: Clock) {
        let mut every = tokio::time::interval(SWEEP);
        every.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            let now = clock.now();
            let swept = transaction(&self.pool, Isolation::Writing, move |work| {
                let spent = nonces::forget(work, now, AT_ONCE)?;
                Ok(spent.max(limits::forget(work, AT_ONCE)?))
            });
            match swept.await {
                // More is left: go on at once.
                Ok(most) if most >= AT_ONCE.unsigned_abs() => every.reset_immediately(),
                Ok(_) => {}
                Err(fault) => tracing::debug!(%fault, "what is no longer needed was not forgotten this time"),
            }
        }
    }
}

/// Listens on a line of its own, again and again.
async fn listen(postgres: &Postgres, stirred: Arc<Notify>) {
    let mut told = false;
    loop {
        match line(postgres, &stirred).await {
            Ok(()) => told = false,
            Err(fault) if !told => {
                told = true;
                tracing::warn!(%fault, "the server wakes nobody; the feed is looked at twice a second instead");
            }
            Err(_) => {}
        }
        tokio::time::sleep(LISTEN_AGAIN).await;
    }
}

/// Listens until the line breaks.
async fn line(postgres: &Postgres, stirred: &Notify) -> Result<(), tokio_postgres::Error> {
    let address = &postgres.address;
    let (client, mut connection) = address.config().connect(address.tls()).await?;
    let asking = client.batch_execute("LISTEN countersign_host");
    tokio::pin!(asking);
    let mut asked = false;
    loop {
        tokio::select! {
            answer = &mut asking, if !asked => {
                answer?;
                asked = true;
            }
            message = std::future::poll_fn(|context| connection.poll_message(context)) => match message {
                Some(Ok(AsyncMessage::Notification(_))) => stirred.notify_one(),
                Some(Ok(_)) => {}
                Some(Err(fault)) => return Err(fault),
                None => return Ok(()),
            },
        }
    }
}
