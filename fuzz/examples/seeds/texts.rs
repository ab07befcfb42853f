//! Texts of JSON and payloads.

/// What a reader may stumble over.
pub const JSON: &[(&str, &str)] = &[
    ("plain", r#"{"b":[1,true,null,"x"],"a":{"c":-0.5e-7,"é":"\u00e9\ud83d\ude00"}}"#),
    ("space", " {\t\"a\" :\r\n[ ] , \"\" : { } } "),
    ("numbers", "[0,-0,1.0,1e21,1e-7,123456789012345680000,9007199254740992,5e-324,1.7976931348623157e308]"),
    ("edges", "[1e400,1e-400,9007199254740993,0e99999,-1E+2,0.1,333333333.33333329]"),
    ("escapes", r#""\"\\\/\b\f\n\r\t\u0000\u001f\u007f\u2028""#),
    ("surrogates", r#"["\ud83d\ude00","\ud83d","\ude00","\ud83d\u0041","\ud83dx"]"#),
    ("twice", r#"{"a":1,"a":2,"\u0061":3}"#),
    ("order", "{\"\u{fb33}\":1,\"\u{1f600}\":2,\"\u{e000}\":3,\"a\":4,\"A\":5,\"aa\":6,\"1\":7,\"\":8}"),
    (
        "deep",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[{\"a\":[]}]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
    ),
    (
        "many",
        r#"{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"j":0,"k":0,"l":0,"m":0,"n":0,"o":0,"p":0,"q":0,"a":1,"q":1}"#,
    ),
    ("broken", r#"{"a":[1,2,}"#),
];

/// Payloads with what may lack, and at their bounds.
pub const PAYLOADS: &[(&str, &str, &str)] = &[
    (
        "offer",
        "fullest",
        r#"{"conditions":["Net 30 days","東京"],"currency":"USD","expires_at":"2026-07-20T00:00:00Z","line_items":[{"currency":"USD","description":"CRM Enterprise seats","quantity":500,"sku":"","term_months":12,"unit":"seat/year","unit_price":1140.125},{"currency":"EUR","description":"x","quantity":1e-7,"unit":"u","unit_price":0}],"notes":"","term_months":36,"total_annual":1.5e+300}"#,
    ),
    (
        "offer",
        "loose",
        r#"{ "term_months": 36.0, "currency": "USD", "expires_at": "2026-07-20t00:00:00.123456+02:00", "line_items": [ { "unit_price": 1e9, "currency": "USD", "description": "seats", "quantity": 10000000, "unit": "u" } ], "total_annual": -0 }"#,
    ),
    (
        "envelope",
        "fullest",
        r#"{"agent":{"declared_ai":true,"name":"a\"b\\c\n\u0001"},"human_contact":"olivia@northwind.example","may_disclose":[],"may_discuss":["pricing","term"],"offer_authority":"bind_with_human_approval","party":"Contoso 😀","will_not_disclose":["é"]}"#,
    ),
    (
        "envelope",
        "none",
        r#"{"agent":{"declared_ai":true,"name":"n"},"may_disclose":["x"],"may_discuss":["y"],"offer_authority":"none","party":"p"}"#,
    ),
    (
        "envelope",
        "open",
        r#"{"agent":{"fingerprint":"abababababababababababababababababababababababababababababababab","id":"5e0e1f0a","name":"Seller"},"envelope":{"agent":{"declared_ai":true,"name":"n"},"may_disclose":["x"],"may_discuss":["y"],"offer_authority":"propose_only","party":"p"},"protocol":"ANP/0.1"}"#,
    ),
    (
        "offer",
        "empty",
        r#"{"conditions":[],"currency":"USD","expires_at":"2026-07-20T00:00:00Z","line_items":[{"currency":"USD","description":"x","quantity":1,"unit":"u","unit_price":0}],"term_months":1,"total_annual":0}"#,
    ),
    (
        "envelope",
        "empty",
        r#"{"agent":{"declared_ai":true,"name":"n"},"human_contact":"","may_disclose":[],"may_discuss":[],"offer_authority":"none","party":"p","will_not_disclose":[]}"#,
    ),
    ("words", "nothing", r#"{"body":"","subject":""}"#),
    ("words", "message", r#"{"body":"Grüße\n😀","subject":"s"}"#),
    ("words", "reason", r#"{"reason":"too dear"}"#),
    (
        "parley_message",
        "offer",
        r#"{"expires_at":"2026-07-20T00:00:00Z","note":"n","round":1,"session_id":"s","terms":{"price_cents":4200},"type":"offer"}"#,
    ),
    (
        "parley_message",
        "accept",
        r#"{"round":1,"session_id":"s","terms_hash":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","type":"accept"}"#,
    ),
    (
        "parley_message",
        "reject",
        r#"{"cause":"deadline_passed","final_offer":{"price_cents":1},"round":1,"session_id":"s","type":"reject"}"#,
    ),
    ("parley_message", "withdraw", r#"{"cause":"withdrawn","round":0,"session_id":"s","type":"withdraw"}"#),
    (
        "parley_message",
        "confirm",
        r#"{"round":1,"session_id":"s","terms":{"price_cents":1},"transcript":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","type":"confirm"}"#,
    ),
    (
        "parley_message",
        "nack",
        r#"{"cause":"expired_at 2026-07-20T00:00:00Z","round":1,"session_id":"s","type":"nack"}"#,
    ),
    (
        "parley_ballot",
        "unsigned",
        r#"{"choice":"approve","proposal":"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc","proposal_id":"p","reason":"why","signature":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","type":"vote","voter":"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"}"#,
    ),
    ("words", "empty", "{}"),
];

/// Tables as spreadsheets save them.
pub const TABLES: [(&str, &str); 3] = [
    (
        "benchmarks",
        "SKU,Description,Unit,p25,p50,p75,Currency,Region,Source,Date\nCRM-ENT,CRM,seat/month,80,\"1,095.50\",1100,USD,EU,Survey,2026-03\n",
    ),
    (
        "comma",
        "Artikelnummer;Bezeichnung;Menge;Einheit;Einzelpreis;Gesamtpreis\r\nA-1;Platz;500;Nutzer/Jahr;1.140,00 €;570.000,00 €\r\n;Summe;;;;570.000,00 €\r\n",
    ),
    ("asked", "sep=;\nSKU;Median\nA;1.234\nB;(3)\n"),
];
