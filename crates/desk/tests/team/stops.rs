//! What a guard says at one desk is known at the others.

use desk::view::{AnswerForm, RoleView, StopVerdict};
use support::line::Fate;
use support::{ledgers, people};

use crate::ground::Team;

fn message(body: &str) -> AnswerForm {
    AnswerForm::Message { subject: String::new(), body: body.to_owned() }
}

/// Colleagues see at whose desk what was stopped, by which rule, wherever they were and whatever their desk
/// may see of the mandate.
#[tokio::test]
async fn what_is_stopped_at_one_desk_is_told_at_the_others() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let lena = team.colleague(&olivia, "Lena", people::lena(), &[RoleView::Legal]).await;
    let contoso = team.contoso(&olivia).await;
    let deal = olivia.deal();
    let session = team.offered(&contoso, &olivia, &deal, 1140.0).await;
    // Without a host it waits here, and is shown as waiting.
    olivia.line.decides(|_| Fate::Lost);
    olivia.desk.review(&session, &message("We stop at 568 thousand dollars.")).unwrap();
    let waits = olivia.until("it waits", |desk| desk.deal(&deal).unwrap().stops.pop()).await;
    assert!(waits.waits && waits.mine);
    olivia.line.is_honest();
    for (seat, mine) in [(&olivia, true), (&lena, false)] {
        let stop = seat
            .until("the word of the guard", |desk| {
                let stop = desk.deal(&deal).ok()?.stops.pop();
                stop.filter(|stop| !stop.waits)
            })
            .await;
        assert_eq!((stop.by.as_str(), stop.mine, stop.verdict), ("Olivia", mine, StopVerdict::Blocked));
        assert_eq!(stop.rules[0].rule, "screen/secret_figure");
        ledgers::assert_sound(&seat.db());
    }
}
