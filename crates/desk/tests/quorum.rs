//! What the organisation demands a vote on leaves with the vote that passed, and not without:
//! each voter at a desk of their own, every ballot on the deal's ledger.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

#[allow(dead_code, reason = "each test file uses its part")]
#[path = "team/ground.rs"]
mod ground;
#[path = "team/office.rs"]
mod office;
#[path = "team/parleys.rs"]
mod parleys;
#[allow(dead_code, reason = "each test file uses its part")]
#[path = "adcp/table.rs"]
mod shop;
#[path = "team/taken_out.rs"]
mod taken_out;

use desk::view::{
    AdcpForm, AdcpStage, AdcpState, AnswerForm, Approved, NeedKind, ParleyDone, ParleyPhase, Problem,
    ProblemCode, QuorumRuleForm, RoleView, VoteChannel, VoteOutcome, VoteSubject,
};
use office::{Office, lack, passed, person, waits};
use parleys::{first_offer, parley};
use support::agentpub::{AgentPub, Profile};
use support::line::Fate;
use support::{ledgers, people};

#[tokio::test]
async fn an_acceptance_leaves_with_the_vote_that_passed_and_not_before() {
    let office = Office::new().await;
    let (olivia, pat) = (&office.olivia, &office.pat);
    let session = office.offered(1100.0).await;
    let review = olivia.desk.review(&session, &AnswerForm::Accept).unwrap();
    let obstacle = review.obstacle.unwrap();
    assert_eq!(lack(&obstacle), "none");
    assert_eq!((obstacle.facts["needed"].as_str(), obstacle.facts["seats"].as_str()), ("2", "3"));
    assert_eq!(lack(&olivia.desk.approve(&review.ticket).await.unwrap_err()), "none");
    let proposal = office.ask(&session, &AnswerForm::Accept).await;
    assert_eq!(office.ask(&session, &AnswerForm::Accept).await, proposal, "one vote on one thing");

    let asked = office.seen(pat, &proposal, |_| true).await;
    assert_eq!(asked.by, "Olivia", "by the organisation's ledger, not by the proposal's own word");
    assert!(matches!(&waits(pat)[..], [NeedKind::Ballot { reminded: false, .. }]));
    let seen = office.cast(pat, &proposal, "approve").await;
    assert!(seen.has_voted && seen.yes == Some(1) && seen.outcome == VoteOutcome::Open);
    assert_eq!(waits(pat), []);
    // Whoever has not voted sees who has, and not how.
    let vote = office.seen(olivia, &proposal, |vote| vote.seats[1].voted.is_some()).await;
    assert_eq!(vote.seats[1].voted.as_deref(), Some("Pat"));
    assert_eq!((vote.yes, vote.ballots.len(), vote.may_vote), (None, 0, true));
    olivia.desk.remind_voters(&office.deal, &proposal).await.unwrap();
    assert!(matches!(&waits(olivia)[..], [NeedKind::Ballot { reminded: true, .. }]));
    // Nobody from outside the rule, and nobody twice.
    office.seen(&office.kim, &proposal, |_| true).await;
    let outside = office.kim.desk.cast_ballot(&office.deal, &proposal, "approve", "Me too.").await;
    assert_eq!(outside.unwrap_err().code, ProblemCode::NotAllowed);
    office.cast(pat, &proposal, "reject").await;
    assert_eq!(office.lacks(&session, &AnswerForm::Accept), "open");
    let seen = office.cast(olivia, &proposal, "approve").await;
    assert!(passed(&seen), "{:?}", seen.outcome);
    let why: Vec<_> = seen.ballots.iter().map(|ballot| ballot.not_counted.as_deref()).collect();
    assert_eq!(why, [None, Some("already_voted"), None]);
    assert_eq!(waits(olivia), [NeedKind::VotePassed { proposal: proposal.clone() }]);
    // Every desk comes to the same by itself.
    office.seen(&office.lena, &proposal, passed).await;

    let review = olivia.desk.review_voted(&office.deal, &proposal).unwrap();
    assert_eq!(review.obstacle, None);
    assert!(matches!(olivia.desk.approve(&review.ticket).await.unwrap(), Approved::Sent { .. }));
    assert!(office.seen(&office.lena, &proposal, |vote| vote.used).await.used);
    assert_eq!(waits(olivia), []);
    for seat in [olivia, pat, &office.lena] {
        ledgers::assert_sound(&seat.db());
    }
    taken_out::with_the_vote(olivia, &session).await;
}

