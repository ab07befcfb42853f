//! Mails in many charsets, said, not said and said wrongly.
#![allow(clippy::unwrap_used)]

use mail::mime::{self, Mail, Warning};

fn read(name: &str) -> Mail {
    let path = format!("{}/tests/mails/{name}.eml", env!("CARGO_MANIFEST_DIR"));
    mime::read(&std::fs::read(path).unwrap(), None).unwrap()
}

#[test]
fn what_is_said_truly_is_read_without_a_word() {
    for (name, subject, text) in [
        ("iso-8859-1-qp", "Verlängerung", "Grüße aus München: 120 Plätze à 9,00."),
        ("windows-1252-8bit", "Renewal – €", "“120 seats” – €9.00 each…"),
        ("shift_jis-base64", "見積書", "見積書をお送りします。120席、単価9.00。"),
        ("iso-2022-jp-7bit", "見積書", "見積書をお送りします。120席、単価9.00。"),
        ("koi8-r-8bit", "Продление", "Добрый день! 120 мест по 9,00."),
        ("utf-8-8bit", "Förnyelse ✓", "120 platser à 9,00 € ✓"),
        ("utf-8-base64", "Renouvellement", "120 licences à 9,00 €."),
        ("gb2312-8bit", "报价单", "您好，报价单请见附件。"),
        ("euc-kr-base64", "견적서", "견적서를 보내드립니다."),
        ("big5-8bit", "報價單", "報價單請見附件。"),
        ("utf-7-7bit", "Renewal", "120 seats at €9.00"),
        ("iso-8859-15-8bit", "Renewal", "120 à 9,00 €"),
    ] {
        let mail = read(name);
        assert_eq!((mail.subject.as_str(), mail.text.as_str()), (subject, text), "{name}");
        assert_eq!(mail.warnings, [], "{name}");
        let sent = mail.date.unwrap();
        assert_eq!(sent.unix_ms, Some(1_772_529_120_000), "{name}");
    }
    assert_eq!(read("utf-8-8bit").from.name, "Åsa Öberg");
}

#[test]
fn what_is_not_said_or_not_true_is_guessed_and_said_to_be() {
    for (name, declared, read_as, text) in [
        (
            "undeclared-cyrillic",
            None,
            "windows-1251",
            "Добрый день! Мы рады предложить вам продление договора на 120 мест по цене 9,00. \
             С уважением, отдел продаж.",
        ),
        ("undeclared-utf-8", None, "utf-8", "Grüße: 120 Plätze à 9,00 €"),
        (
            "said-utf-8-is-windows-1252",
            Some("utf-8"),
            "windows-1252",
            "Grüße aus München, die Verlängerung kostet 9,00 für jeden Platz.",
        ),
        (
            "unknown-charset",
            Some("x-nobody-knows"),
            "windows-1252",
            "Grüße aus München, die Verlängerung kostet 9,00.",
        ),
    ] {
        let mail = read(name);
        assert_eq!(mail.text, text, "{name}");
        let guessed = Warning::CharsetGuessed {
            place: "the mail".to_owned(),
            declared: declared.map(str::to_owned),
            read_as: read_as.to_owned(),
        };
        assert!(mail.warnings.contains(&guessed), "{name}: {:?}", mail.warnings);
    }
}

#[test]
fn a_subject_in_a_charset_nobody_knows_is_said_to_be_unreadable() {
    let mail = read("unknown-charset");
    assert_eq!(mail.subject, "Verl\u{FFFD}ngerung");
    assert!(mail.warnings.contains(&Warning::Undecodable { place: "header Subject".to_owned() }));
}

#[test]
fn a_header_in_no_declared_charset_is_guessed() {
    let mail = read("header-in-latin-1");
    assert_eq!((mail.from.name.as_str(), mail.subject.as_str()), ("Jörg Müller", "Verlängerung für München"));
    let places: Vec<_> = mail
        .warnings
        .iter()
        .map(|warning| match warning {
            Warning::CharsetGuessed { place, .. } => place.as_str(),
            other => unreachable!("{other:?}"),
        })
        .collect();
    assert_eq!(places, ["header From", "header Subject"]);
}

#[test]
fn broken_characters_are_marked_and_the_rest_is_kept() {
    let mail = read("broken-shift_jis");
    assert!(mail.text.starts_with("120 \u{FFFD}") && mail.text.ends_with("seats"), "{}", mail.text);
    assert_eq!(mail.warnings, [Warning::Undecodable { place: "the mail".to_owned() }]);
}
