//! The sellers that this one can be.

/// What a profile is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It keeps the protocol; a buyer must cope with it.
    Honest,
    /// It does not; a buyer must catch it.
    Lie,
}

macro_rules! profiles {
    ($($name:ident $text:literal $kind:ident $words:literal;)*) => {
        /// A seller that this one can be.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Profile {
            $(#[doc = $words] $name,)*
        }

        /// All of them, honest ones first.
        pub const PROFILES: [Profile; [$(Profile::$name),*].len()] = [$(Profile::$name),*];

        impl Profile {
            /// Its name on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// What it is for.
            pub const fn kind(self) -> Kind {
                match self { $(Self::$name => Kind::$kind,)* }
            }

            /// What it does, in a sentence.
            pub const fn words(self) -> &'static str {
                match self { $(Self::$name => $words,)* }
            }
        }
    };
}

profiles! {
    Honest "honest" Honest "The seller of the scenario.";
    Guide "guide" Honest "Its terms read to the letter as in the protocol's own guide, without impressions.";
    Constrained "constrained" Honest "At most two alternatives, and native never beside display.";
    IoRequired "io-required" Honest "Accepting needs a signed insertion order.";
    NoHolds "no-holds" Honest "Nothing can be held: every finalize is unable.";
    Submitted "submitted" Honest "Every mutation is submitted and ends at the third question after it.";
    AskOnly "ask-only" Honest "Declares no typed dimension at all.";
    Undeclared "undeclared" Honest "Declares nothing of refinement, and is unable where it cannot.";
    AcceptUndeclared "accept-undeclared" Honest "Serves the acceptance of proposals without declaring it.";
    InFlight "in-flight" Honest "The first sending of every key is still in flight.";
    Prerelease "prerelease" Honest "Speaks 3.1 and one exact prerelease of 3.2.";
    TextOnly "text-only" Honest "Answers in a text content, without structured content.";
    ErrorInData "error-in-data" Honest "Errors come as JSON-RPC errors with data.";
    ErrorInText "error-in-text" Honest "Errors come as JSON in a text content.";
    ErrorInStatus "error-in-status" Honest "Errors come as a failed status with a list.";
    Departs "departs" Honest "Proposes departures from the asked targeting, which a person has to accept.";
    SessionLost "session-lost" Honest "Forgets a session after three calls.";
    RateLimited "rate-limited" Honest "The first sending of every key is too much, and names a wait of years.";

    NoReplay "no-replay" Lie "Declares no replay of keys: whoever sends there may buy twice.";
    WrongDigest "wrong-digest" Lie "A digest that is not that of the terms.";
    WrongParent "wrong-parent" Lie "A draft whose parent is another proposal.";
    NoParent "no-parent" Lie "A draft that names no parent.";
    IdOfSource "id-of-source" Lie "The draft carries the id of its source.";
    IdTwice "id-twice" Lie "Two drafts of one answer carry one id.";
    IdUsedAgain "id-used-again" Lie "A draft carries the id of an earlier proposal.";
    SameTerms "same-terms" Lie "Alternatives of the same terms under new ids and names.";
    SameTermsRespelt "same-terms-respelt" Lie "Alternatives that differ only in the spelling of numbers and the order of members.";
    OverBudget "over-budget" Lie "A total above the ceiling, and nothing said.";
    OverCpm "over-cpm" Lie "One purchase above the CPM ceiling, and nothing said.";
    AuctionPrice "auction-price" Lie "A floor of an auction in place of a fixed CPM.";
    FewImpressions "few-impressions" Lie "Fewer impressions than the floor, and nothing said.";
    NoImpressions "no-impressions" Lie "One purchase without impressions where a floor was asked.";
    KeepsOmitted "keeps-omitted" Lie "A product that was to be left out is still there.";
    LacksIncluded "lacks-included" Lie "A product that was to be included is not there.";
    LateFlight "late-flight" Lie "Declares flight and starts too late, and nothing said.";
    CriteriaIgnored "criteria-ignored" Lie "Buys a product outside the replaced criteria.";
    PartialHides "partial-hides" Lie "A partial answer that fails more than it lists.";
    PartialInvents "partial-invents" Lie "Lists as failed what every draft keeps.";
    PartialUnasked "partial-unasked" Lie "Lists as failed what nobody asked for.";
    DeclinesTyped "declines-typed" Lie "Declines an ask where there was none.";
    DeniesDeclared "denies-declared" Lie "Calls unsupported what it declares.";
    TooFew "too-few" Lie "Fewer alternatives than asked, called revised.";
    TooMany "too-many" Lie "More drafts than asked.";
    ResultMissing "result-missing" Lie "Leaves out the last result.";
    ResultExtra "result-extra" Lie "One result more than was asked.";
    ResultsSwapped "results-swapped" Lie "Results out of order.";
    UnableWithDraft "unable-with-draft" Lie "Unable, and yet with a draft.";
    MixedCurrency "mixed-currency" Lie "One purchase in another currency than the total.";
    PricingMismatch "pricing-mismatch" Lie "A purchase whose pricing is of another option.";
    ReadsTwoWays "reads-two-ways" Lie "A total that stands twice, so that two readers read two.";
    TermsChanged "terms-changed" Lie "Other terms at finalize, with their own right digest.";
    TermsChangedQuietly "terms-changed-quietly" Lie "Other terms at finalize under the draft's digest.";
    HoldExpired "hold-expired" Lie "A hold that has ended when it begins.";
    HoldShort "hold-short" Lie "A hold of twenty seconds.";
    HoldUnread "hold-unread" Lie "A hold until a time that is none.";
    FinalizedDraft "finalized-draft" Lie "Finalized, and still a draft.";
    HalfFinalized "half-finalized" Lie "Of a batch only one is held.";
    IdleAmendment "idle-amendment" Lie "An amendment that changes nothing.";
    BareCancellation "bare-cancellation" Lie "A cancellation without its terms.";
    AcceptsOtherTerms "accepts-other-terms" Lie "The accepted terms are not those that were sent.";
    AcceptsOtherBuy "accepts-other-buy" Lie "The accepted proposal names another media buy.";
    BindingsShort "bindings-short" Lie "A purchase without its package.";
    ReplayMoves "replay-moves" Lie "A replay with another id and a later end.";
    KeyConflict "key-conflict" Lie "An exact replay is called a conflict.";
    SubmittedFails "submitted-fails" Lie "Submitted, and ends failed.";
    SubmittedAsks "submitted-asks" Lie "Submitted, and then needs input that nobody can give.";
    SubmittedNever "submitted-never" Lie "Submitted, and never ends.";
    SubmittedLies "submitted-lies" Lie "Submitted, and ends with a wrong digest.";
    PlainError "plain-error" Lie "Does what was asked and answers with an error in plain words.";
    DropsAnswer "drops-answer" Lie "Does what was asked and drops the connection before the answer.";
    DropsRequest "drops-request" Lie "Drops the connection before anything is done.";
    Stalls "stalls" Lie "Does what was asked and never answers.";
    Floods "floods" Lie "Answers without end.";
    Redirects "redirects" Lie "Sends the buyer with its token elsewhere.";
    NotJson "not-json" Lie "Answers a page for people.";
}

impl Profile {
    /// The profile of this name.
    pub fn named(name: &str) -> Option<Self> {
        PROFILES.into_iter().find(|profile| profile.name() == name)
    }
}
