//! Names and domains that look like one that is known: for vendors, and for senders of mail.
//!
//! Two texts are compared by skeleton: small letters, homoglyphs of other scripts and digits replaced by
//! the Latin letters that they look like, `rn` read as `m` and `vv` as `w`, everything that is no letter
//! or digit left out. It serves people's attention and proves nothing; an internationalised domain is
//! compared in its Unicode form, which the caller gives.

use std::collections::HashSet;

/// Longer texts are compared by their beginning, in characters.
const MAX_CHARS: usize = 256;
/// Shorter skeletons differ in one letter by right (`ibm`, `ibn`).
const SHORTEST_FOR_ONE_EDIT: usize = 5;

/// How a text stands to a known one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Likeness {
    /// The same, capitals and outer spaces aside.
    Same,
    /// It looks the same: homoglyphs, digits for letters, other punctuation or spaces.
    Confusable,
    /// One letter was added, left out, changed or swapped with its neighbour.
    OneEdit,
    /// Something else.
    Different,
}

impl Likeness {
    /// True where it is another text that could pass for the known one.
    pub fn warns(self) -> bool {
        matches!(self, Self::Confusable | Self::OneEdit)
    }
}

/// Compares a text with a known one.
pub fn likeness(known: &str, seen: &str) -> Likeness {
    Shape::of(known).likeness(&Shape::of(seen))
}

/// A text as it is compared.
#[derive(Debug)]
struct Shape {
    plain: String,
    skeleton: Vec<char>,
}

impl Shape {
    fn of(text: &str) -> Self {
        Self { plain: plain(text), skeleton: skeleton(text) }
    }

    fn likeness(&self, seen: &Self) -> Likeness {
        let (one, other) = (&self.skeleton, &seen.skeleton);
        if self.plain == seen.plain {
            Likeness::Same
        } else if one.is_empty() || other.is_empty() {
            Likeness::Different
        } else if one == other {
            Likeness::Confusable
        } else if one.len().min(other.len()) >= SHORTEST_FOR_ONE_EDIT && one_edit(one, other) {
            Likeness::OneEdit
        } else {
            Likeness::Different
        }
    }
}

/// Names that are known, made ready for comparing many texts with all of them.
#[derive(Debug, Default)]
pub struct KnownNames<N> {
    known: Vec<(N, Shape)>,
}

impl<N: AsRef<str>> KnownNames<N> {
    /// Each name once, in the order given.
    pub fn of(names: impl IntoIterator<Item = N>) -> Self {
        let mut seen = HashSet::new();
        let shaped = names.into_iter().map(|name| (Shape::of(name.as_ref()), name));
        let known = shaped.filter(|(shape, _)| seen.insert(shape.plain.clone()));
        Self { known: known.map(|(shape, name)| (name, shape)).collect() }
    }

    /// The known name that a text could be taken for, with how it looks like it: the text's own
    /// where it is known itself, otherwise the first that warns.
    pub fn nearest(&self, seen: &str) -> Option<(&N, Likeness)> {
        let seen = Shape::of(seen);
        let mut warning = None;
        for (name, shape) in &self.known {
            match shape.likeness(&seen) {
                Likeness::Same => return Some((name, Likeness::Same)),
                like if like.warns() && warning.is_none() => warning = Some((name, like)),
                _ => {}
            }
        }
        warning
    }
}

/// True where one word has letters of more than one of the scripts Latin, Cyrillic, Greek, Armenian and
/// Cherokee, which no honest name needs. (Japanese, which mixes scripts by nature, is none of these.)
pub fn mixes_scripts(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| {
        let mut scripts = word.chars().filter_map(script);
        scripts.next().is_some_and(|first| scripts.any(|other| other != first))
    })
}

fn plain(text: &str) -> String {
    text.trim().to_lowercase()
}

fn script(c: char) -> Option<u8> {
    match u32::from(c) {
        0x41..=0x5A | 0x61..=0x7A | 0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..=0x024F | 0x1E00..=0x1EFF => Some(0),
        0x0370..=0x03FF | 0x1F00..=0x1FFF => Some(1),
        0x0400..=0x052F => Some(2),
        0x0531..=0x0587 => Some(3),
        0x13A0..=0x13FF | 0xAB70..=0xABBF => Some(4),
        _ => None,
    }
}

