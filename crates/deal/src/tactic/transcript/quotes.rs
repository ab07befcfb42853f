//! A mail whose lines quote what was written before: one `>` for each answer.

use super::{Line, MOST, Spoken, Transcript, is_blank, spoken};

/// Deeper quotes are read as deep as this.
const DEEPEST: usize = 100;

struct Block {
    depth: usize,
    text: String,
    start: usize,
}

/// What came in is the vendor's, what it quotes is ours, what that quotes is the vendor's again.
pub(super) fn quoted(lines: &[Line<'_>]) -> Option<Transcript> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in lines {
        let (depth, text) = unmarked(line.text);
        match blocks.last_mut() {
            Some(last) if last.depth == depth || is_blank(&text) => last.text.push_str(&text),
            _ => blocks.push(Block { depth, text, start: line.start }),
        }
    }
    blocks.retain(|block| !is_blank(&block.text));
    if blocks.len() < 2 || blocks.iter().all(|block| block.depth == 0) || blocks.len() > MOST {
        return None;
    }
    // Answers below what they answer stand in their order; a mail that has everything below it is turned round.
    let turned = blocks.windows(2).all(|pair| matches!(pair, [above, below] if above.depth < below.depth));
    if turned {
        blocks.reverse();
    }
    let own = blocks.iter().rposition(|block| block.depth == 0);
    let messages: Vec<Spoken> = blocks
        .into_iter()
        .map(|block| spoken(block.depth.is_multiple_of(2), block.text, block.start))
        .collect();
    Some(Transcript { messages, own })
}

/// How deep a line is quoted, and the line with blanks instead of the marks.
fn unmarked(line: &str) -> (usize, String) {
    let mut depth = 0;
    let mut within = true;
    let text = line
        .chars()
        .map(|c| {
            within &= matches!(c, '>' | ' ' | '\t');
            match c {
                '>' if within => {
                    depth += 1;
                    ' '
                }
                _ => c,
            }
        })
        .collect();
    (depth.min(DEEPEST), text)
}
