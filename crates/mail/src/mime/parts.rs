//! A mail's body: parts in parts, down to texts and attachments.

use sha2::{Digest as _, Sha256};

use super::field::Content;
use super::fields::Fields;
use super::letter::{Attachment, Warning};
use super::{
    DEEPEST_PART, MOST_ATTACHMENTS, MOST_PARTS, Unreadable, charset, coding, html, named, signs, tnef, two,
};

/// What a body comes to.
pub struct Letter {
    /// The text, quotations included.
    pub text: String,
    /// What HTML hides.
    pub hidden: String,
    /// All that is no text.
    pub attachments: Vec<Attachment>,
}

/// The text of one part, or of all that it holds.
#[derive(Default)]
struct Text {
    text: String,
    is_html: bool,
}

struct Walk<'w> {
    attachments: Vec<Attachment>,
    /// What envelopes of Outlook's say, each with its place.
    enveloped: Vec<(String, Text)>,
    hidden: Vec<String>,
    parts: usize,
    warnings: &'w mut Vec<Warning>,
}

/// Walks a mail's body.
///
/// # Errors
/// [`Unreadable`] where there are too many parts or attachments, or they lie too deep.
pub fn walk(fields: &Fields, body: &[u8], warnings: &mut Vec<Warning>) -> Result<Letter, Unreadable> {
    let mut walk =
        Walk { attachments: Vec::new(), enveloped: Vec::new(), hidden: Vec::new(), parts: 0, warnings };
    let found = walk.part(fields, body, "", &[])?;
    let found = walk.with_enveloped(found);
    let hidden = walk.hidden.join("\n");
    let attachments = walk.attachments;
    let text = found.text.trim_end().trim_start_matches('\n').to_owned();
    if text.is_empty() {
        warnings.push(Warning::NoText);
    } else if found.is_html {
        warnings.push(Warning::HtmlOnly);
    }
    Ok(Letter { text, hidden, attachments })
}

