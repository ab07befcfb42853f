//! Colleagues of whom some must say yes.

use anp::keys::SecretKey;
use desk::view::{
    AnswerForm, NeedKind, Problem, ProblemCode, QuorumPersonForm, QuorumRuleForm, QuorumSeatForm, RoleView,
    VoteOutcome, VoteView,
};
use support::client::Client;
use support::line::Fate;
use support::people;

use crate::ground::{Seat, Team};

/// Four colleagues; two yes of Olivia, Pat and Lena are needed, and Kim is not in the rule.
pub struct Office {
    pub team: Team,
    pub olivia: Seat,
    pub pat: Seat,
    pub lena: Seat,
    pub kim: Seat,
    pub contoso: Client,
    pub deal: String,
}

pub fn person(name: &str, seat: &Seat) -> QuorumPersonForm {
    QuorumPersonForm { name: name.to_owned(), key: seat.fingerprint() }
}

impl Office {
    pub async fn new() -> Self {
        let team = Team::new().await;
        let olivia = team.olivia().await;
        let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::Procurement]).await;
        let lena = team.colleague(&olivia, "Lena", people::lena(), &[RoleView::Legal]).await;
        let kim = team.colleague(&olivia, "Kim", people::kim(), &[RoleView::DealOwner]).await;
        let contoso = team.contoso(&olivia).await;
        let deal = olivia.deal();
        let office = Self { team, olivia, pat, lena, kim, contoso, deal };
        office.olivia.desk.set_quorum_rules(&[office.rule()]).await.unwrap();
        for seat in [&office.pat, &office.lena, &office.kim] {
            seat.until("the deal", |desk| desk.deal(&office.deal).ok()).await;
        }
        office
    }

    pub fn rule(&self) -> QuorumRuleForm {
        let seats = [("Olivia", &self.olivia), ("Pat", &self.pat), ("Lena", &self.lena)];
        let seat = |(name, seat)| QuorumSeatForm { holder: person(name, seat), stand_ins: vec![] };
        QuorumRuleForm {
            acts: vec![],
            from_amount: "100000".to_owned(),
            from_currency: "USD".to_owned(),
            seats: seats.map(seat).to_vec(),
            needed: "2".to_owned(),
            hours: "24".to_owned(),
            advisors: (1..=5).map(|n| format!("reader-{n}")).collect(),
        }
    }

    pub async fn offered(&self, price: f64) -> String {
        let session = self.team.offered(&self.contoso, &self.olivia, &self.deal, price).await;
        self.olivia.head(&self.deal, &session, 3).await;
        session
    }

    pub async fn ask(&self, session: &str, form: &AnswerForm) -> String {
        let review = self.olivia.desk.review(session, form).unwrap();
        self.olivia.desk.ask_vote(&review.ticket).await.unwrap()
    }

    /// Casts a ballot once the proposal has come to that desk.
    pub async fn cast(&self, seat: &Seat, proposal: &str, choice: &str) -> VoteView {
        self.seen(seat, proposal, |_| true).await;
        seat.desk.cast_ballot(&self.deal, proposal, choice, &format!("A reason to {choice}.")).await.unwrap()
    }

    pub async fn seen(&self, seat: &Seat, proposal: &str, so: impl Fn(&VoteView) -> bool) -> VoteView {
        let vote = |desk: &desk::Desk| {
            let votes = desk.votes(&self.deal).unwrap();
            votes.into_iter().find(|vote| vote.proposal == proposal && so(vote))
        };
        seat.until("the vote", vote).await
    }

    /// Another owner of the organisation sets the rule, and nothing of its ledger reaches Olivia.
    pub async fn set_elsewhere(&self, rules: &[QuorumRuleForm]) {
        let key = SecretKey::from_seed(&[78; 32]);
        let other = self.team.colleague(&self.olivia, "Dana", key, &[RoleView::OrgOwner]).await;
        let there = |desk: &desk::Desk| {
            desk.quorum_rules().ok().filter(|rules| rules.may_set && rules.set_at.is_some())
        };
        other.until("people and rule", there).await;
        let cut = |route: &str| if route.contains("/ledgers/org-") { Fate::Lost } else { Fate::Passes };
        self.olivia.line.decides(cut);
        other.desk.set_quorum_rules(rules).await.unwrap();
    }

    pub fn lacks(&self, session: &str, form: &AnswerForm) -> String {
        lack(&self.olivia.desk.review(session, form).unwrap().obstacle.unwrap())
    }
}

pub fn lack(problem: &Problem) -> String {
    assert_eq!(problem.code, ProblemCode::QuorumNeeded, "{problem:?}");
    problem.facts["state"].clone()
}

pub fn waits(seat: &Seat) -> Vec<NeedKind> {
    let needs = seat.desk.today().unwrap().needs.into_iter().map(|need| need.what);
    needs.filter(|what| matches!(what, NeedKind::Ballot { .. } | NeedKind::VotePassed { .. })).collect()
}

pub fn passed(vote: &VoteView) -> bool {
    matches!(vote.outcome, VoteOutcome::Passed { .. })
}
