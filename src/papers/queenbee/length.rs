//! The length of the perfect game after each opening (§4.6).
//!
//! The winner wants a winning position soon, the loser late; a winning position is one where a side's stones are connected from
//! edge to edge, but for two-bridges that share no cell. The length counts the moves after the opening. It is odd where White
//! wins, who moves next, and even where Black does.
//!
//! Whether the winner can get there with so many more stones is searched like a proof: if it can after a pass of the
//! other, with these cells, then only moves on these cells can prevent it; each move that fails leaves fewer. A side that
//! needs more stones on its shortest way by bridges than it has left has failed.

use crate::board::{BoardSize, Colour, Edge, Geometry, Position};
use crate::observer::Nobody;
use crate::papers::table::Table;
use crate::papers::{About, Experiment, Finding, Report, Scale, Unit};
use crate::prove::{self, solver};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The experiment.
pub struct PerfectGames;

/// The lengths that the text of the thesis gives, on 6x6.
const THESIS: [(&str, Colour, u32); 2] = [("c3", Colour::Black, 16), ("a2", Colour::White, 19)];

/// The most cells of a board.
const MOST_CELLS: usize = 60;

/// The search was stopped.
struct Stopped;

/// A bridge from a cell, or from an edge: where it leads, and the two cells between.
#[derive(Clone, Copy)]
struct Bridge {
    to: usize,
    between: u64,
}

/// The board as one side sees it.
struct Ways {
    near: Vec<u64>,
    bridges: Vec<Vec<Bridge>>,
    /// Cells beside each of the side's edges, and bridges to each.
    edges: [u64; 2],
    edge_bridges: [Vec<Bridge>; 2],
}

/// What is known of a position: with how many stones the winner has failed, and with how many it got there, on these cells.
#[derive(Clone, Copy, Default)]
struct Known {
    failed: u8,
    reached: Option<(u8, u64)>,
}

/// What a position is known to be with so many stones.
enum Recalled {
    /// The winner gets there on these cells, or does not.
    Is(Option<u64>),
    Nothing,
}

/// A search for the winner's shortest way.
pub struct Lengths {
    ways: Ways,
    cells: u64,
    known: [HashMap<(u64, u64), Known>; 2],
    until: Option<Instant>,
    nodes: u64,
}

fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

impl Ways {
    fn new(size: BoardSize, colour: Colour) -> Self {
        let (cells, geometry) = (size.cells(), Geometry::<1>::of(size));
        let near: Vec<u64> = size
            .all()
            .map(|cell| geometry.neighbours(cell).words()[0])
            .collect();
        let edges = Edge::ALL.into_iter().filter(|edge| edge.colour() == colour);
        let rows: Vec<u64> = edges.map(|edge| geometry.border(edge).words()[0]).collect();
        let between = |a: usize, beside: u64| near[a] & beside;
        let pair = |set: u64| set.count_ones() == 2;
        let bridges = (0..cells).map(|from| {
            let others = (0..cells).filter(|&to| to != from && near[from] & 1 << to == 0);
            let all = others.map(|to| Bridge {
                to,
                between: between(from, near[to]),
            });
            all.filter(|bridge| pair(bridge.between)).collect()
        });
        let edge_bridges = [0, 1].map(|edge: usize| {
            let off = (0..cells).filter(|to| rows[edge] & 1 << to == 0);
            let all = off.map(|to| Bridge {
                to,
                between: between(to, rows[edge]),
            });
            all.filter(|bridge| pair(bridge.between)).collect()
        });
        Self {
            bridges: bridges.collect(),
            edges: [rows[0], rows[1]],
            edge_bridges,
            near,
        }
    }

    /// How many more stones a way from an edge to each cell takes at least, the stone on the cell included.
    fn distances(&self, edge: usize, own: u64, free: u64) -> Vec<u8> {
        let mut distances = vec![u8::MAX; self.near.len()];
        let mut reached = 0;
        let open = |bridge: &&Bridge| bridge.between & !free == 0;
        let bridged = self.edge_bridges[edge].iter().filter(open);
        let mut next =
            bridged.fold(self.edges[edge], |set, bridge| set | 1 << bridge.to) & (own | free);
        let mut cost = 0;
        while next != 0 {
            // Own stones cost nothing more.
            let mut layer = next & own;
            let mut later = next & free;
            while layer != 0 {
                let mut grown = 0;
                for cell in bits(layer) {
                    distances[cell] = cost;
                    grown |= self.beyond(cell, free);
                }
                reached |= layer;
                grown &= (own | free) & !reached;
                layer = grown & own;
                later |= grown & free;
            }
            cost += 1;
            reached |= later;
            next = 0;
            for cell in bits(later) {
                distances[cell] = cost;
                next |= self.beyond(cell, free);
            }
            next &= (own | free) & !reached;
        }
        distances
    }