impl Walk<'_> {
    /// `path` is empty for the mail itself.
    fn part(
        &mut self,
        fields: &Fields,
        body: &[u8],
        path: &str,
        above: &[usize],
    ) -> Result<Text, Unreadable> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return Err(Unreadable::TooManyParts { part: path.to_owned() });
        }
        let content = fields.content("Content-Type", self.warnings);
        let kind = content.as_ref().map_or("text/plain", |content| content.kind.as_str());
        if let Some(how) = kind.strip_prefix("multipart/") {
            let boundary = content.as_ref().and_then(|content| content.parameter("boundary"));
            let divided = boundary.filter(|boundary| !boundary.is_empty());
            let divided = divided.map(|boundary| pieces(body, boundary.as_bytes()));
            if let Some((pieces, closed)) = divided.filter(|(pieces, _)| !pieces.is_empty()) {
                return self.parts_within(fields, &pieces, closed, above, how);
            }
            // What lies within cannot be told apart: it is read as one text.
            let what = "it should hold parts, and none is found";
            self.warnings.push(Warning::Damaged { place: fields.place().to_owned(), what });
            return Ok(self.leaf_text(fields, body, None, false));
        }
        let disposition = fields.content("Content-Disposition", self.warnings);
        let name = file_name(disposition.as_ref(), content.as_ref());
        let apart = disposition.as_ref().is_some_and(|content| content.kind == "attachment");
        let is_text = matches!(kind, "text/plain" | "text/html" | "text");
        if is_text && !apart && name.is_none() {
            let charset = content.as_ref().and_then(|content| content.parameter("charset"));
            return Ok(self.leaf_text(fields, body, charset, kind == "text/html"));
        }
        self.attach(fields, body, path, kind, name)?;
        Ok(Text::default())
    }

    fn parts_within(
        &mut self,
        fields: &Fields,
        pieces: &[&[u8]],
        closed: bool,
        above: &[usize],
        how: &str,
    ) -> Result<Text, Unreadable> {
        if !closed {
            self.warnings.push(Warning::Unclosed { place: fields.place().to_owned() });
        }
        let mut texts = Vec::new();
        for (number, piece) in (1..).zip(pieces) {
            let here: Vec<usize> = above.iter().copied().chain([number]).collect();
            let path = here.iter().map(ToString::to_string).collect::<Vec<_>>().join(".");
            if here.len() > DEEPEST_PART {
                return Err(Unreadable::TooDeep { part: path });
            }
            let (inner, inner_body) = Fields::of_part(&path, piece, self.warnings)?;
            // In a digest what does not say what it is, is a mail.
            if how == "digest" && inner.all("Content-Type").next().is_none() {
                self.parts += 1;
                self.attach(&inner, inner_body, &path, "message/rfc822", None)?;
                continue;
            }
            texts.push(self.part(&inner, inner_body, &path, &here)?);
        }
        texts.retain(|text| !text.text.trim().is_empty());
        if how == "alternative" {
            self.compare(&texts, fields.place());
            return Ok(plainest(texts));
        }
        Ok(one_after_another(&texts))
    }

    /// Keeps what the HTML says beyond the plain text that is shown.
    fn compare(&mut self, texts: &[Text], place: &str) {
        let plain = texts.iter().find(|text| !text.is_html);
        let html = texts.iter().find(|text| text.is_html);
        let (Some(plain), Some(html)) = (plain, html) else { return };
        let more = two::beyond(&plain.text, &html.text);
        if !more.is_empty() {
            let signs = more.chars().count();
            self.warnings.push(Warning::HtmlSaysMore { place: place.to_owned(), signs });
            self.hidden.push(more);
        }
    }

    fn leaf_text(&mut self, fields: &Fields, body: &[u8], charset: Option<&str>, is_html: bool) -> Text {
        let bytes = self.decoded(fields, body);
        let text = charset::decode(&bytes, charset, fields.place(), self.warnings);
        self.seen(&text, fields.place(), is_html)
    }

    /// What is seen of a text; what its HTML hides is kept apart.
    fn seen(&mut self, text: &str, place: &str, is_html: bool) -> Text {
        let text = signs::without_controls(&text.replace("\r\n", "\n").replace('\r', "\n"));
        if !is_html {
            return Text { text, is_html };
        }
        let said = html::read(&text);
        if !said.hidden.is_empty() {
            let signs = said.hidden.chars().count();
            self.warnings.push(Warning::HiddenText { place: place.to_owned(), signs });
            self.hidden.push(said.hidden);
        }
        Text { text: said.seen, is_html }
    }

    fn attach(
        &mut self,
        fields: &Fields,
        body: &[u8],
        path: &str,
        kind: &str,
        name: Option<&str>,
    ) -> Result<(), Unreadable> {
        let part = if path.is_empty() { "1" } else { path };
        if self.attachments.len() >= MOST_ATTACHMENTS {
            return Err(Unreadable::TooManyAttachments { part: part.to_owned() });
        }
        let bytes = self.decoded(fields, body);
        let name = named::fit(name, kind, self.warnings);
        let sha256 = Sha256::digest(&bytes).into();
        let media_type = kind.chars().take(100).collect();
        let attached = Attachment { part: part.to_owned(), name, media_type, bytes, sha256 };
        let enclosed = if kind == "application/ms-tnef" || attached.name.eq_ignore_ascii_case("winmail.dat") {
            self.enclosed(&attached, fields.place())
        } else {
            Vec::new()
        };
        self.attachments.push(attached);
        for file in enclosed {
            if self.attachments.len() >= MOST_ATTACHMENTS {
                return Err(Unreadable::TooManyAttachments { part: file.part });
            }
            self.attachments.push(file);
        }
        Ok(())
    }

    /// Text of an envelope is the mail's where it has no other; what it says beyond the other's is kept apart.
    fn with_enveloped(&mut self, found: Text) -> Text {
        let mut found = found;
        for (place, said) in core::mem::take(&mut self.enveloped) {
            if found.text.trim().is_empty() {
                found = said;
                continue;
            }
            let more = two::beyond(&found.text, &said.text);
            if !more.is_empty() {
                let signs = more.chars().count();
                self.warnings.push(Warning::EnvelopeSaysMore { place, signs });
                self.hidden.push(more);
            }
        }
        found
    }

    /// The files in Outlook's envelope, as parts of its part; the text in it is noted.
    fn enclosed(&mut self, envelope: &Attachment, place: &str) -> Vec<Attachment> {
        let tnef::Opened { files, body, whole } = tnef::open(&envelope.bytes);
        self.warnings.push(Warning::OutlookEnvelope { place: place.to_owned(), whole });
        if let Some(body) = body {
            let (said, is_html) = match body {
                tnef::Body::Plain(said) => (said, false),
                tnef::Body::Html(said) => (said, true),
            };
            let text = self.said(said, place);
            let seen = self.seen(&text, place, is_html);
            self.enveloped.push((place.to_owned(), seen));
        }
        let mut attached = Vec::new();
        for (number, file) in (1_usize..).zip(files) {
            let name = self.said(file.name, place);
            attached.push(Attachment {
                part: format!("{}#{number}", envelope.part),
                name: named::fit(Some(&name), "application/octet-stream", self.warnings),
                media_type: "application/octet-stream".to_owned(),
                sha256: Sha256::digest(file.bytes).into(),
                bytes: file.bytes.to_vec(),
            });
        }
        attached
    }

    /// What the envelope says, in the codepage that it tells.
    fn said(&mut self, said: tnef::Said, place: &str) -> String {
        match said {
            tnef::Said::Text(text) => text,
            tnef::Said::Bytes(bytes, codepage) => {
                let label = codepage.and_then(charset::of_codepage);
                charset::decode(&bytes, label, place, self.warnings)
            }
        }
    }

    fn decoded(&mut self, fields: &Fields, body: &[u8]) -> Vec<u8> {
        let encoding = fields.text("Content-Transfer-Encoding", self.warnings);
        coding::decode(body, encoding.as_deref(), fields.place(), self.warnings)
    }
}

