//! Speech about our limits and amounts in words, in languages of which the screen reads no figures.
//!
//! It holds rather than blocks: it knows stems, no grammar, and a person who reads the language decides.

use std::sync::LazyLock;

use crate::plain::Plain;

/// Stems of which one must stand in the text.
type Choice = Vec<String>;

#[derive(Default)]
struct Tongue {
    /// Refusals to speak of limits.
    refusals: Vec<Choice>,
    /// All choices of a line must be met.
    limits: Vec<Vec<Choice>>,
    /// Amounts in words: no refusal excuses them.
    amounts: Vec<Choice>,
}

static TONGUES: LazyLock<Vec<Tongue>> =
    LazyLock::new(|| include_str!("words/tongues.txt").split("\n\n").map(tongue).collect());

fn choice(text: &str) -> Choice {
    text.split('|').map(|stem| stem.trim().replace('_', " ")).filter(|stem| !stem.is_empty()).collect()
}

fn tongue(block: &str) -> Tongue {
    let mut tongue = Tongue::default();
    // The first line that is no remark is the language's name.
    for line in block.lines().filter(|line| !line.starts_with("--")).skip(1) {
        if let Some(refusal) = line.strip_prefix("- ") {
            tongue.refusals.push(choice(refusal));
        } else if let Some(amounts) = line.strip_prefix("# ") {
            tongue.amounts.push(choice(amounts));
        } else {
            tongue.limits.push(line.split('+').map(choice).collect());
        }
    }
    tongue
}

/// Words by which a refusal is taken back.
const TURNS: [&str; 22] = [
    "지만",
    " но ",
    " aber ",
    " jedoch ",
    " pero ",
    " mais ",
    " maar ",
    " mas ",
    " ale ",
    " men ",
    " ama ",
    " fakat ",
    "لكن",
    "लेकिन",
    "मगर",
    "但",
    "不过",
    "けど",
    "ですが",
    "ますが",
    " però ",
    " ma ",
];

/// True where it speaks of limits of ours, of a right guess, or holds an amount in words.
/// `in_figures` is the text with the numbers that were read, for amounts.
pub(super) fn speaks_of_limits(text: &str, in_figures: Option<&str>) -> bool {
    let spaced = |chars: &mut dyn Iterator<Item = char>| {
        let mut line = String::from(" ");
        for c in chars {
            if !c.is_whitespace() && (c.is_alphanumeric() || !c.is_ascii()) {
                line.push(c);
            } else if !line.ends_with(' ') {
                line.push(' ');
            }
        }
        line.push(' ');
        line
    };
    let as_written = spaced(&mut text.chars().flat_map(char::to_lowercase));
    let plain = spaced(&mut Plain::of(text, usize::MAX).chars.into_iter());
    let amounts = in_figures.map(|text| spaced(&mut text.chars().flat_map(char::to_lowercase)));
    let amounts_plain = in_figures.map(|text| spaced(&mut Plain::of(text, usize::MAX).chars.into_iter()));
    let amount = |choice: &Choice| {
        choice.iter().any(|stem| {
            amounts.as_ref().unwrap_or(&as_written).contains(stem.as_str())
                || amounts_plain.as_ref().unwrap_or(&plain).contains(stem.as_str())
        })
    };
    let stands = |stem: &String| as_written.contains(stem.as_str()) || plain.contains(stem.as_str());
    let met = |choice: &Choice| choice.iter().any(stands);
    let turns = TURNS.iter().any(|turn| as_written.contains(turn));
    TONGUES.iter().any(|tongue| {
        tongue.amounts.iter().any(amount)
            || ((turns || !tongue.refusals.iter().any(met))
                && tongue.limits.iter().any(|line| line.iter().all(met)))
    })
}

/// Numbers in words of scripts that the screen does not read as figures; those of East Asia it does.
pub(super) fn is_unreadable(text: &str) -> bool {
    const STEMS: [&str; 47] = [
        "milyon",
        "miliwn",
        "milijun",
        "milijon",
        "milliún",
        "milioi",
        "miliyoni",
        "miliyan",
        "milijoen",
        "миллион",
        "млн",
        "тысяч",
        "сто ",
        "двести",
        "लाख",
        "करोड़",
        "हज़ार",
        "हजार",
        "मिलियन",
        "백만",
        "십만",
        "مليون",
        "ألف",
        "εκατομμ",
        "χιλι",
        "হাজার",
        "লাখ",
        "লক্ষ",
        "কোটি",
        "ஆயிர",
        "லட்ச",
        "கோடி",
        "లక్ష",
        "కోటి",
        "ಲಕ್ಷ",
        "ಕೋಟಿ",
        "ലക്ഷ",
        "കോടി",
        "લાખ",
        "કરોડ",
        "ਲੱਖ",
        "ਕਰੋੜ",
        "ලක්ෂ",
        "لاکھ",
        "کروڑ",
        "မီလီယံ",
        "მილიონ",
    ];
    let lower = text.to_lowercase();
    STEMS.iter().any(|stem| lower.contains(stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_heard_in_many_languages_and_refusals_and_thanks_are_not() {
        for text in [
            "Onze bovengrens ligt hoger dan ons bod.",
            "Ainda temos margem acima disso.",
            "Mamy jeszcze zapas w budżecie.",
            "Вы почти угадали.",
            "예산은 더 높습니다.",
            "Biraz daha çıkabiliriz.",
            "يمكننا أن ندفع أكثر.",
            "हमारा बजट तेरह लाख है।",
        ] {
            assert!(speaks_of_limits(text, None), "{text}");
        }
        for text in [
            "We delen ons budget niet.",
            "Dank u wel voor het aanbod.",
            "Dziękujemy za ofertę.",
            "Мы не раскрываем наш бюджет.",
            "ご提案ありがとうございます。",
            "शुक्रिया।",
            "",
        ] {
            assert!(!speaks_of_limits(text, None), "{text}");
        }
    }
}