    /// Where one step leads from a cell.
    fn beyond(&self, cell: usize, free: u64) -> u64 {
        let open = |bridge: &&Bridge| bridge.between & !free == 0;
        let bridged = self.bridges[cell].iter().filter(open);
        bridged.fold(self.near[cell], |set, bridge| set | 1 << bridge.to)
    }

    /// The bridges of a connection from edge to edge, if there is one where no two share a cell.
    fn connection(&self, own: u64, free: u64) -> Option<u64> {
        let direct = bits(self.edges[0] & own).map(|cell| (cell, 0));
        let bridged = self.edge_bridges[0].iter();
        let bridged =
            bridged.filter(|bridge| bridge.between & !free == 0 && own & 1 << bridge.to != 0);
        let mut starts = direct.chain(bridged.map(|bridge| (bridge.to, bridge.between)));
        starts.find_map(|(cell, used)| self.onward(cell, 0, used, own, free))
    }

    fn onward(&self, cell: usize, seen: u64, used: u64, own: u64, free: u64) -> Option<u64> {
        if self.edges[1] & 1 << cell != 0 {
            return Some(used);
        }
        let (seen, left) = (seen | 1 << cell, free & !used);
        let open = |bridge: &&Bridge| bridge.between & !left == 0;
        let mut home = self.edge_bridges[1].iter().filter(open);
        if let Some(bridge) = home.find(|bridge| bridge.to == cell) {
            return Some(used | bridge.between);
        }
        let mut near = bits(self.near[cell] & own & !seen);
        near.find_map(|next| self.onward(next, seen, used, own, free))
            .or_else(|| {
                let bridges = self.bridges[cell].iter().filter(open);
                let mut bridges = bridges.filter(|bridge| own & !seen & 1 << bridge.to != 0);
                bridges.find_map(|bridge| {
                    self.onward(bridge.to, seen, used | bridge.between, own, free)
                })
            })
    }
}

impl Lengths {
    /// A search for this winner. Asserts that the board has at most 60 cells.
    pub fn new(size: BoardSize, winner: Colour, until: Option<Instant>) -> Self {
        assert!(size.cells() <= MOST_CELLS, "{size} is too large");
        Self {
            ways: Ways::new(size, winner),
            cells: u64::MAX >> (64 - size.cells()),
            known: [HashMap::new(), HashMap::new()],
            until,
            nodes: 0,
        }
    }

    /// The stones that the winner still needs; or how many do not suffice, if time is up.
    pub fn stones(&mut self, position: &Position<1>, winner: Colour) -> Result<u8, u8> {
        let set = |colour| position.stones(colour).words()[0];
        let (own, other) = (set(winner), set(!winner));
        let first = position.to_move() == winner;
        for stones in 0..=MOST_CELLS as u8 {
            let found = if first && stones > 0 {
                self.attack(own, other, stones)
            } else {
                self.defend(own, other, stones)
            };
            match found {
                Err(Stopped) => return Err(stones.saturating_sub(1)),
                Ok(Some(_)) => return Ok(stones),
                Ok(None) => {}
            }
        }
        Err(MOST_CELLS as u8)
    }

    fn pause(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let over = self.nodes.is_multiple_of(1024)
            && self.until.is_some_and(|until| Instant::now() >= until);
        if over { Err(Stopped) } else { Ok(()) }
    }

    fn recall(&self, side: usize, key: (u64, u64), stones: u8) -> Recalled {
        let known = self.known[side].get(&key).copied().unwrap_or_default();
        match known.reached {
            Some((enough, cells)) if enough <= stones => Recalled::Is(Some(cells)),
            _ if known.failed >= stones && stones > 0 => Recalled::Is(None),
            _ => Recalled::Nothing,
        }
    }

    fn keep(&mut self, side: usize, key: (u64, u64), stones: u8, found: Option<u64>) {
        let known = self.known[side].entry(key).or_default();
        match found {
            Some(cells) => known.reached = Some((stones, cells)),
            None => known.failed = known.failed.max(stones),
        }
    }

