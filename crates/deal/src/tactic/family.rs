//! The families of tactics, what each is meant to do, and what buyers usually answer.

use std::fmt;

/// A family of tactics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// A deadline, or the quarter's end.
    Deadline,
    /// A price increase is threatened.
    Increase,
    /// A final offer.
    Final,
    /// Limited authority, policy or precedent.
    Authority,
    /// A bundle, tie-in or decoy.
    Bundle,
    /// A longer term or a committed volume.
    Lockin,
    /// An anchor, a list price, bracketing.
    Anchor,
    /// Past the buyer, dividing, a fait accompli.
    Bypass,
    /// Scarcity, flattery, reciprocity, a rival.
    Scarcity,
    /// Of a thread: good cop, bad cop.
    GoodCop,
    /// Of a thread: small wishes after the agreement.
    Nibble,
    /// Of a thread: one small addition after the other.
    Salami,
    /// Of a thread: shock at the buyer's figure.
    Flinch,
    /// Of a thread: concessions that shrink.
    Shrinking,
    /// Of a thread: the talks are declared dead.
    Impasse,
}

/// What a family is meant to do, and what buyers usually answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counsel {
    /// What it is meant to do.
    pub aim: &'static str,
    /// What buyers usually answer.
    pub answer: &'static str,
}

impl Family {
    /// The families that a single text can show.
    pub const OF_TEXTS: [Self; 9] = [
        Self::Deadline,
        Self::Increase,
        Self::Final,
        Self::Authority,
        Self::Bundle,
        Self::Lockin,
        Self::Anchor,
        Self::Bypass,
        Self::Scarcity,
    ];

    /// The families that only a thread can show.
    pub const OF_THREADS: [Self; 6] =
        [Self::GoodCop, Self::Nibble, Self::Salami, Self::Flinch, Self::Shrinking, Self::Impasse];

    /// Its code, the same in the command line and in storage.
    pub fn code(self) -> &'static str {
        match self {
            Self::Deadline => "deadline",
            Self::Increase => "increase",
            Self::Final => "final",
            Self::Authority => "authority",
            Self::Bundle => "bundle",
            Self::Lockin => "lockin",
            Self::Anchor => "anchor",
            Self::Bypass => "bypass",
            Self::Scarcity => "scarcity",
            Self::GoodCop => "goodcop",
            Self::Nibble => "nibble",
            Self::Salami => "salami",
            Self::Flinch => "flinch",
            Self::Shrinking => "shrinking",
            Self::Impasse => "impasse",
        }
    }

    /// The family with this code.
    pub fn of_code(code: &str) -> Option<Self> {
        Self::OF_TEXTS.into_iter().chain(Self::OF_THREADS).find(|family| family.code() == code)
    }

    /// What it is meant to do, and what buyers usually answer.
    pub fn counsel(self) -> Counsel {
        let (aim, answer) = match self {
            Self::Deadline => (
                "To have you decide before you have compared.",
                "Ask what changes on the day after, and keep to your own date. An offer that was good this \
                 quarter is usually there in the next.",
            ),
            Self::Increase => (
                "To make today's price look good beside a worse one.",
                "Ask for the clause that allows the rise and for its arithmetic, and price the alternative.",
            ),
            Self::Final => (
                "To end the talks at the vendor's figure.",
                "Take it as a position, not as a fact: name what would have to change for you to sign, and let \
                 silence work.",
            ),
            Self::Authority => (
                "To put the decision out of reach, so that only you can move.",
                "Ask who can decide, and ask to speak with that person; give nothing for an approval that is \
                 only hoped for.",
            ),
            Self::Bundle => (
                "To raise the total while the unit looks cheaper, or to steer you to one package.",
                "Ask for each part's price alone, and compare the price of what you need.",
            ),
            Self::Lockin => (
                "To trade a discount for your freedom to leave or to shrink.",
                "Price the freedom: ask for the same figure at the shorter term, and for exits and caps with \
                 the longer.",
            ),
            Self::Anchor => (
                "To have you measure the price against a figure of the vendor's choosing.",
                "Put your own figure and its source beside it; a list price that nobody pays is no measure.",
            ),
            Self::Bypass => (
                "To win somebody else on your side, or to make a fact before you decided.",
                "Tell your colleagues what has been said, and answer that only the named owner decides.",
            ),
            Self::Scarcity => (
                "To make you feel that others want it, that you are special, or that you owe something.",
                "Thank, and return to the terms. Ask for the scarcity in writing if it matters.",
            ),
            Self::GoodCop => (
                "To make the moderate voice look like your ally.",
                "Treat both as one side; ask for one position in writing.",
            ),
            Self::Nibble => (
                "To win small things after you believed it was done.",
                "Reopen nothing for free: every wish has a price of its own.",
            ),
            Self::Salami => (
                "To raise the price in slices too thin to refuse.",
                "Add the slices up, and ask for a complete price before you go on.",
            ),
            Self::Flinch => {
                ("To make you doubt your own figure.", "Stay calm, repeat the figure and its reason once.")
            }
            Self::Shrinking => (
                "To signal that the limit is near.",
                "The pattern is chosen, too: trade for something else, or hold your own curve.",
            ),
            Self::Impasse => (
                "To have you pay for going on.",
                "Let it rest, name your alternative, and leave the door open without moving.",
            ),
        };
        Counsel { aim, answer }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
