//! What the application is started with.

use std::ffi::OsString;
use std::path::PathBuf;

/// What the application is started with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arguments {
    /// Open the demo workspace with its guide.
    pub demo: bool,
    /// Folder of the workspace; none takes the one in the person's data folder.
    pub workspace: Option<PathBuf>,
    /// Start without coming before other windows, as a desktop does by itself.
    pub aside: bool,
    /// Logs, bundles and links to open.
    pub handed: Vec<String>,
}

/// The arguments make no sense.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}; usage: countersign-desktop [--demo] [--workspace DIR] [--aside] [FILE|LINK …]")]
pub struct Usage(String);

impl Arguments {
    /// Reads the arguments behind the program's name.
    ///
    /// # Errors
    /// [`Usage`] for an unknown one, or a missing value.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, Usage> {
        let mut read = Self::default();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match argument.to_str() {
                Some("--demo") => read.demo = true,
                Some("--aside") => read.aside = true,
                Some("--workspace") => {
                    let folder =
                        arguments.next().ok_or_else(|| Usage("--workspace wants a folder".to_owned()))?;
                    read.workspace = Some(folder.into());
                }
                Some(handed) if !handed.is_empty() && !handed.starts_with('-') => {
                    read.handed.push(handed.to_owned());
                }
                _ => return Err(Usage(format!("unknown argument {}", argument.display()))),
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_arguments_are_refused() {
        let read = |words: &[&str]| Arguments::read(words.iter().map(OsString::from));
        assert_eq!(read(&["--demo"]), Ok(Arguments { demo: true, ..Arguments::default() }));
        assert!(read(&["--workspace"]).is_err());
        assert!(read(&["--demoo"]).is_err());
        assert!(read(&[""]).is_err());
    }

    #[test]
    fn files_and_links_are_handed_over_in_order() {
        let read =
            Arguments::read(["theirs.anp.json", "--aside", "countersign://deal/1"].map(OsString::from));
        let handed = vec!["theirs.anp.json".to_owned(), "countersign://deal/1".to_owned()];
        assert_eq!(read, Ok(Arguments { aside: true, handed, ..Arguments::default() }));
    }
}
