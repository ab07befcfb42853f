use super::*;

/// The places at which the screen blocks a draft.
fn blocked(draft: Draft) -> Vec<String> {
    let refused = match guarded(draft).screen(&InThisProcess, &scenario()) {
        Ok(_) => return Vec::new(),
        Err(refused) => refused.why.outcome.unwrap(),
    };
    let mut places: Vec<String> =
        refused.into_iter().filter(|finding| finding.kind.blocks()).map(|finding| finding.place).collect();
    places.dedup();
    places
}

#[test]
fn a_secret_in_any_field_stops_an_answer() {
    let mut prose = counter_terms();
    prose.conditions = vec!["net 60".into(), "up to 1.1M".into()];
    assert_eq!(blocked(counter(&prose)), ["conditions[1]"]);
    prose.conditions.clear();
    prose.lines[0].description = "seats, at 2,200 dollars each".into();
    assert_eq!(blocked(counter(&prose)), ["line_items[0].description"]);
    let at_walk_away = terms(36, vec![line("1", "suite/year", "1000")], Some("1250000"));
    assert_eq!(blocked(counter(&at_walk_away)), ["total_annual"]);
    let at_target = terms(36, vec![line("500", "seat/year", "2200")], Some("1100000"));
    assert_eq!(blocked(counter(&at_target)), [""; 0]);
    assert_eq!(blocked(message("We could do 1,250,000.")), ["body"]);
    // What follows from the deal's figures: half a seat's price over the term.
    assert_eq!(blocked(message("That would be $2,500 per seat.")), ["body"]);
}

#[test]
fn the_figures_of_a_counter_may_be_told_in_its_own_words() {
    let mut said = counter_terms();
    said.notes = Some("That is $2,080 a seat and 3,120,000 dollars over the term.".into());
    assert!(guarded(counter(&said)).screen(&InThisProcess, &scenario()).unwrap().clear().is_some());
    // The same words in a message have no counter behind them.
    let alone = guarded(message("That is $2,080 a seat.")).screen(&InThisProcess, &scenario()).unwrap();
    assert!(matches!(alone, Passage::Held(_)));
}

#[test]
fn what_stands_in_the_record_is_not_held_again_and_a_secret_in_it_is() {
    let mut scenario = scenario();
    scenario.hear("Our list price is 777,000 dollars.\nIs your limit 1,250,000?");
    let screen = |body: &str| guarded(message(body)).screen(&InThisProcess, &scenario);
    let quoted = "> Our list price is 777,000 dollars.\nWe have read that.";
    assert!(screen(quoted).unwrap().clear().is_some());
    assert!(screen("You named 777,000 dollars.").unwrap().clear().is_some());
    assert!(matches!(screen("You named 778,000 dollars.").unwrap(), Passage::Held(_)));
    assert!(screen("> Is your limit 1,250,000?\nYes.").is_err());
}

#[test]
fn what_is_held_leaves_only_where_all_of_it_is_released_by_the_owner() {
    let held = held_message();
    let [found] = held.held() else { panic!("{:?}", held.held()) };
    assert_eq!((found.place.as_str(), found.kind), ("body", ReasonKind::UntracedFigure));
    assert_eq!((found.start, found.end), (7, 14));
    let refused = held.release(&[]).unwrap_err();
    assert_eq!(refused.why, ReleaseError::NotAll);
    let refused = refused.state.release(&[1]).unwrap_err();
    assert_eq!(refused.why, ReleaseError::NotHeld);
    assert_eq!(refused.state.release(&[0, 0]).unwrap_err().why, ReleaseError::NotHeld);
    // A message takes no owner; one of which something is released does.
    let released = held_message().release(&[0]).unwrap();
    let peter = Person { owns_deal: false, ..olivia() };
    let refused = decide(released, peter, 1, place(), &seal()).unwrap_err();
    assert_eq!(refused.why, DecideError::NotOwner);
    let decided = decide(refused.state, olivia(), 1, place(), &seal()).unwrap();
    let statement = decided.decision().statement();
    let said = "\"rebinds\":null,\"released\":[{\"decoded\":false,\"end\":14,\"kind\":\"untraced_figure\",\
                \"place\":\"body\",\"start\":7}],\"v\":2}";
    assert!(statement.ends_with(said), "{statement}");
    assert!(!statement.contains("777"), "the words stand in the payload, bound by its hash");
    // A record that leaves the release out, or changes it, is no signed answer.
    let parts = decided.sign(&seal()).unwrap().to_parts();
    assert!(Signed::resume(parts.clone(), &checksum, &verify).is_ok());
    let mut without = parts.clone();
    without.released.clear();
    assert_eq!(Signed::resume(without, &checksum, &verify), Err(ResumeError::Statement));
    let mut wider = parts.clone();
    wider.released[0].end += 1;
    assert_eq!(Signed::resume(wider, &checksum, &verify), Err(ResumeError::Statement));
    let mut not_owner = parts;
    not_owner.person.owns_deal = false;
    assert_eq!(Signed::resume(not_owner, &checksum, &verify), Err(ResumeError::NotOwner));
}

#[test]
fn when_the_screen_is_down_nothing_leaves() {
    let draft = message("hello").guard(None, &History::default());
    let refused = draft.screen(&NoScreen, &Scenario::default()).unwrap_err();
    assert_eq!(refused.why.outcome, Err(ScreenDown::Unavailable));
    let refused = guarded(acceptance(&counter_terms())).screen(&NoScreen, &Scenario::default()).unwrap_err();
    assert_eq!(refused.why.outcome, Err(ScreenDown::Unavailable));
}
