//! Runs and sentences that nobody can read: held, since what cannot be read cannot be screened.

/// Shorter runs hide no more than a code of a ticket does.
const SHORTEST: usize = 12;
/// Pairs of letters that a sentence must have to be judged.
const FEWEST_PAIRS: usize = 14;
/// Share of pairs, in percent, that languages in Latin letters have in common; chance reaches about 45.
const FEWEST_COMMON: usize = 66;

/// Which letters often follow one, from `a` on, in the languages of Europe.
const FOLLOW: [&str; 26] = [
    "bcdfgiklmnprstuvwy",
    "aeilorsuyj",
    "aehikloqrstuyz",
    "adeiorsuyzg",
    "abcdefgijklmnoprstuvwxyz",
    "aefilortu",
    "aeghilnorstu",
    "aeinortuy",
    "abcdefgjklmnoprstvz",
    "aeiou",
    "aeilnorstuy",
    "adefiklmopstuvy",
    "abeimnopsuy",
    "acdefgijknostuvyz",
    "bcdefgijklmnoprstuvwyz",
    "aehiloprstuy",
    "u",
    "acdefgiklmnoprstuvyz",
    "acehiklmnopqstuwyz",
    "aehiloprstuvwyz",
    "abcdefgiklmnprstxz",
    "aeioruy",
    "aehinorsyz",
    "abceiptuy",
    "aceilmnopswz",
    "aeiklonuyz",
];

/// True where a run or a sentence of the text reads as nothing.
pub(super) fn is_opaque(text: &str) -> bool {
    let marked_up = ["</", "/>", "<br", "<!--"].iter().any(|mark| text.contains(mark));
    let spread;
    let text = if marked_up {
        spread = text.replace(['<', '>', '='], " ");
        spread.as_str()
    } else {
        text
    };
    text.split_whitespace().any(is_packed) || text.split(['.', '!', '?', ';', ':', '\n']).any(is_gibberish)
}

/// Letters of both sizes, figures and signs that change places too often for a name.
fn is_packed(chunk: &str) -> bool {
    if chunk.starts_with("data:image/") || chunk.contains("data:image/") {
        return false;
    }
    // A key's fingerprint says what it is.
    if ["SHA256:", "sha256:", "sha256-", "sha384-", "sha512-"].iter().any(|name| chunk.starts_with(name)) {
        return false;
    }
    // The name of a file: its parts are judged one by one.
    let name = chunk.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let file = name.rsplit_once('.').is_some_and(|(_, kind)| {
        (3..=4).contains(&kind.len()) && kind.chars().all(|c| c.is_ascii_lowercase())
    });
    let marks: &[char] = if file {
        &['/', '?', '&', '=', '#', '@', '(', ')', '_', '-', '.']
    } else {
        &['/', '?', '&', '=', '#', '@', '(', ')', ':', ';']
    };
    chunk.split(marks).any(|part| {
        let part = part.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let many = part.chars().count();
        if many < SHORTEST || !part.is_ascii() {
            return false;
        }
        let sort = |c: char| match c {
            'a'..='z' => 0,
            'A'..='Z' => 1,
            '0'..='9' => 2,
            _ => 3,
        };
        let sorts: Vec<u8> = part.chars().map(sort).collect();
        let both = sorts.contains(&0) && sorts.contains(&1);
        // A capital before small letters begins a word.
        let turns =
            sorts.windows(2).filter(|pair| !matches!(pair, [1, 0]) && pair.first() != pair.last()).count();
        both && sorts.contains(&2) && turns * 4 >= many || sorts.contains(&0) && symbols(part) * 5 >= many
    })
}

/// Signs that neither part words nor stand in names.
fn symbols(part: &str) -> usize {
    let usual = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ',' | '\'' | '/' | ':' | '"' | '+' | '*')
    };
    part.chars().filter(|c| !usual(*c)).count()
}

/// Letters without a language's order.
fn is_gibberish(sentence: &str) -> bool {
    let (mut pairs, mut common) = (0_usize, 0_usize);
    for chunk in sentence.split_whitespace() {
        let word = chunk.trim_matches(|c: char| !c.is_alphanumeric());
        let name = word.chars().all(char::is_uppercase) && word.chars().count() <= 5;
        // What holds figures and signs is a name or is judged as packed.
        if name || !word.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '\'' | '-')) {
            continue;
        }
        let letters: Vec<u8> = word.bytes().map(|byte| byte.to_ascii_lowercase()).collect();
        for pair in letters.windows(2) {
            let [one, two] = pair else { continue };
            let follow = one.checked_sub(b'a').and_then(|place| FOLLOW.get(usize::from(place)));
            let Some(follow) = follow.filter(|_| two.is_ascii_lowercase()) else { continue };
            pairs += 1;
            common += usize::from(follow.as_bytes().contains(two));
        }
    }
    pairs >= FEWEST_PAIRS && common * 100 < pairs * FEWEST_COMMON
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_can_read_is_opaque_and_names_and_languages_are_not() {
        for text in [
            "For your archive: kQ7vZx2mPp0Lw9sTfG4hYb1N",
            "zh vwrs dw rqh ploolrq wkuhh kxqguhg wkrxvdqg",
            "lmv nroorlm lmv sfmwivw gslfhzmw",
            "vwf gsvm uli gsv ivhg xlmw",
        ] {
            assert!(is_opaque(text), "{text}");
        }
        for text in [
            "Please upload contract_final_v3.docx to https://share.example.com/deals/8f2c.",
            "Internationalisierungsmassnahmen und Haftungsbeschraenkung",
            "Dziekujemy za oferte i czekamy na odpowiedz.",
            "Tracking number 1Z999AA10123456784, Expiry 20261130T110000Z",
            "session 1250000a-0000-4000-8000-0000011000ff",
            "We'd like SSO, SCIM, DPA and PCI DSS.",
            "Kubernetes, PostgreSQL and GitHub run on our cluster.",
            "",
        ] {
            assert!(!is_opaque(text), "{text}");
        }
    }
}
