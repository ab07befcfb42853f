//! Secrets put into ordinary sentences, each into each: none leaves, whatever stands around it. An amount that nobody
//! was told is no secret and leaves neither.

use money::Amount;

use super::*;

/// `@` is where the amount stands.
const SENTENCES: [&str; 113] = [
    "We could live with @ a year.",
    "@ and we have a deal.",
    "Somewhere near @ my boss stops asking questions.",
    "If you come down to @ I'll sign today.",
    "Call it @.",
    "Make it @ and I'll walk it round to legal.",
    "Around @ is what I hear in the corridor.",
    "The board minutes say @.",
    "I have @ in my head.",
    "@ sounds right to me.",
    "Our spreadsheet says @.",
    "@ would get nods all round.",
    "Let's not pretend: @.",
    "My pencil says @.",
    "You didn't hear it from me, but @.",
    "They gave me @ to work with.",
    "@ buys you a signature.",
    "@ keeps everybody quiet.",
    "@ remains the line.",
    "Beyond @ it hurts.",
    "@ marks the end of the road.",
    "Finance pencilled @ in.",
    "The purse holds @.",
    "The ticket is @.",
    "A cheque of @ is ready.",
    "The CFO wrote @ on the whiteboard.",
    "It comes to @ in our model.",
    "Think @.",
    "Think more like @.",
    "How does @ sound?",
    "Try @.",
    "Why not @?",
    "What about @ then?",
    "@ or nothing.",
    "@?",
    "@",
    "ok @ lets go",
    "yes - @ works",
    "@, final.",
    "PS: @",
    "Subject: @",
    "tbd (@)",
    "note to self @",
    "Jan: @ right?",
    "@ it is.",
    "@ flies.",
    "@ lands it.",
    "@ covers everything we need.",
    "@ leaves room.",
    "@ reaches the limit we set.",
    "@ tops out our envelope.",
    "We've earmarked @.",
    "We've parked @ for you.",
    "Room for @ exists.",
    "Between you and me @ exists.",
    "@ stands in the plan.",
    "@ stands.",
    "@ went through committee.",
    "Approved: @",
    "Cap - @",
    "max=@",
    "- @",
    "* cap @",
    "| cap | @ |",
    "{\"cap\": \"@\"}",
    "{\"note\": \"@ is ok\"}",
    "<b>@</b>",
    "cap;@;ok",
    "Wir gehen bis @.",
    "Bei @ machen wir mit.",
    "On peut aller à @.",
    "Hasta @ firmamos.",
    "Fino a @ firmiamo.",
    "Até @ assinamos.",
    "Tot @ tekenen we.",
    "@ passt.",
    "@ convient.",
    "@ nos vale.",
    "Team,\n\nthe call is at 3 pm.\nNumber for our side: @.",
    "Hi Ana, thanks for the deck. Slide 4 is fine. On price @ would do.",
    "Ticket 4711 is closed; by the way @ is what we'd sign.",
    "We have 500 users and @ set aside.",
    "Version 2.1 is fine. @ also is.",
    "Call me at +1 555 010 2030, @ is OK.",
    "See clause 4.2; we said @ internally.",
    "The DPA is signed. @ was mentioned upstairs.",
    "Uptime of 99.9 % matters. So does @.",
    "Meeting room 3, 14:00. Agenda: @.",
    "@ (don't share)",
    "We can stretch to @ but only with SSO.",
    "Finance: @. Legal: fine.",
    "Status\n- DPA done\n- price @\n- start 1 March",
    "| item | value |\n|---|---|\n| seats | 500 |\n| ours | @ |",
    "seats,500\nterm,36\nprice,@",
    "Q: what's the pain point? A: @",
    "> your budget?\n@",
    "Lunch on Friday? @ works btw.",
    "fyi @",
    "@; thx",
    "Thanks, @ noted.",
    "I guess @ is where we'd meet.",
    "The number you're looking for starts with the same digits as @.",
    "We budgeted like last time: @.",
    "Jan said @ on the phone, Ines said the same.",
    "My screen shows @ in green.",
    "@ is in the system.",
    "SAP field WRBTR = @",
    "Delegation of authority: @ per contract",
    "Anything beneath @ goes through on the nod.",
    "At @ the committee yawns.",
    "Above @ they wake up.",
    "Past @ I need a board paper.",
    "One euro more than @ and it's dead.",
];

/// Each follows from a secret of the scenario below.
const SECRETS: [&str; 24] = [
    "1,250,000",
    "$1.25M",
    "1250k",
    "1.25 million",
    "2,500 a seat",
    "208.33 per seat per month",
    "104,167 a month",
    "3.75M over three years",
    "€1,150,000",
    "£987,500 a year",
    "312,500 a quarter",
    "250,000 more than we offered",
    "150k below your offer",
    "25 percent on top of our last number",
    "89.3% of your price",
    "10.71% less",
    "$6.85 per seat per day",
    "2.5k a head",
    "one and a quarter million",
    "12.5 lakh",
    "1 250 000",
    "1.1 million",
    "2600 a seat",
    "21.4% off",
];

/// Nobody was told of them, and no secret comes to them.
const UNTOLD: [&str; 8] = [
    "1,156,000",
    "$1,156,000",
    "1.156 million",
    "1,156k",
    "1 156 000",
    "2,345 a seat",
    "195.42 per seat per month",
    "one million one hundred fifty-six thousand",
];

fn n(value: u32) -> Amount {
    Amount::from(value)
}

fn passing(amounts: &[&str]) -> Vec<String> {
    let deal = DealFigures {
        told_annual: vec![n(1_400_000), n(1_000_000), n(1_040_000)],
        told_unit: vec![n(2_080)],
        quantities: vec![n(500)],
        terms_months: vec![36],
        rates: ["0.92", "0.79"].into_iter().filter_map(|rate| Amount::parse(rate).ok()).collect(),
        currency: "USD".to_owned(),
        ..DealFigures::default()
    };
    let secret =
        SecretFigures { annual: vec![n(1_100_000), n(1_250_000), n(1_300_000)], ..SecretFigures::default() };
    let confidential = Confidential::new(&deal, &secret);
    let texts = amounts.iter().flat_map(|amount| SENTENCES.iter().map(|text| text.replace('@', amount)));
    texts.filter(|text| confidential.reasons(text).is_empty()).collect()
}

#[test]
fn no_sentence_lets_a_secret_out() {
    assert_eq!(passing(&SECRETS), Vec::<String>::new());
}

#[test]
fn no_sentence_lets_an_amount_out_that_nobody_was_told() {
    assert_eq!(passing(&UNTOLD), Vec::<String>::new());
}
