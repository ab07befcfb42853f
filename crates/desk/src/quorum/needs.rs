//! What of votes waits for the person here: a ballot, or an answer that may now be sent.

use std::collections::HashSet;

use anp::office::kind;
use store::tables::ledger;

use super::elections::Stand;
use super::show::may_vote;
use crate::state::Desk;
use crate::survey::Survey;
use crate::view::{Need, NeedKind, Problem};

pub(crate) fn of_votes(desk: &Desk, surveys: &[Survey], needs: &mut Vec<Need>) -> Result<(), Problem> {
    let Ok(signer) = desk.signer() else { return Ok(()) };
    let key = signer.key.fingerprint();
    // Most deals never come to a vote; their ledgers are not proven for this.
    let voting: HashSet<String> =
        desk.read(|db| Ok(ledger::with_kind(db, kind::PROPOSAL)?))?.into_iter().collect();
    for survey in surveys.iter().filter(|survey| voting.contains(&survey.row.id)) {
        let deal = &survey.row.id;
        let owns = desk.owned(deal, &signer).is_ok();
        for held in desk.elections(deal)? {
            let me = desk.named_in(&held, key)?;
            let what = if may_vote(&held, &me) {
                let reminded = held.reminded_at.is_some();
                NeedKind::Ballot { proposal: held.id().to_owned(), by: held.by.clone(), reminded }
            } else if owns && held.stands() == Stand::Passed && held.used_by.is_none() {
                NeedKind::VotePassed { proposal: held.id().to_owned() }
            } else {
                continue;
            };
            let open = held.stands() == Stand::Open;
            needs.push(Need {
                id: format!("vote:{}", held.id()),
                deal: Some(deal.clone()),
                title: survey.row.title.clone(),
                who: survey.row.vendor.clone(),
                deadline: open.then(|| held.election.proposal().rule.deadline().to_text()),
                what,
            });
        }
    }
    Ok(())
}
