//! A file of games as a tree of nodes, and how it is written.

use super::Place;
use std::fmt::{self, Write};

/// A property: an upper-case name and its values.
///
/// Values are kept as they stand in the file, escapes included, so that nothing is lost;
/// [`Property::texts`] reads them.
#[derive(Clone, Debug)]
pub struct Property {
    name: String,
    pub(super) raw: Vec<String>,
    pub(super) place: Place,
}

impl Property {
    /// A property with values to be escaped.
    pub fn new<T: AsRef<str>>(name: &str, texts: impl IntoIterator<Item = T>) -> Self {
        let raw = texts
            .into_iter()
            .map(|text| escape(text.as_ref()))
            .collect();
        Self {
            name: name.to_owned(),
            raw,
            place: Place::default(),
        }
    }

    pub(super) fn read(name: String, place: Place) -> Self {
        Self {
            name,
            raw: Vec::new(),
            place,
        }
    }

    /// Its name, such as `B` or `SZ`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it stands in the file; nowhere (0) if it was not read from one.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Its values, escapes undone.
    pub fn texts(&self) -> impl Iterator<Item = String> {
        self.raw.iter().map(|raw| unescape(raw))
    }

    /// Its first value.
    pub fn text(&self) -> String {
        self.texts().next().unwrap_or_default()
    }
}

/// Equal where name and values are, wherever they stand.
impl PartialEq for Property {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.raw) == (&other.name, &other.raw)
    }
}

impl Eq for Property {}

fn escape(text: &str) -> String {
    let mut raw = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            raw.push('\\');
        }
        raw.push(c);
    }
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

/// A node of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(usize);

/// What stands between two `;`.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The properties in the order of the file.
    pub properties: Vec<Property>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
}

impl Node {
    /// The first property of this name.
    pub fn get(&self, name: &str) -> Option<&Property> {
        self.properties
            .iter()
            .find(|property| property.name == name)
    }

    /// The nodes that follow: the main line first, then variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The node before; none for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }
}

/// A game with its variations.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// A tree of one node.
    pub fn new(root: Vec<Property>) -> Self {
        Self {
            nodes: vec![Node {
                properties: root,
                ..Node::default()
            }],
        }
    }

    /// The first node.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// A node, to be changed.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0]
    }

    /// Adds a node after `parent`, as its last variation.
    pub fn add(&mut self, parent: NodeId, properties: Vec<Property>) -> NodeId {
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node {
            properties,
            parent: Some(parent),
            children: Vec::new(),
        });
        self.nodes[parent.0].children.push(id);
        id
    }

    /// The root and the first child of each node from there on.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(self.root()), |id| {
            self.node(*id).children.first().copied()
        })
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

/// Equal where the same nodes follow each other, in whatever order they were added.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = vec![(self.root(), other.root())];
        while let Some((a, b)) = pairs.pop() {
            let (a, b) = (self.node(a), other.node(b));
            if a.properties != b.properties || a.children.len() != b.children.len() {
                return false;
            }
            pairs.extend(a.children.iter().copied().zip(b.children.iter().copied()));
        }
        true
    }
}

impl Eq for Tree {}

/// All the games of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collection {
    /// The games in the order of the file.
    pub games: Vec<Tree>,
}

/// About how long a line of a written file is.
const LINE: usize = 72;

/// What is still to be written of a tree.
enum Task {
    /// A node and all that follows it.
    From(NodeId),
    /// The same as a variation, in parentheses.
    Variation(NodeId),
    Close,
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tasks = vec![Task::Variation(self.root())];
        let mut column = 0;
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => {
                    f.write_char(')')?;
                    column += 1;
                }
                Task::Variation(id) => {
                    f.write_str(if id == self.root() { "(" } else { "\n(" })?;
                    column = 1;
                    tasks.extend([Task::Close, Task::From(id)]);
                }
                Task::From(id) => {
                    let node = self.node(id).to_string();
                    if column + node.len() > LINE && column > 1 {
                        f.write_char('\n')?;
                        column = 0;
                    }
                    f.write_str(&node)?;
                    column += node.len();
                    match self.node(id).children[..] {
                        [only] => tasks.push(Task::From(only)),
                        ref all => {
                            tasks.extend(all.iter().rev().map(|&child| Task::Variation(child)));
                        }
                    }
                }
            }
        }
        f.write_char('\n')
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(';')?;
        for property in &self.properties {
            f.write_str(&property.name)?;
            for raw in &property.raw {
                write!(f, "[{raw}]")?;
            }
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
        let mut soft = Property::new("C", [""]);
        soft.raw = vec!["one \\\nline\\\r\n here\\:".to_owned()];
        assert_eq!(soft.text(), "one line here:");
    }

    #[test]
    fn variations_are_written_in_parentheses() {
        let play = |name: &str, cell: &str| vec![Property::new(name, [cell])];
        let mut tree = Tree::new(vec![Property::new("SZ", ["5"])]);
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
            (
                tree.node(second).parent(),
                tree.node(first).children().len()
            ),
            (Some(first), 2)
        );
    }
}
