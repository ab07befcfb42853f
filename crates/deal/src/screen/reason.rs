//! Why something does not simply leave.

/// Why a text does not simply leave. It never holds the text's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReasonKind {
    /// A figure that is secret, or from which a secret follows. It blocks.
    SecretFigure,
    /// A figure that could be read as money, price, share or multiple and follows from nothing that may be
    /// told. It is held.
    UntracedFigure,
    /// Words that tell where our limits lie. They are held.
    LimitTalk,
    /// Something packed that nobody can read. It is held.
    Opaque,
    /// An additional scanner outside stops it, and says no more. It blocks.
    Outside,
}

impl ReasonKind {
    /// All of them.
    pub(crate) const ALL: [Self; 5] =
        [Self::SecretFigure, Self::UntracedFigure, Self::LimitTalk, Self::Opaque, Self::Outside];

    /// Its code in the command line and in storage.
    pub fn code(self) -> &'static str {
        match self {
            Self::SecretFigure => "secret_figure",
            Self::UntracedFigure => "untraced_figure",
            Self::LimitTalk => "limit_talk",
            Self::Opaque => "opaque",
            Self::Outside => "outside",
        }
    }

    /// Reads [`ReasonKind::code`].
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// True where no person may release it.
    pub fn blocks(self) -> bool {
        matches!(self, Self::SecretFigure | Self::Outside)
    }
}

/// A reason with its place in code points of the text; `decoded` where it stands in what an encoding hid, and
/// the place is the whole text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScreenReason {
    /// Why.
    pub kind: ReasonKind,
    /// First code point.
    pub start: usize,
    /// Behind the last one.
    pub end: usize,
    /// True where an encoding hid it.
    pub decoded: bool,
}
