//! A quote in a file that came by mail, from the table to an answer.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use anp::verify::Trust;
use desk::view::{
    ChangeView, DealState, Entry, EntryBody, HoldState, MailFate, MailForm, MailPlace, MailSecurity,
    NeedKind, ProblemCode, QuorumRuleForm, QuorumSeatForm, QuoteAct, QuoteAnswerForm, QuoteTerms, Standing,
    StopChannel, TableChoices, VerdictOutcome, VoteChannel, VoteSubject,
};
use desk::{Desk, Disclose, Work};
use evidence::{Contents, bundle};
use ground::Ground;
use support::mailserver::{Dovecot, Offers, there};

/// A mail with a table; dated so far into November.
fn letter(number: u32, from: &str, table: &str) -> String {
    format!(
        "Message-ID: <q{number}@contoso.example>\r\nDate: Mon, {number:02} Nov 2026 10:00:00 +0000\r\nFrom: {from}\r\n\
         To: anna@northwind.example\r\nSubject: quote {number}\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee the table.\r\n\
         --b\r\nContent-Type: text/csv; name=quote.csv\r\nContent-Disposition: attachment; filename=quote.csv\r\n\r\n\
         {table}\r\n--b--\r\n"
    )
}

const SALES: &str = "sales@contoso.example";

/// Its numbers can be read in two ways.
fn table(price: &str) -> String {
    format!("Artikelnr;Beschreibung;Menge;Einheit;Einzelpreis\r\nCRM-1;CRM seats;400;seat/year;{price}")
}

fn put(ground: &Ground, number: u32, from: &str, table: &str) {
    let path = ground.folder.path().join(format!("desk/mail/{number}.eml"));
    let part = path.with_extension("part");
    std::fs::write(&part, letter(number, from, table)).unwrap();
    std::fs::rename(part, &path).unwrap();
}

fn entry(desk: &Desk, deal: &str, subject: &str) -> Option<Entry> {
    let fits =
        |entry: &Entry| matches!(&entry.body, EntryBody::Mail { subject: found, .. } if found == subject);
    desk.deal(deal).unwrap().timeline.into_iter().find(fits)
}

/// Number of the mail and part of its table.
async fn come(ground: &Ground, deal: &str, number: u32) -> (String, String) {
    let subject = format!("quote {number}");
    let found = ground.until(&subject, |desk| entry(desk, deal, &subject)).await;
    let EntryBody::Mail { attachments, .. } = found.body else { panic!() };
    assert!(attachments[0].table);
    (found.id.replace("mail:", ""), attachments[0].part.clone())
}

fn quotes(desk: &Desk, deal: &str) -> Vec<Entry> {
    let all = desk.deal(deal).unwrap().timeline.into_iter();
    all.filter(|entry| matches!(entry.body, EntryBody::Quote { .. })).collect()
}

fn states(desk: &Desk, deal: &str) -> Vec<HoldState> {
    let state = |entry: Entry| match entry.body {
        EntryBody::Quote { hold, .. } => hold.state,
        _ => unreachable!(),
    };
    quotes(desk, deal).into_iter().map(state).collect()
}

fn terms() -> QuoteTerms {
    QuoteTerms { term_months: "36".to_owned(), valid_until: "2027-12-31".to_owned() }
}

/// What a person settles in the dialog.
fn chosen(desk: &Desk, (mail, part): &(String, String), style: &str) -> TableChoices {
    let mut choices = desk.preview_quote(mail, part, None, &Work::unwatched()).unwrap().choices;
    style.clone_into(&mut choices.style);
    "USD".clone_into(&mut choices.currency);
    choices
}

fn imported(desk: &Desk, place: &(String, String)) {
    let choices = chosen(desk, place, "comma");
    desk.import_quote(&place.0, &place.1, &choices, &terms(), &Work::unwatched()).unwrap();
}

