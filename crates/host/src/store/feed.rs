//! The change feed, for desks that follow.

use super::{Store, Stored};

/// Most changes in one answer; a desk that is further behind asks again.
const MOST: i64 = 1000;

/// What lies behind a cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feed {
    /// The cursor to go on from.
    pub cursor: i64,
    /// Kind and id of each thing that changed, in the order of its last change.
    pub changes: Vec<(String, String)>,
    /// Whether the cursor that was asked for is ahead of this host: it was set back.
    pub rewound: bool,
}

impl Store {
    /// What lies behind `cursor`.
    pub async fn feed(&self, cursor: i64) -> Stored<Feed> {
        self.settle().await?;
        self.read(move |look| {
            let last = look.last_change()?;
            if cursor > last {
                return Ok(Feed { cursor: last, changes: Vec::new(), rewound: true });
            }
            let rows = look.changes_behind(cursor, MOST)?;
            Ok(Feed {
                cursor: rows.last().map_or(cursor, |(cursor, _, _)| *cursor),
                changes: rows.into_iter().map(|(_, kind, id)| (kind, id)).collect(),
                rewound: false,
            })
        })
        .await
    }
}