/// Of several ways to say the same the one without HTML.
fn plainest(texts: Vec<Text>) -> Text {
    let (html, plain): (Vec<_>, Vec<_>) = texts.into_iter().partition(|text| text.is_html);
    plain.into_iter().chain(html).next().unwrap_or_default()
}

fn one_after_another(texts: &[Text]) -> Text {
    let is_html = texts.iter().any(|text| text.is_html);
    let texts: Vec<_> = texts.iter().map(|text| text.text.trim_end_matches('\n')).collect();
    Text { text: texts.join("\n\n"), is_html }
}

fn file_name<'a>(disposition: Option<&'a Content>, content: Option<&'a Content>) -> Option<&'a str> {
    let named = disposition.and_then(|content| content.parameter("filename"));
    named.or_else(|| content.and_then(|content| content.parameter("name"))).filter(|name| !name.is_empty())
}

/// What lies between the delimiters, and whether the last of them is there. The line
/// end before a delimiter belongs to it.
fn pieces<'a>(body: &'a [u8], boundary: &[u8]) -> (Vec<&'a [u8]>, bool) {
    let (mut pieces, mut began, mut at) = (Vec::new(), None, 0);
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        let after = at + line.len();
        if let Some(last) = delimits(line, boundary) {
            if let Some(began) = began {
                pieces.push(without_break(body.get(began..at).unwrap_or_default()));
            }
            began = Some(after);
            if last {
                return (pieces, true);
            }
        }
        at = after;
    }
    if let Some(began) = began {
        pieces.push(body.get(began..).unwrap_or_default());
    }
    (pieces, false)
}

/// Whether the line is a delimiter, and then whether it is the last.
fn delimits(line: &[u8], boundary: &[u8]) -> Option<bool> {
    let rest = line.strip_prefix(b"--")?.strip_prefix(boundary)?.trim_ascii_end();
    match rest {
        b"" => Some(false),
        b"--" => Some(true),
        _ => None,
    }
}

fn without_break(piece: &[u8]) -> &[u8] {
    let piece = piece.strip_suffix(b"\n").unwrap_or(piece);
    piece.strip_suffix(b"\r").unwrap_or(piece)
}
