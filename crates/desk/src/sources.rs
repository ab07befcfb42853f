//! Time and randomness, given to the desk by whoever starts it.

use std::sync::Arc;

use anp::time::Moment;
use uuid::Builder;

type Clock = Arc<dyn Fn() -> Moment + Send + Sync>;
type Fill = Arc<dyn Fn(&mut [u8]) + Send + Sync>;

/// Where the desk takes time and randomness from.
#[derive(Clone)]
pub struct Sources {
    clock: Clock,
    fill: Fill,
}

impl std::fmt::Debug for Sources {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sources")
    }
}

impl Sources {
    /// The machine's clock and its randomness.
    ///
    /// # Panics
    /// When bytes are asked for and the machine gives none.
    pub fn of_the_machine() -> Self {
        Self::new(
            || {
                let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
                let millis = since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX));
                Moment::from_millis(millis)
            },
            |bytes| {
                // Without randomness no key and no nonce is safe: better no program than that.
                assert!(getrandom::fill(bytes).is_ok(), "this machine gives no random bytes");
            },
        )
    }

    /// Sources of a test's choosing.
    pub fn new(
        clock: impl Fn() -> Moment + Send + Sync + 'static,
        fill: impl Fn(&mut [u8]) + Send + Sync + 'static,
    ) -> Self {
        Self { clock: Arc::new(clock), fill: Arc::new(fill) }
    }

    /// Now.
    pub fn now(&self) -> Moment {
        (self.clock)()
    }

    /// Random bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        (self.fill)(&mut bytes);
        bytes
    }

    /// A random UUID.
    pub fn id(&self) -> String {
        Builder::from_random_bytes(self.bytes()).into_uuid().to_string()
    }
}
