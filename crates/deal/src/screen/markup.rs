//! Tags of HTML, as a person meets them: not at all, and those of a block as a line's end.

/// `<p>`, `</li>`: a tag that begins or ends a block of text.
pub(super) fn opens_a_block(chars: &[char], at: usize) -> bool {
    const BLOCKS: [&str; 14] =
        ["p", "br", "div", "li", "ul", "ol", "td", "th", "tr", "table", "h1", "h2", "h3", "blockquote"];
    BLOCKS.contains(&name(chars, at).as_str())
}

/// A tag within a line, beside which a number goes on. All others part what stands before from what stands behind.
fn is_inline(chars: &[char], at: usize) -> bool {
    const INLINE: [&str; 17] = [
        "b", "i", "u", "s", "em", "strong", "span", "font", "a", "sup", "sub", "small", "mark", "code",
        "del", "ins", "tt",
    ];
    INLINE.contains(&name(chars, at).as_str()) || chars.get(at + 1) == Some(&'!')
}

/// The name of the tag that begins there.
fn name(chars: &[char], at: usize) -> String {
    let behind = chars.get(at + 1..).unwrap_or_default().iter().skip_while(|c| **c == '/');
    behind.take_while(|c| c.is_ascii_alphanumeric()).take(12).collect::<String>().to_lowercase()
}

/// Characters of a tag at most; what goes on longer is no tag.
const LONGEST_TAG: usize = 400;

/// A text without its tags; none where it has none.
pub(super) fn without_tags(text: &str) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    let (mut read, mut at, mut found) = (String::new(), 0, false);
    while let Some(c) = chars.get(at) {
        let begins = *c == '<'
            && chars.get(at + 1).is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!'));
        let rest = chars.get(at..).unwrap_or_default();
        let long = rest.iter().take(LONGEST_TAG).position(|c| *c == '>').filter(|_| begins);
        if let Some(long) = long {
            if !is_inline(&chars, at) {
                read.push('\n');
            }
            found = true;
            at += long + 1;
        } else {
            read.push(*c);
            at += 1;
        }
    }
    found.then_some(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_as_a_person_meets_them() {
        for (text, read) in [
            ("<p>1,2<b></b>50</p><p>See 4711</p>", Some("\n1,250\n\nSee 4711\n")),
            ("<lines>6</lines><no>12</no>", Some("\n6\n\n12\n")),
            ("<a href=\"x\">here</a>", Some("here")),
            ("1 < 2 and 3 > 2", None),
            ("<", None),
            ("<b", None),
        ] {
            assert_eq!(without_tags(text).as_deref(), read, "{text}");
        }
    }
}
