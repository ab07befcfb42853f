#![allow(clippy::unwrap_used)]
use deal::{DealFigures, InThisProcess, Nature, ReasonKind, SecretFigures};
use money::Amount;

use super::*;

fn a(text: &str) -> Amount {
    Amount::parse(text).unwrap()
}

fn scenario() -> Scenario {
    Scenario {
        deal: DealFigures {
            told_annual: vec![a("1400000")],
            quantities: vec![a("500")],
            terms_months: vec![36],
            ..DealFigures::default()
        },
        secret: SecretFigures {
            annual: vec![a("1250000")],
            limits: vec![a("1250000")],
            ..SecretFigures::default()
        },
        said: vec!["We had 777,000 dollars once.".to_owned()],
    }
}

fn field(place: &str, text: &str, nature: Nature) -> Field {
    Field { place: place.to_owned(), text: text.to_owned(), nature }
}

fn asked(fields: &[Field]) -> Result<Vec<ScreenFinding>, ScreenDown> {
    let question = question(fields, &scenario()).unwrap();
    let mut out = Vec::new();
    serve(&mut question.as_slice(), &mut out, &InThisProcess).unwrap();
    answer(&out, fields)
}

#[test]
fn a_question_is_answered_as_it_would_be_without_the_pipe() {
    let fields = [
        field("body", "Our limit is 1.25 million, 777,000 dollars and 12,345 dollars.", Nature::Prose),
        field("total_annual", "1250000", Nature::Price),
        field("line_items[0].quantity", "500", Nature::Count),
    ];
    let found = asked(&fields).unwrap();
    assert_eq!(Ok(found.clone()), InThisProcess.screen(&fields, &scenario()));
    let kinds: Vec<ReasonKind> = found.iter().map(|finding| finding.kind).collect();
    assert!(kinds.contains(&ReasonKind::SecretFigure) && kinds.contains(&ReasonKind::UntracedFigure));
    let long = [field("body", &"x".repeat(deal::MAX_SCREENED_BYTES + 1), Nature::Prose)];
    assert_eq!(asked(&long), Err(ScreenDown::TooMuch));
}

#[test]
fn what_is_no_answer_to_the_question_is_no_judgement() {
    let fields = [field("body", "hello", Nature::Prose)];
    let say = |json: &str| answer(&framed(json.as_bytes(), LONGEST_ANSWER).unwrap(), &fields);
    let rules = deal::SCREEN_RULES;
    let fine = format!(r#"{{"format":1,"rules":{rules},"fields":1,"findings":[]}}"#);
    assert_eq!(say(&fine), Ok(Vec::new()));
    for (answer, down) in [
        (String::new(), ScreenDown::Garbled),
        ("{}".to_owned(), ScreenDown::Garbled),
        (fine.replace(r#""fields":1"#, r#""fields":0"#), ScreenDown::Garbled),
        (fine.replace(r#""format":1"#, r#""format":2"#), ScreenDown::OtherRules),
        (fine.replace(&format!(r#""rules":{rules}"#), r#""rules":1"#), ScreenDown::OtherRules),
        (fine.replace(r#""fields":1"#, r#""fields":1,"passed":true"#), ScreenDown::Garbled),
        (fine.replace(r#""fields":1"#, r#""fields":1,"down":"timed_out""#), ScreenDown::TimedOut),
        (fine.replace(r#""fields":1"#, r#""fields":1,"down":"so so""#), ScreenDown::Garbled),
        (
            fine.replace("[]", r#"[{"place":"subject","kind":"opaque","start":0,"end":1,"decoded":false}]"#),
            ScreenDown::Garbled,
        ),
        (
            fine.replace("[]", r#"[{"place":"body","kind":"opaque","start":0,"end":6,"decoded":false}]"#),
            ScreenDown::Garbled,
        ),
        (
            fine.replace("[]", r#"[{"place":"body","kind":"fine","start":0,"end":1,"decoded":false}]"#),
            ScreenDown::Garbled,
        ),
    ] {
        assert_eq!(say(&answer), Err(down), "{answer}");
    }
    let whole = framed(fine.as_bytes(), LONGEST_ANSWER).unwrap();
    assert_eq!(answer(whole.get(..whole.len() - 1).unwrap(), &fields), Err(ScreenDown::Garbled));
    assert_eq!(answer(&[whole, b"x".to_vec()].concat(), &fields), Err(ScreenDown::Garbled));
}

#[test]
fn a_question_by_other_rules_is_refused_and_rubbish_is_not_answered() {
    let fields = [field("body", "hello", Nature::Prose)];
    let other = question(&fields, &scenario()).unwrap();
    let body = String::from_utf8(other.get(4..).unwrap().to_vec()).unwrap();
    let body = body.replacen(&format!(r#""rules":{}"#, deal::SCREEN_RULES), r#""rules":99"#, 1);
    let mut out = Vec::new();
    let framed_question = framed(body.as_bytes(), LONGEST_QUESTION).unwrap();
    serve(&mut framed_question.as_slice(), &mut out, &InThisProcess).unwrap();
    assert_eq!(answer(&out, &fields), Err(ScreenDown::OtherRules));
    let mut out = Vec::new();
    for rubbish in [b"".as_slice(), b"hello", &[0, 0, 0, 2, b'{', b'}'], &[255; 64]] {
        assert!(serve(&mut { rubbish }, &mut out, &InThisProcess).is_err());
    }
    assert!(out.is_empty());
}
