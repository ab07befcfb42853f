//! The container: a zip of entries that are stored as they are, back to back, in the
//! order of their names, with fixed times and nothing between them.
//!
//! A zip can tell two programs two things: by a name that stands twice, by a directory
//! that differs from the entries' own headers, by gaps, comments and extra fields. Here
//! one text stands for one content: what was read must be written again byte for byte.
//! Nothing is compressed, so that nothing can unfold beyond the file's own size, and the
//! bytes do not depend on a compressor's version.

use std::collections::BTreeMap;

/// Most bytes of a bundle.
pub const MAX_BYTES: usize = 1 << 30;

/// Most entries.
pub const MAX_ENTRIES: usize = 4096;

/// Longest name of an entry, in bytes.
const LONGEST_NAME: usize = 100;

/// Entries by name.
pub(crate) type Entries = BTreeMap<String, Vec<u8>>;

const LOCAL: [u8; 4] = *b"PK\x03\x04";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";
const LOCAL_LENGTH: usize = 30;

/// Whether a file begins as a bundle does, so that it is to be read as one.
pub fn looks_like_a_bundle(bytes: &[u8]) -> bool {
    bytes.starts_with(&LOCAL) || bytes.starts_with(&END)
}

/// Why a file is no bundle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotABundle {
    /// Another kind of file.
    #[error("the file is no zip of stored entries")]
    NotAZip,
    /// Beyond the bounds.
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
    /// A name that is no plain path.
    #[error("entry {place}: {name:?} is no name of a bundle")]
    Name {
        /// From 1.
        place: usize,
        /// The name, its first characters.
        name: String,
    },
    /// A name that stands twice.
    #[error("entry {place}: {name} stands twice, so two programs could read two files")]
    Twice {
        /// From 1.
        place: usize,
        /// The name.
        name: String,
    },
    /// Compressed or encrypted.
    #[error("entry {place}: {name} is compressed or encrypted; a bundle's entries stand as they are")]
    NotStored {
        /// From 1.
        place: usize,
        /// The name.
        name: String,
    },
    /// It ends within an entry.
    #[error("entry {place}: {name} goes on beyond the end of the file")]
    CutOff {
        /// From 1.
        place: usize,
        /// The name.
        name: String,
    },
    /// It lists the files of a bundle, and does not stand as a bundle is written.
    #[error(
        "this was a bundle and was packed again or altered on its way: ask for the file as it was written, \
         in a form that mail gateways leave alone ({why})"
    )]
    PackedAgain {
        /// What gives it away.
        why: Box<NotABundle>,
    },
    /// A bundle without a log.
    #[error("the bundle has no log.anp.json")]
    NoLog,
    /// Readable, and not laid out in the one way.
    #[error(
        "the entries or the directory behind them are not laid out in the one way of a bundle, \
         so two programs could unpack two things (it was packed again or altered)"
    )]
    Layout,
}

/// Contents beyond the bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooMuch {
    /// Too large.
    #[error("a bundle has at most {MAX_BYTES} bytes")]
    Bytes,
    /// Too many.
    #[error("a bundle has at most {MAX_ENTRIES} entries")]
    Entries,
}

/// Packs entries.
pub(crate) fn pack(entries: &Entries) -> Result<Vec<u8>, TooMuch> {
    if entries.len() > MAX_ENTRIES {
        return Err(TooMuch::Entries);
    }
    let sum: usize = entries.iter().map(|(name, data)| data.len() + 2 * name.len() + 128).sum();
    if sum > MAX_BYTES {
        return Err(TooMuch::Bytes);
    }
    let mut out = Vec::with_capacity(sum);
    let mut directory = Vec::new();
    for (name, data) in entries {
        let offset = size(out.len());
        let described = described(name, data);
        out.extend_from_slice(&LOCAL);
        out.extend_from_slice(&described);
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(data);
        directory.extend_from_slice(&CENTRAL);
        directory.extend_from_slice(&[20, 0]); // made by a program that knows version 2.0
        directory.extend_from_slice(&described);
        directory.extend_from_slice(&[0; 10]); // no comment, first disk, no attributes
        directory.extend_from_slice(&offset);
        directory.extend_from_slice(name.as_bytes());
    }
    let (begins, length) = (size(out.len()), size(directory.len()));
    out.append(&mut directory);
    let count = u16::try_from(entries.len()).unwrap_or(u16::MAX).to_le_bytes();
    out.extend_from_slice(&END);
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&count);
    out.extend_from_slice(&count);
    out.extend_from_slice(&length);
    out.extend_from_slice(&begins);
    out.extend_from_slice(&[0; 2]);
    Ok(out)
}

