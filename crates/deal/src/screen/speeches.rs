#![allow(clippy::indexing_slicing)]
//! How languages build their numbers, for any secret.

/// How a language says its numbers: the words below a hundred by tens, what joins them, and the powers.
pub(super) struct Speech {
    name: &'static str,
    ones: [&'static str; 20],
    tens: [&'static str; 10],
    /// Of the hundreds from one on; empty where the first of `hundred` multiplies.
    hundreds: [&'static str; 10],
    hundred: &'static str,
    thousand: &'static str,
    million: &'static str,
    /// Between ten and one.
    and: &'static str,
    /// The one before the ten.
    turned: bool,
    /// Between words.
    gap: &'static str,
}

impl Speech {
    fn below_hundred(&self, value: usize) -> String {
        let (ten, one) = (self.tens[value / 10], self.ones[value % 10]);
        match value {
            0..20 => self.ones[value].to_owned(),
            _ if value.is_multiple_of(10) => ten.to_owned(),
            _ if self.turned => format!("{one}{}{ten}", self.and),
            _ => format!("{ten}{}{one}", self.and),
        }
    }

    fn below_thousand(&self, value: usize) -> String {
        let (hundreds, rest) = (value / 100, value % 100);
        let head = match (self.hundreds[hundreds], hundreds) {
            (_, 0) => String::new(),
            ("", _) => format!("{}{}{}", self.ones[hundreds], self.gap, self.hundred),
            (own, _) => own.to_owned(),
        };
        match (head.is_empty(), rest) {
            (true, _) => self.below_hundred(rest),
            (_, 0) => head,
            _ => format!("{head}{}{}", self.gap, self.below_hundred(rest)),
        }
    }

    /// A number of whole thousands between one and two million.
    pub(super) fn say(&self, value: u32) -> String {
        let thousands = self.below_thousand((value / 1_000 % 1_000) as usize);
        format!("{} {thousands}{}{}", self.million, self.gap, self.thousand)
    }

    pub(super) fn name(&self) -> &'static str {
        self.name
    }
}

const BY_ONES: [&str; 10] = [""; 10];

const NORWEGIAN: Speech = Speech {
    name: "Norwegian",
    ones: [
        "", "en", "to", "tre", "fire", "fem", "seks", "sju", "åtte", "ni", "ti", "elleve", "tolv", "tretten",
        "fjorten", "femten", "seksten", "sytten", "atten", "nitten",
    ],
    tens: ["", "", "tjue", "tretti", "førti", "femti", "seksti", "sytti", "åtti", "nitti"],
    hundreds: BY_ONES,
    hundred: "hundre og",
    thousand: "tusen",
    million: "en million",
    and: "",
    turned: false,
    gap: " ",
};

/// One language of each build.
pub(super) const SPEECHES: &[Speech] = &[
    Speech {
        name: "Danish",
        ones: [
            "", "en", "to", "tre", "fire", "fem", "seks", "syv", "otte", "ni", "ti", "elleve", "tolv",
            "tretten", "fjorten", "femten", "seksten", "sytten", "atten", "nitten",
        ],
        tens: ["", "", "tyve", "tredive", "fyrre", "halvtreds", "tres", "halvfjerds", "firs", "halvfems"],
        hundreds: BY_ONES,
        hundred: "hundrede og",
        thousand: "tusind",
        million: "en million",
        and: "og",
        turned: true,
        gap: " ",
    },
    NORWEGIAN,
    Speech {
        name: "Norwegian of old",
        ones: {
            let mut ones = NORWEGIAN.ones;
            ones[7] = "syv";
            ones
        },
        tens: {
            let mut tens = NORWEGIAN.tens;
            (tens[2], tens[3]) = ("tyve", "tredve");
            tens
        },
        and: " og ",
        turned: true,
        ..NORWEGIAN
    },
    Speech {
        name: "Czech",
        ones: [
            "",
            "jeden",
            "dva",
            "tři",
            "čtyři",
            "pět",
            "šest",
            "sedm",
            "osm",
            "devět",
            "deset",
            "jedenáct",
            "dvanáct",
            "třináct",
            "čtrnáct",
            "patnáct",
            "šestnáct",
            "sedmnáct",
            "osmnáct",
            "devatenáct",
        ],
        tens: [
            "",
            "",
            "dvacet",
            "třicet",
            "čtyřicet",
            "padesát",
            "šedesát",
            "sedmdesát",
            "osmdesát",
            "devadesát",
        ],
        hundreds: [
            "",
            "sto",
            "dvě stě",
            "tři sta",
            "čtyři sta",
            "pět set",
            "šest set",
            "sedm set",
            "osm set",
            "devět set",
        ],
        hundred: "",
        thousand: "tisíc",
        million: "milion",
        and: " ",
        turned: false,
        gap: " ",
    },
    Speech {
        name: "Finnish",
        ones: [
            "",
            "yksi",
            "kaksi",
            "kolme",
            "neljä",
            "viisi",
            "kuusi",
            "seitsemän",
            "kahdeksan",
            "yhdeksän",
            "kymmenen",
            "yksitoista",
            "kaksitoista",
            "kolmetoista",
            "neljätoista",
            "viisitoista",
            "kuusitoista",
            "seitsemäntoista",
            "kahdeksantoista",
            "yhdeksäntoista",
        ],
        tens: [
            "",
            "",
            "kaksikymmentä",
            "kolmekymmentä",
            "neljäkymmentä",
            "viisikymmentä",
            "kuusikymmentä",
            "seitsemänkymmentä",
            "kahdeksankymmentä",
            "yhdeksänkymmentä",
        ],
        hundreds: [
            "",
            "sata",
            "kaksisataa",
            "kolmesataa",
            "neljäsataa",
            "viisisataa",
            "kuusisataa",
            "seitsemänsataa",
            "kahdeksansataa",
            "yhdeksänsataa",
        ],
        hundred: "",
        thousand: "tuhatta",
        million: "miljoona",
        and: "",
        turned: false,
        gap: "",
    },
    Speech {
        name: "Turkish",
        ones: [
            "", "bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz", "on", "on bir",
            "on iki", "on üç", "on dört", "on beş", "on altı", "on yedi", "on sekiz", "on dokuz",
        ],
        tens: ["", "", "yirmi", "otuz", "kırk", "elli", "altmış", "yetmiş", "seksen", "doksan"],
        hundreds: [
            "",
            "yüz",
            "iki yüz",
            "üç yüz",
            "dört yüz",
            "beş yüz",
            "altı yüz",
            "yedi yüz",
            "sekiz yüz",
            "dokuz yüz",
        ],
        hundred: "",
        thousand: "bin",
        million: "bir milyon",
        and: " ",
        turned: false,
        gap: " ",
    },
    Speech {
        name: "Arabic",
        ones: [
            "",
            "واحد",
            "اثنان",
            "ثلاثة",
            "أربعة",
            "خمسة",
            "ستة",
            "سبعة",
            "ثمانية",
            "تسعة",
            "عشرة",
            "أحد عشر",
            "اثنا عشر",
            "ثلاثة عشر",
            "أربعة عشر",
            "خمسة عشر",
            "ستة عشر",
            "سبعة عشر",
            "ثمانية عشر",
            "تسعة عشر",
        ],
        tens: ["", "", "عشرون", "ثلاثون", "أربعون", "خمسون", "ستون", "سبعون", "ثمانون", "تسعون"],
        hundreds: [
            "",
            "مائة",
            "مائتان",
            "ثلاثمائة",
            "أربعمائة",
            "خمسمائة",
            "ستمائة",
            "سبعمائة",
            "ثمانمائة",
            "تسعمائة",
        ],
        hundred: "",
        thousand: "ألف",
        million: "مليون",
        and: " و",
        turned: true,
        gap: " و",
    },
];
