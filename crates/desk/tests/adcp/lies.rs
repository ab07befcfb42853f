//! Every lying seller is caught by its own rule, and no lie reaches an acceptance.

use desk::view::{AdcpChange, AdcpDeclineReason, AdcpForm, AdcpRevision, AdcpStage, AdcpState, ProblemCode};
use training_seller::Profile;

use super::table::{Table, brief, revise};

/// In which exchange a lie is told, and the rule that catches it.
const LIES: [(Profile, &str, &str); 42] = [
    (Profile::WrongDigest, "typed", "terms_digest"),
    (Profile::SubmittedLies, "typed", "terms_digest"),
    (Profile::WrongParent, "typed", "lineage"),
    (Profile::NoParent, "typed", "lineage"),
    (Profile::IdOfSource, "typed", "successor_proposal_id"),
    (Profile::IdUsedAgain, "typed", "successor_proposal_id"),
    (Profile::IdTwice, "two", "duplicate_successor_proposal_id"),
    (Profile::SameTerms, "typed", "duplicate_alternative"),
    (Profile::SameTermsRespelt, "typed", "duplicate_alternative"),
    (Profile::OverBudget, "typed", "constraint_mismatch"),
    (Profile::OverCpm, "typed", "constraint_mismatch"),
    (Profile::AuctionPrice, "typed", "constraint_mismatch"),
    (Profile::FewImpressions, "typed", "constraint_mismatch"),
    (Profile::NoImpressions, "typed", "constraint_mismatch"),
    (Profile::LateFlight, "typed", "constraint_mismatch"),
    (Profile::PartialHides, "typed", "constraint_mismatch"),
    (Profile::PartialInvents, "typed", "constraint_mismatch"),
    (Profile::PartialUnasked, "typed", "constraint_mismatch"),
    (Profile::KeepsOmitted, "typed", "product_change_mismatch"),
    (Profile::LacksIncluded, "typed", "product_change_mismatch"),
    (Profile::CriteriaIgnored, "typed", "criteria"),
    (Profile::DeclinesTyped, "typed", "reason_mismatch"),
    (Profile::DeniesDeclared, "typed", "reason_mismatch"),
    (Profile::TooFew, "typed", "alternative_count"),
    (Profile::TooMany, "typed", "alternative_count"),
    (Profile::ResultMissing, "two", "cardinality"),
    (Profile::ResultExtra, "two", "cardinality"),
    (Profile::ResultsSwapped, "two", "result_order"),
    (Profile::UnableWithDraft, "typed", "schema"),
    (Profile::MixedCurrency, "typed", "currency"),
    (Profile::PricingMismatch, "typed", "pricing_option_id"),
    (Profile::ReadsTwoWays, "typed", "json"),
    (Profile::TermsChanged, "held", "finalize_terms_changed"),
    (Profile::TermsChangedQuietly, "held", "terms_digest"),
    (Profile::HoldExpired, "held", "proposal_expired"),
    (Profile::HoldUnread, "held", "proposal_expired"),
    (Profile::HoldShort, "held", "hold_too_short"),
    (Profile::FinalizedDraft, "held", "proposal_status"),
    (Profile::HalfFinalized, "held", "mixed_finalize_batch"),
    (Profile::AcceptsOtherTerms, "accepted", "accepted_digest"),
    (Profile::AcceptsOtherBuy, "accepted", "media_buy"),
    (Profile::BindingsShort, "accepted", "accepted_proposal"),
];

fn typed(table: &Table, source: &str) -> AdcpForm {
    let dimensions = table.view().seller.unwrap().dimensions.unwrap();
    let flight = dimensions.iter().any(|dimension| dimension == "flight");
    revise(AdcpRevision {
        proposal: source.to_owned(),
        budget_max: "50000".to_owned(),
        budget_currency: "USD".to_owned(),
        cpm_max: "18".to_owned(),
        cpm_currency: "USD".to_owned(),
        impressions_min: "1000000".to_owned(),
        start_no_later_than: if flight { "2026-10-05T00:00:00Z".to_owned() } else { String::new() },
        include: vec!["premium_video_q4".to_owned()],
        omit: vec!["display_standard_q4".to_owned()],
        criteria: r#"{"product_ids":["premium_video_q4","native_feed_q4"]}"#.to_owned(),
        alternatives: "2".to_owned(),
        ..AdcpRevision::default()
    })
}

