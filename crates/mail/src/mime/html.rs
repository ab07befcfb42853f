//! HTML to the text that a person would see of it, and the text that nobody would.
//!
//! Nothing is interpreted but line breaks, quotation and visibility: no tree is
//! built, no address followed. The work grows with the length alone, whatever the
//! tags do.

use html5gum::{State, Token, Tokenizer};

use super::style::Look;

/// Elements that are remembered as open; what lies deeper looks like the last.
const DEEPEST: usize = 256;
/// How far up an end tag looks for its element.
const FARTHEST: usize = 32;

/// What an HTML text says.
pub struct Said {
    /// To a person who looks at it.
    pub seen: String,
    /// To nobody.
    pub hidden: String,
}

struct Open {
    name: Vec<u8>,
    look: Look,
}

struct Reader {
    open: Vec<Open>,
    seen: Flow,
    hidden: Flow,
    /// The element whose content is no text, such as a script.
    within: Option<Vec<u8>>,
    preformatted: usize,
}

/// Reads the text of an HTML part.
pub fn read(html: &str) -> Said {
    let mut reader = Reader {
        open: Vec::new(),
        seen: Flow::default(),
        hidden: Flow::default(),
        within: None,
        preformatted: 0,
    };
    let mut tokens = Tokenizer::new(html);
    while let Some(Ok(token)) = tokens.next() {
        match token {
            Token::StartTag(tag) => {
                if let Some(state) = content_state(&tag.name) {
                    tokens.set_state(state);
                }
                reader.begin(&tag.name, &tag.attributes);
            }
            Token::EndTag(tag) => reader.end(&tag.name),
            Token::String(text) => reader.text(&String::from_utf8_lossy(&text)),
            _ => {}
        }
    }
    Said { seen: reader.seen.finish(), hidden: reader.hidden.finish() }
}

/// How the content of an element is divided into tokens, where it is not HTML.
fn content_state(name: &[u8]) -> Option<State> {
    match name {
        b"textarea" | b"title" => Some(State::RcData),
        b"plaintext" => Some(State::PlainText),
        b"script" => Some(State::ScriptData),
        b"style" | b"iframe" | b"xmp" | b"noembed" | b"noframes" => Some(State::RawText),
        _ => None,
    }
}

type Attributes =
    std::collections::BTreeMap<html5gum::HtmlString, html5gum::Spanned<html5gum::HtmlString, ()>>;

impl Reader {
    fn begin(&mut self, name: &[u8], attributes: &Attributes) {
        if self.within.is_some() {
            return;
        }
        let pairs: Vec<(String, String)> =
            attributes.iter().map(|(name, value)| (lossy(name).to_lowercase(), lossy(value))).collect();
        let look = self.look().inside(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        match name {
            b"script" | b"style" | b"title" | b"template" | b"iframe" | b"noembed" | b"noframes" => {
                self.within = Some(name.to_vec());
                return;
            }
            b"br" => self.flow(look).end_line(),
            b"hr" => self.flow(look).line(),
            b"img" => {
                let says = pairs.iter().find(|(name, _)| name == "alt").map(|(_, value)| value.trim());
                if let Some(says) = says.filter(|says| !says.is_empty()) {
                    self.flow(look).words(&format!(" [{says}] "), false);
                }
            }
            b"td" | b"th" => self.flow(look).cell(),
            b"li" => {
                self.flow(look).line();
                self.flow(look).words("- ", false);
            }
            b"blockquote" => {
                self.seen.line();
                self.seen.quoted += 1;
            }
            b"pre" => {
                self.flow(look).line();
                self.preformatted += 1;
            }
            name if is_paragraph(name) => self.flow(look).paragraph(),
            name if is_block(name) => self.flow(look).line(),
            _ => {}
        }
        if !is_void(name) && self.open.len() < DEEPEST {
            self.open.push(Open { name: name.to_vec(), look });
        }
    }

    fn end(&mut self, name: &[u8]) {
        if let Some(within) = &self.within {
            if within.as_slice() == name {
                self.within = None;
            }
            return;
        }
        let look = self.look();
        match name {
            b"blockquote" => {
                self.seen.line();
                self.seen.quoted = self.seen.quoted.saturating_sub(1);
            }
            b"pre" => {
                self.flow(look).line();
                self.preformatted = self.preformatted.saturating_sub(1);
            }
            name if is_paragraph(name) => self.flow(look).paragraph(),
            name if is_block(name) => self.flow(look).line(),
            _ => {}
        }
        let found = self.open.iter().rev().take(FARTHEST).position(|open| open.name == name);
        if let Some(up) = found {
            self.open.truncate(self.open.len() - up - 1);
        }
    }

    fn text(&mut self, text: &str) {
        if self.within.is_none() {
            let (look, preformatted) = (self.look(), self.preformatted > 0);
            self.flow(look).words(text, preformatted);
        }
    }

    fn look(&self) -> Look {
        self.open.last().map_or(Look::PLAIN, |open| open.look)
    }

    fn flow(&mut self, look: Look) -> &mut Flow {
        if look.is_hidden() { &mut self.hidden } else { &mut self.seen }
    }
}

/// Text as it grows.
#[derive(Default)]
struct Flow {
    text: String,
    /// Line ends that stand before the next word.
    breaks: usize,
    blank: bool,
    quoted: usize,
}

impl Flow {
    /// The next word begins a line.
    fn line(&mut self) {
        self.breaks = self.breaks.max(1);
    }

    /// A line ends here, be it an empty one.
    fn end_line(&mut self) {
        self.breaks = (self.breaks + 1).min(3);
    }