#[tokio::test]
async fn a_vote_is_on_the_very_bytes_and_under_the_rule_that_stands() {
    let office = Office::new().await;
    let session = office.offered(1140.0).await;
    let counter = |price: &str| {
        let mut form = office.olivia.desk.counter_form(&session).unwrap();
        price.clone_into(&mut form.lines[0].unit_price);
        AnswerForm::Counter { form }
    };
    let voted_on = counter("1045.6");
    let proposal = office.ask(&session, &voted_on).await;
    office.cast(&office.lena, &proposal, "approve").await;
    office.cast(&office.olivia, &proposal, "approve").await;
    assert_eq!(office.olivia.desk.review(&session, &voted_on).unwrap().obstacle, None);
    assert_eq!(office.lacks(&session, &counter("1045.7")), "none");
    // What binds nobody needs no vote.
    let decline = AnswerForm::Decline { reason: String::new() };
    assert_eq!(office.olivia.desk.review(&session, &decline).unwrap().obstacle, None);
    // A rule that asks for more than the vote had is not met by it.
    let stricter = QuorumRuleForm { needed: "3".to_owned(), ..office.rule() };
    office.olivia.desk.set_quorum_rules(&[stricter]).await.unwrap();
    assert_eq!(office.lacks(&session, &voted_on), "passed_under_another_rule");
}

#[tokio::test]
async fn an_acceptance_waits_for_the_hosts_word_on_people_and_rule_and_goes_by_it() {
    let office = Office::new().await;
    let olivia = &office.olivia;
    let session = office.offered(1100.0).await;
    let proposal = office.ask(&session, &AnswerForm::Accept).await;
    office.cast(&office.pat, &proposal, "approve").await;
    office.cast(olivia, &proposal, "approve").await;
    let review = olivia.desk.review_voted(&office.deal, &proposal).unwrap();
    office.set_elsewhere(&[QuorumRuleForm { needed: "3".to_owned(), ..office.rule() }]).await;
    // By what her desk knows the vote is enough.
    assert!(matches!(olivia.desk.approve(&review.ticket).await.unwrap(), Approved::Waiting { .. }));
    olivia.line.is_honest();
    office.seen(olivia, &proposal, |vote| !vote.used).await;
    assert_eq!(office.lacks(&session, &AnswerForm::Accept), "passed_under_another_rule");
    let events = office.contoso.log(&session).await.ok().json()["events"].as_array().unwrap().len();
    assert_eq!(events, 3, "opening, envelope, offer: nothing was accepted");
}

#[tokio::test]
async fn an_act_of_a_negotiation_leaves_by_the_rule_that_the_host_has() {
    let office = Office::new().await;
    let desk = &office.olivia.desk;
    desk.set_quorum_rules(&[]).await.unwrap();
    let away = Profile { drops: 100, ..Profile::default() };
    let service = AgentPub::start(&[("buyer@ours", "key")], away, 7).await;
    desk.join_agentpub(&service.base, "key".to_owned()).await.unwrap();
    let session = desk.begin_parley(&parley(&office.deal)).unwrap();
    assert_eq!(desk.parley_act(&session, &first_offer(), &[]).unwrap(), ParleyDone::Done);
    office.set_elsewhere(&[office.rule()]).await;
    office.olivia.line.is_honest();
    service.behaves(Profile::default());
    desk.haggle_once().await.unwrap();
    assert_eq!(service.taken(), 0);
    assert_eq!(lack(&desk.parleys(&office.deal).unwrap()[0].held.clone().unwrap()), "none");
}

