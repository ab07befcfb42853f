//! A mail put together from the parts that are fetched; large ones stay on the server.

use super::keeper::Left;
use super::login::Mailbox;
use super::shape::Shape;
use super::{LARGE_PART, LARGE_TEXT};
use crate::mime::{LARGEST_HEADER, LARGEST_MAIL};
use crate::net::Trouble;

impl Mailbox {
    /// A mail with what stays on the server. It is written as it was sent but for what
    /// stood around its parts and is read by nobody.
    pub(super) async fn composed(
        &mut self,
        uid: u32,
        shape: &Shape,
    ) -> Result<(Vec<u8>, Vec<Left>), Trouble> {
        let mut raw = self.section(uid, "HEADER", LARGEST_HEADER).await?;
        let mut left = Vec::new();
        for piece in plan(shape) {
            match piece {
                Piece::Bytes(bytes) => raw.extend_from_slice(&bytes),
                Piece::Header(path) => {
                    let header = self.section(uid, &format!("{path}.MIME"), LARGEST_HEADER).await?;
                    raw.extend_from_slice(&header);
                    if !header.ends_with(b"\r\n\r\n") && header != b"\r\n" {
                        raw.extend_from_slice(b"\r\n");
                    }
                }
                Piece::Leaf(leaf) if leaf.stays() || raw.len() > LARGEST_MAIL => {
                    left.push(leaf.about.clone());
                }
                Piece::Leaf(leaf) => {
                    let most = if leaf.is_text { LARGE_TEXT } else { LARGE_PART };
                    // One byte more shows that the server said less than there is.
                    let bytes = self.section(uid, &leaf.about.part, most + 1).await?;
                    if bytes.len() > most {
                        left.push(leaf.about.clone());
                    } else {
                        raw.extend_from_slice(&bytes);
                    }
                }
            }
        }
        Ok((raw, left))
    }
}

enum Piece<'s> {
    Bytes(Vec<u8>),
    Header(String),
    Leaf(&'s super::shape::Leaf),
}

/// The pieces of a mail behind its header, in their order.
fn plan(shape: &Shape) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    match shape {
        Shape::Leaf(leaf) => pieces.push(Piece::Leaf(leaf)),
        Shape::Parts { boundary, parts, .. } => inside(boundary, parts, &mut pieces),
    }
    pieces
}

fn inside<'s>(boundary: &str, parts: &'s [Shape], pieces: &mut Vec<Piece<'s>>) {
    for part in parts {
        pieces.push(Piece::Bytes(format!("\r\n--{boundary}\r\n").into_bytes()));
        match part {
            Shape::Leaf(leaf) => {
                pieces.push(Piece::Header(leaf.about.part.clone()));
                pieces.push(Piece::Leaf(leaf));
            }
            Shape::Parts { path, boundary, parts } => {
                pieces.push(Piece::Header(path.clone()));
                inside(boundary, parts, pieces);
            }
        }
    }
    pieces.push(Piece::Bytes(format!("\r\n--{boundary}--\r\n").into_bytes()));
}