fn skeleton(text: &str) -> Vec<char> {
    let mut skeleton: Vec<char> = Vec::new();
    for c in text.chars().take(MAX_CHARS).flat_map(char::to_lowercase) {
        let Some(letter) = letter(c) else { continue };
        match (skeleton.last(), letter) {
            (Some('r'), 'n') => replace_last(&mut skeleton, 'm'),
            (Some('v'), 'v') => replace_last(&mut skeleton, 'w'),
            _ => skeleton.push(letter),
        }
    }
    skeleton
}

fn replace_last(skeleton: &mut Vec<char>, letter: char) {
    skeleton.pop();
    skeleton.push(letter);
}

/// The Latin letter that a small letter looks like; `None` for what is no letter or digit.
fn letter(c: char) -> Option<char> {
    Some(match c {
        'а' | 'ɑ' | 'α' | 'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' | 'ạ' | '@' | '4' => {
            'a'
        }
        'Ь' | 'ь' | 'ƅ' | '8' | 'ß' | 'β' | 'в' => 'b',
        'с' | 'ϲ' | 'ç' | 'ć' | 'č' | 'ċ' | 'ᴄ' => 'c',
        'ԁ' | 'ɗ' | 'đ' | 'ď' => 'd',
        'е' | 'ё' | 'є' | 'ҽ' | 'ε' | 'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' | 'ẹ' | '3' => {
            'e'
        }
        'ƒ' | 'ғ' => 'f',
        'ɡ' | 'ց' | 'ğ' | 'ģ' | 'ġ' | 'ǵ' | '9' => 'g',
        'һ' | 'հ' | 'ħ' | 'н' => 'h',
        // One shape in many typefaces: l, I, 1, | and their kin.
        'i' | 'l' | '1' | '|' | '!' | 'і' | 'ї' | 'ι' | 'ı' | 'ӏ' | 'ⅼ' | 'ⅰ' | 'ì' | 'í' | 'î' | 'ï'
        | 'ī' | 'į' | 'ị' | 'ł' | 'ļ' | 'ľ' | 'ĺ' | '\u{307}' => {
            return (c != '\u{307}').then_some('l');
        }
        'ј' | 'ϳ' => 'j',
        'к' | 'κ' | 'ķ' => 'k',
        'м' | 'ⅿ' | 'ṃ' => 'm',
        'ո' | 'ñ' | 'ń' | 'ň' | 'ņ' | 'η' | 'п' => 'n',
        'о' | 'ο' | 'օ' | 'σ' | '0' | 'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' | 'ọ' | 'ө' => {
            'o'
        }
        'р' | 'ρ' | 'þ' => 'p',
        'ԛ' | 'զ' => 'q',
        'г' | 'ŕ' | 'ř' | 'ŗ' | 'ᴦ' => 'r',
        'ѕ' | 'ś' | 'š' | 'ş' | 'ș' | 'ṣ' | 'ꜱ' | '5' | '$' => 's',
        'т' | 'τ' | 'ť' | 'ţ' | 'ț' | '7' => 't',
        'υ' | 'ս' | 'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ů' | 'ű' | 'ų' | 'ụ' => 'u',
        'ν' | 'ѵ' | 'ᴠ' => 'v',
        'ԝ' | 'ω' | 'ѡ' | 'ŵ' | 'ẃ' => 'w',
        'х' | 'χ' | '×' => 'x',
        'у' | 'γ' | 'ү' | 'ý' | 'ÿ' | 'ỳ' | 'ŷ' => 'y',
        'ᴢ' | 'ź' | 'ž' | 'ż' | '2' => 'z',
        '！'..='～' => {
            return char::from_u32(u32::from(c) - 0xFEE0).and_then(letter);
        }
        c if c.is_alphanumeric() => c,
        _ => return None,
    })
}