    /// How far each empty cell is from lying on a way: the stones of the shortest way through it; and of any.
    fn through(&self, own: u64, free: u64) -> (Vec<(u8, usize)>, u8) {
        let [from, to] = [0, 1].map(|edge| self.ways.distances(edge, own, free));
        let way = |cell: usize| from[cell].saturating_add(to[cell]);
        let mut cells: Vec<(u8, usize)> = bits(free)
            .map(|cell| (way(cell).saturating_sub(1), cell))
            .collect();
        cells.sort_unstable();
        let over_stones = bits(own).map(way).min().unwrap_or(u8::MAX);
        let over_cells = cells.first().map_or(u8::MAX, |&(way, _)| way);
        (cells, over_stones.min(over_cells))
    }

    /// Whether the winner, on the move, gets there with so many stones, and the cells that it takes.
    fn attack(&mut self, own: u64, other: u64, stones: u8) -> Result<Option<u64>, Stopped> {
        if let Recalled::Is(known) = self.recall(0, (own, other), stones) {
            return Ok(known);
        }
        self.pause()?;
        let free = self.cells & !own & !other;
        let (cells, least) = self.through(own, free);
        let mut found = None;
        if least == 0 {
            found = self.ways.connection(own, free);
        }
        if found.is_none() && least <= stones && stones > 0 {
            for (way, cell) in cells {
                // With no stone to spare, each must bring it nearer.
                if least == stones && way > stones {
                    break;
                }
                if let Some(needed) = self.defend(own | 1 << cell, other, stones - 1)? {
                    found = Some(needed | 1 << cell);
                    break;
                }
            }
        }
        self.keep(0, (own, other), stones, found);
        Ok(found)
    }

    /// The same with the loser on the move.
    fn defend(&mut self, own: u64, other: u64, stones: u8) -> Result<Option<u64>, Stopped> {
        if let Recalled::Is(known) = self.recall(1, (own, other), stones) {
            return Ok(known);
        }
        self.pause()?;
        let free = self.cells & !own & !other;
        let (cells, least) = self.through(own, free);
        let connected = if least == 0 {
            self.ways.connection(own, free)
        } else {
            None
        };
        let found = match connected {
            Some(needed) => Some(needed),
            None if least > stones || stones == 0 => None,
            None => self.hold(own, other, stones, &cells)?,
        };
        self.keep(1, (own, other), stones, found);
        Ok(found)
    }

    /// Whether every move of the loser leaves a way.
    fn hold(
        &mut self,
        own: u64,
        other: u64,
        stones: u8,
        cells: &[(u8, usize)],
    ) -> Result<Option<u64>, Stopped> {
        let Some(mut needed) = self.attack(own, other, stones)? else {
            return Ok(None);
        };
        let mut must = needed & !own & !other;
        for &(_, cell) in cells {
            if must & 1 << cell == 0 {
                continue;
            }
            let Some(more) = self.attack(own, other | 1 << cell, stones)? else {
                return Ok(None);
            };
            needed |= more;
            must &= more;
        }
        Ok(Some(needed))
    }
}

/// Who wins a position, and in how many more moves.
fn measure(position: &Position<1>, seconds: f64) -> Result<Value, String> {
    let size = position.size();
    let until = Instant::now() + Duration::from_secs_f64(seconds);
    let mut solver = solver(size, prove::Options::default());
    let limits = prove::Limits {
        until: Some(until),
        nodes: None,
    };
    let verdict = solver.solve(&position.resize(), limits, &Nobody);
    let Some(winner) = verdict.winner else {
        return Ok(json!({ "winner": null }));
    };
    let first = position.to_move() == winner;
    let moves = |stones: u8| u32::from(2 * stones) - u32::from(first && stones > 0);
    let found = Lengths::new(size, winner, Some(until)).stones(position, winner);
    Ok(match found {
        Ok(stones) => json!({ "winner": winner.to_string(), "moves": moves(stones) }),
        Err(stones) => json!({ "winner": winner.to_string(), "more than": moves(stones) }),
    })
}

impl Experiment for PerfectGames {
    fn about(&self) -> About {
        About {
            name: "queenbee-perfect-games",
            source: "van Rijswijck 2000, §4.6, Fig. 4.13",
            what: "the length of the perfect game after each opening",
            time: "a minute on 5x5; on 6x6 as long as --seconds lets each opening take",
            full: Scale {
                size: BoardSize::square(6).ok(),
                seconds: Some(3600.0),
                ..Scale::NONE
            },
            cheap: Scale {
                size: BoardSize::square(4).ok(),
                seconds: Some(60.0),
                ..Scale::NONE
            },
            picture: false,
        }
    }

