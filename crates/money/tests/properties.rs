//! What holds for any amount, against whole-number arithmetic.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

use money::Amount;
use proptest::prelude::*;

/// A decimal as `digits / 10^scale`, beside the amount it is.
fn decimal() -> impl Strategy<Value = (i64, u32, Amount)> {
    (any::<i64>(), 0_u32..15).prop_map(|(digits, scale)| {
        let amount = Amount::parse(&format!("{digits}e-{scale}")).unwrap();
        (digits, scale, amount)
    })
}

fn of(digits: i128, scale: u32) -> Amount {
    Amount::parse(&format!("{digits}e-{scale}")).unwrap()
}

proptest! {
    #[test]
    fn sums_and_products_are_those_of_whole_numbers((x, sx, a) in decimal(), (y, sy, b) in decimal()) {
        let scale = sx.max(sy);
        let wide = |digits: i64, own: u32| i128::from(digits) * 10_i128.pow(scale - own);
        prop_assert_eq!(&a + &b, of(wide(x, sx) + wide(y, sy), scale));
        prop_assert_eq!(&a - &b, of(wide(x, sx) - wide(y, sy), scale));
        prop_assert_eq!(&a * &b, of(i128::from(x) * i128::from(y), sx + sy));
        prop_assert_eq!(a.cmp(&b), wide(x, sx).cmp(&wide(y, sy)));
    }

    #[test]
    fn order_of_working_changes_nothing((_, _, a) in decimal(), (_, _, b) in decimal(), (_, _, c) in decimal()) {
        prop_assert_eq!((&a + &b) + &c, &a + (&b + &c));
        prop_assert_eq!((&a * &b) * &c, &a * (&b * &c));
        prop_assert_eq!(&a * (&b + &c), &a * &b + &a * &c);
        prop_assert_eq!([&a, &b, &c].into_iter().sum::<Amount>(), &a + &b + &c);
    }

    #[test]
    fn what_is_written_reads_back((_, _, a) in decimal(), (_, _, b) in decimal()) {
        for amount in [&a * &b, &a + &b, a] {
            let text = amount.to_string();
            prop_assert!(!text.contains(['e', 'E', '+']));
            prop_assert!(!text.contains('.') || !text.ends_with('0'), "{}", text);
            prop_assert_eq!(Amount::parse(&text), Ok(amount));
        }
    }

    #[test]
    fn rounding_moves_by_half_a_unit_at_most((digits, scale, a) in decimal(), decimals in 0_u32..15) {
        let rounded = a.round_half_up(decimals);
        prop_assert!(rounded.decimals() <= decimals);
        let expected = if scale <= decimals { of(i128::from(digits), scale) } else {
            let unit = 10_i128.pow(scale - decimals);
            let size = (i128::from(digits).abs() + unit / 2) / unit;
            of(if digits < 0 { -size } else { size }, decimals)
        };
        prop_assert_eq!(rounded, expected);
    }

    #[test]
    fn a_quotient_is_within_half_a_unit((_, _, a) in decimal(), (_, _, b) in decimal(), decimals in 0_u32..20) {
        prop_assume!(!b.is_zero());
        let quotient = a.div_rounded(&b, decimals).unwrap();
        let error = (&quotient * &b - &a).abs() * Amount::from(2_u32);
        prop_assert!(error <= b.abs() * of(1, decimals));
        if let Some(exact) = a.div_exact(&b) {
            prop_assert_eq!(&(&exact * &b), &a);
            prop_assert_eq!(exact.round_half_up(decimals), quotient);
        }
        prop_assert_eq!((&a * &b).div_exact(&b), Some(a));
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        let _ = Amount::parse(&text);
    }

    #[test]
    fn near_numbers_are_read_or_refused_and_never_grow(text in "-?[0-9]{0,30}(\\.[0-9]{0,30})?([eE][+-]?[0-9]{0,12})?") {
        if let Ok(amount) = Amount::parse(&text) {
            let plain = amount.to_string();
            prop_assert!(plain.len() <= 802);
            prop_assert_eq!(Amount::parse(&plain), Ok(amount));
        }
    }

    #[test]
    fn a_double_reads_as_its_shortest_text(double in any::<f64>().prop_filter("finite", |d| d.is_finite())) {
        let amount = Amount::parse(&format!("{double:e}")).unwrap();
        prop_assert_eq!(amount.to_string().parse::<f64>().unwrap(), double);
    }
}
