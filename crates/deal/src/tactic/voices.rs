//! Two voices on the vendor's side: a hard one who is somebody else, and the writer as the buyer's friend, who
//! offers to win the other over. That is what good cop and bad cop are; one voice alone is somebody's limits, or
//! somebody's kindness.

use std::collections::HashSet;

use super::judge::{Hit, apart, evidence, sentences};
use super::marks::{Mark, Marked};
use super::thread::Message;
use super::words::Kind;
use super::{Evidence, Family, Tactic};

/// Where no third person is near, hard words are the writer's own.
const NEAR: usize = 1;

/// The pair, as it shows in the vendor's messages.
pub(super) fn two_voices(messages: &[Message<'_>]) -> Option<Tactic> {
    let (mut hard, mut soft, mut bring, mut pleas) = (0_usize, 0_usize, 0_usize, 0_usize);
    // A hard message of somebody's own, and another message that speaks of a third person as a friend does.
    let (mut own, mut friend) = (None, None);
    let mut shown: Vec<Evidence> = Vec::new();
    for message in messages.iter().filter(|message| message.said.by_vendor) {
        let mut third: HashSet<usize> =
            message.marks.all(Mark::Third).map(|marked| marked.sentence).collect();
        third.extend(names(message));
        let of_others = |marked: &&Marked| {
            (marked.sentence.saturating_sub(NEAR)..=marked.sentence + NEAR).any(|near| third.contains(&near))
                || speaks_for_itself(marked)
        };
        let hards: Vec<&Marked> = message.marks.all(Mark::Hard).filter(of_others).collect();
        let softs: Vec<&Marked> = message.marks.all(Mark::Soft).collect();
        let brings: Vec<&Marked> = message.marks.all(Mark::Bring).collect();
        if softs.is_empty() && message.marks.all(Mark::Hard).count() > 1 {
            own = own.or(Some(message.place));
        }
        if !softs.is_empty() && !third.is_empty() {
            friend = friend.or(Some(message.place));
        }
        hard += hards.len();
        soft += softs.len();
        bring += brings.len();
        let plea: Vec<&Marked> = message.marks.all(Mark::Plea).collect();
        pleas += plea.len();
        let places: Vec<Hit> =
            hards.iter().chain(&brings).chain(&softs).chain(&plea).map(|marked| marked.hit).collect();
        shown.extend(evidence(&message.said.text, &message.words, apart(places), message.place));
    }
    let two = matches!((own, friend), (Some(own), Some(friend)) if own != friend);
    let confidence = match (hard > 0, soft > 0, bring > 0) {
        (true, true, true) => 0.92,
        (true, true, false) if pleas > 0 => 0.9,
        (true, false, true) if hard + bring + pleas > 2 => 0.8,
        _ if two => 0.75,
        (true, true, false) if hard + soft > 2 => 0.7,
        (false, true, true) if friend.is_some() && soft + bring > 2 => 0.7,
        (true, false, true) => 0.65,
        (true, false, false) if hard > 1 && pleas > 0 => 0.65,
        (true, true, false) | (false, true, true) if messages.len() > 1 => 0.6,
        _ => return None,
    };
    Some(Tactic { family: Family::GoodCop, confidence, evidence: shown })
}

/// Sentences in which somebody is named: a capital letter within it.
fn names(message: &Message<'_>) -> Vec<usize> {
    let text: Vec<char> = message.said.text.chars().collect();
    let of = sentences(&message.words);
    let mut before = Kind::Break;
    let mut found = Vec::new();
    for (word, sentence) in message.words.iter().zip(of) {
        let capital = text.get(word.start as usize).is_some_and(|c| c.is_uppercase());
        if before != Kind::Break && word.kind == Kind::Word && capital && word.text.len() > 2 {
            found.push(sentence);
        }
        before = word.kind;
    }
    found
}

/// Several words say more than one.
fn speaks_for_itself(marked: &Marked) -> bool {
    marked.hit.last > marked.hit.first + 1
}