#[tokio::test]
async fn only_an_owner_of_the_organisation_sets_the_rule_and_for_colleagues_alone() {
    let office = Office::new().await;
    let lax = QuorumRuleForm { needed: "1".to_owned(), ..office.rule() };
    let refused = office.kim.desk.set_quorum_rules(std::slice::from_ref(&lax)).await.unwrap_err();
    assert_eq!(refused.code, ProblemCode::NotAllowed);
    let mut strange = lax;
    strange.seats[2].holder.key = people::contoso_agent().fingerprint().to_string();
    let refused = office.olivia.desk.set_quorum_rules(&[strange]).await.unwrap_err();
    assert_eq!(refused.code, ProblemCode::FormInvalid);
    assert_eq!(office.olivia.desk.quorum_rules().unwrap().rules[0].needed, "2");
}

#[tokio::test]
async fn a_ballot_that_has_no_place_at_the_host_is_none() {
    let office = Office::new().await;
    let (olivia, pat) = (&office.olivia, &office.pat);
    let session = office.offered(1100.0).await;
    let proposal = office.ask(&session, &AnswerForm::Accept).await;
    office.cast(pat, &proposal, "approve").await;
    office.seen(olivia, &proposal, |vote| vote.seats[1].voted.is_some()).await;
    olivia.line.decides(|route| if route.starts_with("POST") { Fate::Lost } else { Fate::Passes });
    assert!(olivia.desk.cast_ballot(&office.deal, &proposal, "approve", "Yes.").await.is_err());
    assert_eq!(office.lacks(&session, &AnswerForm::Accept), "open");
    olivia.line.is_honest();
}

#[tokio::test]
async fn a_ballot_that_was_tampered_with_at_the_desk_lets_nothing_leave() {
    let office = Office::new().await;
    let olivia = &office.olivia;
    let session = office.offered(1100.0).await;
    let proposal = office.ask(&session, &AnswerForm::Accept).await;
    office.cast(&office.pat, &proposal, "reject").await;
    office.cast(olivia, &proposal, "approve").await;
    assert_eq!(office.lacks(&session, &AnswerForm::Accept), "open");
    let forged = olivia.db().execute(
        "UPDATE ledger SET payload = replace(payload, '\"choice\":\"reject\"', '\"choice\":\"approve\"')
         WHERE kind = 'ballot'",
        [],
    );
    assert!(forged.unwrap() > 0);
    // With the next word on people every deal's ledger is read and proven anew.
    olivia.desk.invite("Sam", &[RoleView::Legal], 7).await.unwrap();
    assert_eq!(olivia.desk.votes(&office.deal).unwrap_err().code, ProblemCode::LedgerRed);
    let refused = match olivia.desk.review(&session, &AnswerForm::Accept) {
        Ok(review) => review.obstacle.unwrap(),
        Err(problem) => problem,
    };
    assert_eq!(refused.code, ProblemCode::LedgerRed);
}

#[tokio::test]
async fn agents_advise_and_never_count_and_one_summary_is_one_opinion() {
    let office = Office::new().await;
    let desk = &office.olivia.desk;
    let session = office.offered(1100.0).await;
    let proposal = office.ask(&session, &AnswerForm::Accept).await;
    let advise = async |agent: &str, choice: &str, read: &str| {
        desk.advise_vote((&office.deal, &proposal), agent, choice, "As it says there.", read).await
    };
    for n in 1..=4 {
        let seen = advise(&format!("reader-{n}"), "approve", "one summary").await.unwrap();
        assert_eq!(seen.opinions, [], "hidden before the own ballot");
    }
    assert_eq!(unfit(&advise("stranger", "approve", "x").await), ("agent", "advisor"));
    assert_eq!(unfit(&advise("reader-1", "reject", "x").await), ("agent", "taken"), "once each");
    assert_eq!(unfit(&advise("reader-5", "approve", " \n").await), ("read", "required"));
    assert_eq!(unfit(&advise("reader-5", "perhaps", "x").await), ("choice", "unknown"));
    // The same summary, copied with blanks around it, is no other source.
    advise("reader-5", "approve", " one summary\n").await.unwrap();
    let seen = office.cast(&office.olivia, &proposal, "approve").await;
    assert_eq!(seen.outcome, VoteOutcome::Open, "five agents and one person are one yes");
    assert_eq!((seen.opinions.len(), seen.opinions[0].advice.len()), (1, 5));
    assert_eq!(seen.opinions[0].choice.as_deref(), Some("approve"));
    // Whoever did not take it down sees the same, from the ledger.
    let seen = office.cast(&office.pat, &proposal, "approve").await;
    assert_eq!(seen.opinions.len(), 1);
    office.seen(&office.olivia, &proposal, passed).await;
    assert_eq!(advise("reader-5", "approve", "x").await.unwrap_err().code, ProblemCode::Gone);
}

