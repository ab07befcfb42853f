//! Signs by which figures can be told and that no business letter needs: dice, cards, clocks, Braille,
//! tallies, notes of music, numerals of dead scripts. Who reads them is not the screen, so they are held.

/// Runs of such signs, first and last.
const RUNS: [(u32, u32); 19] = [
    // Ogham and runes.
    (0x1680, 0x16FF),
    // Trigrams of the I Ching, dice, hexagrams.
    (0x2630, 0x2637),
    (0x2680, 0x2685),
    (0x4DC0, 0x4DFF),
    // Braille, its blank left out.
    (0x2801, 0x28FF),
    // Aegean, Greek acrophonic, Coptic and Phaistos figures.
    (0x1_0100, 0x1_01FF),
    (0x1_02E0, 0x1_02FF),
    // Old Persian, Imperial Aramaic and their like have figures among their letters.
    (0x1_0320, 0x1_0323),
    (0x1_03D0, 0x1_03D5),
    (0x1_0858, 0x1_085F),
    // Cuneiform, hieroglyphs.
    (0x1_2000, 0x1_254F),
    (0x1_3000, 0x1_342F),
    // Music, Mayan figures, counting rods and tallies.
    (0x1_D100, 0x1_D1FF),
    (0x1_D2C0, 0x1_D2F3),
    (0x1_D300, 0x1_D37F),
    // Mahjong, dominoes, cards.
    (0x1_F000, 0x1_F0FF),
    // Clocks.
    (0x1_F550, 0x1_F567),
    // Regional letters by pairs are flags; chess is none.
    (0x1_FA00, 0x1_FA6F),
    // Signs of Kharosthi for figures.
    (0x1_0A40, 0x1_0A48),
];

/// True where a text holds such signs, or strokes that count.
pub(super) fn tells_by_signs(text: &str) -> bool {
    let strange = |c: char| RUNS.iter().any(|(first, last)| (*first..=*last).contains(&u32::from(c)));
    text.chars().any(strange) || tallies(text) >= 2
}

/// Groups of strokes, two or more in one.
fn tallies(text: &str) -> usize {
    let strokes = |word: &&str| {
        word.chars().count() >= 2
            && ['|', '/', '\\', 'l'].iter().any(|stroke| word.chars().all(|c| c == *stroke))
    };
    text.split_whitespace().filter(strokes).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_by_signs_are_seen_and_usual_signs_are_not() {
        for text in ["⚀⚁⚄", "🂡🂢🂥", "🕐🕑🕔", "⠼⠁⠃⠑", "| || |||||", "𝍠𝍡", "𝋡", "𒐕", "𐄇"]
        {
            assert!(tells_by_signs(text), "{text}");
        }
        for text in ["Grüße 👍🎉", "a | b | c", "https://x.example//y", "🇵🇹 Lisboa", "✓ ✗ → •", "a || b"]
        {
            assert!(!tells_by_signs(text), "{text}");
        }
    }
}