#[tokio::test]
async fn a_table_by_mail_becomes_an_offer_that_compares_and_is_held_and_never_verified() {
    let ground = Ground::new().await;
    let deal = ground.deal();
    put(&ground, 2, SALES, &table("1.345"));
    let first = come(&ground, &deal, 2).await;
    // Nothing about its numbers is guessed, and nothing is taken before it is said.
    let preview = ground.desk.preview_quote(&first.0, &first.1, None, &Work::unwatched()).unwrap();
    assert_eq!(preview.ask_style, ["1.345"]);
    assert!(!preview.remembered);
    let unsaid = chosen(&ground.desk, &first, "");
    let refused =
        ground.desk.import_quote(&first.0, &first.1, &unsaid, &terms(), &Work::unwatched()).unwrap_err();
    assert_eq!((refused.code, refused.facts["path"].as_str()), (ProblemCode::FormInvalid, "style"));
    let preview = ground
        .desk
        .preview_quote(&first.0, &first.1, Some(&chosen(&ground.desk, &first, "comma")), &Work::unwatched())
        .unwrap();
    let line = &preview.lines[0];
    assert_eq!(
        (line.quantity.as_str(), line.unit_price.as_str(), line.period.as_str(), line.currency.as_str()),
        ("400", "1345", "year", "USD")
    );
    imported(&ground.desk, &first);
    let view = ground.desk.deal(&deal).unwrap();
    let quote = quotes(&ground.desk, &deal).remove(0);
    let EntryBody::Quote { offer, hold, file, sha256, .. } = &quote.body else { panic!() };
    assert_eq!((offer.annual_total.as_deref(), hold.state), (Some("538000"), HoldState::Held));
    assert_eq!((file.as_str(), sha256.len()), ("quote.csv", 64));
    assert_eq!(quote.standing, Standing::MailUnauthenticated);
    assert!(quote.event.is_none(), "it is no event of any chain");
    assert_eq!((view.state, view.round), (DealState::HeldOffer, 1));
    assert!(view.ledgers.is_empty());
    let needs = ground.desk.today().unwrap().needs;
    let waits = needs.iter().find(|need| matches!(need.what, NeedKind::HeldQuote { .. })).unwrap();
    assert_eq!(waits.deadline.as_deref(), Some("2027-12-31T23:59:59Z"));
    // The next table of this vendor is read as this one was; its offer takes the place.
    put(&ground, 9, SALES, &table("1.300"));
    let second = come(&ground, &deal, 9).await;
    let preview = ground.desk.preview_quote(&second.0, &second.1, None, &Work::unwatched()).unwrap();
    assert!(preview.remembered && preview.ask_style.is_empty());
    ground.desk.import_quote(&second.0, &second.1, &preview.choices, &terms(), &Work::unwatched()).unwrap();
    assert_eq!(states(&ground.desk, &deal), [HoldState::Superseded, HoldState::Held]);
    let both = quotes(&ground.desk, &deal);
    let EntryBody::Quote { offer, .. } = &both[1].body else { panic!() };
    assert!(
        matches!(&offer.total_since, ChangeView::Down { by, .. } if by == "18000"),
        "{:?}",
        offer.total_since
    );
    let compared = ground.desk.compare_offers((&both[1].id, 0), (&both[0].id, 0)).unwrap();
    assert!(matches!(&compared.total_since, ChangeView::Up { by, .. } if by == "18000"));
    // Another vendor's table of the same columns is asked about anew.
    let form = desk::view::DealForm {
        title: "Other".to_owned(),
        vendor: "Tailspin".to_owned(),
        vendor_domains: vec!["tailspin.example".to_owned()],
    };
    let other = ground.desk.make_deal(&form).unwrap();
    put(&ground, 10, "x@tailspin.example", &table("1.300"));
    let third = come(&ground, &other, 10).await;
    let preview = ground.desk.preview_quote(&third.0, &third.1, None, &Work::unwatched()).unwrap();
    assert!(!preview.remembered && !preview.ask_style.is_empty());
}

