//! Signs in a text that no rule over words sees: the notations of conversations and tools, and characters
//! that nobody sees.

use super::{Injection, InjectionKind};

/// How a notation is found.
enum Sign {
    /// These characters, capitals aside.
    Anywhere(&'static str),
    /// The same at the beginning of a line.
    Line(&'static str),
}

use InjectionKind::{Exfiltration, Role, Tool};
use Sign::{Anywhere, Line};

/// Notations in which models are given voices and tools, by the families of models that use them.
const NOTATIONS: [(InjectionKind, Sign, &str); 51] = [
    (Role, Anywhere("<|im_start|>"), "signs/chatml"),
    (Role, Anywhere("<|im_end|>"), "signs/chatml"),
    (Role, Anywhere("<|system|>"), "signs/chatml"),
    (Role, Anywhere("<|user|>"), "signs/chatml"),
    (Role, Anywhere("<|assistant|>"), "signs/chatml"),
    (Role, Anywhere("<|endoftext|>"), "signs/chatml"),
    (Role, Anywhere("<|start_header_id|>"), "signs/chatml"),
    (Role, Anywhere("<|eot_id|>"), "signs/chatml"),
    (Role, Anywhere("<start_of_turn>"), "signs/turn"),
    (Role, Anywhere("<end_of_turn>"), "signs/turn"),
    (Role, Anywhere("[inst]"), "signs/inst"),
    (Role, Anywhere("[/inst]"), "signs/inst"),
    (Role, Anywhere("<<sys>>"), "signs/inst"),
    (Role, Anywhere("<system>"), "signs/tags"),
    (Role, Anywhere("</system>"), "signs/tags"),
    (Role, Anywhere("<system_prompt>"), "signs/tags"),
    (Role, Anywhere("<instructions>"), "signs/tags"),
    (Role, Anywhere("</instructions>"), "signs/tags"),
    (Role, Anywhere("</context>"), "signs/tags"),
    (Role, Anywhere("</document>"), "signs/tags"),
    (Role, Anywhere("\"role\": \"system\""), "signs/json_role"),
    (Role, Anywhere("\"role\":\"system\""), "signs/json_role"),
    (Role, Anywhere("\"role\":\"assistant\""), "signs/json_role"),
    (Role, Anywhere("\"role\": \"assistant\""), "signs/json_role"),
    (Role, Anywhere("begin system prompt"), "signs/banner"),
    (Role, Anywhere("end system prompt"), "signs/banner"),
    (Role, Line("### instruction"), "signs/heading"),
    (Role, Line("### system"), "signs/heading"),
    (Role, Line("### response"), "signs/heading"),
    (Role, Line("### anweisung"), "signs/heading"),
    (Tool, Anywhere("<tool_call"), "signs/tool"),
    (Tool, Anywhere("<function_call"), "signs/tool"),
    (Tool, Anywhere("<invoke name="), "signs/tool"),
    (Tool, Anywhere("[tool_calls]"), "signs/tool"),
    (Tool, Anywhere("\"tool_calls\""), "signs/tool"),
    (Tool, Anywhere("\"function_call\""), "signs/tool"),
    (Tool, Anywhere("```tool"), "signs/tool"),
    (Tool, Line("action input:"), "signs/tool"),
    (Tool, Anywhere("\"arguments\":"), "signs/tool"),
    (Tool, Anywhere("{\"action\":"), "signs/tool"),
    (Tool, Anywhere("{\"decision\":"), "signs/tool"),
    (Tool, Anywhere("{\"action\": \""), "signs/tool"),
    (Role, Line("assistant_response"), "signs/voices"),
    (Role, Anywhere("<!-- bot"), "signs/comment"),
    (Role, Anywhere("<!-- ai"), "signs/comment"),
    (Exfiltration, Anywhere("=<insert"), "signs/placeholder"),
    (Exfiltration, Anywhere("={{"), "signs/placeholder"),
    (Exfiltration, Anywhere("{{mandate"), "signs/placeholder"),
    (Exfiltration, Anywhere("{{secret"), "signs/placeholder"),
    (Exfiltration, Anywhere("{{system"), "signs/placeholder"),
    (Exfiltration, Anywhere("{{conversation"), "signs/placeholder"),
];

/// Voices at the beginning of lines; one alone may be a person's title, two are a dialogue.
const VOICES: [&str; 8] =
    ["system:", "assistant:", "user:", "human:", "ai:", "developer:", "assistent:", "benutzer:"];

/// Notations of conversations and of tools.
pub(super) fn notations(text: &str) -> Vec<Injection> {
    let lower: Vec<char> = text.chars().map(|c| c.to_ascii_lowercase()).collect();
    let mut found = Vec::new();
    for (kind, sign, rule) in &NOTATIONS {
        let (wanted, at_line) = match sign {
            Anywhere(wanted) => (wanted, false),
            Line(wanted) => (wanted, true),
        };
        let first = places(&lower, wanted).find(|at| !at_line || begins_line(&lower, *at));
        found.extend(first.map(|start| place(*kind, (start, start + wanted.chars().count()), rule)));
    }
    found.extend(voices(&lower));
    found
}

fn place(kind: InjectionKind, (start, end): (usize, usize), rule: &str) -> Injection {
    Injection { kind, start, end, rule: rule.to_owned() }
}

fn places<'t>(text: &'t [char], wanted: &str) -> impl Iterator<Item = usize> + use<'t> {
    let wanted: Vec<char> = wanted.chars().collect();
    let long = wanted.len();
    (0..text.len()).filter(move |at| text.get(*at..at + long).is_some_and(|there| there == wanted))
}

