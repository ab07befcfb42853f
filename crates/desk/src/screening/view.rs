//! Findings for the window. They say where and why; the words stand in the draft alone.

use deal::{ReasonKind, ScreenDown, ScreenFinding, ScreenRefusal};

use crate::people::count;
use crate::view::{Problem, ProblemCode, ScreenMark, ScreenOutcome, ScreenReasonKind, ScreenView};

fn view(outcome: ScreenOutcome, found: &[ScreenFinding]) -> ScreenView {
    let mark = |finding: &ScreenFinding| ScreenMark {
        place: finding.place.clone(),
        kind: kind(finding.kind),
        blocks: finding.kind.blocks(),
        start: count(finding.start),
        end: count(finding.end),
        decoded: finding.decoded,
    };
    ScreenView { outcome, marks: found.iter().map(mark).collect(), rules: deal::SCREEN_RULES, down: None }
}

fn kind(kind: ReasonKind) -> ScreenReasonKind {
    match kind {
        ReasonKind::SecretFigure => ScreenReasonKind::SecretFigure,
        ReasonKind::UntracedFigure => ScreenReasonKind::UntracedFigure,
        ReasonKind::LimitTalk => ScreenReasonKind::LimitTalk,
        ReasonKind::Opaque => ScreenReasonKind::Opaque,
        ReasonKind::Outside => ScreenReasonKind::Outside,
    }
}

/// The places concerned, each once, in their order.
fn places(found: &[ScreenFinding]) -> String {
    let mut places: Vec<&str> = Vec::new();
    for finding in found {
        if !places.contains(&finding.place.as_str()) {
            places.push(&finding.place);
        }
    }
    places.join(", ")
}

/// Nothing was found.
pub(crate) fn passed() -> ScreenView {
    view(ScreenOutcome::Passed, &[])
}

/// A person has to look.
pub(crate) fn held(found: &[ScreenFinding]) -> (ScreenView, Problem) {
    let problem = Problem::new(ProblemCode::ScreenHeld).with("where", places(found));
    (view(ScreenOutcome::Held, found), problem)
}

/// Something blocks, and no person may release it.
pub(crate) fn blocked(found: &[ScreenFinding]) -> (ScreenView, Problem) {
    (view(ScreenOutcome::Blocked, found), stopped(found))
}

/// It goes no further.
pub(crate) fn refused(refusal: &ScreenRefusal) -> (ScreenView, Problem) {
    match &refusal.outcome {
        Err(why) => {
            let mut screen = view(ScreenOutcome::Down, &[]);
            screen.down = Some(why.code().to_owned());
            (screen, down(*why))
        }
        Ok(found) if found.iter().any(|finding| finding.kind.blocks()) => blocked(found),
        Ok(found) => {
            let outcome = if found.is_empty() { ScreenOutcome::Passed } else { ScreenOutcome::Held };
            (view(outcome, found), Problem::new(ProblemCode::OutsideMandate))
        }
    }
}

/// The screen does not run.
pub(crate) fn down(why: ScreenDown) -> Problem {
    Problem::new(ProblemCode::ScreenDown).with("why", why.code())
}

/// The screen stops it: blocked where something blocks, held where a person might still release it.
pub(crate) fn stopped(found: &[ScreenFinding]) -> Problem {
    let blocking: Vec<ScreenFinding> =
        found.iter().filter(|finding| finding.kind.blocks()).cloned().collect();
    if blocking.is_empty() {
        return held(found).1;
    }
    Problem::new(ProblemCode::ScreenBlocked).with("where", places(&blocking))
}