fn account(dovecot: &Dovecot, smtp: u16) -> MailForm {
    let here = |port: u16| MailPlace {
        host: "127.0.0.1".to_owned(),
        port: port.into(),
        security: MailSecurity::ThisMachine,
    };
    MailForm {
        address: "anna@northwind.example".to_owned(),
        login: "anna".to_owned(),
        password: Dovecot::PASSWORD.to_owned(),
        oauth: None,
        ticket: String::new(),
        imap: here(dovecot.port),
        smtp: here(smtp),
        authserv: String::new(),
        folders: Vec::new(),
    }
}

fn form(desk: &Desk, mail: &str, quote: &str, act: QuoteAct) -> desk::view::MailAnswer {
    let mut form = desk.mail_answer(mail).unwrap();
    "We have decided.".clone_into(&mut form.body);
    form.quote = Some(QuoteAnswerForm { quote: quote.to_owned(), act });
    form
}

/// A vote of one, on every acceptance of some worth.
fn alone(desk: &Desk) -> QuorumRuleForm {
    let you = desk.quorum_rules().unwrap().you;
    QuorumRuleForm {
        acts: vec!["accept".to_owned()],
        from_amount: "100".to_owned(),
        from_currency: "USD".to_owned(),
        seats: vec![QuorumSeatForm { holder: you, stand_ins: vec![] }],
        needed: "1".to_owned(),
        hours: "24".to_owned(),
        advisors: vec![],
    }
}

#[tokio::test]
async fn an_acceptance_by_mail_leaves_with_the_vote_on_the_very_mail() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna", "sales"], Offers::All, "");
    let ground = Ground::new().await;
    let (desk, deal) = (&ground.desk, ground.deal());
    // The sending server is not there at first.
    desk.hold_mail(account(&dovecot, 1)).await.unwrap();
    put(&ground, 2, SALES, &table("1.300"));
    let place = come(&ground, &deal, 2).await;
    imported(desk, &place);
    desk.set_quorum_rules(&[alone(desk)]).await.unwrap();
    let quote = quotes(desk, &deal)[0].id.replace("quote:", "");
    let accept = form(desk, &place.0, &quote, QuoteAct::Accept);
    let review = desk.review_mail(&accept).unwrap();
    assert_eq!(review.obstacle.unwrap().code, ProblemCode::QuorumNeeded);
    let proposal = desk.ask_vote(&review.ticket).await.unwrap();
    let vote = desk.votes(&deal).unwrap().remove(0);
    let VoteSubject::Answer { channel, what, events, offer, .. } = vote.subject else { panic!() };
    assert_eq!((channel, what.as_str(), offer.is_some()), (VoteChannel::Mail, "accept", true));
    let mail = &events[1].payload;
    assert!(mail.contains("We have decided."), "voters see the mail itself: {mail}");
    // Other words, and the same words at another hour, are other mails.
    let state = |problem: Option<desk::view::Problem>| problem.map(|problem| problem.facts["state"].clone());
    desk.cast_ballot(&deal, &proposal, "approve", "Within what the plant needs.").await.unwrap();
    let again = desk.review_mail(&accept).unwrap();
    assert_eq!(state(again.obstacle).as_deref(), Some("none"));
    // What surely did not leave has used up nothing.
    let voted = desk.review_voted(&deal, &proposal).unwrap();
    assert_eq!(voted.obstacle, None);
    assert!(matches!(desk.send_mail(&voted.ticket).await.unwrap(), MailFate::NotSent { .. }));
    assert!(!desk.votes(&deal).unwrap()[0].used);
    let old = desk.mail_view().unwrap().accounts[0].id.clone();
    desk.remove_mail(&old).await.unwrap();
    desk.hold_mail(account(&dovecot, dovecot.smtp_port)).await.unwrap();
    let voted = desk.review_voted(&deal, &proposal).unwrap();
    assert_eq!(desk.send_mail(&voted.ticket).await.unwrap(), MailFate::Sent);
    assert_eq!(states(desk, &deal), [HoldState::Accepted]);
    assert!(desk.votes(&deal).unwrap()[0].used);
    let named = mail.lines().find(|line| line.to_lowercase().starts_with("message-id:")).unwrap();
    let sent = dovecot.doveadm(&["fetch", "-u", "sales", "hdr", "mailbox", "INBOX"]);
    assert!(sent.contains(named.trim()), "the very mail: {sent}");
    let decided = "SELECT count(*) FROM ledger WHERE kind = 'decision' AND payload LIKE '%\"vote\":%'";
    let decided: i64 = ground.db().query_row(decided, [], |row| row.get(0)).unwrap();
    assert_eq!(decided, 2, "the decision names the vote that it stands on");
}