    /// The next word begins a line after an empty one.
    fn paragraph(&mut self) {
        self.breaks = self.breaks.max(2);
    }

    /// The next word is beside the last, in a column of its own.
    fn cell(&mut self) {
        if self.breaks == 0 && !self.text.is_empty() {
            self.text.push('\t');
            self.blank = false;
        }
    }

    fn words(&mut self, text: &str, preformatted: bool) {
        for sign in text.chars() {
            if preformatted && sign == '\n' {
                self.breaks += 1;
            } else if sign.is_ascii_whitespace() && !preformatted {
                self.blank = true;
            } else {
                // Where the line may be broken is of no concern here.
                self.sign(if sign == '\u{A0}' { ' ' } else { sign });
            }
        }
    }

    fn sign(&mut self, sign: char) {
        if self.text.is_empty() || self.breaks > 0 {
            let breaks = if self.text.is_empty() { 0 } else { self.breaks };
            let marks = ">".repeat(self.quoted.min(10));
            for at in 1..=breaks {
                self.text.push('\n');
                if at < breaks {
                    self.text.push_str(&marks);
                }
            }
            if !marks.is_empty() {
                self.text.push_str(&marks);
                self.text.push(' ');
            }
        } else if self.blank && !self.text.ends_with([' ', '\t', '\n']) {
            self.text.push(' ');
        }
        (self.breaks, self.blank) = (0, false);
        self.text.push(sign);
    }

    fn finish(self) -> String {
        self.text.trim().to_owned()
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn is_paragraph(name: &[u8]) -> bool {
    matches!(name, b"p" | b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" | b"ul" | b"ol" | b"dl" | b"table")
}

fn is_block(name: &[u8]) -> bool {
    matches!(
        name,
        b"div"
            | b"tr"
            | b"dt"
            | b"dd"
            | b"section"
            | b"article"
            | b"header"
            | b"footer"
            | b"address"
            | b"form"
            | b"center"
            | b"fieldset"
            | b"caption"
            | b"tbody"
            | b"thead"
            | b"body"
            | b"html"
            | b"option"
    )
}

fn is_void(name: &[u8]) -> bool {
    matches!(
        name,
        b"br"
            | b"hr"
            | b"img"
            | b"input"
            | b"meta"
            | b"link"
            | b"area"
            | b"base"
            | b"col"
            | b"embed"
            | b"source"
            | b"track"
            | b"wbr"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(html: &str) -> String {
        read(html).seen
    }

    #[test]
    fn lines_paragraphs_lists_and_tables() {
        assert_eq!(seen("<p>One\n  two</p><p>three<br>four</p>"), "One two\n\nthree\nfour");
        assert_eq!(seen("<div>a</div><div>b</div>c<ul><li>d<li>e</ul>f"), "a\nb\nc\n\n- d\n- e\n\nf");
        assert_eq!(
            seen("<table><tr><td>Seats</td><td>120</td></tr>\n<tr><td>Price</td><td>9.00</td></tr></table>"),
            "Seats\t120\nPrice\t9.00"
        );
        assert_eq!(seen("<pre>a\n  b\n\nc</pre>"), "a\n  b\n\nc");
        assert_eq!(seen("a<br><br>b<br></div><div>c</div><div><br></div><div>d"), "a\n\nb\nc\n\nd");
    }

    #[test]
    fn entities_are_read_and_addresses_are_not() {
        assert_eq!(seen("100&nbsp;&euro; &lt;b&gt; &#8364;"), "100 € <b> €");
        assert_eq!(seen("<a href='https://contoso.example'>Quote</a><img src=x alt='Logo'>"), "Quote [Logo]");
    }

    #[test]
    fn scripts_styles_titles_and_comments_are_no_text() {
        let html = "<title>t</title><style>p{color:red}</style>a<script>if (1 < 2) '</p>'</script>b<!-- c -->d\
            <template>e</template><noscript>f</noscript>";
        assert_eq!(seen(html), "abdf");
        assert_eq!(seen("a<script>never closed"), "a");
    }

    #[test]
    fn what_is_quoted_is_marked() {
        let html = "Yes.<div>On Tuesday Sales wrote:</div><blockquote>120 seats<br>at 9.00<blockquote>old</blockquote>\
            </blockquote>Regards";
        assert_eq!(seen(html), "Yes.\nOn Tuesday Sales wrote:\n> 120 seats\n> at 9.00\n>> old\nRegards");
    }

    #[test]
    fn what_nobody_sees_stands_apart() {
        let said =
            read("<div style='display:none'>pay <b>twice</b></div>Pay once<font color=white> more</font>.");
        assert_eq!((said.seen.as_str(), said.hidden.as_str()), ("Pay once.", "pay twice\nmore"));
    }

    #[test]
    fn an_end_without_a_beginning_shows_nothing_that_was_hidden() {
        let said = read("<div style='display:none'>a</p>b</span></div>c");
        assert_eq!((said.seen.as_str(), said.hidden.as_str()), ("c", "a\n\nb"));
    }

    #[test]
    fn depth_and_broken_tags_do_no_harm() {
        let deep = "<div>".repeat(100_000) + "deep";
        assert_eq!(seen(&deep), "deep");
        assert_eq!(seen("a<b c=\"d"), "a");
        assert_eq!(seen("1 < 2 <"), "1 < 2 <");
        let many: String = std::iter::once("<p ".to_owned())
            .chain((0..100_000).map(|number| format!("a{number} ")))
            .chain(std::iter::once(">x".to_owned()))
            .collect();
        assert_eq!(seen(&many), "x");
    }
}
