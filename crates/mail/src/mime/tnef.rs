//! Outlook's own envelope (`winmail.dat`, MS-OXTNEF): the files in it. Its text stands in
//! the mail beside it, or nowhere that is read here.

/// What the envelope begins with.
const SIGNATURE: [u8; 4] = [0x78, 0x9f, 0x3e, 0x22];
/// A new file begins.
const RENDERING: u32 = 0x0006_9002;
/// Its name.
const TITLE: u32 = 0x0001_8010;
/// Its bytes.
const DATA: u32 = 0x0006_800f;
/// Attributes that are read.
const MOST_ATTRIBUTES: usize = 10_000;

/// A file in the envelope.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Enclosed<'b> {
    /// Its name in the sender's own charset; empty where it has none.
    pub name: &'b [u8],
    /// Its bytes.
    pub bytes: &'b [u8],
}

/// The files, in their order, and whether the envelope was read to its end.
pub fn files(envelope: &[u8]) -> (Vec<Enclosed<'_>>, bool) {
    let mut files: Vec<Enclosed<'_>> = Vec::new();
    // The signature, and a key of two bytes that means nothing any more.
    let Some(mut rest) = envelope.strip_prefix(&SIGNATURE).and_then(|rest| rest.get(2..)) else {
        return (files, false);
    };
    for _ in 0..MOST_ATTRIBUTES {
        if rest.is_empty() {
            return (files, true);
        }
        let Some((id, data, after)) = attribute(rest) else { return (files, false) };
        rest = after;
        match (id, files.last_mut()) {
            (RENDERING, _) => files.push(Enclosed::default()),
            (TITLE, Some(file)) => file.name = data.split(|byte| *byte == 0).next().unwrap_or_default(),
            (DATA, Some(file)) => file.bytes = data,
            _ => {}
        }
    }
    (files, false)
}

/// One attribute: its level, its number, its length, its data, a checksum. One whose
/// checksum does not hold ends the reading.
fn attribute(bytes: &[u8]) -> Option<(u32, &[u8], &[u8])> {
    let (_level, rest) = bytes.split_first()?;
    let (id, rest) = number(rest)?;
    let (length, rest) = number(rest)?;
    let (data, rest) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    let (sum, rest) = rest.split_first_chunk::<2>()?;
    let counted = data.iter().fold(0_u16, |sum, byte| sum.wrapping_add((*byte).into()));
    (counted == u16::from_le_bytes(*sum)).then_some((id, data, rest))
}

fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    Some((u32::from_le_bytes(*number), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(into: &mut Vec<u8>, id: u32, data: &[u8]) {
        into.push(2);
        into.extend_from_slice(&id.to_le_bytes());
        into.extend_from_slice(&u32::try_from(data.len()).unwrap_or(0).to_le_bytes());
        into.extend_from_slice(data);
        let sum = data.iter().fold(0_u16, |sum, byte| sum.wrapping_add((*byte).into()));
        into.extend_from_slice(&sum.to_le_bytes());
    }

    fn envelope() -> Vec<u8> {
        let mut made = SIGNATURE.to_vec();
        made.extend_from_slice(&[1, 2]);
        put(&mut made, 0x0008_9006, &[0, 0, 1, 0]);
        for (name, bytes) in [("offer.xlsx", b"one".as_slice()), ("terms.pdf", b"two")] {
            put(&mut made, RENDERING, &[0; 14]);
            put(&mut made, TITLE, &[name.as_bytes(), b"\0"].concat());
            put(&mut made, DATA, bytes);
        }
        made
    }

    #[test]
    fn the_files_are_read_with_their_names() {
        let made = envelope();
        let (files, whole) = files(&made);
        assert!(whole);
        let read: Vec<(&[u8], &[u8])> = files.iter().map(|file| (file.name, file.bytes)).collect();
        assert_eq!(read, [(b"offer.xlsx".as_slice(), b"one".as_slice()), (b"terms.pdf", b"two")]);
    }

    #[test]
    fn one_that_is_cut_or_altered_gives_what_it_holds_and_says_so() {
        let made = envelope();
        for length in 0..made.len() {
            let cut = made.get(..length).unwrap_or_default();
            let (read, whole) = files(cut);
            assert!(read.len() <= 2);
            let at_an_end = whole && length > 6;
            assert!(!whole || at_an_end || length == 6, "{length}");
        }
        let mut altered = made.clone();
        if let Some(byte) = altered.iter_mut().rev().nth(3) {
            *byte ^= 1;
        }
        assert!(!files(&altered).1);
        assert_eq!(files(b"PK\x03\x04"), (Vec::new(), false));
    }
}