fn unfit<T>(refused: &Result<T, Problem>) -> (&str, &str) {
    let Err(problem) = refused else { panic!("taken") };
    assert_eq!(problem.code, ProblemCode::FormInvalid);
    (problem.facts["path"].as_str(), problem.facts["problem"].as_str())
}

#[tokio::test]
async fn an_offer_in_a_typed_negotiation_takes_the_vote_too() {
    let office = Office::new().await;
    let desk = &office.olivia.desk;
    let session = desk.begin_parley(&parley(&office.deal)).unwrap();
    let act = first_offer();
    assert_eq!(lack(&desk.parley_act(&session, &act, &[]).unwrap_err()), "none");
    let proposal = desk.ask_vote_on_act(&session, &act).await.unwrap();
    office.cast(&office.pat, &proposal, "approve").await;
    assert_eq!(lack(&desk.do_voted(&office.deal, &proposal).unwrap_err()), "open");
    office.cast(&office.olivia, &proposal, "approve").await;
    assert_eq!(desk.do_voted(&office.deal, &proposal).unwrap(), ParleyDone::Done);
    assert_eq!(desk.parleys(&office.deal).unwrap()[0].phase, ParleyPhase::Offered);
    assert!(desk.votes(&office.deal).unwrap()[0].used);
}

