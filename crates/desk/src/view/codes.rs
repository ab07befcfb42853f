//! Codes: enums whose variants cross to the window by one name each, written once.

/// Declares an enum with the name of each variant beside it; the window's type of it is a
/// union of those names.
macro_rules! codes {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $code:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, specta::Type,
        )]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $text)] $code,)*
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $(Self::$code => $text,)* })
            }
        }
    };
}

pub(super) use codes;
