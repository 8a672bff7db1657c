//! SGF files as trees of nodes, and writing them.

use super::TextPosition;
use std::borrow::Cow;
use std::fmt::{self, Write};
use std::num::NonZeroU32;

/// A property: an upper-case name and its values.
///
/// Values are kept as they are in the file, with escapes and brackets, in one string: nothing is
/// lost, and a move costs one allocation. [`Property::texts`] reads them.
#[derive(Clone, Debug)]
pub struct Property {
    name: Cow<'static, str>,
    /// `[a1][b2]`: at least one value.
    raw: String,
    place: TextPosition,
}

/// Common names, which need no copy.
const COMMON: [&str; 8] = ["B", "W", "C", "AB", "AW", "AE", "N", "LB"];

impl Property {
    /// A property of these values, which are escaped; without values, it has one empty value.
    pub fn new<T: AsRef<str>>(name: &str, texts: impl IntoIterator<Item = T>) -> Self {
        let mut raw: String = texts
            .into_iter()
            .map(|text| escape(text.as_ref()))
            .collect();
        if raw.is_empty() {
            raw.push_str("[]");
        }
        Self::read(name, raw, TextPosition::default())
    }

    /// A property as it is written in a file.
    pub(super) fn read(name: &str, raw: String, place: TextPosition) -> Self {
        let common = COMMON.into_iter().find(|common| *common == name);
        let name = common.map_or_else(|| Cow::Owned(name.to_owned()), Cow::Borrowed);
        Self { name, raw, place }
    }

    /// Its name, such as `B` or `SZ`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its position in the file; 0 if it was not read from one.
    pub fn place(&self) -> TextPosition {
        self.place
    }

    /// Its values, escapes undone.
    pub fn texts(&self) -> impl Iterator<Item = String> {
        let mut rest = self.raw.as_str();
        std::iter::from_fn(move || {
            let value = rest.strip_prefix('[')?;
            let end = value_end(value)?;
            rest = &value[end + 1..];
            Some(unescape(&value[..end]))
        })
    }

    /// Its first value.
    pub fn text(&self) -> String {
        self.texts().next().unwrap_or_default()
    }

    /// The same property with this one value.
    #[must_use]
    pub fn with_text(&self, text: &str) -> Self {
        Self {
            raw: escape(text),
            ..self.clone()
        }
    }

    /// The same property with these values.
    #[must_use]
    pub(super) fn with_texts(&self, texts: impl IntoIterator<Item = String>) -> Self {
        Self {
            place: self.place,
            ..Self::new(&self.name, texts)
        }
    }

    /// The same values under another name.
    #[must_use]
    pub(super) fn renamed(&self, name: &str) -> Self {
        Self::read(name, self.raw.clone(), self.place)
    }
}

/// Equal where names and values are equal, whatever their positions.
impl PartialEq for Property {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.raw) == (&other.name, &other.raw)
    }
}

impl Eq for Property {}

/// The end of the value at the start of a text: the first `]` that is not escaped.
pub(super) fn value_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        match bytes.get(at)? {
            b']' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// A value in brackets.
fn escape(text: &str) -> String {
    let mut raw = String::with_capacity(text.len() + 2);
    raw.push('[');
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            raw.push('\\');
        }
        raw.push(c);
    }
    raw.push(']');
    raw
}

/// `\` makes the next character plain; before a line break it joins the lines.
fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match rest.next() {
            Some('\r') if rest.as_str().starts_with('\n') => drop(rest.next()),
            Some('\n' | '\r') | None => {}
            Some(plain) => text.push(plain),
        }
    }
    text
}

/// A node of a [`SgfTree`]: its number, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The root of every tree.
    pub(super) const ROOT: Self = Self(NonZeroU32::MIN);

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A node: the properties between two `;`.
#[derive(Clone, Debug, Default)]
pub struct SgfNode {
    /// The properties in the order of the file.
    pub properties: Vec<Property>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

impl SgfNode {
    /// The first property of this name.
    pub fn get(&self, name: &str) -> Option<&Property> {
        self.properties
            .iter()
            .find(|property| property.name == name)
    }

    /// The parent; none for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }
}

/// A game with its variations.
#[derive(Clone, Debug)]
pub struct SgfTree {
    nodes: Vec<SgfNode>,
}

impl SgfTree {
    /// A tree of one node.
    pub fn new(root: Vec<Property>) -> Self {
        Self {
            nodes: vec![SgfNode {
                properties: root,
                ..SgfNode::default()
            }],
        }
    }

    /// The first node.
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &SgfNode {
        &self.nodes[id.index()]
    }

    /// A node, mutable.
    pub fn node_mut(&mut self, id: NodeId) -> &mut SgfNode {
        &mut self.nodes[id.index()]
    }

