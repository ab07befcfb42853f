//! Which styles keep text from being seen.
//!
//! Only what stands at an element is judged, not style sheets: which of their rules
//! hold depends on the reader's screen.

/// A colour without transparency.
type Colour = [u8; 3];

const WHITE: Colour = [255; 3];
const BLACK: Colour = [0; 3];

/// Difference of a channel below which colours are not told apart.
const NEAR: u8 = 12;

/// What an element hands on to those inside it.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    hidden: bool,
    /// Nothing where it cannot be told, as under a picture.
    colour: Option<Colour>,
    ground: Option<Colour>,
}

impl Look {
    /// Black on white, to be seen.
    pub const PLAIN: Self = Self { hidden: false, colour: Some(BLACK), ground: Some(WHITE) };

    /// Whether text looking so cannot be seen.
    pub fn is_hidden(&self) -> bool {
        let like_ground = self.colour.zip(self.ground).is_some_and(|(colour, ground)| {
            colour.iter().zip(ground).all(|(one, other)| one.abs_diff(other) <= NEAR)
        });
        self.hidden || like_ground
    }

    /// The look inside an element with these attributes; names in lower case.
    pub fn inside<'a>(self, attributes: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut look = self;
        for (name, value) in attributes {
            match name {
                "hidden" => look.hidden = true,
                "color" => look.colour = colour(value),
                "bgcolor" => look.ground = colour(value),
                "background" => look.ground = None,
                "style" => look.apply(value),
                _ => {}
            }
        }
        look
    }

    fn apply(&mut self, style: &str) {
        let style = style.to_lowercase();
        let clips = style.contains("overflow") && style.contains("hidden");
        for declaration in style.split(';') {
            let Some((property, value)) = declaration.split_once(':') else { continue };
            let value = value.replace("!important", "");
            let (property, value) = (property.trim(), value.trim());
            let hides = match property {
                "display" => value == "none",
                "visibility" => matches!(value, "hidden" | "collapse"),
                "opacity" => amount(value).is_some_and(|opacity| opacity < 0.1),
                // Pixels, points or parts of a line: below one and a half of any
                // nobody reads, if it is no part of a line.
                "font-size" => amount(value).is_some_and(|size| size < smallest(value)),
                "height" | "max-height" | "width" | "max-width" => {
                    clips && amount(value).is_some_and(|size| size < 1.5)
                }
                "text-indent" | "left" | "top" | "margin-left" | "margin-top" => {
                    amount(value).is_some_and(|offset| offset <= -999.0)
                }
                "mso-hide" => value == "all",
                _ => false,
            };
            self.hidden |= hides;
            match property {
                "color" if value == "transparent" => self.hidden = true,
                "color" => self.colour = colour(value),
                "background-color" | "background" if value != "transparent" => self.ground = colour(value),
                _ => {}
            }
        }
    }
}

/// The number that a value begins with.
fn amount(value: &str) -> Option<f64> {
    let number = value.trim_end_matches(|sign: char| sign.is_ascii_alphabetic() || sign == '%').trim();
    number.parse().ok().filter(|number: &f64| number.is_finite())
}

fn smallest(value: &str) -> f64 {
    match value.trim_start_matches(|sign: char| !sign.is_ascii_alphabetic() && sign != '%') {
        "em" | "rem" | "ex" | "ch" => 0.1,
        "%" => 10.0,
        _ => 1.5,
    }
}

/// A colour, where it is one that can be told.
fn colour(value: &str) -> Option<Colour> {
    let value = value.trim().to_lowercase();
    if let Some(digits) = value.strip_prefix('#') {
        return of_digits(digits);
    }
    if let Some(inner) = value.strip_prefix("rgb(").and_then(|rest| rest.strip_suffix(')')) {
        let mut channels = inner.split([',', ' ']).filter(|channel| !channel.is_empty());
        let mut next = || channels.next().and_then(|channel| channel.trim().parse().ok());
        return Some([next()?, next()?, next()?]);
    }
    match value.as_str() {
        "white" | "snow" | "ivory" | "ghostwhite" | "floralwhite" | "mintcream" => Some(WHITE),
        "whitesmoke" => Some([245; 3]),
        "black" => Some(BLACK),
        "red" => Some([255, 0, 0]),
        "blue" => Some([0, 0, 255]),
        "gray" | "grey" => Some([128; 3]),
        "silver" => Some([192; 3]),
        // The colour attribute of old takes digits alone.
        digits => of_digits(digits).filter(|_| digits.len() == 6),
    }
}

fn of_digits(digits: &str) -> Option<Colour> {
    let doubled: String = match digits.len() {
        3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
        _ => digits.to_owned(),
    };
    let mut colour = BLACK;
    hex::decode_to_slice(doubled, &mut colour).ok().map(|()| colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(name: &str, value: &str) -> bool {
        Look::PLAIN.inside([(name, value)].into_iter()).is_hidden()
    }

    #[test]
    fn what_cannot_be_seen() {
        for style in [
            "display:none",
            "color:red; DISPLAY : None !important",
            "visibility:hidden",
            "opacity:0",
            "font-size:0",
            "font-size:1px",
            "font-size:0.01em",
            "color:#fff",
            "color:#FEFEFE",
            "color:rgb(255, 255, 255)",
            "color:transparent",
            "background:#000",
            "color:blue;background-color:#0000ff",
            "max-height:0;overflow:hidden",
            "text-indent:-9999px",
            "position:absolute;left:-10000px",
            "mso-hide:all",
        ] {
            assert!(hidden("style", style), "{style}");
        }
        assert!(hidden("hidden", "") && hidden("color", "white") && hidden("color", "ffffff"));
        assert!(hidden("bgcolor", "#000000"));
    }

    #[test]
    fn what_can() {
        for style in [
            "",
            "display:block",
            "font-size:9px",
            "font-size:0.8em",
            "font-size:80%",
            "font-size:small",
            "opacity:0.9",
            "color:#777",
            "color:#fff;background:#003366",
            "color:white;background:url(x.png)",
            "color:whatever",
            "height:0",
            "margin-left:-10px",
            "font-size:nan",
        ] {
            assert!(!hidden("style", style), "{style}");
        }
        assert!(!hidden("color", "blue") && !hidden("title", "display:none"));
    }

    #[test]
    fn looks_are_handed_on() {
        let dark = Look::PLAIN.inside([("bgcolor", "#003366"), ("color", "#fff")].into_iter());
        assert!(!dark.is_hidden());
        assert!(dark.inside([("style", "color:#003366")].into_iter()).is_hidden());
        let gone = Look::PLAIN.inside([("style", "display:none")].into_iter());
        assert!(gone.inside([("style", "display:block")].into_iter()).is_hidden());
    }
}