#[tokio::test]
async fn the_owner_answers_a_quote_by_mail_inside_the_mandate_and_once() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna", "sales"], Offers::All, "");
    let ground = Ground::new().await;
    let deal = ground.deal();
    ground.desk.hold_mail(account(&dovecot, 1)).await.unwrap();
    put(&ground, 2, SALES, &table("1.500"));
    let place = come(&ground, &deal, 2).await;
    imported(&ground.desk, &place);
    let id = |desk: &Desk| quotes(desk, &deal)[0].id.replace("quote:", "");
    // 600,000 a year is beyond the walk-away: it can be declined and not accepted.
    let accept = form(&ground.desk, &place.0, &id(&ground.desk), QuoteAct::Accept);
    let review = ground.desk.review_mail(&accept).unwrap();
    assert_eq!(review.obstacle.unwrap().code, ProblemCode::OutsideMandate);
    assert!(review.guard.iter().any(|finding| finding.blocks));
    assert_eq!(ground.desk.send_mail(&review.ticket).await.unwrap_err().code, ProblemCode::Gone);
    // The same mail reviewed again is the same draft, whatever is drawn anew in it.
    ground.desk.review_mail(&accept).unwrap();
    let noted: i64 = ground.db().query_row("SELECT count(*) FROM stops", [], |row| row.get(0)).unwrap();
    assert_eq!(noted, 1);
    let stop = ground.until("it is told", |desk| desk.deal(&deal).unwrap().stops.pop()).await;
    assert_eq!((stop.channel, stop.rules[0].rule.as_str()), (StopChannel::Mail, "guard/walk_away"));
    // Read out anew, as the person corrects the style: 1.5 a seat.
    let choices = chosen(&ground.desk, &place, "point");
    ground.desk.import_quote(&place.0, &place.1, &choices, &terms(), &Work::unwatched()).unwrap();
    assert_eq!(states(&ground.desk, &deal), [HoldState::Held]);
    let accept = form(&ground.desk, &place.0, &id(&ground.desk), QuoteAct::Accept);
    let review = ground.desk.review_mail(&accept).unwrap();
    assert_eq!(review.obstacle, None);
    // Where a vote is demanded no mail accepts without it, and none that was reviewed before the rule
    // was set.
    ground.desk.set_quorum_rules(&[alone(&ground.desk)]).await.unwrap();
    let lacking = ground.desk.send_mail(&review.ticket).await.unwrap_err();
    assert_eq!((lacking.code, lacking.facts["state"].as_str()), (ProblemCode::QuorumNeeded, "none"));
    let review = ground.desk.review_mail(&accept).unwrap();
    assert_eq!(review.obstacle.unwrap().code, ProblemCode::QuorumNeeded);
    let lacking = ground.desk.send_mail(&review.ticket).await.unwrap_err();
    assert_eq!(lacking.code, ProblemCode::QuorumNeeded);
    ground.desk.set_quorum_rules(&[]).await.unwrap();
    let review = ground.desk.review_mail(&accept).unwrap();
    assert_eq!(review.obstacle, None);
    // What surely did not leave decides nothing.
    let fate = ground.desk.send_mail(&review.ticket).await.unwrap();
    assert!(matches!(fate, MailFate::NotSent { .. }));
    assert_eq!(states(&ground.desk, &deal), [HoldState::Held]);
    let old = ground.desk.mail_view().unwrap().accounts[0].id.clone();
    ground.desk.remove_mail(&old).await.unwrap();
    ground.desk.hold_mail(account(&dovecot, dovecot.smtp_port)).await.unwrap();
    let [one, two] = [(); 2].map(|()| ground.desk.review_mail(&accept).unwrap().ticket);
    assert_eq!(ground.desk.send_mail(&one).await.unwrap(), MailFate::Sent);
    assert_eq!(states(&ground.desk, &deal), [HoldState::Accepted]);
    // A second answer that was reviewed in the meantime is stale, and what was answered stays.
    assert_eq!(ground.desk.send_mail(&two).await.unwrap_err().code, ProblemCode::ApprovalStale);
    let again =
        ground.desk.import_quote(&place.0, &place.1, &choices, &terms(), &Work::unwatched()).unwrap_err();
    assert_eq!(again.code, ProblemCode::Gone);
    let sent = dovecot.doveadm(&["fetch", "-u", "sales", "hdr", "mailbox", "INBOX"]);
    assert_eq!(sent.matches("Subject: Re: quote 2").count(), 1);
    // The act stands in what was decided, on the deal's ledger.
    let decided: i64 = ground
        .db()
        .query_row("SELECT count(*) FROM ledger WHERE kind = 'decision'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(decided, 2);
    taken_out(&ground, &deal);
}

