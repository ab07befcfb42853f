//! A deal: its timeline, its ledger cards, its holds.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    CommentView, DealReading, DraftView, EnvelopeView, FaultView, LedgerCard, MandateView, MediaEntry,
    ModeView, OfferView, SeenMark, Standing, StopView,
};

/// A deal in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct DealRow {
    /// Id of the deal.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The vendor's name.
    pub vendor: String,
    /// What stands out, for one line of small print.
    pub state: DealState,
    /// When the earliest thing that waits here runs out.
    pub deadline: Option<String>,
    /// Sequence number at which a chain is disputed.
    pub disputed_at: Option<u32>,
    /// Events and mails that the person here has not looked at yet.
    pub unread: u32,
}

/// What a deal waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DealState {
    /// Nothing has come yet.
    Quiet,
    /// Its record has not been proven yet since the start.
    Checking,
    /// A held offer waits for the owner.
    HeldOffer,
    /// A chain is red.
    Disputed,
    /// The vendor is to answer.
    WaitingForVendor,
    /// It is unknown whether an answer arrived.
    DeliveryUnknown,
    /// An answer is decided and has not left yet: its host is not there.
    AnswerWaits,
    /// Closed by acceptance.
    Accepted,
    /// Closed otherwise.
    Closed,
}

/// A session that no deal knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct UnsortedRow {
    /// Id of the session.
    pub session: String,
    /// The vendor agent's name, inert text.
    pub agent_name: String,
    /// The party in its envelope, inert text.
    pub party: String,
    /// When it was opened.
    pub opened_at: String,
    /// Number of events.
    pub events: u32,
    /// A deal that it may belong to, by vendor.
    pub suggestion: Option<DealRow>,
}

/// The whole deal window.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct DealView {
    /// Id.
    pub id: String,
    /// Title.
    pub title: String,
    /// The vendor's name.
    pub vendor: String,
    /// The owner's name.
    pub owner: String,
    /// True where the person at this desk owns it, or stands in for its owner now.
    pub owned_by_me: bool,
    /// What it waits for.
    pub state: DealState,
    /// Formal offers of the vendor so far.
    pub round: u32,
    /// Mails and protocol events by time.
    pub timeline: Vec<Entry>,
    /// What was read in the inbound entries.
    pub reading: DealReading,
    /// How much the desk does by itself; for the owner.
    pub mode: Option<ModeView>,
    /// One card for each session.
    pub ledgers: Vec<LedgerCard>,
    /// The mandate, for those who may see it.
    pub mandate: Option<MandateView>,
    /// True where there is a mandate that this person's key does not open: nothing formal can leave.
    pub mandate_sealed: bool,
    /// Annual total by round for the chart, of both sides.
    pub rounds: Vec<RoundPoint>,
    /// People of the deal, with what they do.
    pub people: Vec<DealPerson>,
    /// What colleagues propose to send.
    pub drafts: Vec<DraftView>,
    /// What colleagues say to each other. The vendor never sees it.
    pub comments: Vec<CommentView>,
    /// What the guards said, at every desk.
    pub stops: Vec<StopView>,
    /// Ids of timeline entries that the person here has not looked at yet.
    pub unread: Vec<String>,
    /// What is looked at with this view; returned once it was on the screen.
    pub marks: Vec<SeenMark>,
}

/// A person of the deal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct DealPerson {
    /// Name.
    pub name: String,
    /// True for the owner, and for who stands in.
    pub decides: bool,
    /// Until when the person stands in; none for the owner.
    pub stands_in_until: Option<String>,
    /// True for the person at this desk.
    pub me: bool,
}

/// A point of the chart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct RoundPoint {
    /// Event number.
    pub seq: u32,
    /// True for the vendor's side.
    pub vendor: bool,
    /// Decimal text: annual total.
    pub annual_total: String,
    /// When.
    pub at: String,
}

/// An entry of the timeline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Entry {
    /// Stable id (`mail:…`, `event:<session>:<seq>`).
    pub id: String,
    /// Time by which it is ordered, RFC 3339.
    pub at: String,
    /// Who, inert text.
    pub author: String,
    /// Whether the author is the buyer's side.
    pub ours: bool,
    /// How far the author is proven.
    pub standing: Standing,
    /// Session and event number of a protocol event.
    pub event: Option<EventRef>,
    /// What it says.
    pub body: EntryBody,
}

/// A place on a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct EventRef {
    /// Id of the session.
    pub session: String,
    /// Number of the event.
    pub seq: u32,
    /// Event hash.
    pub hash: String,
}