/// True where one insertion, deletion, change or swap of neighbours makes the one into the other.
/// One thing added, left out, changed or swapped with its neighbour; true for the same as well.
pub(crate) fn one_edit<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    if long.len() - short.len() > 1 {
        return false;
    }
    let ahead = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    let rest_short = short.get(ahead..).unwrap_or_default();
    let rest_long = long.get(ahead..).unwrap_or_default();
    if short.len() < long.len() {
        return rest_long.get(1..) == Some(rest_short);
    }
    match (rest_short, rest_long) {
        ([_, short @ ..], [_, long @ ..]) if short == long => true,
        ([a, b, short @ ..], [x, y, long @ ..]) => a == y && b == x && short == long,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_passes_for_another_is_named() {
        for (known, seen, expected) in [
            ("Fabrikam", "fabrikam ", Likeness::Same),
            ("fabrikam.example", "fаbrikаm.example", Likeness::Confusable),
            ("fabrikam.example", "fabrikarn.example", Likeness::Confusable),
            ("fabrikam.example", "fabr1kam.example", Likeness::Confusable),
            ("fabrikam.example", "fabrlkam.example", Likeness::Confusable),
            ("fabrikam.example", "FABRlKAM.example", Likeness::Confusable),
            ("northwind.example", "n0rthvvind.example", Likeness::Confusable),
            ("contoso.example", "cοntοsο.example", Likeness::Confusable),
            ("contoso.example", "ｃｏｎｔｏｓｏ.example", Likeness::Confusable),
            ("contoso.example", "cöntoso.example", Likeness::Confusable),
            ("contoso-mail.example", "contosomail.example", Likeness::Confusable),
            ("contoso.example", "con\u{200B}toso.example", Likeness::Confusable),
            ("contoso.example", "contosso.example", Likeness::OneEdit),
            ("contoso.example", "contso.example", Likeness::OneEdit),
            ("contoso.example", "contoos.example", Likeness::OneEdit),
            ("contoso.example", "contuso.example", Likeness::OneEdit),
            ("contoso.example", "contusa.example", Likeness::Different),
            ("contoso.example", "fabrikam.example", Likeness::Different),
            ("ibm", "ibn", Likeness::Different),
            ("", "a", Likeness::Different),
            ("...", "---", Likeness::Different),
        ] {
            assert_eq!(likeness(known, seen), expected, "{known} {seen}");
        }
    }

    #[test]
    fn scripts_do_not_mix_within_a_word() {
        for text in ["fаbrikam", "Contoso Αcme", "pаypal.example"] {
            assert!(mixes_scripts(text), "{text}");
        }
        for text in ["fabrikam", "Öst & Söhne", "Яндекс", "Acme Яндекс", "東京Acmeテスト", "", "123"]
        {
            assert!(!mixes_scripts(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn likeness_goes_both_ways(one in "\\PC{0,12}", other in "\\PC{0,12}") {
            prop_assert_eq!(likeness(&one, &other), likeness(&other, &one));
            prop_assert_eq!(likeness(&one, &one), Likeness::Same);
        }

        #[test]
        fn the_nearest_of_many_is_what_comparing_each_finds(
            known in proptest::collection::vec("[abl1 ]{0,6}", 0..6),
            seen in "[abl1]{0,6}",
        ) {
            let same = known.iter().find(|known| likeness(known, &seen) == Likeness::Same);
            let warns = known.iter().find(|known| likeness(known, &seen).warns());
            let expected = same.or(warns).map(|known| likeness(known, &seen));
            let names = KnownNames::of(&known);
            prop_assert_eq!(names.nearest(&seen).map(|(_, like)| like), expected);
        }

        #[test]
        fn one_letter_more_is_one_edit(known in "[abcdeghopqstuxyz]{5,12}", at in 0_usize..5, extra in "[jkf]") {
            let mut seen = known.clone();
            seen.insert_str(at, &extra);
            prop_assert_eq!(likeness(&known, &seen), Likeness::OneEdit);
            prop_assert!(likeness(&known, &seen).warns());
        }
    }
}
