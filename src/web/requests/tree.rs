//! A game as the page keeps it: a tree of moves, with the comments, marks and other properties that
//! its file has in SGF. Read from a [`Game`] and written as SGF without losing any of them.

use super::NODES;
use crate::hex::record::PositionRecord;
use crate::hex::sgf::{NodeId, Property, SgfNode, SgfTree, from_game};
use crate::hex::{Board, Colour, Event, Game, MoveName, SwapStyle};
use crate::web::call::Call;
use crate::web::refusal::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

/// Properties that a tree holds in fields of its own, or that describe the file.
const OWN: [&str; 14] = [
    "B", "W", "C", "AB", "AW", "AE", "PL", "FF", "GM", "CA", "AP", "SZ", "PB", "PW",
];

/// Properties that set up a position.
const SETUP: [&str; 4] = ["AB", "AW", "AE", "PL"];

/// Properties that mark cells: lists, of which two make one longer list.
const MARKS: [&str; 12] = [
    "LB", "TR", "SQ", "CR", "MA", "SL", "DD", "TB", "TW", "VW", "AR", "LN",
];

/// A node as the page keeps it.
#[derive(Default, Serialize, Deserialize)]
struct TreeNode {
    /// The number of its parent; the first node has none.
    parent: Option<usize>,
    /// The move that leads to it.
    #[serde(rename = "move", default)]
    mv: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    /// Its other properties in SGF, with their values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    properties: BTreeMap<String, Vec<String>>,
}

impl TreeNode {
    fn new(parent: Option<usize>, mv: &str) -> Self {
        Self {
            parent,
            mv: mv.to_owned(),
            ..Self::default()
        }
    }

    /// Takes over what a node of a file has besides its moves, behind what there is already.
    fn take(&mut self, from: &SgfNode) {
        for property in &from.properties {
            let name = property.name();
            if name == "C" {
                let text = property.text();
                match &mut self.comment {
                    _ if text.is_empty() => {}
                    None => self.comment = Some(text),
                    Some(comment) => comment.extend(["\n", &text]),
                }
            } else if !OWN.contains(&name) {
                let there = self.properties.entry(name.to_owned()).or_default();
                if there.is_empty() || MARKS.contains(&name) {
                    there.extend(property.texts());
                }
            }
        }
    }

    /// The properties of the node in a file, without its move.
    fn properties(&self) -> impl Iterator<Item = Property> {
        let comment = self.comment.as_deref().filter(|text| !text.is_empty());
        let comment = comment.map(|text| Property::new("C", [text]));
        let others = self.properties.iter().filter(|(name, _)| is_kept(name));
        let others = others.map(|(name, texts)| Property::new(name, texts));
        comment.into_iter().chain(others)
    }
}

/// Whether this is the name of a property that a file may have besides those that it has anyway.
fn is_kept(name: &str) -> bool {
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
    is_name && !OWN.contains(&name)
}

/// A game with its variations: nodes, each with the number of its parent.
pub fn tree(game: &Game, call: &dyn Call) -> Result<Value, Refusal> {
    // Stones set up during the game start it anew: earlier moves are left out.
    let setup = game
        .events()
        .rposition(|event| matches!(event, Event::Setup(_)));
    let start = match setup {
        Some(at) => game.boards().nth(at).map(|[_, after]| *after),
        None => game.boards().next().map(|[before, _]| *before),
    };
    let start = start.unwrap_or(*game.board());
    let file = from_game(game);
    let nodes = file
        .games
        .first()
        .map_or_else(|| Ok(Vec::new()), |source| nodes(source, &start, call))?;
    let record = PositionRecord::new(&start);
    let outcome = game.outcome();
    Ok(json!({
        "width": record.width,
        "height": record.height,
        "black": record.black,
        "white": record.white,
        "to_move": record.to_move,
        "nodes": nodes,
        "names": { "black": game.info("PB"), "white": game.info("PW") },
        "winner": outcome.map(|outcome| outcome.winner.to_string()),
        "link": crate::hex::format::link(game),
    }))
}

fn has_setup(node: &SgfNode) -> bool {
    let mut properties = node.properties.iter();
    properties.any(|property| SETUP.contains(&property.name()))
}

/// The nodes of a file from the last position on that its main line sets up; the first one is the
/// start. Nodes with illegal moves are left out, with everything below them, and so are variations
/// that set up a position.
fn nodes(source: &SgfTree, start: &Board, call: &dyn Call) -> Result<Vec<TreeNode>, Refusal> {
    let set_up = source.main_line().filter(|&id| has_setup(source.node(id)));
    let first = set_up.last().unwrap_or(source.root());
    let mut nodes = vec![TreeNode::new(None, "")];
    if first != source.root() {
        // What is said of the whole game.
        nodes[0].take(source.node(source.root()));
    }
    let mut open: Vec<(NodeId, usize, Board)> = Vec::new();
    if let Some((at, board)) = add(&mut nodes, source.node(first), 0, start) {
        open.push((first, at, board));
    }
    while let Some((id, at, board)) = open.pop() {
        if call.is_over() {
            return Err(call.refusal());
        }
        if nodes.len() > NODES {
            return Err(too_large());
        }
        let mut ahead = Vec::new();
        for child in source.children(id) {
            let node = source.node(child);
            let added = (!has_setup(node)).then(|| add(&mut nodes, node, at, &board));
            if let Some((at, board)) = added.flatten() {
                ahead.push((child, at, board));
            }
        }
        open.extend(ahead.into_iter().rev());
    }
    Ok(nodes)
}

