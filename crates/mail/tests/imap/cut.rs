use mail::imap::SyncEnd;
use mail::net::Cause;
use support::mailserver::{Cut, CuttingLine, Dovecot, Offers, there};

use super::ground::{Memory, numbers, other, pass, wanted};

/// Places at which the line is cut, spread over all that a sync says.
const PLACES: usize = 60;

#[tokio::test]
async fn wherever_the_line_is_cut_nothing_is_lost_and_nothing_fetched_twice() {
    if !there("dovecot") {
        return;
    }
    let dovecot = Dovecot::start(&["anna"], Offers::All, "");
    for number in 1..=30 {
        dovecot.put("anna", "INBOX", &if number % 3 == 0 { other(number) } else { wanted(number) });
    }
    let whole: Vec<usize> = (1..=30).filter(|number| number % 3 != 0).collect();
    let uncut = CuttingLine::to(dovecot.port, Cut::Never);
    let mut keeper = Memory::default();
    pass(uncut.port, &mut keeper).await.unwrap();
    assert_eq!(numbers(&keeper), whole);
    let said = uncut.passed();
    let mut broken = 0;
    for place in 0..PLACES {
        let line = CuttingLine::to(dovecot.port, Cut::AfterServerBytes(said * place / PLACES));
        let mut keeper = Memory::default();
        match pass(line.port, &mut keeper).await {
            Err(SyncEnd::Mailbox(trouble)) => {
                assert_eq!(trouble.cause, Cause::Closed, "cut at {place}");
                broken += 1;
            }
            Ok(_) => {}
            Err(SyncEnd::Keeper(())) => unreachable!(),
        }
        assert_eq!(line.cuts(), 1, "cut at {place}");
        pass(line.port, &mut keeper).await.unwrap();
        assert_eq!(numbers(&keeper), whole, "cut at {place}");
    }
    // Only what is cut after the last mail came goes unnoticed.
    assert!(broken > PLACES * 9 / 10, "{broken}");
}
