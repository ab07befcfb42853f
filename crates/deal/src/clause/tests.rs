use super::Clause::{NoticeDays, PaymentDays, Unclear, UpliftPercent};
use super::*;
use crate::samples::a;

#[test]
fn conditions_say_their_numbers() {
    let up = |percent: &str| UpliftPercent(a(percent));
    for (condition, said) in [
        ("Net 60", vec![PaymentDays(60)]),
        ("net-45 days", vec![PaymentDays(45)]),
        ("NET30", vec![PaymentDays(30)]),
        ("2/10 net 30", vec![PaymentDays(30)]),
        ("Invoices payable within sixty (60) days of receipt", vec![PaymentDays(60)]),
        ("Payment upon receipt of invoice", vec![PaymentDays(0)]),
        ("Annual payment in advance", vec![PaymentDays(0)]),
        ("Zahlungsziel 30 Tage", vec![PaymentDays(30)]),
        ("Payment due in two months", vec![PaymentDays(60)]),
        ("3 % annual uplift", vec![up("3")]),
        ("Prices rise by at most 2.5% a year", vec![up("2.5")]),
        ("Uplift, 3,5 % p.a.", vec![up("3.5")]),
        ("Annual increase capped at CPI, at most 4 per cent", vec![up("4")]),
        ("No annual price increase", vec![up("0")]),
        ("Price freeze for the term", vec![up("0")]),
        ("Preiserhöhung höchstens 2 % pro Jahr", vec![up("2")]),
        ("90 days' notice", vec![NoticeDays(90)]),
        ("Cancel at any time with 3 months notice", vec![NoticeDays(90)]),
        ("Kündigungsfrist 6 Monate", vec![NoticeDays(180)]),
        ("Net 45; uplift of 3 % a year; notice of 60 days", vec![PaymentDays(45), up("3"), NoticeDays(60)]),
        ("Prices rise with CPI + 2 %", vec![Unclear(Subject::Uplift)]),
        ("Annual price increases apply", vec![Unclear(Subject::Uplift)]),
        ("Uplift 3 % in year one and 5 % in year two", vec![Unclear(Subject::Uplift)]),
        ("Payment within 30 or 60 days", vec![Unclear(Subject::Payment)]),
        ("Payment terms as agreed", vec![Unclear(Subject::Payment)]),
        ("Notice as usual", vec![Unclear(Subject::Notice)]),
        ("Seat numbers may increase", vec![]),
        ("Premier support included", vec![]),
        ("Data export within 30 days", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(clauses(condition), said, "{condition}");
    }
}

#[test]
fn what_we_write_reads_back() {
    for clause in [PaymentDays(45), UpliftPercent(a("2.75")), NoticeDays(90), UpliftPercent(a("0"))] {
        assert_eq!(clauses(&clause.text().unwrap_or_default()), [clause]);
    }
}

#[test]
fn nothing_is_so_long_that_it_is_passed_over() {
    assert_eq!(clauses(&"x".repeat(2001)).len(), 3);
}