/// Does what gives the lie its occasion; the last exchange is the one in which it is told.
async fn occasion(table: &Table, place: &str) -> AdcpState {
    let first = table.draft().await;
    if place == "typed" {
        table.draft().await;
        return table.done(&typed(table, &first)).await;
    }
    let second = table.draft().await;
    let asked = |id: &str, ask: &str| AdcpRevision {
        proposal: id.to_owned(),
        ask: ask.to_owned(),
        ..AdcpRevision::default()
    };
    if place == "two" {
        let revisions = vec![asked(&first, "More reach."), asked(&second, "Lean to video.")];
        return table.done(&AdcpForm::Revise { revisions }).await;
    }
    let both = AdcpForm::Finalize { proposals: vec![first, second], departures: Vec::new() };
    let state = table.done(&both).await;
    if place == "held" {
        return state;
    }
    assert_eq!(state, AdcpState::Answered, "{:#?}", table.last());
    let held = table.newest();
    table.done(&table.accept(&held)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn each_is_caught_by_its_own_rule_and_none_is_accepted() {
    let mut free = Vec::new();
    for (profile, place, rule) in LIES {
        let table = Table::with(profile).await;
        let state = occasion(&table, place).await;
        let last = table.last();
        let rules: Vec<String> =
            last.answer.iter().flat_map(|answer| &answer.faults).map(|fault| fault.rule.clone()).collect();
        if state != AdcpState::Faulty || !rules.iter().any(|one| one == rule) {
            free.push(format!("{} at {place}: {rule} expected, {state:?} {rules:?}", profile.name()));
            continue;
        }
        if place == "accepted" {
            assert!(table.view().media_buys.is_empty(), "{}: nothing is shown as bought", profile.name());
            continue;
        }
        for proposal in table.view().proposals.iter().filter(|one| one.exchange == last.key) {
            assert_eq!(proposal.stage, AdcpStage::Faulty, "{}", profile.name());
            let may = [
                proposal.may_accept,
                proposal.may_finalize,
                proposal.may_revise,
                proposal.may_change,
                proposal.may_decline,
            ];
            assert_eq!(may, [false; 5], "{}", profile.name());
        }
        // Whatever the window would send: nothing of that answer can be chosen.
        let known: Vec<String> = table
            .view()
            .proposals
            .iter()
            .filter(|one| one.exchange != last.key)
            .map(|one| one.id.clone())
            .collect();
        for proposal in table.view().proposals.iter().filter(|one| one.exchange == last.key) {
            let accept = AdcpForm::Accept {
                proposal: proposal.id.clone(),
                digest: proposal.digest.clone().unwrap_or_default(),
                sign_order: false,
                departures: Vec::new(),
            };
            let refused = table.desk.adcp_review(&table.deal, &accept);
            assert!(refused.is_err(), "{}: {refused:?}", profile.name());
            let hold = AdcpForm::Finalize { proposals: vec![proposal.id.clone()], departures: Vec::new() };
            let refused = table.desk.adcp_review(&table.deal, &hold);
            // An id that another proposal had before names that one.
            assert!(refused.is_err() || known.contains(&proposal.id), "{}", profile.name());
        }
        assert_eq!(table.shop.effects("media_buys").await, 0, "{}", profile.name());
    }
    assert!(free.is_empty(), "not caught:\n{}", free.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn forks_that_change_nothing_or_end_nothing() {
    let forks = [
        (Profile::IdleAmendment, AdcpChange::Amendment, "amendment_unchanged"),
        (Profile::BareCancellation, AdcpChange::Cancellation, "schema"),
    ];
    for (profile, change, rule) in forks {
        let table = Table::with(profile).await;
        let draft = table.draft().await;
        let held = table.held(&draft).await;
        assert_eq!(table.done(&table.accept(&held)).await, AdcpState::Answered);
        let fork = AdcpRevision {
            proposal: held,
            change: Some(change),
            ask: "Extend flight by two weeks.".to_owned(),
            ..AdcpRevision::default()
        };
        assert_eq!(table.done(&revise(fork)).await, AdcpState::Faulty, "{}", profile.name());
        assert!(table.last().answer.unwrap().faults.iter().any(|fault| fault.rule == rule));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn replays_that_move_and_conflicts_that_are_none() {
    let table = Table::with(Profile::ReplayMoves).await;
    table.draft().await;
    let key = table.last().key;
    let state = table.desk.adcp_repeat(&table.deal, &key).await.unwrap();
    assert_eq!(state, AdcpState::Faulty, "the second answer is another one");
    assert!(table.last().answer.unwrap().faults.iter().any(|fault| fault.rule == "replay_changed"));
    assert!(!table.view().proposals[0].may_finalize);

    let table = Table::with(Profile::KeyConflict).await;
    table.draft().await;
    let key = table.last().key;
    let state = table.desk.adcp_repeat(&table.deal, &key).await.unwrap();
    assert_eq!(state, AdcpState::Answered, "what was answered stays answered");
    assert_eq!(table.last().error.unwrap().code.as_deref(), Some("IDEMPOTENCY_CONFLICT"));
    assert_eq!(table.shop.effects("request_proposals").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn tasks_that_do_not_end_well() {
    for (profile, end) in [
        (Profile::SubmittedFails, AdcpState::Refused),
        (Profile::SubmittedAsks, AdcpState::NeedsInput),
        (Profile::SubmittedNever, AdcpState::Pending),
    ] {
        let table = Table::with(profile).await;
        assert_eq!(table.send(&brief()).await, AdcpState::Pending, "{}", profile.name());
        assert_eq!(table.settled(AdcpState::Pending).await, end, "{}", profile.name());
        assert!(table.view().proposals.is_empty(), "{}", profile.name());
        // Never again under a new name while it is pending: one request, sent once.
        assert_eq!((table.last().sends, table.shop.effects("request_proposals").await), (1, 1));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_to_a_seller_that_promises_no_replay() {
    let table = Table::with(Profile::NoReplay).await;
    let problem = table.desk.adcp_review(&table.deal, &brief()).unwrap_err();
    assert_eq!(problem.code, ProblemCode::SellerTrouble);
    assert_eq!(problem.facts["cause"], "no_replay");
    assert_eq!(table.shop.effects("request_proposals").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn departures_are_accepted_one_by_one_before_a_product_is_chosen() {
    let table = Table::with(Profile::Departs).await;
    let source = table.draft().await;
    let revision = AdcpRevision {
        proposal: source,
        criteria: r#"{"targeting_overlay":{"geo_countries":["US","CA"]}}"#.to_owned(),
        ..AdcpRevision::default()
    };
    assert_eq!(table.done(&revise(revision)).await, AdcpState::Answered, "{:#?}", table.last());
    let draft = table.newest();
    let departures = table.proposal(&draft).departures;
    assert!(!departures.is_empty(), "{:#?}", table.last().answer);
    let hold = |departures: &[String]| AdcpForm::Finalize {
        proposals: vec![draft.clone()],
        departures: departures.to_vec(),
    };
    let refused = table.desk.adcp_review(&table.deal, &hold(&[])).unwrap().review.obstacle.unwrap();
    assert_eq!(refused.code, ProblemCode::DeparturesOpen);
    assert_eq!(table.done(&hold(&departures)).await, AdcpState::Answered);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_seller_cannot_check_is_said_in_words_by_choice() {
    let table = Table::with(Profile::AskOnly).await;
    let draft = table.draft().await;
    let revision = AdcpRevision {
        proposal: draft,
        budget_max: "40000".to_owned(),
        budget_currency: "USD".to_owned(),
        ..AdcpRevision::default()
    };
    let typed = table.desk.adcp_review(&table.deal, &revise(revision.clone())).unwrap();
    assert_eq!(typed.faults[0].rule, "unsupported_dimension", "nothing leaves that it says it does not read");
    let words = table.desk.adcp_words(&table.deal, &revision).unwrap();
    assert_eq!(words.undeclared, ["total_budget"]);
    assert_eq!(words.instead.ask, "The total budget must be at most USD 40000.");
    assert_eq!(words.instead.budget_max, "");
    // A figure in words is held until the owner lets it go, like in every other answer.
    let reviewed = table.desk.adcp_review(&table.deal, &revise(words.instead)).unwrap().review;
    assert_eq!(reviewed.obstacle.unwrap().code, ProblemCode::ScreenHeld);
    let unreleased = table.desk.adcp_send(&reviewed.ticket, &[]).await.unwrap_err();
    assert_eq!(unreleased.code, ProblemCode::ScreenHeld);
    let named: Vec<u32> = (0..).take(reviewed.screen.marks.len()).collect();
    let state = table.desk.adcp_send(&reviewed.ticket, &named).await.unwrap();
    assert_eq!(state, AdcpState::Answered, "{:#?}", table.last());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decline_says_why_and_nothing_more() {
    let table = Table::with(Profile::Honest).await;
    let draft = table.draft().await;
    let decline = AdcpForm::Decline {
        proposals: vec![draft],
        reason: AdcpDeclineReason::Timing,
        detail: String::new(),
    };
    assert_eq!(table.done(&decline).await, AdcpState::Answered);
    assert!(table.last().arguments.contains(r#""reason":"timing""#));
}