/// Files, what was read out of them and what was sent stand in the evidence, each bound by what a person signed.
fn taken_out(ground: &Ground, deal: &str) {
    let saved = ground.desk.export_deal(deal, Disclose::Decisions, None, &Work::unwatched()).unwrap();
    assert_eq!(saved.verdict.outcome, VerdictOutcome::Green, "{:#?}", saved.verdict);
    let contents = bundle::contents(&std::fs::read(saved.path).unwrap()).unwrap();
    let raw: Vec<Vec<u8>> = {
        let db = ground.db();
        let mut asked = db.prepare("SELECT raw FROM mail_out ORDER BY decided_at").unwrap();
        asked.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    };
    let kept: Vec<Vec<u8>> = contents.letters.iter().map(|letter| letter.raw.clone()).collect();
    assert_eq!((kept, contents.letters[1].fate.as_str()), (raw, "sent"));
    let quote = &contents.quotes[0];
    assert!(String::from_utf8_lossy(quote.bytes.as_ref().unwrap()).contains("CRM-1;CRM seats;400"));
    let mut said = contents.ledger.entries.iter().filter(|entry| entry.kind == "quote");
    assert!(said.next_back().unwrap().payload.as_ref().unwrap().contains(r#""style":"point""#));
    let html = evidence::html(&contents);
    assert!(html.contains("Quotes by mail") && html.contains("Mails that were decided"));

    let failed = |alter: &dyn Fn(&mut Contents)| {
        let mut doctored = contents.clone();
        alter(&mut doctored);
        doctored.about.signed_by = None;
        let verdict = bundle::check(&bundle::write(&doctored, None).unwrap(), &Trust::default()).verdict;
        verdict.faults.into_iter().map(|fault| fault.check).collect::<Vec<_>>()
    };
    assert_eq!(failed(&|_| {}), Vec::<String>::new());
    assert_eq!(failed(&|doctored| doctored.letters[1].raw[40] ^= 1), ["letter"]);
    let other = |doctored: &mut Contents| {
        let payload = &mut doctored.letters[1].payload;
        *payload = payload.replace("We have decided.", "We have not decided.");
    };
    assert_eq!(failed(&other), ["letter"]);
    assert_eq!(failed(&|doctored| doctored.quotes[0].bytes.as_mut().unwrap()[3] ^= 1), ["quote"]);
    let cheaper = |doctored: &mut Contents| {
        let offer = &mut doctored.quotes[0].offer;
        *offer = offer.replace("\"unit_price\":1.5", "\"unit_price\":1.4");
    };
    assert_eq!(failed(&cheaper), ["quote"]);
    assert_eq!(failed(&|doctored| doctored.quotes[0].mail = [7; 32]), ["quote"]);
}
