//! What a mail comes to.

/// A mail as a person reads it. Every text in it is the sender's claim, the author's
/// address included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// `Message-ID` without its angle brackets.
    pub message_id: Option<String>,
    /// `In-Reply-To`, each without angle brackets.
    pub in_reply_to: Vec<String>,
    /// `References`, oldest first, each without angle brackets.
    pub references: Vec<String>,
    /// `Date`.
    pub date: Option<MailDate>,
    /// The first author in `From`.
    pub from: Address,
    /// `Reply-To`.
    pub reply_to: Vec<Address>,
    /// `To`.
    pub to: Vec<Address>,
    /// `Cc`.
    pub cc: Vec<Address>,
    /// `Subject`; empty where there is none.
    pub subject: String,
    /// What was written, lines ended by `\n`. Answers between quoted lines are in it,
    /// with the lines that they answer.
    pub text: String,
    /// What is quoted below it, `>` included; empty where nothing is. The two of them
    /// are the whole: what is searched is searched in both.
    pub quoted: String,
    /// What an HTML part says in a way that nobody sees; empty where nothing.
    pub hidden: String,
    /// Everything that is not the text, in the order of the parts.
    pub attachments: Vec<Attachment>,
    /// Whether the receiving server says that the author's domain vouches for the mail.
    pub dmarc_pass: bool,
    /// What the receiving server says that it checked.
    pub checks: Vec<Check>,
    /// What is odd about it, in the order in which it was found.
    pub warnings: Vec<Warning>,
}

/// What a receiving server checked, and what came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Check {
    /// `spf`, `dkim` or `dmarc`.
    pub method: &'static str,
    /// `pass`, `fail`, `softfail`, `neutral`, `none`, `policy`, `temperror`, `permerror`, or
    /// `unknown` for any other word.
    pub result: &'static str,
}

/// When a mail was written, as its sender says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailDate {
    /// As it stands in the mail.
    pub text: String,
    /// Milliseconds since 1970-01-01T00:00Z; nothing where the text is no date.
    pub unix_ms: Option<i64>,
}

/// One address of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The name beside it; empty where there is none.
    pub name: String,
    /// The address, `local@domain`.
    pub address: String,
}

impl Address {
    /// The domain in lower case; empty where the address has none.
    pub fn domain(&self) -> String {
        self.address.rsplit_once('@').map_or(String::new(), |(_, domain)| domain.to_lowercase())
    }

    /// Name and address, as both can deceive.
    pub(super) fn shown(&self) -> String {
        format!("{} {}", self.name, self.address)
    }
}

/// One attachment, whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Which part it is: `2` or `2.1`.
    pub part: String,
    /// A name fit for a file: no folders, no control or invisible characters, at most
    /// 200 characters, never empty. Not unique.
    pub name: String,
    /// What the mail says that it is, in lower case: `application/pdf`.
    pub media_type: String,
    /// Its bytes, out of their transfer encoding.
    pub bytes: Vec<u8>,
    /// SHA-256 of its bytes.
    pub sha256: [u8; 32],
}

impl Attachment {
    /// SHA-256 of its bytes in 64 lower-case hex digits.
    pub fn sha256_hex(&self) -> String {
        hex::encode(self.sha256)
    }
}

/// What is odd about a mail. `place` is `header NAME`, `part 2.1`, `the text` or
/// `attachment NAME`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// Answers go to another domain than the author's.
    ReplyToElsewhere {
        /// The author's.
        from: String,
        /// Where answers go.
        reply_to: String,
    },
    /// More than one author; the first is shown.
    SeveralAuthors {
        /// How many.
        authors: usize,
    },
    /// A field that may stand once stands more often; the first counts.
    Repeated {
        /// Its name.
        field: &'static str,
    },
    /// Characters that cannot be seen: they turn the direction of reading, or have no
    /// width.
    HiddenSigns {
        /// Where.
        place: String,
        /// How many turn the direction.
        bidi: usize,
        /// How many have no width.
        zero_width: usize,
    },
    /// The charset is not named, unknown, or not the one that the bytes are in; they
    /// were read as what they most look like.
    CharsetGuessed {
        /// Where.
        place: String,
        /// What the mail says.
        declared: Option<String>,
        /// What it was read as.
        read_as: String,
    },
    /// Some characters could not be read; U+FFFD stands for them.
    Undecodable {
        /// Where.
        place: String,
    },
    /// There is no plain text; the text is what the HTML says.
    HtmlOnly,
    /// There is no text at all.
    NoText,
    /// An HTML part says something that nobody sees; it stands in [`Mail::hidden`].
    HiddenText {
        /// Which part.
        place: String,
        /// How many characters.
        signs: usize,
    },
    /// A part's transfer encoding is broken or unknown; what could be read was.
    Damaged {
        /// Which part.
        place: String,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A part of parts has no end: the mail may have been cut off.
    Unclosed {
        /// Which part; `the mail` for the outermost.
        place: String,
    },
    /// `Date` is no date.
    UnreadableDate,
    /// More than is read; the rest was left out.
    Shortened {
        /// Where.
        place: String,
    },
    /// A line in a header that belongs to no field; it was passed over.
    StrayLine {
        /// `the mail` or which part.
        place: String,
        /// The line within it, from 1.
        line: usize,
    },
    /// Outlook's own envelope (`winmail.dat`). The files in it stand among the
    /// attachments; its text is the mail's where the mail has no other.
    OutlookEnvelope {
        /// Which part.
        place: String,
        /// Whether it was read to its end.
        whole: bool,
    },
    /// The text in Outlook's envelope says more than the mail's; what it says beyond
    /// stands in [`Mail::hidden`]. Outlook shows it.
    EnvelopeSaysMore {
        /// Which part.
        place: String,
        /// How many characters.
        signs: usize,
    },
    /// The same in plain text and in HTML, and the HTML says more; what it says beyond
    /// stands in [`Mail::hidden`]. Other programs show it.
    HtmlSaysMore {
        /// Which part.
        place: String,
        /// How many characters.
        signs: usize,
    },
}
