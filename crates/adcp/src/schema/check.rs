//! A value held against a schema. What is wrong is told without what stands there: a seller's terms
//! and words are not for every eye that sees a fault.

use anp::json::Value;

use super::compile::Schemas;
use super::format::{self, same};
use super::node::{Additional, Count, Format, Id, Items, Kind, Members, Node};
use crate::fault::{Fault, Rule};
use crate::pointer::At;

/// Where faults go; where nobody asks which, the first ends the check.
struct Found<'a> {
    faults: Option<&'a mut Vec<Fault>>,
    any: bool,
}

impl Found<'_> {
    fn add(&mut self, at: &At, detail: impl FnOnce() -> String) {
        self.any = true;
        if let Some(faults) = &mut self.faults {
            faults.push(Fault::new(Rule::Schema, at, detail()));
        }
    }

    fn done(&self) -> bool {
        self.any && self.faults.is_none()
    }
}

/// Longest name of a member that is repeated in a fault, in characters.
const SHOWN: usize = 60;

fn shown(name: &str) -> String {
    name.chars().take(SHOWN).collect()
}

impl Schemas {
    /// Everything in which the value is not as the file says.
    pub fn check(&self, file: &str, value: &Value, at: &At, faults: &mut Vec<Fault>) {
        let mut found = Found { faults: Some(faults), any: false };
        match self.body(file) {
            Some(node) => self.node_on(node, value, at, &mut found),
            None => found.add(at, || format!("there is no schema {file}")),
        }
    }

    fn holds(&self, id: Id, value: &Value) -> bool {
        let mut found = Found { faults: None, any: false };
        self.on(id, value, &At::root(), &mut found);
        !found.any
    }

    fn on(&self, id: Id, value: &Value, at: &At, found: &mut Found<'_>) {
        if let Some(node) = self.node(id)
            && !found.done()
        {
            self.node_on(node, value, at, found);
        }
    }

    fn node_on(&self, node: &Node, value: &Value, at: &At, found: &mut Found<'_>) {
        if let Some(reference) = node.reference {
            return self.on(reference, value, at, found);
        }
        if node.never {
            found.add(at, || "nothing may stand here".to_owned());
        }
        if !node.types.is_empty() && !node.types.iter().any(|kind| kind.holds(value)) {
            return found.add(at, || expected(&node.types, value));
        }
        scalar(node, value, at, found);
        match value {
            Value::Object(members) => self.members(&node.members, members, value, at, found),
            Value::Array(items) => self.items(&node.items, items, at, found),
            _ => {}
        }
        self.combined(node, value, at, found);
    }

    fn members(
        &self,
        rules: &Members,
        members: &[(String, Value)],
        value: &Value,
        at: &At,
        found: &mut Found<'_>,
    ) {
        for name in rules.required.iter().filter(|name| value.get(name).is_none()) {
            found.add(&at.key(name), || "this is missing".to_owned());
        }
        for (name, needs) in &rules.dependencies {
            if value.get(name).is_some() {
                for need in needs.iter().filter(|need| value.get(need).is_none()) {
                    found.add(&at.key(need), || format!("this is missing where {name:?} stands"));
                }
            }
        }
        counted(rules.count, members.len(), "members", at, found);
        for (name, member) in members {
            if found.done() {
                return;
            }
            if let Some(id) = rules.names
                && !self.holds(id, &Value::from(name.as_str()))
            {
                found.add(&at.key(&shown(name)), || "no name that a member may have here".to_owned());
            }
            let like = match (rules.named.get(name), rules.additional) {
                (Some(id), _) => Some(*id),
                (None, Additional::Like(id)) => Some(id),
                (None, Additional::Allowed) => None,
                (None, Additional::Barred) => {
                    found.add(&at.key(&shown(name)), || {
                        "a member that the protocol does not have here, where none may be added".to_owned()
                    });
                    None
                }
            };
            if let Some(id) = like {
                self.on(id, member, &at.key(name), found);
            }
        }
    }

