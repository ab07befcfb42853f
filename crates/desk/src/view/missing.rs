//! What was asked for and is not here (any more), or not in the state that it was asked for in.

use super::codes::codes;

codes! {
/// What is missing. The window has a sentence and a remedy for each.
Missing {
    /// A mail.
    Mail = "mail",
    /// A session.
    Session = "session",
    /// A deal.
    Deal = "deal",
    /// A seller of media, or the account with it.
    Seller = "seller",
    /// What a seller can do was not asked yet.
    Capabilities = "capabilities",
    /// A request to a seller.
    Request = "request",
    /// A request that may be sent again.
    Repeat = "repeat",
    /// A request that is not settled.
    UnsettledRequest = "unsettled_request",
    /// A seller's proposal.
    Proposal = "proposal",
    /// A hold on a proposal.
    Hold = "hold",
    /// The terms that a person was shown.
    ShownTerms = "shown_terms",
    /// A quote that came by mail.
    Quote = "quote",
    /// A quote that nobody answered yet.
    AnsweredQuote = "answered_quote",
    /// A mailbox.
    Mailbox = "mailbox",
    /// A mailbox to answer from.
    SendingMailbox = "sending_mailbox",
    /// How a mailbox is signed in to.
    WayToSignIn = "way_to_sign_in",
    /// A mail's place on its server.
    MailPlace = "mail_place",
    /// A mail whose delivery is unknown.
    UnknownDelivery = "unknown_delivery",
    /// An attachment.
    Attachment = "attachment",
    /// An attachment that nobody fetches yet.
    FetchedAlready = "fetched_already",
    /// An offer.
    Offer = "offer",
    /// An offer that can be answered.
    OpenOffer = "open_offer",
    /// The offer that a person was shown.
    ShownOffer = "shown_offer",
    /// A message that was decided and has not left.
    KeptMessage = "kept_message",
    /// An accept that stayed unanswered.
    UnansweredAccept = "unanswered_accept",
    /// A review that still counts.
    Review = "review",
    /// A review under the mandate of now.
    ReviewOfMandate = "review_of_mandate",
    /// What a person released.
    Released = "released",
    /// What nobody changed in the meantime.
    Unchanged = "unchanged",
    /// What was asked of the host.
    AtHost = "at_host",
    /// A decision on the deal's ledger.
    Decision = "decision",
    /// An answer that waits to leave.
    WaitingAnswer = "waiting_answer",
    /// An answer of which no byte can have reached the host.
    UntriedAnswer = "untried_answer",
    /// A mandate.
    Mandate = "mandate",
    /// A draft.
    Draft = "draft",
    /// A draft that opens with this person's key.
    SealedDraft = "sealed_draft",
    /// The newest draft of an author.
    NewestDraft = "newest_draft",
    /// The demo.
    Demo = "demo",
    /// A vendor that waits to be verified.
    WaitingVendor = "waiting_vendor",
    /// A deal of a vendor.
    DealOfVendor = "deal_of_vendor",
    /// A saved log.
    SavedLog = "saved_log",
    /// A price in a log.
    Price = "price",
    /// A sheet of a table.
    Sheet = "sheet",
    /// An import of benchmarks.
    Import = "import",
    /// An event of a session.
    Event = "event",
    /// A person of the organisation.
    Person = "person",
    /// A vendor's key.
    VendorKey = "vendor_key",
    /// The key that a person was shown.
    ShownKey = "shown_key",
    /// A key file.
    KeyFile = "key_file",
    /// A dispute.
    Dispute = "dispute",
    /// What was read in a text.
    Reading = "reading",
    /// A tactic that was named.
    Tactic = "tactic",
    /// A typed negotiation.
    Parley = "parley",
    /// This side's turn.
    Turn = "turn",
    /// A negotiation in which no accept waits.
    SettledAccept = "settled_accept",
    /// A vote.
    Vote = "vote",
    /// A vote that is open.
    OpenVote = "open_vote",
    /// A demand for a vote.
    Demand = "demand",
    /// An answer that was voted on.
    VotedAnswer = "voted_answer",
    /// What a vote can be on.
    Votable = "votable",
    /// An act that was voted on.
    VotedAct = "voted_act",
    /// Terms that were voted on.
    VotedTerms = "voted_terms",
    /// An agent without a key.
    AgentWithoutKey = "agent_without_key",
    /// The desk's agent's key.
    AgentKey = "agent_key",
    /// The agent's leave to answer.
    Leave = "leave",
    /// What a link leads to.
    Link = "link",
    /// A thing by its id.
    Id = "id",
}
}