    /// The children of a node: the main line first, then variations.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(id).first_child, |&child| {
            self.node(child).next_sibling
        })
    }

    /// Adds a child to `parent`, as its last variation.
    pub fn add(&mut self, parent: NodeId, properties: Vec<Property>) -> NodeId {
        let id = NodeId(NonZeroU32::MIN.saturating_add(self.nodes.len() as u32));
        self.nodes.push(SgfNode {
            properties,
            parent: Some(parent),
            ..SgfNode::default()
        });
        match self.node_mut(parent).last_child.replace(id) {
            None => self.node_mut(parent).first_child = Some(id),
            Some(elder) => self.node_mut(elder).next_sibling = Some(id),
        }
        id
    }

    /// The root and the first child of each node from there on.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(self.root()), |&id| self.node(id).first_child)
    }

    /// All nodes, in the order in which they were added.
    pub(super) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (1..=self.nodes.len() as u32).filter_map(|number| NonZeroU32::new(number).map(NodeId))
    }

    /// Copies a node of another tree under `parent`, with all that follows it.
    pub(super) fn graft(&mut self, parent: NodeId, from: &Self, branch: NodeId) {
        let mut left = vec![(branch, parent)];
        while let Some((id, under)) = left.pop() {
            let copy = self.add(under, from.node(id).properties.clone());
            let children: Vec<NodeId> = from.children(id).collect();
            left.extend(children.into_iter().rev().map(|child| (child, copy)));
        }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a tree has a root.
    pub fn is_empty(&self) -> bool {
        false
    }
}

/// Equal where the same nodes follow each other, regardless of the order in which they were added.
impl PartialEq for SgfTree {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = vec![(self.root(), other.root())];
        while let Some((a, b)) = pairs.pop() {
            if self.node(a).properties != other.node(b).properties
                || self.children(a).count() != other.children(b).count()
            {
                return false;
            }
            pairs.extend(self.children(a).zip(other.children(b)));
        }
        true
    }
}

impl Eq for SgfTree {}

/// All the games of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collection {
    /// The games in the order of the file.
    pub games: Vec<SgfTree>,
}

/// The approximate length of a line in a written file.
const LINE: usize = 72;

/// A step of writing a tree.
enum WriteStep {
    /// A node with its descendants.
    From(NodeId),
    /// The same as a variation, in parentheses.
    Variation(NodeId),
    Close,
}

impl fmt::Display for SgfTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tasks = vec![WriteStep::Variation(self.root())];
        let mut column = 0;
        while let Some(task) = tasks.pop() {
            match task {
                WriteStep::Close => {
                    f.write_char(')')?;
                    column += 1;
                }
                WriteStep::Variation(id) => {
                    f.write_str(if id == self.root() { "(" } else { "\n(" })?;
                    column = 1;
                    tasks.extend([WriteStep::Close, WriteStep::From(id)]);
                }
                WriteStep::From(id) => {
                    let node = self.node(id).to_string();
                    if column + node.len() > LINE && column > 1 {
                        f.write_char('\n')?;
                        column = 0;
                    }
                    f.write_str(&node)?;
                    column += node.len();
                    let children: Vec<NodeId> = self.children(id).collect();
                    match children[..] {
                        [only] => tasks.push(WriteStep::From(only)),
                        _ => tasks.extend(children.into_iter().rev().map(WriteStep::Variation)),
                    }
                }
            }
        }
        f.write_char('\n')
    }
}

impl fmt::Display for SgfNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(';')?;
        for property in &self.properties {
            f.write_str(&property.name)?;
            f.write_str(&property.raw)?;
        }
        Ok(())
    }
}

impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.games.iter().try_for_each(|game| game.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_survive_escaping() {
        for text in ["", "plain", "a]b\\c", "two\nlines", "\\]", "colon: é"] {
            assert_eq!(Property::new("C", [text]).text(), text);
        }
        let soft = Property::read(
            "C",
            "[one \\\nline\\\r\n here\\:]".to_owned(),
            TextPosition::default(),
        );
        assert_eq!(soft.text(), "one line here:");
    }

    #[test]
    fn variations_are_written_in_parentheses() {
        let play = |name: &str, cell: &str| vec![Property::new(name, [cell])];
        let mut tree = SgfTree::new(vec![Property::new("SZ", ["5"])]);
        let first = tree.add(tree.root(), play("B", "a1"));
        let second = tree.add(first, play("W", "b2"));
        tree.add(first, play("W", "c3"));
        tree.add(second, play("B", "d4"));
        assert_eq!(
            tree.to_string(),
            "(;SZ[5];B[a1]\n(;W[b2];B[d4])\n(;W[c3]))\n"
        );
        assert_eq!(tree.main_line().count(), 4);
        assert_eq!(
            (tree.node(second).parent(), tree.children(first).count()),
            (Some(first), 2)
        );
    }
}
