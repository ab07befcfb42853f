//! A vendor's contact confirms a registration by a code that a real server mails.

use desk::Desk;
use desk::view::{
    CodeState, CodeWay, MailForm, MailPlace, MailSecurity, ProblemCode, RoleView, VendorStatus, VendorView,
};
use host::{MailServer, Smtp};
use serde_json::json;
use support::client::Client;
use support::mailserver::{Cut, CuttingLine, Dovecot, Offers, there};
use support::people;
use zeroize::Zeroizing;

use crate::ground::{Seat, Team};

fn post_office() -> Dovecot {
    Dovecot::start(&["deals", "olivia", "sales"], Offers::All, "")
}

fn hosts(dovecot: &Dovecot) -> Smtp {
    let named = MailServer {
        server: "127.0.0.1".to_owned(),
        port: dovecot.smtp_port,
        security: "this_machine".to_owned(),
        from: "deals@northwind.example".to_owned(),
        roots: None,
    };
    let password = Zeroizing::new(Dovecot::PASSWORD.to_owned());
    Smtp::new(named, Some(("deals".to_owned(), password))).unwrap()
}

fn mailbox(dovecot: &Dovecot, smtp: u16) -> MailForm {
    let here = |port: u16| MailPlace {
        host: "127.0.0.1".to_owned(),
        port: port.into(),
        security: MailSecurity::ThisMachine,
    };
    MailForm {
        address: "olivia@northwind.example".to_owned(),
        login: "olivia".to_owned(),
        password: Dovecot::PASSWORD.to_owned(),
        oauth: None,
        ticket: String::new(),
        imap: here(dovecot.port),
        smtp: here(smtp),
        authserv: String::new(),
        folders: Vec::new(),
    }
}

async fn registered(team: &Team) -> Client {
    Client::registered(&team.host.url, "Contoso Seller Agent", people::contoso_agent()).await
}

/// The vendor, once this desk sees it so.
async fn seen(seat: &Seat, what: &str, fits: impl Fn(&VendorView) -> bool) -> VendorView {
    seat.until(what, |desk: &Desk| desk.vendors().into_iter().find(&fits)).await
}

fn state(vendor: &VendorView) -> Option<CodeState> {
    vendor.code.as_ref().map(|code| code.state)
}

/// The code as the person at Contoso's sales reads it.
fn read_by_the_contact(dovecot: &Dovecot) -> String {
    let mails = dovecot.doveadm(&["fetch", "-u", "sales", "text", "mailbox", "INBOX"]).replace('\r', "");
    let (_, after) = mails.rsplit_once("The code that confirms it:\n\n    ").unwrap();
    after.lines().next().unwrap().to_owned()
}

#[tokio::test]
async fn the_host_mails_the_agent_answers_and_the_org_owner_decides() {
    if !there("dovecot") {
        return;
    }
    let dovecot = post_office();
    let team = Team::with(|settings| settings.smtp = Some(hosts(&dovecot))).await;
    let olivia = team.olivia().await;
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::DealOwner]).await;
    let contoso = registered(&team).await;
    let waits = seen(&olivia, "the vendor waits", |_| true).await;
    assert_eq!(
        (waits.domain.as_str(), &waits.code_way, state(&waits)),
        ("contoso.example", &CodeWay::Host, None)
    );
    let refused = pat.desk.ask_vendor_code(&contoso.id, &waits.fingerprint).await.unwrap_err();
    assert_eq!(refused.code, ProblemCode::NotAllowed);
    olivia.desk.ask_vendor_code(&contoso.id, &waits.fingerprint).await.unwrap();
    let sent = seen(&pat, "the code is mailed", |vendor| state(vendor) == Some(CodeState::Sent)).await;
    assert_eq!(sent.code.unwrap().asked_by, "Olivia");
    let code = read_by_the_contact(&dovecot);
    contoso.post("/api/agent/v1/verification", &json!({"code": code})).await.ok();
    let confirmed = seen(&olivia, "the answer", |vendor| state(vendor) == Some(CodeState::Answered)).await;
    assert_eq!((confirmed.status, confirmed.code.unwrap().typed_by), (VendorStatus::Sandbox, None));
    olivia.desk.verify_vendor(&contoso.id, &waits.fingerprint).await.unwrap();
    seen(&pat, "Olivia's word", |vendor| vendor.status == VendorStatus::Verified).await;
    let stated: String = olivia
        .until("it is on the ledger", |_| {
            let sql = "SELECT payload FROM ledger WHERE kind = 'pinned'";
            olivia.db().query_row(sql, [], |row| row.get(0)).ok()
        })
        .await;
    assert!(stated.contains(r#""contact_confirmed":true"#), "{stated}");
}

#[tokio::test]
async fn where_the_host_sends_no_mail_the_desk_does_and_the_code_is_typed() {
    if !there("dovecot") {
        return;
    }
    let dovecot = post_office();
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let contoso = registered(&team).await;
    let waits = seen(&olivia, "the vendor waits", |_| true).await;
    assert_eq!(waits.code_way, CodeWay::Nobody);
    let ask = async || olivia.desk.ask_vendor_code(&contoso.id, &waits.fingerprint).await;
    assert_eq!(ask().await.unwrap_err().code, ProblemCode::CannotMail);
    olivia.desk.hold_mail(mailbox(&dovecot, dovecot.smtp_port)).await.unwrap();
    let asked = ask().await.unwrap();
    let from = CodeWay::Desk { from: "olivia@northwind.example".to_owned() };
    assert_eq!((&asked[0].code_way, state(&asked[0])), (&from, Some(CodeState::Sent)));
    let no_code = olivia.desk.type_vendor_code(&contoso.id, "they said no").await.unwrap_err();
    assert_eq!(no_code.code, ProblemCode::FormInvalid);
    let wrong = olivia.desk.type_vendor_code(&contoso.id, "0000-0000-0000").await.unwrap();
    assert_eq!((wrong.fits, wrong.vendors[0].code.as_ref().unwrap().tries_left), (false, 4));
    let code = read_by_the_contact(&dovecot).to_lowercase();
    let right = olivia.desk.type_vendor_code(&contoso.id, &code).await.unwrap();
    let answered = right.vendors[0].code.clone().unwrap();
    assert_eq!(
        (right.fits, answered.state, answered.typed_by.as_deref()),
        (true, CodeState::Answered, Some("Olivia"))
    );
    assert_eq!(right.vendors[0].status, VendorStatus::Sandbox);
}

#[tokio::test]
async fn a_code_that_did_not_leave_is_said_so_and_a_halt_lets_none_leave() {
    if !there("dovecot") {
        return;
    }
    let dovecot = post_office();
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let contoso = registered(&team).await;
    let waits = seen(&olivia, "the vendor waits", |_| true).await;
    // The server hangs up once it has said that it knows who asks.
    let line = CuttingLine::to(dovecot.smtp_port, Cut::AfterServerLine("235"));
    olivia.desk.hold_mail(mailbox(&dovecot, line.port)).await.unwrap();
    let ask = async || olivia.desk.ask_vendor_code(&contoso.id, &waits.fingerprint).await;
    let told = ask().await.unwrap_err();
    assert_eq!(told.code, ProblemCode::MailServer);
    assert_eq!(state(&olivia.desk.vendors()[0]), Some(CodeState::NotSent));
    olivia.desk.halt().unwrap();
    assert_eq!(ask().await.unwrap_err().code, ProblemCode::Halted);
    assert_eq!(dovecot.doveadm(&["search", "-u", "sales", "ALL"]), "", "nothing arrived");
}
