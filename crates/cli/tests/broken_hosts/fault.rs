//! The single faults, each with the check of `countersign conform` that is meant to find
//! it. Where two faults name one check, that check finds both.

macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident => $check:literal,)*) => {
        /// One fault of a host.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Fault { $($(#[$doc])* $name,)* }

        impl Fault {
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The check that is meant to find it.
            pub const fn meant(self) -> &'static str {
                match self { $(Self::$name => $check,)* }
            }
        }
    };
}

faults! {
    // Registration.
    ProofUnchecked => "registration.proof",
    ProofOfAnyText => "registration.proof",
    WeakKeyTaken => "registration.weak_key",
    NewIdentityEachTime => "registration.same_key",
    BornVerified => "registration.status",
    FingerprintOfText => "registration.fingerprint",
    PaddedProofTaken => "registration.base64url",
    AnyAgentName => "registration.agent_name",
    RegistrationWithoutVendor => "registration.required",
    LaterNameWins => "registration.first_stands",

    // Signed requests.
    RequestSignatureUnchecked => "requests.signature",
    AnyRegisteredKeyTaken => "requests.another_key",
    ParentPathTaken => "requests.path",
    QueryMustBeSigned => "requests.query_unsigned",
    SignedQueryTaken => "requests.query_signed",
    MethodUnsigned => "requests.method",
    BodyUnsigned => "requests.body",
    AbsentNonceTaken => "requests.missing_nonce",
    AbsentTimeTaken => "requests.missing_timestamp",
    AbsentSignatureTaken => "requests.missing_signature",
    PastUnbounded => "requests.past",
    FutureUnbounded => "requests.future",
    WindowTooNarrow => "requests.window",
    GarbageTimeTaken => "requests.garbage_time",
    StandardBase64Taken => "requests.base64url",

    AbsentAgentGuessed => "requests.missing_agent",
    StatusRouteLacks => "requests.signed",

    // Nonces.
    EmptyNonceTaken => "nonces.empty",
    LongNonceTaken => "nonces.long",
    LongestNonceRefused => "nonces.longest",
    NonceForgotten => "nonces.once",
    NonceRace => "nonces.concurrent",
    NonceBurntByOutsiders => "nonces.not_burnt",
    NonceSharedByAgents => "nonces.per_agent",
    NonceByRoute => "nonces.everywhere",

    // One refusal.
    UnknownAgentTold => "refusals.unknown_agent",
    BadSignatureForbidden => "refusals.signature",
    StaleTold => "refusals.stale",
    UsedNonceConflict => "refusals.used_nonce",
    MissingHeaderTold => "refusals.missing_header",
    UnknownSessionNotFound => "refusals.unknown_session",
    ForeignSessionForbidden => "refusals.foreign_session",
    ForeignSessionReadable => "refusals.foreign_session",
    MalformedSessionTold => "refusals.malformed_session",
    UnknownHandleTold => "refusals.unknown_handle",
    ValidationBeforeOwnership => "refusals.foreign_session",
    LiveHandleTold => "refusals.live_handle",

    // Envelopes.
    DeclaredAiUnchecked => "envelope.declared_ai",
    EnvelopeUnknownKeys => "envelope.unknown_key",
    TopicsUnbounded => "envelope.may_discuss",
    AnyAuthority => "envelope.offer_authority",
    PartyUnbounded => "envelope.party",
    EnvelopeNameUnbounded => "envelope.agent_name",
    ContactUnbounded => "envelope.human_contact",
    DisclosuresUnbounded => "envelope.may_disclose",
    SecretsUnbounded => "envelope.will_not_disclose",
    PartyOptional => "envelope.required",
    LaterEnvelopeUnchecked => "envelope.later",

    // Offers and other payloads.
    OfferUnknownKeys => "offer.unknown_key",
    LineUnknownKeys => "line.unknown_key",
    TermUnbounded => "offer.term_months",
    WholeFloatsRefused => "offer.term_months",
    LinesUnbounded => "offer.line_items",
    NegativePriceTaken => "line.unit_price",
    ZeroQuantityTaken => "line.quantity",
    ExpiryUnchecked => "offer.expires_at",
    CurrencyUnchecked => "offer.currency",
    LineCurrencyUnchecked => "line.currency",
    NegativeTotalTaken => "offer.total_annual",
    ConditionsUnbounded => "offer.conditions",
    NotesUnbounded => "offer.notes",
    TermOptional => "offer.required",
    SkuUnbounded => "line.sku",
    DescriptionUnbounded => "line.description",
    UnitUnbounded => "line.unit",
    UnitOptional => "line.required",
    LineTermUnbounded => "line.term_months",
    ReasonUnknownKeys => "message.unknown_key",
    LengthsInUtf16 => "offer.code_points",
    EmptyMessageTaken => "message.body",

    // JSON.
    DuplicateKeysTaken => "json.duplicate_keys",
    InexactIntegersTaken => "json.inexact_integer",
    LoneSurrogatesTaken => "json.lone_surrogate",
    InfinityTaken => "json.out_of_range",
    RelaxedJson => "json.not_json",
    NullKills => "json.not_an_object",
    NestingKills => "json.nesting",
    LossyUtf8 => "json.utf8",

    // Authorship.
    UnsignedEventTaken => "authorship.missing",
    AuthorshipUnchecked => "authorship.invalid",
    AnyAuthorTaken => "authorship.another_key",
    KindUnsigned => "authorship.another_kind",
    LeftoverBitsTaken => "authorship.leftover_bits",
    PaddedAuthorshipTaken => "authorship.base64url",
    RefusedAndYetAppended => "authorship.no_trace",

    // The log.
    PriceRounded => "log.as_sent",
    ResignedByPlatform => "log.signed_as_sent",
    HashOfRawText => "log.payload_hash",
    ChainBroken => "log.verdict",
    OpeningWithoutEnvelope => "log.opening",
    BuyerEnvelopeLate => "log.buyer_envelope",
    NumbersRace => "log.concurrent",
    AppendsLost => "log.concurrent",
    TimesRunBackwards => "log.times",
    CountIsWrong => "log.status",
    OwnChainNotVerified => "log.words",
    SandboxDenied => "log.words",
    CloseUntold => "log.words",
    BuyerUnsigned => "log.own_org",

    // The session's life.
    NoSandbox => "sessions.open",
    AnswerBeforeAppend => "sessions.append_answer",
    OpenAfterClose => "sessions.closed",
    SecondOpening => "sessions.kinds",
    AnyKind => "sessions.kinds",
    KindByDefault => "sessions.required",
    AnyTarget => "sessions.target",
    BothTargets => "sessions.both_targets",

    // The sandbox.
    TenPercentBelow => "sandbox.first",
    TermKept => "sandbox.first",
    MidpointFromFirstCounter => "sandbox.midpoint",
    MidpointOfTotals => "sandbox.midpoint",
    ParksWithinFivePercent => "sandbox.beyond_parking",
    BoundExcluded => "sandbox.parking",
    ParksAndCounters => "sandbox.parking",
    CentsCut => "sandbox.rounding",
    ExpiryChanged => "sandbox.keeps",
    SilentAfterParking => "sandbox.after_parking",
    MessagesUnanswered => "sandbox.acknowledges",
    OtherAuthority => "sandbox.authority",
    MatchedByPlace => "sandbox.matched_by_sku",

    // HTTP.
    PlainNotFound => "http.unknown_route",
    DirectoryOfHandles => "http.unknown_route",
    NoPreflight => "http.preflight",
    SignatureHeaderNotAllowed => "http.preflight",
    AnswersWithoutOrigin => "http.origin",
    ErrorsWithoutProtocol => "http.error_shape",
    SuccessWithoutProtocol => "http.protocol",
    BodyUnbounded => "http.body_limit",
    CreatedForOk => "http.statuses",
    WrongWellKnown => "http.well_known",
}