/// What an entry says.
#[allow(clippy::large_enum_variant, reason = "made once, serialised, dropped")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EntryBody {
    /// A mail.
    Mail {
        /// Subject, inert.
        subject: String,
        /// Sender as written, inert.
        from: String,
        /// Recipients as written, inert.
        to: Vec<String>,
        /// New text, inert.
        text: String,
        /// Quoted earlier text, inert; folded at first.
        quoted: Option<String>,
        /// Text that an HTML part says in a way that nobody sees, inert; folded at first.
        hidden: Option<String>,
        /// Whether it was answered from any program.
        answered: bool,
        /// What the trusted receiving server checked: `spf`, `dkim` or `dmarc`, and what came of it.
        checks: Vec<CheckView>,
        /// Names and sizes of attachments.
        attachments: Vec<AttachmentView>,
        /// Signs of spoofing, as codes (`reply_to_elsewhere`, `lookalike_sender`, `hidden_text`).
        warnings: Vec<String>,
    },
    /// An offer that a person read out of a file that came by mail. Nothing about it is verified.
    Quote {
        /// Its id.
        quote: String,
        /// Number of its mail, as text.
        mail: String,
        /// The file's name, inert.
        file: String,
        /// SHA-256 of the file, hex.
        sha256: String,
        /// Who read it out.
        read_by: String,
        /// The offer.
        offer: OfferView,
        /// Its hold.
        hold: HoldView,
    },
    /// A mail of ours that was decided and does not stand as sent.
    MailOut {
        /// Id of the decision.
        decision: String,
        /// Its subject, inert.
        subject: String,
        /// To whom, inert.
        to: Vec<String>,
        /// What became of it.
        fate: MailOutFate,
    },
    /// The session was opened.
    Opened {
        /// The vendor's mandate.
        envelope: EnvelopeView,
    },
    /// A mandate was declared.
    Envelope {
        /// The mandate.
        envelope: EnvelopeView,
    },
    /// An offer or counter.
    Offer {
        /// The offer.
        offer: OfferView,
        /// Its hold, for a vendor's offer.
        hold: Option<HoldView>,
    },
    /// A message.
    Message {
        /// Subject, inert.
        subject: Option<String>,
        /// Body, inert.
        body: String,
    },
    /// A decline.
    Decline {
        /// Reason, inert.
        reason: Option<String>,
    },
    /// The session was closed.
    Close {
        /// Reason, inert.
        reason: Option<String>,
        /// Event number of the accepted offer, where the close is an acceptance.
        accepted_seq: Option<u32>,
    },
    /// A red event: nothing of it is shown as verified.
    Red {
        /// Kind as written, inert.
        kind_text: String,
        /// What failed.
        faults: Vec<FaultView>,
    },
    /// A request to a seller of media, or what came to it.
    Media {
        /// Which, and what is said.
        media: MediaEntry,
    },
    /// An answer of ours that has been decided and is on its way (or in doubt).
    Outgoing {
        /// Which kind.
        what: String,
        /// Where it stands.
        state: OutgoingState,
        /// Id of the decision, where it can still be taken back.
        take_back: Option<String>,
    },
}

/// Where an answer stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum OutgoingState {
    /// Decided and signed, being sent.
    Sending,
    /// Decided and signed; no byte of it has left.
    Waiting,
    /// Sent, no answer: the desk asks the host whether it arrived.
    Unknown,
    /// Not sent: something came in between.
    Stale,
    /// Not sent: refused.
    Refused,
    /// Not sent: taken back before it left.
    TakenBack,
}

/// What became of a mail of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum MailOutFate {
    /// It is being handed over.
    Sending,
    /// It may have arrived: a person finds out.
    Unknown,
    /// It was surely not sent.
    NotSent,
    /// A person found out that it did not arrive.
    FoundNotSent,
}

/// What a receiving server checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CheckView {
    /// `spf`, `dkim` or `dmarc`.
    pub method: String,
    /// `pass`, `fail`, `softfail`, `neutral`, `none`, …
    pub result: String,
}

/// A mail's attachment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct AttachmentView {
    /// Which part of the mail it is.
    pub part: String,
    /// Name, inert.
    pub name: String,
    /// Media type, inert.
    pub media_type: String,
    /// Size in bytes.
    pub bytes: u32,
    /// SHA-256 of the decoded content, hex; empty while it stays on the server.
    pub sha256: String,
    /// Whether it stays on the server until it is asked for; its size is then the one on
    /// the wire.
    pub on_server: bool,
    /// Bytes that have come so far, while it is fetched.
    pub coming: Option<u32>,
    /// Where it lies as a file, once a person asked for it.
    pub saved: Option<String>,
    /// Whether it may be a table that a quote can be read out of.
    pub table: bool,
}

/// An offer's hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct HoldView {
    /// Id of the hold.
    pub id: String,
    /// Where it stands.
    pub state: HoldState,
    /// Who decided and when, once decided.
    pub decided_by: Option<String>,
    /// When it was decided.
    pub decided_at: Option<String>,
}

/// Where a hold stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum HoldState {
    /// It waits for the owner.
    Held,
    /// A later offer took its place.
    Superseded,
    /// Countered.
    Countered,
    /// Accepted.
    Accepted,
    /// Declined.
    Declined,
    /// The session ended without an answer.
    Ended,
}

/// A deal as it is made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct DealForm {
    /// Title.
    pub title: String,
    /// The vendor's name.
    pub vendor: String,
    /// Mail domains and addresses of the vendor.
    pub vendor_domains: Vec<String>,
}
