//! Mail: MIME reading, pure.

pub mod mime;
