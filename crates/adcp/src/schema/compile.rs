//! Schemas taken apart: every one that a body leads to, each once.

use std::collections::HashMap;

use anp::json::Value;
use regex::Regex;

use super::format;
use super::node::{Additional, Condition, Count, Id, Items, Kind, Members, Node, Range};

/// Compiled schemas.
#[derive(Debug, Default)]
pub struct Schemas {
    nodes: Vec<Node>,
    /// Where a reference leads, by file and pointer into it.
    places: HashMap<String, Id>,
    /// Something that was not understood.
    gaps: usize,
}

impl Schemas {
    /// Takes these files apart, from the bodies on.
    pub fn compile(files: &Value, bodies: &[&str]) -> Self {
        let mut schemas = Self::default();
        for body in bodies {
            schemas.place(files, body);
        }
        schemas
    }

    pub(super) fn node(&self, id: Id) -> Option<&Node> {
        self.nodes.get(id)
    }

    pub(super) fn body(&self, file: &str) -> Option<&Node> {
        self.places.get(file).and_then(|id| self.node(*id))
    }

    pub fn understood(&self) -> bool {
        self.gaps == 0
    }

    /// Where a reference leads.
    fn place(&mut self, files: &Value, reference: &str) -> Id {
        if let Some(id) = self.places.get(reference) {
            return *id;
        }
        // Known before it is filled, since schemas refer to themselves.
        let id = self.room();
        self.places.insert(reference.to_owned(), id);
        let (file, pointer) = reference.split_once('#').unwrap_or((reference, ""));
        let mut schema = files.get(file);
        for key in pointer.split('/').skip(1) {
            schema = schema.and_then(|schema| schema.get(key));
        }
        let node = match schema {
            Some(schema) => self.read(files, file, schema),
            None => self.gap(),
        };
        self.fill(id, node);
        id
    }

    fn room(&mut self) -> Id {
        self.nodes.push(Node::default());
        self.nodes.len() - 1
    }

    fn fill(&mut self, id: Id, node: Node) {
        if let Some(room) = self.nodes.get_mut(id) {
            *room = node;
        }
    }

    fn gap(&mut self) -> Node {
        self.gaps += 1;
        // What is not understood lets nothing pass.
        Node { never: true, ..Node::default() }
    }

    fn add(&mut self, files: &Value, file: &str, schema: &Value) -> Id {
        let id = self.room();
        let node = self.read(files, file, schema);
        self.fill(id, node);
        id
    }

    fn read(&mut self, files: &Value, file: &str, schema: &Value) -> Node {
        if let Some(passes) = schema.as_bool() {
            return Node { never: !passes, ..Node::default() };
        }
        if let Some(reference) = schema.get("$ref").and_then(Value::as_text) {
            let reference = match reference.strip_prefix('#') {
                Some(pointer) => format!("{file}#{pointer}"),
                None => reference.to_owned(),
            };
            return Node { reference: Some(self.place(files, &reference)), ..Node::default() };
        }
        let mut sub = |key: &str| schema.get(key).map(|one| self.add(files, file, one));
        let (spelling, each, contains) = (sub("propertyNames"), sub("items"), sub("contains"));
        let (not, test, then, otherwise) = (sub("not"), sub("if"), sub("then"), sub("else"));
        let mut several = |key: &str| {
            let all = schema.get(key).and_then(Value::as_array).unwrap_or_default();
            all.iter().map(|one| self.add(files, file, one)).collect::<Vec<_>>()
        };
        let (all, any, one) = (several("allOf"), several("anyOf"), several("oneOf"));
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or_default();
        let named = properties.iter().map(|(name, one)| (name.clone(), self.add(files, file, one))).collect();
        let additional = match schema.get("additionalProperties") {
            None | Some(Value::Bool(true)) => Additional::Allowed,
            Some(Value::Bool(false)) => Additional::Barred,
            Some(like) => Additional::Like(self.add(files, file, like)),
        };
        let number = |key: &str| schema.get(key).and_then(Value::as_number);
        Node {
            types: self.types(schema),
            options: schema.get("enum").and_then(Value::as_array).map(<[Value]>::to_vec),
            constant: schema.get("const").cloned(),
            members: Members {
                named,
                additional,
                required: texts(schema.get("required")),
                names: spelling,
                dependencies: dependencies(schema),
                count: count(schema, "minProperties", "maxProperties"),
            },
            items: Items {
                each,
                contains,
                unique: schema.get("uniqueItems") == Some(&Value::Bool(true)),
                count: count(schema, "minItems", "maxItems"),
            },
            length: count(schema, "minLength", "maxLength"),
            pattern: self.pattern(schema),
            format: schema.get("format").and_then(Value::as_text).and_then(format::named),
            range: Range {
                minimum: number("minimum"),
                maximum: number("maximum"),
                above: number("exclusiveMinimum"),
                below: number("exclusiveMaximum"),
            },
            all,
            any,
            one,
            not,
            condition: test.map(|test| Condition { test, then, otherwise }),
            ..Node::default()
        }
    }

    fn types(&mut self, schema: &Value) -> Vec<Kind> {
        let names = match schema.get("type") {
            Some(Value::Text(name)) => vec![name.clone()],
            several => texts(several),
        };
        let kinds: Vec<Kind> = names.iter().filter_map(|name| Kind::parse(name)).collect();
        self.gaps += names.len() - kinds.len();
        kinds
    }

    fn pattern(&mut self, schema: &Value) -> Option<Regex> {
        let pattern = Regex::new(schema.get("pattern")?.as_text()?);
        self.gaps += usize::from(pattern.is_err());
        pattern.ok()
    }
}

fn texts(value: Option<&Value>) -> Vec<String> {
    let all = value.and_then(Value::as_array).unwrap_or_default();
    all.iter().filter_map(Value::as_text).map(str::to_owned).collect()
}

fn dependencies(schema: &Value) -> Vec<(String, Vec<String>)> {
    let all = schema.get("dependencies").and_then(Value::as_object).unwrap_or_default();
    all.iter().map(|(name, needs)| (name.clone(), texts(Some(needs)))).collect()
}

fn count(schema: &Value, least: &str, most: &str) -> Count {
    let count = |key: &str| schema.get(key).and_then(Value::as_count);
    Count { least: count(least), most: count(most) }
}
