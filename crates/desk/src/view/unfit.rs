//! Why what stands in a form cannot be taken.

use super::codes::codes;

codes! {
/// What is wrong with a field. The window has words for each.
Unfit {
    /// Nothing stands there.
    Required = "required",
    /// A word that is none of those that may stand there.
    Unknown = "unknown",
    /// A key that this kind of payload does not have.
    UnknownKey = "unknown_key",
    /// Another kind of value.
    OtherKind = "other_kind",
    /// A text of another form.
    OtherForm = "other_form",
    /// Too few or too many characters or items. Facts: `least`, `most`.
    Length = "length",
    /// An empty list.
    OneOrMore = "one_or_more",
    /// A whole number out of bounds. Facts: `least`, `most`.
    Range = "range",
    /// No whole number.
    WholeNumber = "whole_number",
    /// No decimal number.
    Decimal = "decimal",
    /// A number with more digits than the protocol carries.
    Digits = "digits",
    /// A number below zero.
    Negative = "negative",
    /// A quantity out of the protocol's bounds.
    Quantity = "quantity",
    /// A price out of the protocol's bounds.
    UnitPrice = "unit_price",
    /// No currency.
    Currency = "currency",
    /// No date and time.
    DateTime = "date_time",
    /// No day.
    Day = "day",
    /// A moment that has passed.
    Past = "past",
    /// No web address.
    WebAddress = "web_address",
    /// A web address without encryption, elsewhere than on this machine.
    EncryptedAddress = "encrypted_address",
    /// A web address with a name or password in it.
    LoginInAddress = "login_in_address",
    /// No name of a server.
    ServerName = "server_name",
    /// No mail address.
    MailAddress = "mail_address",
    /// No domain.
    Domain = "domain",
    /// No address of a negotiating party.
    Peer = "peer",
    /// Another key than the account's.
    AccountKey = "account_key",
    /// No fingerprint of a key.
    Fingerprint = "fingerprint",
    /// A key of nobody in the organisation.
    Colleague = "colleague",
    /// An agent that the rule of the vote does not name.
    Advisor = "advisor",
    /// An id that something else has.
    Taken = "taken",
    /// An id with spaces in it.
    Spaces = "spaces",
    /// Bounds without a budget.
    Budget = "budget",
    /// A value beyond the bounds that were set with it.
    BeyondBounds = "beyond_bounds",
    /// No terms: a JSON object with members.
    Terms = "terms",
    /// No JSON that reads in one way.
    Json = "json",
    /// A table without a row that is a line.
    NoLines = "no_lines",
    /// Numbers that read in two ways.
    StyleUnsaid = "style_unsaid",
    /// An address that is not the vendor's.
    NotTheVendors = "not_the_vendors",
    /// What cannot stand in a mail.
    NotInMail = "not_in_mail",
    /// Caps beyond what an agent may have.
    Caps = "caps",
    /// Another answer than a counter.
    OnlyCounters = "only_counters",
    /// A new address without its token.
    Token = "token",
    /// A signature for a proposal without an insertion order.
    InsertionOrder = "insertion_order",
    /// A product that is left out and wanted.
    OmittedAndIncluded = "omitted_and_included",
    /// What the protocol does not allow.
    BeforeProtocol = "before_protocol",
    /// An answer that is none of its kind.
    Answer = "answer",
    /// A close that reads as an acceptance.
    AcceptsByTheWay = "accepts_by_the_way",
    /// What no request can carry exactly.
    Inexact = "inexact",
    /// A price or total of a mandate that is not above zero.
    NotPositive = "not_positive",
    /// A target above its walk-away.
    TargetAboveWalkAway = "target_above_walk_away",
    /// A walk-away above the budget.
    WalkAwayAboveBudget = "walk_away_above_budget",
    /// A term or number of rounds of zero.
    NothingAllowed = "nothing_allowed",
    /// A least value above its greatest.
    BoundsCrossed = "bounds_crossed",
    /// A line of a mandate without name or limit, or twice.
    LineUnclear = "line_unclear",
    /// A condition or topic of a mandate that does not fit.
    TextUnfit = "text_unfit",
    /// More rules of votes than are kept.
    TooManyRules = "too_many_rules",
    /// A vote that is open for no time, or too long.
    VoteTime = "vote_time",
    /// Too few or too many seats.
    Seats = "seats",
    /// More votes asked for than there are seats, or none.
    VotesNeeded = "votes_needed",
    /// A person who stands twice in a rule.
    VoterTwice = "voter_twice",
    /// A name in a rule that is empty or too long.
    VoterName = "voter_name",
    /// A workspace that has an organisation.
    Organisation = "organisation",
    /// An invitation to a host without encryption.
    HostNotEncrypted = "host_not_encrypted",
}
}