fn too_large() -> Refusal {
    Refusal::bad(format!("The game has more than {NODES} nodes."))
}

/// Adds the moves of a node of a file behind the node at this place; the place and the position of
/// the last one. A node without a move belongs to the position before it. `None` if a move is
/// illegal.
fn add(
    nodes: &mut Vec<TreeNode>,
    from: &SgfNode,
    at: usize,
    board: &Board,
) -> Option<(usize, Board)> {
    let before = nodes.len();
    let (mut last, mut after) = (at, *board);
    let moved = from.properties.iter();
    for property in moved.filter(|property| matches!(property.name(), "B" | "W")) {
        let colour = property.name().parse::<Colour>().ok()?;
        if after.to_move() != colour {
            // Two moves of one side: the other one has passed.
            after.set_to_move(colour);
            nodes.push(TreeNode::new(Some(last), &MoveName::Pass.to_string()));
            last = nodes.len() - 1;
        }
        let text = property.text().trim().to_ascii_lowercase();
        let Some(name) = step(&mut after, &text) else {
            nodes.truncate(before);
            return None;
        };
        nodes.push(TreeNode::new(Some(last), &name.to_string()));
        last = nodes.len() - 1;
    }
    nodes[last].take(from);
    Some((last, after))
}

/// Plays a move given as text, and returns its name; `None` if it is illegal.
fn step(board: &mut Board, text: &str) -> Option<MoveName> {
    let first = board.size().cells() - board.empty().len() == 1;
    let may_swap = first && board.to_move() == Colour::White;
    let name = if text.is_empty() {
        MoveName::Pass
    } else {
        text.parse().ok()?
    };
    let legal = match name {
        MoveName::Cell { column, row } => {
            let cell = board.size().cell(column, row);
            cell.is_some_and(|cell| board.try_play(cell).is_ok())
        }
        MoveName::Swap(SwapStyle::Pieces) if may_swap && board.size().is_square() => {
            *board = board.reflected();
            true
        }
        MoveName::Swap(SwapStyle::Sides) => may_swap,
        MoveName::Pass => {
            board.set_to_move(!board.to_move());
            true
        }
        MoveName::Resign => true,
        MoveName::Swap(SwapStyle::Pieces) => false,
    };
    legal.then_some(name)
}

/// A tree as the page sends it.
#[derive(Deserialize)]
pub struct SentTree {
    #[serde(flatten)]
    position: PositionRecord,
    nodes: Vec<TreeNode>,
    #[serde(default)]
    names: HashMap<String, Option<String>>,
}

/// The file of a tree.
pub fn sgf_of(sent: &SentTree, call: &dyn Call) -> Result<String, Refusal> {
    let start = sent
        .position
        .board()
        .map_err(|why| Refusal::bad(format!("{why}.")))?;
    if sent.nodes.len() > NODES {
        return Err(too_large());
    }
    let mut file = from_game(&Game::from_board(start));
    let tree = file.games.first_mut().ok_or_else(Refusal::internal)?;
    let root = tree.root();
    for (name, side) in [("PB", "black"), ("PW", "white")] {
        if let Some(Some(player)) = sent.names.get(side) {
            let name = Property::new(name, [player]);
            tree.node_mut(root).properties.push(name);
        }
    }
    let mut placed: Vec<(NodeId, Board)> = Vec::new();
    for (number, node) in sent.nodes.iter().enumerate() {
        let wrong = |why: &str| Refusal::bad(format!("Node {number} of the tree {why}."));
        if call.is_over() {
            return Err(call.refusal());
        }
        let Some(parent) = node.parent else {
            if number > 0 {
                return Err(wrong("has no parent"));
            }
            tree.node_mut(root).properties.extend(node.properties());
            placed.push((root, start));
            continue;
        };
        let &(above, before) = placed
            .get(parent)
            .ok_or_else(|| wrong("has no parent before it"))?;
        let mut after = before;
        if step(&mut after, &node.mv).is_none() {
            return Err(wrong("has an illegal move"));
        }
        let colour = before.to_move();
        let mut properties = vec![Property::new(colour.letter(), [&node.mv])];
        properties.extend(node.properties());
        placed.push((tree.add(above, properties), after));
    }
    if let Some(result) = result(sent, &placed) {
        let properties = &mut tree.node_mut(root).properties;
        properties.retain(|property| property.name() != "RE");
        properties.push(Property::new("RE", [result]));
    }
    Ok(file.to_string())
}

