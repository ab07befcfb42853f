//! Files that a person can hold in mind.

use super::Finding;
use super::files::File;

/// Lines of a source file.
const SOURCE: usize = 400;
/// Lines of a component of the page, with its markup and style.
const COMPONENT: usize = 200;

/// Every file that is longer. What a machine writes is not counted.
pub fn check(files: &[File]) -> Vec<Finding> {
    files
        .iter()
        .filter(|file| file.path != "ui/src/lib/bindings.ts")
        .filter_map(|file| {
            let limit = match file.ending() {
                "rs" | "ts" => SOURCE,
                "svelte" => COMPONENT,
                _ => return None,
            };
            let lines = file.text.lines().count();
            (lines > limit).then(|| Finding::new(&file.path, format!("{lines} lines, {limit} at most")))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, lines: usize) -> usize {
        check(&[File { path: path.to_owned(), text: "\n".repeat(lines) }]).len()
    }

    #[test]
    fn the_limit_itself_is_allowed() {
        assert_eq!((found("crates/anp/src/a.rs", 400), found("crates/anp/src/a.rs", 401)), (0, 1));
        assert_eq!((found("ui/src/A.svelte", 200), found("ui/src/A.svelte", 201)), (0, 1));
        assert_eq!(found("Cargo.lock", 9000), 0);
        assert_eq!(found("ui/src/lib/bindings.ts", 9000), 0);
    }
}
