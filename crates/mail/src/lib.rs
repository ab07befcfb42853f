//! Mail: MIME reading, pure.