fn begins_line(text: &[char], at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    before.iter().rev().take_while(|c| **c != '\n').all(|c| c.is_whitespace() || matches!(c, '>' | '*' | '#'))
}

/// A dialogue of voices, or `System:` with a sentence behind it.
fn voices(text: &[char]) -> Vec<Injection> {
    let mut spoken: Vec<(usize, &str)> = Vec::new();
    for voice in VOICES {
        spoken.extend(places(text, voice).filter(|at| begins_line(text, *at)).map(|at| (at, voice)));
    }
    spoken.sort_unstable();
    let kinds = VOICES.iter().filter(|voice| spoken.iter().any(|(_, there)| there == *voice)).count();
    let commands = |(at, voice): &(usize, &str)| {
        let rest: String = text.iter().skip(at + voice.len()).take_while(|c| **c != '\n').take(200).collect();
        let first = rest.split_whitespace().next().unwrap_or_default().to_owned();
        *voice == "system:"
            && matches!(
                first.as_str(),
                "you" | "the" | "ignore" | "accept" | "approve" | "from" | "do" | "du"
            )
            && rest.split_whitespace().count() > 3
    };
    spoken
        .iter()
        .filter(|one| kinds >= 2 || commands(one))
        .map(|(at, voice)| place(Role, (*at, at + voice.len()), "signs/voices"))
        .collect()
}

/// Runs of signs that nobody sees.
pub(super) fn hidden(text: &str) -> Vec<Injection> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = chars.get(at) {
        let Some(sort) = Unseen::of(*c) else {
            at += 1;
            continue;
        };
        let rest = chars.get(at..).unwrap_or_default();
        let long = rest.iter().take_while(|c| Unseen::of(**c) == Some(sort)).count();
        let before = at.checked_sub(1).and_then(|before| chars.get(before)).copied();
        if long >= sort.fewest() && !(sort == Unseen::Tag && before == Some('\u{1F3F4}')) {
            found.push(place(InjectionKind::Hidden, (at, at + long), sort.rule()));
        }
        at += long.max(1);
    }
    found
}

/// Signs that nobody sees, by how many in a row have no other reason.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unseen {
    /// ASCII that no screen shows; flags of regions are written with it behind a black flag.
    Tag,
    /// They turn the order in which letters are shown.
    Turned,
    /// Joiners and spaces without width: one at a time parts words, in Persian and elsewhere.
    NoWidth,
    /// They choose a picture's form, one at a time.
    Variation,
}

impl Unseen {
    fn of(c: char) -> Option<Self> {
        match u32::from(c) {
            0xE_0000..=0xE_007F => Some(Self::Tag),
            0x202D | 0x202E => Some(Self::Turned),
            0x200B..=0x200D | 0x2060..=0x2064 | 0xFEFF | 0x180E => Some(Self::NoWidth),
            0xFE00..=0xFE0F | 0xE_0100..=0xE_01EF => Some(Self::Variation),
            _ => None,
        }
    }

    fn fewest(self) -> usize {
        match self {
            Self::Tag => 2,
            Self::Turned => 1,
            Self::NoWidth => 8,
            Self::Variation => 4,
        }
    }

    fn rule(self) -> &'static str {
        match self {
            Self::Tag => "signs/tag_characters",
            Self::Turned => "signs/turned_order",
            Self::NoWidth => "signs/without_width",
            Self::Variation => "signs/variation_run",
        }
    }
}