#[tokio::test]
async fn an_act_that_has_not_left_waits_for_the_vote_that_is_demanded_since() {
    let office = Office::new().await;
    let desk = &office.olivia.desk;
    desk.set_quorum_rules(&[]).await.unwrap();
    let service =
        AgentPub::start(&[("buyer@ours", "key")], Profile { drops: 100, ..Profile::default() }, 7).await;
    desk.join_agentpub(&service.base, "key".to_owned()).await.unwrap();
    let session = desk.begin_parley(&parley(&office.deal)).unwrap();
    assert_eq!(desk.parley_act(&session, &first_offer(), &[]).unwrap(), ParleyDone::Done);
    let view = || desk.parleys(&office.deal).unwrap().remove(0);
    assert_eq!((view().unsent, view().held), (1, None));
    // Signed while no vote was demanded, and not out of the house yet when one is.
    desk.set_quorum_rules(&[office.rule()]).await.unwrap();
    service.behaves(Profile::default());
    desk.haggle_once().await.unwrap();
    desk.haggle_once().await.unwrap();
    assert_eq!(service.taken(), 0);
    assert_eq!(lack(&view().held.unwrap()), "none");
    let proposal = desk.ask_vote_on_kept(&session).await.unwrap();
    assert_eq!(lack(&view().held.unwrap()), "open");
    office.cast(&office.pat, &proposal, "approve").await;
    office.cast(&office.olivia, &proposal, "approve").await;
    desk.haggle_once().await.unwrap();
    assert_eq!(service.taken(), 1);
    assert_eq!((view().unsent, view().held), (0, None));
    // What left is not kept back by a rule of later.
    let stricter = QuorumRuleForm { needed: "3".to_owned(), ..office.rule() };
    desk.set_quorum_rules(&[stricter]).await.unwrap();
    assert_eq!(view().held, None);
    assert!(desk.say_again(&session).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_purchase_of_media_leaves_with_the_vote_on_its_very_request() {
    let office = Office::new().await;
    let desk = &office.olivia.desk;
    let shop =
        shop::Shop::open(training_seller::Profile::Honest, training_seller::Framing::Json, false).await;
    desk.adcp_hold(&shop.token, std::time::Duration::from_secs(20));
    let seller = desk::view::AdcpSellerForm {
        deal: office.deal.clone(),
        url: shop.url.clone(),
        token: shop.token.clone(),
        account: desk::view::AdcpAccount::Id { id: "account_pinnacle_acme".to_owned() },
        brand: "acmeoutdoor.example".to_owned(),
    };
    desk.adcp_set_seller(&seller).await.unwrap();
    desk.set_quorum_rules(&[QuorumRuleForm { from_amount: String::new(), ..office.rule() }]).await.unwrap();
    let send = async |form: &AdcpForm| {
        let review = desk.adcp_review(&office.deal, form).unwrap().review;
        assert_eq!(review.obstacle, None);
        assert_eq!(desk.adcp_send(&review.ticket, &[]).await.unwrap(), AdcpState::Answered);
        desk.adcp_view(&office.deal).unwrap().proposals.pop().unwrap()
    };
    // What binds nobody takes no vote.
    let draft = send(&shop::brief()).await;
    let finalize = AdcpForm::Finalize { proposals: vec![draft.id.clone()], departures: draft.departures };
    let held = send(&finalize).await;
    let accept = AdcpForm::Accept {
        proposal: held.id.clone(),
        digest: held.digest.clone().unwrap_or_default(),
        sign_order: held.order_needs_signature,
        departures: held.departures.clone(),
    };
    let review = desk.adcp_review(&office.deal, &accept).unwrap().review;
    assert_eq!(lack(&review.obstacle.unwrap()), "none");
    let proposal = desk.ask_vote(&review.ticket).await.unwrap();
    assert_eq!(lack(&desk.adcp_send(&review.ticket, &[]).await.unwrap_err()), "open");
    let asked = office.seen(&office.pat, &proposal, |_| true).await;
    let VoteSubject::Answer { channel, what, events, .. } = &asked.subject else { panic!() };
    assert_eq!((*channel, what.as_str()), (VoteChannel::Media, "accept_proposal"));
    assert!(events[0].payload.contains(&held.id));
    office.cast(&office.pat, &proposal, "approve").await;
    office.cast(&office.olivia, &proposal, "approve").await;
    // Another request is another, though it asks for the same: it has another name.
    let again = desk.adcp_review(&office.deal, &accept).unwrap().review;
    assert_eq!(lack(&again.obstacle.unwrap()), "none");
    let voted = desk.review_voted(&office.deal, &proposal).unwrap();
    assert_eq!((voted.obstacle, &voted.events), (None, events));
    assert_eq!(shop.effects("media_buys").await, 0);
    assert_eq!(desk.adcp_send(&voted.ticket, &[]).await.unwrap(), AdcpState::Answered);
    assert_eq!(shop.effects("media_buys").await, 1);
    let bought = desk.adcp_view(&office.deal).unwrap().proposals;
    assert!(bought.iter().any(|one| one.id == held.id && one.stage == AdcpStage::Accepted));
    assert!(desk.votes(&office.deal).unwrap()[0].used);
    assert_eq!(desk.review_voted(&office.deal, &proposal).unwrap_err().code, ProblemCode::Gone);
}

#[tokio::test]
async fn a_stand_in_votes_in_the_place_of_one_and_only_once_in_it() {
    let office = Office::new().await;
    let mut rule = office.rule();
    rule.seats[1].stand_ins = vec![person("Kim", &office.kim)];
    office.olivia.desk.set_quorum_rules(&[rule]).await.unwrap();
    let session = office.offered(1100.0).await;
    let proposal = office.ask(&session, &AnswerForm::Accept).await;
    let seen = office.cast(&office.kim, &proposal, "approve").await;
    assert_eq!(seen.seats[1].voted.as_deref(), Some("Kim"));
    // The seat is taken: whose it is comes too late, and is kept.
    let seen = office.cast(&office.pat, &proposal, "reject").await;
    assert!(!seen.has_voted);
    let seen = {
        office.cast(&office.olivia, &proposal, "approve").await;
        office.seen(&office.olivia, &proposal, passed).await
    };
    let why: Vec<_> = seen.ballots.iter().map(|ballot| ballot.not_counted.as_deref()).collect();
    assert_eq!(why, [None, Some("seat_taken"), None]);
}