/// The result of the main line, if it is played to the end.
fn result(sent: &SentTree, placed: &[(NodeId, Board)]) -> Option<String> {
    let mut end = 0;
    // Children come after their parents, the first one first.
    for (number, node) in sent.nodes.iter().enumerate() {
        if node.parent == Some(end) {
            end = number;
        }
    }
    let &(_, board) = placed.get(end)?;
    if let Some(winner) = board.winner() {
        return Some(format!("{}+", winner.letter()));
    }
    let resigns = sent.nodes[end].mv == MoveName::Resign.to_string();
    resigns.then(|| format!("{}+R", (!board.to_move()).letter()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::format::{ReadSettings, read};
    use crate::web::http::running;

    fn tree_of(text: &str) -> Value {
        let game = read(text.as_bytes(), ReadSettings::default()).unwrap();
        tree(&game, &running()).unwrap()
    }

    fn written(tree: &Value) -> String {
        let sent: SentTree = serde_json::from_value(tree.clone()).unwrap();
        sgf_of(&sent, &running()).unwrap()
    }

    /// Marks, comments and properties that this program does not know stay with their nodes, in
    /// variations too.
    #[test]
    fn all_properties_are_kept_and_written_again() {
        let text = "(;GM[11]SZ[5]EV[A cup]DT[2026-11-27]C[start]TR[a1][b2]\
                    ;B[ab]C[one \\] two]LB[cc:A\\\\][d4:12]XY[a][b:c]\
                    (;W[b2]SQ[c1:d2]N[main];B[c3])(;W[b3]CR[e5]MA[e4]C[two];B[c4])(;W[e5]BM[1]))";
        let first = tree_of(text);
        let nodes = first["nodes"].as_array().unwrap();
        let properties: Vec<&Value> = nodes.iter().map(|node| &node["properties"]).collect();
        assert_eq!(
            json!(properties),
            json!([
                { "EV": ["A cup"], "DT": ["2026-11-27"], "TR": ["a1", "b2"] },
                { "LB": ["c3:A\\", "d4:12"], "XY": ["a", "b:c"] },
                { "N": ["main"], "SQ": ["c1:d2"] },
                { "CR": ["e5"], "MA": ["e4"] },
                { "BM": ["1"] },
                null,
                null,
            ])
        );
        assert_eq!(nodes[1]["comment"], "one ] two");
        let text = written(&first);
        assert_eq!(tree_of(&text)["nodes"], first["nodes"], "{text}");
    }

    #[test]
    fn a_node_without_a_move_belongs_to_the_position_before() {
        let tree = tree_of("(;GM[11]SZ[5]C[start];C[more]TR[a1];B[c3]TR[a1];TR[a2]C[then];W[d4])");
        let nodes = &tree["nodes"];
        assert_eq!(nodes.as_array().unwrap().len(), 3, "{nodes}");
        assert_eq!(nodes[0]["comment"], "start\nmore");
        assert_eq!(nodes[1]["properties"], json!({ "TR": ["a1", "a2"] }));
        assert_eq!(nodes[1]["comment"], "then");
    }

    /// Earlier moves go, what follows stays: variations and comments as well.
    #[test]
    fn stones_set_up_on_the_way_start_the_game_anew() {
        let text = "(;GM[11]SZ[5]EV[x];B[a1];AW[b1]AE[a1]PL[B]C[set up];B[c3](;W[d4])(;W[b4]C[or]\
                    ;AB[e5];B[e4]))";
        let tree = tree_of(text);
        assert_eq!(
            (&tree["black"], &tree["white"]),
            (&json!([]), &json!(["b1"]))
        );
        let nodes = tree["nodes"].as_array().unwrap();
        let moves: Vec<&Value> = nodes.iter().map(|node| &node["move"]).collect();
        assert_eq!(json!(moves), json!(["", "c3", "d4", "b4"]));
        assert_eq!(nodes[0]["comment"], "set up");
        assert_eq!(nodes[0]["properties"]["EV"], json!(["x"]));
        assert_eq!(nodes[3]["comment"], "or");
    }

    #[test]
    fn results_are_written_if_the_moves_or_the_file_tell_them() {
        let result = |text: &str| {
            let text = written(&tree_of(text));
            let (_, rest) = text.split_once("RE[")?;
            Some(rest.split(']').next()?.to_owned())
        };
        let cases = [
            ("(;GM[11]SZ[5]RE[W+Time];B[a1])", Some("W+Time")),
            ("(;GM[11]SZ[5];B[a1];W[resign])", Some("B+R")),
            ("(;GM[11]SZ[2];B[a1];W[b1];B[a2])", Some("B+")),
            ("(;GM[11]SZ[5];B[a1](;W[b2])(;W[resign]))", None),
        ];
        for (text, expected) in cases {
            assert_eq!(result(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn names_that_are_none_are_not_written() {
        let mut tree = tree_of("(;GM[11]SZ[5];B[a1])");
        tree["nodes"][1]["properties"] =
            json!({ "TR": ["b2"], "B": ["c3"], "tr": ["a1"], "X]Y": ["z"], "": ["z"] });
        let text = written(&tree);
        assert!(text.contains(";B[a1]TR[b2])"), "{text}");
    }
}