    fn units(&self, scale: &Scale) -> Vec<Unit> {
        let size = scale.size.expect("a board");
        let seconds = scale.seconds.unwrap_or(60.0);
        let cells = size
            .all()
            .filter(|&cell| cell.index() <= size.rotate(cell).index());
        cells
            .map(|cell| {
                let key = format!("{} on {size}, {seconds} seconds", size.name(cell));
                Unit::new(key, move || {
                    if size.cells() > MOST_CELLS {
                        return Err(format!("{size} has more than {MOST_CELLS} cells"));
                    }
                    let mut position = Position::<1>::new(size);
                    position.play(cell);
                    let mut found = measure(&position, seconds)?;
                    found["opening"] = json!(size.name(cell));
                    Ok(found)
                })
            })
            .collect()
    }

    fn report(&self, scale: &Scale, findings: &[Finding]) -> Report {
        let size = scale.size.expect("a board");
        let word = |found: &Value| {
            let letter = match found["winner"].as_str() {
                Some("black") => "B",
                Some(_) => "W",
                None => return "?".to_owned(),
            };
            match (found["moves"].as_u64(), found["more than"].as_u64()) {
                (Some(moves), _) => format!("{letter}{moves}"),
                (None, Some(moves)) => format!("{letter}>{moves}"),
                (None, None) => letter.to_owned(),
            }
        };
        let of = |name: &str| {
            let mut all = findings.iter();
            let found = all.find(|finding| finding.found["opening"] == json!(name));
            found.map_or("-".to_owned(), |finding| word(&finding.found))
        };
        let mut text = format!(
            "{size}: who wins after Black's opening, and in how many moves after it (>: in more)\n\n"
        );
        for row in 0..size.height() {
            text.push_str(&"  ".repeat(row));
            for column in 0..size.width() {
                let cell = size.cell(column, row).expect("a cell");
                let names = [cell, size.rotate(cell)].map(|cell| size.name(cell));
                let known = names.iter().map(|name| of(name)).find(|word| word != "-");
                let _ = write!(text, "{:<5}", known.as_deref().unwrap_or("-"));
            }
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        if size == BoardSize::square(6).expect("a size") {
            let mut table = Table::new(&["opening", "thesis", "ours"]);
            for (name, winner, moves) in THESIS {
                let letter = winner.letter();
                table.row([name.to_owned(), format!("{letter}{moves}"), of(name)]);
            }
            let _ = write!(text, "\n{table}");
        }
        Report {
            text,
            picture: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many more moves until the winner's stones are connected but for bridges, by trying everything; `None` where it never is
    /// within so many.
    fn plain(
        ways: &Ways,
        own: u64,
        other: u64,
        cells: u64,
        winner_moves: bool,
        most: u32,
    ) -> Option<u32> {
        let free = cells & !own & !other;
        if ways.connection(own, free).is_some() {
            return Some(0);
        }
        if most == 0 || free == 0 {
            return None;
        }
        let after = |cell: usize| {
            let bit = 1 << cell;
            let (own, other) = if winner_moves {
                (own | bit, other)
            } else {
                (own, other | bit)
            };
            plain(ways, own, other, cells, !winner_moves, most - 1).map(|moves| moves + 1)
        };
        let mut all = bits(free).map(after);
        if winner_moves {
            all.flatten().min()
        } else {
            all.try_fold(0, |most, moves| Some(most.max(moves?)))
        }
    }

    #[test]
    fn lengths_are_those_of_trying_everything() {
        for size in ["2x2", "3x2", "2x3", "3x3"] {
            let size: BoardSize = size.parse().unwrap();
            for cell in size.all() {
                let mut position = Position::<1>::new(size);
                position.play(cell);
                let mut lengths = Vec::new();
                for winner in Colour::ALL {
                    let set = |colour| position.stones(colour).words()[0];
                    let cells = u64::MAX >> (64 - size.cells());
                    let ways = Ways::new(size, winner);
                    let first = position.to_move() == winner;
                    let moves = plain(
                        &ways,
                        set(winner),
                        set(!winner),
                        cells,
                        first,
                        size.cells() as u32,
                    );
                    let stones = Lengths::new(size, winner, None);
                    let mut stones = stones;
                    let wins = moves.is_some();
                    lengths.push(moves);
                    if wins {
                        let found = stones.stones(&position, winner).unwrap();
                        let found = u32::from(2 * found) - u32::from(first && found > 0);
                        assert_eq!(Some(found), moves, "{size} {}", size.name(cell));
                    }
                }
                assert_eq!(
                    lengths.iter().flatten().count(),
                    1,
                    "{size} {}",
                    size.name(cell)
                );
            }
        }
    }
}
