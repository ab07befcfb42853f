//! Names that say nothing of the field and gather whatever comes by.

use super::Finding;
use super::files::File;

const EMPTY: [&str; 8] = ["manager", "service", "services", "util", "utils", "helper", "helpers", "common"];

/// The words before a name that is being given.
const GIVING: [&str; 8] = ["struct", "enum", "trait", "type", "mod", "union", "class", "interface"];

/// Every type, module, file and folder of ours with such a word in its name.
pub fn check(files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| matches!(file.ending(), "rs" | "ts" | "svelte")) {
        for part in file.path.split('/') {
            let stem = part.split('.').next().unwrap_or_default();
            if let Some(word) = empty_word(stem) {
                findings.push(Finding::new(&file.path, format!("`{word}` names no thing of the field")));
            }
        }
        for (number, line) in file.lines() {
            for name in given(line) {
                if let Some(word) = empty_word(name) {
                    let place = format!("{}:{number}", file.path);
                    findings
                        .push(Finding::new(place, format!("`{name}`: `{word}` names no thing of the field")));
                }
            }
        }
    }
    findings
}

/// The names that a line of code gives to types and modules.
fn given(line: &str) -> Vec<&str> {
    let code = line.split("//").next().unwrap_or_default();
    let words: Vec<&str> = code
        .split('"')
        .step_by(2) // what is not between quotation marks
        .flat_map(|part| part.split(|sign: char| !(sign.is_alphanumeric() || sign == '_')))
        .filter(|word| !word.is_empty())
        .collect();
    let followed = words.iter().zip(words.iter().skip(1));
    followed.filter(|(word, _)| GIVING.contains(word)).map(|(_, name)| *name).collect()
}

/// The first empty word in a name, whether it is written `aA`, `a_a` or `a-a`.
fn empty_word(name: &str) -> Option<&'static str> {
    let mut words = vec![String::new()];
    for sign in name.chars() {
        if sign.is_uppercase() || matches!(sign, '_' | '-') {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| sign.is_alphanumeric()) {
            word.extend(sign.to_lowercase());
        }
    }
    EMPTY.into_iter().find(|empty| words.iter().any(|word| word == empty))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        check(&[File { path: path.to_owned(), text: text.to_owned() }]).len()
    }

    #[test]
    fn empty_names_are_found_however_they_are_written() {
        assert_eq!(found("crates/desk/src/a.rs", "pub struct DealManager {\n"), 1);
        assert_eq!(found("crates/desk/src/a.rs", "pub(crate) mod string_utils;\n"), 1);
        assert_eq!(found("ui/src/a.ts", "export interface MailService {\n"), 1);
        assert_eq!(found("tests/common/mod.rs", ""), 1);
        assert_eq!(found("ui/src/lib/date-helpers.ts", ""), 1);
    }

    #[test]
    fn the_field_and_others_names_pass() {
        assert_eq!(found("crates/desk/src/a.rs", "pub struct Commons;\nuse tower::Service;\n"), 0);
        assert_eq!(found("crates/desk/src/a.rs", "// a struct Manager would be wrong\n"), 0);
        assert_eq!(found("crates/desk/src/a.rs", "struct Servicing;\nenum Utility {}\n"), 0);
    }
}
