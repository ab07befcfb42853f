//! The course that the vendor's figures take along a thread: its totals, and what it gives from round to round.

use money::Amount;

use super::figures::{Figure, Sort, near};
use super::marks::Mark;
use super::thread::Message;

/// The first figures that a course may begin with.
const MOST_BEGINNINGS: usize = 12;

/// A figure of a course: in which message, how much, and where it stands among its words (an offer's total
/// stands in no words).
#[derive(Debug, Clone)]
pub(super) struct Point {
    pub(super) at: usize,
    pub(super) value: Amount,
    pub(super) place: Option<(usize, usize)>,
}

/// A change: in which message, by how much, and where it shows.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) at: usize,
    pub(super) change: Amount,
    pub(super) place: Option<(usize, usize)>,
}

/// The vendor's totals: those of its offers, where there are two, else of its words.
pub(super) fn totals(messages: &[Message<'_>]) -> Vec<Point> {
    let offered = offered(messages);
    if offered.len() > 1 {
        return offered;
    }
    let spoken = spoken(messages);
    if spoken.len() > 1 || offered.is_empty() { spoken } else { offered }
}

fn offered(messages: &[Message<'_>]) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for (at, message) in messages.iter().enumerate().filter(|(_, message)| message.said.by_vendor) {
        let Some(value) = message.said.total_annual.clone() else { continue };
        if points.last().is_none_or(|last| last.value != value) {
            let place = message.figures.iter().find(|figure| figure.is_price());
            points.push(Point { at, value, place: place.map(|figure| (figure.first, figure.last)) });
        }
    }
    points
}

/// The longest chain of figures of one size through the vendor's words, beginning with one of its first.
fn spoken(messages: &[Message<'_>]) -> Vec<Point> {
    let priced = |message: &Message<'_>| message.figures.iter().any(Figure::is_price);
    let first = messages.iter().position(|message| message.said.by_vendor && priced(message));
    let Some((first, message)) = first.and_then(|at| Some((at, messages.get(at)?))) else {
        return Vec::new();
    };
    let beginnings = message.figures.iter().filter(|figure| figure.is_price()).take(MOST_BEGINNINGS);
    let chains = beginnings.map(|figure| chain(messages, first, figure));
    // Of chains as long the dearer one: what goes beside a total is smaller.
    chains
        .max_by(|one, other| {
            let begins = |chain: &[Point]| chain.first().map(|point| point.value.clone()).unwrap_or_default();
            one.len().cmp(&other.len()).then_with(|| begins(one).cmp(&begins(other)))
        })
        .unwrap_or_default()
}

fn chain(messages: &[Message<'_>], first: usize, figure: &Figure) -> Vec<Point> {
    let mut points =
        vec![Point { at: first, value: figure.value.clone(), place: Some((figure.first, figure.last)) }];
    let mut buyers: Vec<Amount> = messages.iter().take(first).flat_map(prices_of_buyer).collect();
    for (at, message) in messages.iter().enumerate().skip(first + 1) {
        if !message.said.by_vendor {
            buyers.extend(prices_of_buyer(message));
            continue;
        }
        let Some(last) = points.last().map(|point| point.value.clone()) else { break };
        let said = |value: &Amount| points.iter().any(|point| point.value == *value);
        let candidates: Vec<(Amount, &Figure)> = message
            .figures
            .iter()
            .filter(|figure| figure.is_price())
            .filter_map(|figure| Some((of_size(&figure.value, &last)?, figure)))
            .filter(|(value, _)| !said(value))
            .collect();
        let own = candidates.iter().find(|(value, _)| !buyers.contains(value));
        if let Some((value, figure)) = own.or_else(|| candidates.first()) {
            let place = Some((figure.first, figure.last));
            points.push(Point { at, value: value.clone(), place });
        }
    }
    points
}

/// The value as it is or in thousands, where that has the size of the last one.
fn of_size(value: &Amount, last: &Amount) -> Option<Amount> {
    let thousands = value * Amount::from(1_000_u32);
    [value.clone(), thousands].into_iter().find(|value| near(value, last))
}

fn prices_of_buyer<'a>(message: &'a Message<'_>) -> impl Iterator<Item = Amount> + 'a {
    let by_buyer = !message.said.by_vendor;
    let thousand = Amount::from(1_000_u32);
    let prices = message.figures.iter().filter(move |figure| by_buyer && figure.is_price());
    prices.flat_map(move |figure| [figure.value.clone(), &figure.value * &thousand])
}

/// Changes from point to point.
pub(super) fn steps(points: &[Point]) -> Vec<Step> {
    points
        .windows(2)
        .filter_map(|pair| match pair {
            [before, now] => Some(Step { at: now.at, change: &now.value - &before.value, place: now.place }),
            _ => None,
        })
        .filter(|step| !step.change.is_zero())
        .collect()
}

/// Two or more steps towards the buyer that each are smaller than the one before: of totals, of what is taken
/// off, of a discount.
pub(super) fn shrinking(messages: &[Message<'_>], totals: &[Point]) -> Option<Vec<Step>> {
    let taken = to_the_buyer(messages, totals);
    let down: Vec<Step> = steps(taken);
    let runs = [longest_down(&down), taken_off(messages), of_percent(messages), within_one(messages)];
    runs.into_iter().find(|run| shrinks(run))
}

/// Without the last point where it only takes the buyer's figure.
fn to_the_buyer<'a>(messages: &[Message<'_>], totals: &'a [Point]) -> &'a [Point] {
    let Some((last, before)) = totals.split_last() else { return totals };
    let said = messages.iter().take(last.at).flat_map(prices_of_buyer);
    let taken = said.into_iter().any(|value| value == last.value);
    if taken && totals.len() > 2 { before } else { totals }
}

fn shrinks(steps: &[Step]) -> bool {
    let size = |step: &Step| step.change.abs();
    let smaller = steps.windows(2).all(|pair| matches!(pair, [one, two] if size(two) < size(one)));
    // Of two steps the second must be clearly smaller: any two figures differ.
    let clearly = match steps {
        [one, two] => size(two) * Amount::from(10_u32) <= size(one) * Amount::from(8_u32),
        _ => steps.len() > 2,
    };
    smaller && clearly
}

/// The longest run of steps down.
fn longest_down(steps: &[Step]) -> Vec<Step> {
    let runs = steps.split(|step| !step.change.is_negative());
    runs.max_by_key(|run| run.len()).unwrap_or_default().to_vec()
}

/// `take 120 off`, `another 60`, `25 more`: three figures that are given one after the other.
fn taken_off(messages: &[Message<'_>]) -> Vec<Step> {
    let mut found: Vec<Step> = Vec::new();
    let vendors = messages.iter().enumerate().filter(|(_, message)| message.said.by_vendor);
    for (at, message) in vendors {
        let gives = !found.is_empty() || message.marks.has(Mark::Lower);
        let figure = message.figures.iter().find(|figure| {
            matches!(figure.sort, Sort::Money | Sort::Bare | Sort::Percent)
                && gives
                && is_given(message, figure)
        });
        if let Some(figure) = figure {
            let place = Some((figure.first, figure.last));
            found.push(Step { at, change: -figure.value.clone(), place });
        }
    }
    if found.len() > 2 { found } else { Vec::new() }
}

/// True where the words beside a figure say that it comes off, or off once more.
fn is_given(message: &Message<'_>, figure: &Figure) -> bool {
    let behind = message.words.get(figure.last + 1..).unwrap_or_default();
    let off = behind.iter().take(3).any(|word| {
        matches!(word.text.as_str(), "off" | "less" | "down" | "cheaper" | "lower" | "more" | "further")
    });
    let before = message.words.get(figure.first.saturating_sub(3)..figure.first).unwrap_or_default();
    off || before.iter().any(|word| {
        matches!(
            word.text.as_str(),
            "another"
                | "further"
                | "additional"
                | "extra"
                | "more"
                | "plus"
                | "add"
                | "knock"
                | "drop"
                | "by"
                | "off"
                | "net"
                | "minus"
                | "again"
        )
    })
}

/// A discount that grows, or a commission that falls, from message to message.
fn of_percent(messages: &[Message<'_>]) -> Vec<Step> {
    let mut points: Vec<Point> = Vec::new();
    let mut lowered = false;
    for (at, message) in messages.iter().enumerate().filter(|(_, message)| message.said.by_vendor) {
        let last = points.last().map(|point| point.value.clone());
        let figure = message.figures.iter().rfind(|figure| match &last {
            None => figure.sort == Sort::Percent,
            Some(last) => {
                matches!(figure.sort, Sort::Percent | Sort::Bare)
                    && figure.value != *last
                    && of_kind(&figure.value, last)
            }
        });
        lowered |= message.marks.has(Mark::Lower);
        if let Some(figure) = figure {
            let place = Some((figure.first, figure.last));
            points.push(Point { at, value: figure.value.clone(), place });
        }
    }
    let steps = steps(&points);
    let grows = steps.iter().all(|step| step.change.is_positive());
    let falls = steps.iter().all(|step| step.change.is_negative());
    if lowered && (grows || falls) { steps } else { Vec::new() }
}

/// Shares move farther than prices: within a third and three times.
fn of_kind(value: &Amount, last: &Amount) -> bool {
    let three = Amount::from(3_u32);
    value * &three >= *last && *value <= last * &three
}

/// A message that tells the whole course by itself: four figures that fall, or are given one after the other.
fn within_one(messages: &[Message<'_>]) -> Vec<Step> {
    let vendors = messages.iter().enumerate().filter(|(_, message)| message.said.by_vendor);
    for (at, message) in vendors {
        let prices: Vec<&Figure> = message.figures.iter().filter(|figure| figure.is_price()).collect();
        if prices.len() < 4 || prices.len() > MOST_BEGINNINGS {
            continue;
        }
        let points = prices.iter().map(|figure| Point {
            at,
            value: figure.value.clone(),
            place: Some((figure.first, figure.last)),
        });
        let down = steps(&points.collect::<Vec<_>>());
        let of_one_size =
            prices.windows(2).all(|pair| matches!(pair, [one, two] if near(&two.value, &one.value)));
        if of_one_size && down.iter().all(|step| step.change.is_negative()) && shrinks(&down) {
            return down;
        }
        let given = prices.iter().map(|figure| Step {
            at,
            change: -figure.value.clone(),
            place: Some((figure.first, figure.last)),
        });
        let given: Vec<Step> = given.collect();
        if message.marks.has(Mark::Lower) && !of_one_size && shrinks(&given) {
            return given;
        }
    }
    Vec::new()
}