/// What both headers of an entry say: version 1.0, stored, 1980-01-01, checksum, sizes,
/// no extra field.
fn described(name: &str, data: &[u8]) -> Vec<u8> {
    let name = u16::try_from(name.len()).unwrap_or(u16::MAX).to_le_bytes();
    let length = size(data.len());
    let mut out = vec![10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
    out.extend_from_slice(&crc32fast::hash(data).to_le_bytes());
    out.extend_from_slice(&length);
    out.extend_from_slice(&length);
    out.extend_from_slice(&name);
    out.extend_from_slice(&[0, 0]);
    out
}

fn size(length: usize) -> [u8; 4] {
    // Within MAX_BYTES, which is looked at first.
    u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes()
}

/// Unpacks entries, in the one way.
pub(crate) fn unpack(bytes: &[u8]) -> Result<Entries, NotABundle> {
    unpacked(bytes).map_err(|why| {
        if lists_a_bundle(bytes) { NotABundle::PackedAgain { why: Box::new(why) } } else { why }
    })
}

/// Whether the directory at a zip's end lists what every bundle holds, in whatever folder.
/// It says what a file was; nothing is taken from it.
fn lists_a_bundle(bytes: &[u8]) -> bool {
    let short = |from: &[u8], at: usize| {
        from.get(at..at + 2)
            .and_then(|two| two.try_into().ok())
            .map_or(0, |two| usize::from(u16::from_le_bytes(two)))
    };
    let listed = bytes.windows(END.len()).rposition(|window| window == END);
    let Some(end) = listed.and_then(|at| bytes.get(at..)) else { return false };
    // The directory ends where the end record begins, wherever it says that it lies.
    let length = short(end, 12) + (short(end, 14) << 16);
    let begins = bytes.len().checked_sub(end.len()).and_then(|at| at.checked_sub(length));
    let mut rest = begins.and_then(|at| bytes.get(at..)).unwrap_or_default();
    let (mut log, mut list) = (false, false);
    for _ in 0..MAX_ENTRIES {
        if !rest.starts_with(&CENTRAL) {
            break;
        }
        let (name, more) = (short(rest, 28), short(rest, 30) + short(rest, 32));
        let text = rest.get(46..46 + name).unwrap_or_default();
        log |= text.ends_with(b"log.anp.json");
        list |= text.ends_with(b"manifest.json");
        rest = rest.get(46 + name + more..).unwrap_or_default();
    }
    log && list
}

fn unpacked(bytes: &[u8]) -> Result<Entries, NotABundle> {
    if bytes.len() > MAX_BYTES {
        return Err(TooMuch::Bytes.into());
    }
    if !looks_like_a_bundle(bytes) {
        return Err(NotABundle::NotAZip);
    }
    let mut entries = Entries::new();
    let mut rest = bytes;
    let mut place = 0;
    while rest.starts_with(&LOCAL) {
        place += 1;
        if place > MAX_ENTRIES {
            return Err(TooMuch::Entries.into());
        }
        let (name, data, behind) = entry(place, rest)?;
        if entries.insert(name.clone(), data.to_vec()).is_some() {
            return Err(NotABundle::Twice { place, name });
        }
        rest = behind;
    }
    // Directory, end record, order, times, checksums: all of it is what `pack` writes.
    if pack(&entries)? != bytes {
        return Err(NotABundle::Layout);
    }
    Ok(entries)
}

/// An entry's name and bytes, and what stands behind them.
fn entry(place: usize, bytes: &[u8]) -> Result<(String, &[u8], &[u8]), NotABundle> {
    let cut = |name: &str| NotABundle::CutOff { place, name: name.to_owned() };
    let (header, rest) = bytes.split_at_checked(LOCAL_LENGTH).ok_or_else(|| cut("its header"))?;
    let short =
        |at: usize| header.get(at..at + 2).and_then(|two| two.try_into().ok()).map_or(0, u16::from_le_bytes);
    let long = |at: usize| {
        let four = header.get(at..at + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_le_bytes);
        usize::try_from(four).unwrap_or(usize::MAX)
    };
    let (name, rest) = rest.split_at_checked(usize::from(short(26))).ok_or_else(|| cut("its name"))?;
    let name = plain(place, name)?;
    if short(8) != 0 || short(6) != 0 || long(18) != long(22) {
        return Err(NotABundle::NotStored { place, name });
    }
    let (_, rest) = rest.split_at_checked(usize::from(short(28))).ok_or_else(|| cut(&name))?;
    let (data, rest) = rest.split_at_checked(long(18)).ok_or_else(|| cut(&name))?;
    Ok((name, data, rest))
}

/// Names are plain paths below the bundle: lower-case letters, digits, `.`, `-`, `_`, in
/// at most one folder, no part beginning with a dot. `README.txt` alone is in capitals.
fn plain(place: usize, name: &[u8]) -> Result<String, NotABundle> {
    let part = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' | b'_'))
    };
    let text = core::str::from_utf8(name).ok().filter(|text| text.len() <= LONGEST_NAME);
    let fits =
        |text: &&str| *text == "README.txt" || (text.split('/').all(part) && text.matches('/').count() <= 1);
    text.filter(fits).map(str::to_owned).ok_or_else(|| NotABundle::Name {
        place,
        name: String::from_utf8_lossy(name).chars().take(40).collect(),
    })
}