    fn items(&self, rules: &Items, items: &[Value], at: &At, found: &mut Found<'_>) {
        counted(rules.count, items.len(), "entries", at, found);
        if rules.unique {
            for (place, item) in items.iter().enumerate() {
                if items.iter().take(place).any(|other| same(other, item)) {
                    found.add(&at.item(place), || "this stands here already".to_owned());
                }
            }
        }
        if let Some(id) = rules.contains
            && !items.iter().any(|item| self.holds(id, item))
        {
            found.add(at, || "an entry that must be among these is not".to_owned());
        }
        if let Some(id) = rules.each {
            for (place, item) in items.iter().enumerate() {
                self.on(id, item, &at.item(place), found);
            }
        }
    }

    fn combined(&self, node: &Node, value: &Value, at: &At, found: &mut Found<'_>) {
        for id in &node.all {
            self.on(*id, value, at, found);
        }
        if !node.any.is_empty() && !node.any.iter().any(|id| self.holds(*id, value)) {
            self.nearest(&node.any, value, at, found);
        }
        if !node.one.is_empty() {
            match node.one.iter().filter(|id| self.holds(**id, value)).count() {
                0 => self.nearest(&node.one, value, at, found),
                1 => {}
                _ => found.add(at, || "this is of two forms that exclude each other".to_owned()),
            }
        }
        if node.not.is_some_and(|id| self.holds(id, value)) {
            found.add(at, || "a combination of members that may not stand together".to_owned());
        }
        if let Some(condition) = node.condition {
            let branch = if self.holds(condition.test, value) { condition.then } else { condition.otherwise };
            if let Some(id) = branch {
                self.on(id, value, at, found);
            }
        }
    }

    /// Of several forms that all fail, the faults of the one that comes nearest are told.
    fn nearest(&self, forms: &[Id], value: &Value, at: &At, found: &mut Found<'_>) {
        found.any = true;
        let Some(faults) = &mut found.faults else { return };
        let tried = forms.iter().map(|id| {
            let mut told = Vec::new();
            self.on(*id, value, at, &mut Found { faults: Some(&mut told), any: false });
            told
        });
        let other = |told: &Vec<Fault>| told.iter().any(|fault| fault.detail.starts_with(OTHER));
        match tried.min_by_key(|told| (other(told), told.len())) {
            Some(told) if !other(&told) => faults.extend(told),
            _ => {
                faults.push(Fault::new(Rule::Schema, at, "this is of none of the forms that may stand here"));
            }
        }
    }
}

/// How a fault begins that says that a value is none of those which tell forms apart.
const OTHER: &str = "not the value";

fn expected(types: &[Kind], value: &Value) -> String {
    let words: Vec<&str> = types.iter().map(|kind| kind.words()).collect();
    format!("{} is expected, {} stands here", words.join(" or "), value.kind())
}

fn counted(count: Count, there: usize, of: &str, at: &At, found: &mut Found<'_>) {
    let there = there as u64;
    if count.least.is_some_and(|least| there < least) {
        found.add(at, || format!("{there} {of}, {} at least", count.least.unwrap_or_default()));
    }
    if count.most.is_some_and(|most| there > most) {
        found.add(at, || format!("{there} {of}, {} at most", count.most.unwrap_or_default()));
    }
}

fn scalar(node: &Node, value: &Value, at: &At, found: &mut Found<'_>) {
    if let Some(constant) = &node.constant
        && !same(constant, value)
    {
        found.add(at, || format!("{OTHER} that must stand here"));
    }
    if node.options.as_ref().is_some_and(|options| !options.iter().any(|option| same(option, value))) {
        found.add(at, || "none of the values that the protocol has for this".to_owned());
    }
    match value {
        Value::Text(text) => {
            counted(node.length, text.chars().count(), "characters", at, found);
            if node.pattern.as_ref().is_some_and(|pattern| !pattern.is_match(text)) {
                found.add(at, || "not of the form that this text must have".to_owned());
            }
            if node.format.is_some_and(|format| !format::holds(format, text)) {
                found.add(at, || match node.format {
                    Some(Format::Date) => "no date".to_owned(),
                    _ => "no RFC 3339 time".to_owned(),
                });
            }
        }
        Value::Number(number) => {
            let range = &node.range;
            let low = range.minimum.is_some_and(|least| *number < least)
                || range.above.is_some_and(|bound| *number <= bound);
            let high = range.maximum.is_some_and(|most| *number > most)
                || range.below.is_some_and(|bound| *number >= bound);
            if low || high {
                found.add(at, || "a number outside of what is allowed".to_owned());
            }
        }
        _ => {}
    }
}
