//! Properties as MS-OXTNEF writes them: numbers, texts and bytes by their ids. A list that breaks off gives
//! what stands before.

/// Properties that are read of one list.
const MOST: usize = 5_000;

/// Values that are read of one property.
const MOST_VALUES: u32 = 5_000;

/// One property, with its first value.
#[derive(Debug, PartialEq, Eq)]
pub struct Property<'b> {
    /// Its id.
    pub id: u16,
    /// What it says.
    pub value: Value<'b>,
}

/// What a property says.
#[derive(Debug, PartialEq, Eq)]
pub enum Value<'b> {
    /// A number of at most four bytes.
    Number(u32),
    /// Text in UTF-16, the lower byte first.
    Unicode(&'b [u8]),
    /// Bytes, or text in some codepage.
    Bytes(&'b [u8]),
}

/// The properties of a list.
pub fn read(list: &[u8]) -> Vec<Property<'_>> {
    let mut rest = list;
    let Some(count) = number(&mut rest) else { return Vec::new() };
    let mut read = Vec::new();
    for _ in 0..usize::try_from(count).unwrap_or(MOST).min(MOST) {
        let Some((id, value)) = property(&mut rest) else { break };
        // Of other kinds than those that are read here there is no value.
        read.extend(value.map(|value| Property { id, value }));
    }
    read
}

/// The next one's number with its value; none where the list ends or breaks off.
fn property<'b>(rest: &mut &'b [u8]) -> Option<(u16, Option<Value<'b>>)> {
    let (kind, id) = (short(rest)?, short(rest)?);
    if id >= 0x8000 {
        // A set of names, and a number or a name in it.
        taken(rest, 16)?;
        if number(rest)? == 0 {
            number(rest)?;
        } else {
            padded(rest)?;
        }
    }
    let (many, kind) = (kind & 0x1000 != 0, kind & 0x0fff);
    let value = match kind {
        // Texts, bytes and objects tell how many and how long they are.
        0x0d | 0x1e | 0x1f | 0x102 => {
            let mut first = None;
            for _ in 0..number(rest)?.min(MOST_VALUES) {
                let value = padded(rest)?;
                first = first.or(Some(value));
            }
            first.map(|bytes| match kind {
                0x1f => Value::Unicode(bytes),
                // Before an object's bytes stands what kind of object it is.
                0x0d => Value::Bytes(bytes.get(16..).unwrap_or_default()),
                _ => Value::Bytes(bytes),
            })
        }
        _ => {
            let size = match kind {
                0x00 | 0x01 => 0,
                0x02 | 0x03 | 0x04 | 0x0a | 0x0b => 4,
                0x05 | 0x06 | 0x07 | 0x14 | 0x40 => 8,
                0x48 => 16,
                _ => return None,
            };
            let mut first = None;
            for _ in 0..if many { number(rest)?.min(MOST_VALUES) } else { 1 } {
                let value = taken(rest, size)?;
                first = first.or(Some(value));
            }
            first.and_then(|bytes| Some(Value::Number(u32::from_le_bytes(bytes.try_into().ok()?))))
        }
    };
    Some((id, value))
}

/// A value that tells its length, up to the next multiple of four.
fn padded<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = usize::try_from(number(rest)?).ok()?;
    let value = taken(rest, length)?;
    // The last may lack what fills it up.
    let fill = length.next_multiple_of(4).checked_sub(length)?;
    *rest = rest.get(fill..).unwrap_or_default();
    Some(value)
}

fn taken<'b>(rest: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (value, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(value)
}

fn number(rest: &mut &[u8]) -> Option<u32> {
    let (number, after) = rest.split_first_chunk::<4>()?;
    *rest = after;
    Some(u32::from_le_bytes(*number))
}

fn short(rest: &mut &[u8]) -> Option<u16> {
    let (number, after) = rest.split_first_chunk::<2>()?;
    *rest = after;
    Some(u16::from_le_bytes(*number))
}
