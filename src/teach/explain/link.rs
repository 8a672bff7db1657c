//! The parts of a connection: links between stones and edges, one after the other.
//!
//! The store keeps that a full holds, not how. A full is split at the chains and edges that it runs
//! through, where two fulls without a common cell are found inside its carrier; the other parts
//! stay whole.

use crate::hex::AnyCells;
use crate::hex::{Cell, CellSet, End, EndSet};
use crate::knowledge::connect::Connections;
use crate::knowledge::template::{self, EdgeTemplate};

/// How two ends are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkKind {
    /// They lie beside each other.
    Touch,
    /// Two cells lie beside both of them.
    Bridge,
    /// By an edge template of the library.
    Template(&'static EdgeTemplate),
    /// In some other way.
    Other,
}

/// A full between two ends that runs through no other stone or edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DirectLink {
    /// The ends that it joins: edges, and of chains the stones that are nearest to it.
    pub ends: [End; 2],
    /// How.
    pub kind: LinkKind,
    /// The empty cells that it needs.
    pub carrier: AnyCells,
}

/// The links of one colour's connections.
pub(super) struct LinkFinder<'a, const W: usize> {
    connections: &'a Connections<W>,
}

/// Two ends and a carrier.
type Part<const W: usize> = (End, End, CellSet<W>);

impl<'a, const W: usize> LinkFinder<'a, W> {
    pub fn new(connections: &'a Connections<W>) -> Self {
        Self { connections }
    }

    /// The links of a full, from one end to the other.
    pub fn of_full(&self, x: End, y: End, carrier: CellSet<W>) -> Vec<DirectLink> {
        let mut parts = Vec::new();
        self.take_apart((x, y, carrier), EndSet::of(x).with(y), &mut parts);
        self.direct_links(&parts)
    }

    /// The first move of a semi and the links after it; `None` if its move is not known.
    pub fn of_semi(&self, x: End, y: End, carrier: CellSet<W>) -> Option<(Cell, Vec<DirectLink>)> {
        let keys = self.connections.keys(x, y, carrier).into_iter();
        let ways = keys.map(|key| {
            let inside = carrier.without(key);
            let halves = self.meeting(x, key.into(), y, inside);
            (key, halves)
        });
        // The way whose links are known in detail, if there is one.
        let mut ways: Vec<_> = ways.collect();
        ways.sort_by_key(|(_, halves)| halves.is_none());
        let (key, halves) = ways.into_iter().next()?;
        let links = halves.map_or(Vec::new(), |halves| {
            let mut parts = Vec::new();
            let used = EndSet::of(x).with(y).with(key.into());
            for half in halves {
                self.take_apart(half, used, &mut parts);
            }
            self.direct_links(&parts)
        });
        Some((key, links))
    }

    /// The links of a full, split where it is made of others; it is not split at the ends in
    /// `used`.
    fn take_apart(&self, (x, y, carrier): Part<W>, used: EndSet<W>, parts: &mut Vec<Part<W>>) {
        let size = self.connections.size();
        let empty = self.connections.chains().empty();
        let coloured = |end: &End| end.as_cell(size).is_none_or(|cell| !empty.contains(cell));
        let middles = self.connections.ends() - used;
        let through = |u| Some((u, self.meeting(x, u, y, carrier)?));
        match middles.iter().filter(coloured).find_map(through) {
            Some((u, halves)) if !carrier.is_empty() => {
                for half in halves {
                    self.take_apart(half, used.with(u), parts);
                }
            }
            _ => parts.push((x, y, carrier)),
        }
    }

    /// Two fulls inside these cells that meet in an end and share no cell, the smallest first.
    fn meeting(&self, x: End, u: End, y: End, inside: CellSet<W>) -> Option<[Part<W>; 2]> {
        let within = |a: End, b: End| {
            let mut fulls = self.connections.fulls(a, b);
            fulls.retain(|full| full.is_subset(inside));
            fulls.sort_by_key(CellSet::len);
            fulls
        };
        let (to_x, to_y) = (within(x, u), within(u, y));
        to_x.iter().find_map(|&a| {
            let b = to_y.iter().find(|b| a.is_disjoint(**b))?;
            Some([(x, u, a), (u, y, *b)])
        })
    }

    fn direct_links(&self, parts: &[Part<W>]) -> Vec<DirectLink> {
        let link = |&(x, y, carrier): &Part<W>| {
            let beside = self.beside(x) & self.beside(y);
            let one_way = || Some((self.template(x, y, carrier)?, y));
            let template = one_way().or_else(|| Some((self.template(y, x, carrier)?, x)));
            let kind = match (carrier.len(), template) {
                (0, _) => LinkKind::Touch,
                (2, _) if carrier.is_subset(beside) => LinkKind::Bridge,
                (_, Some(((_, template), _))) => LinkKind::Template(template),
                _ => LinkKind::Other,
            };
            let towards = |end: End, other: End| match (kind, template) {
                (LinkKind::Touch, _) => self.nearest(end, self.cells(other)),
                (LinkKind::Template(_), Some(((stone, _), edge))) if edge != end => stone.into(),
                _ => self.nearest(end, carrier),
            };
            DirectLink {
                ends: [towards(x, y), towards(y, x)],
                kind,
                carrier: carrier.resize(),
            }
        };
        parts.iter().map(link).collect()
    }

    /// The template that joins a stone of an end to an edge in exactly these cells, and the stone.
    fn template(
        &self,
        x: End,
        y: End,
        carrier: CellSet<W>,
    ) -> Option<(Cell, &'static EdgeTemplate)> {
        let chains = self.connections.chains();
        let size = chains.size();
        let edges = self.connections.colour().edges().into_iter();
        let mut edges = edges.filter(|&edge| chains.lead(End::edge(size, edge)) == Some(y));
        edges.find_map(|edge| {
            let of = |stone| Some((stone, template::recognised(chains, stone, edge, carrier)?));
            self.cells(x).iter().find_map(of)
        })
    }

    /// The empty cells beside an end.
    fn beside(&self, end: End) -> CellSet<W> {
        let chains = self.connections.chains();
        match (chains.chain(end), end.as_cell(self.connections.size())) {
            (Some(chain), _) => chain.liberties,
            (None, Some(cell)) => chains.geometry().neighbours(cell),
            (None, None) => CellSet::EMPTY,
        }
    }

    /// The stones of an end, or the cell that it is.
    fn cells(&self, end: End) -> CellSet<W> {
        let chains = self.connections.chains();
        match chains.chain(end) {
            Some(chain) => chain.members.cells_in(chains.geometry().all()),
            None => end.as_cell(chains.size()).into_iter().collect(),
        }
    }

    /// The stone of a chain, or its edge, that is nearest to these cells.
    pub fn nearest(&self, end: End, to: CellSet<W>) -> End {
        let chains = self.connections.chains();
        let (size, geometry) = (chains.size(), chains.geometry());
        let apart = |a: Cell, b: Cell| {
            let of = |cell| {
                (
                    size.column(cell).cast_signed(),
                    size.row(cell).cast_signed(),
                )
            };
            let ((a, b), (c, d)) = (of(a), of(b));
            let (right, down) = (c - a, d - b);
            right.abs().max(down.abs()).max((right + down).abs())
        };
        let from_cells = |from: CellSet<W>| {
            let each = from.iter();
            let each = each.flat_map(|from| to.iter().map(move |cell| (from, cell)));
            each.map(|(a, b)| (apart(a, b), a)).min()
        };
        let edges = self.connections.edges().into_iter();
        let edges = edges.filter(|&edge| chains.lead(edge) == Some(end));
        let edges = edges.filter_map(|end| {
            let border = geometry.border(end.as_edge(size)?);
            let (far, _) = from_cells(border)?;
            Some((far + 1, end))
        });
        let stones = from_cells(self.cells(end)).map(|(far, cell)| (far, End::cell(cell)));
        let nearest = stones.into_iter().chain(edges).min_by_key(|&(far, _)| far);
        nearest.map_or(end, |(_, end)| end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{BoardSize, Colour, Edge, Position};
    use crate::knowledge::analysis::Recipe;
    use crate::position;

    fn connections(position: &Position<1>) -> Connections<1> {
        let options = Recipe::Thorough.options().connections;
        Connections::new(position, Colour::Black, options)
    }

    /// Links in words: their ends, kinds and carriers, which share no cell.
    fn words(links: &[DirectLink], mut left: CellSet<1>, size: BoardSize) -> Vec<String> {
        let word = |link: &DirectLink| {
            let carrier: CellSet<1> = link.carrier.resize();
            assert!(carrier.is_subset(left), "{link:?}");
            left -= carrier;
            let kind = match link.kind {
                LinkKind::Touch => "touch",
                LinkKind::Bridge => "bridge",
                LinkKind::Template(_) => "template",
                LinkKind::Other => "other",
            };
            let [one, other] = link.ends.map(|end| end.name(size));
            format!("{one} {kind} {other}: {}", size.names(carrier))
        };
        links.iter().map(word).collect()
    }

    #[test]
    fn a_full_is_split_at_the_stones_that_it_runs_through() {
        let position = position! { 5 x 5:
            . . . . .
             . . B . .
              . . . . .
               . B . . .
                . . . . .
        };
        let connections = connections(&position);
        let [a, b] = connections.edges();
        let fulls = connections.winning_fulls().into_iter();
        let full = fulls.min_by_key(CellSet::len).expect("a full");
        let links = LinkFinder::new(&connections).of_full(a, b, full);
        assert_eq!(
            words(&links, full, position.size()),
            [
                "north bridge c2: c1 d1",
                "c2 bridge b4: b3 c3",
                "b4 bridge south: a5 b5"
            ]
        );
    }

    #[test]
    fn a_semi_begins_with_its_key() {
        let position = position! { 5 x 5:
            . . . . .
             . . B . .
              . W . . .
               . B . . .
                . . . . .
        };
        let connections = connections(&position);
        let [a, b] = connections.edges();
        let semis = connections.winning_semis().into_iter();
        let semi = semis.min_by_key(CellSet::len).expect("a semi");
        let found = LinkFinder::new(&connections).of_semi(a, b, semi);
        let (key, links) = found.expect("a key");
        assert_eq!(position.size().name(key), "c3");
        assert_eq!(
            words(&links, semi.without(key), position.size()),
            [
                "north bridge c2: c1 d1",
                "c2 touch c3: ",
                "c3 touch b4: ",
                "b4 bridge south: a5 b5"
            ]
        );
    }

    #[test]
    fn a_template_of_the_library_is_recognised() {
        let size = BoardSize::new(8, 6).expect("in range");
        let mut found = 0;
        for one in template::library() {
            let fits = (0..8).find_map(|column| one.fit::<1>(size, Edge::South, column));
            let Some(placed) = fits.filter(|_| found < 5) else {
                continue;
            };
            found += 1;
            let mut position = Position::<1>::new(size);
            for stone in placed.others.with(placed.stone) {
                position.place(Colour::Black, stone);
            }
            let connections = connections(&position);
            let end = connections.end_of(placed.stone.into()).expect("a stone");
            let south = End::edge(size, Edge::South);
            let finder = LinkFinder::new(&connections);
            let carrier = placed.carrier - placed.others;
            let links = finder.direct_links(&[(end, south, carrier)]);
            // From another stone of the chain it may be another template.
            assert!(matches!(links[0].kind, LinkKind::Template(_)), "{one:?}");
            let [stone, edge] = links[0].ends;
            let stone = stone.as_cell(size).expect("a stone");
            assert!(position.at(stone) == Some(Colour::Black) && edge == south);
            let less = carrier.without(carrier.first().expect("a cell"));
            let links = finder.direct_links(&[(end, south, less)]);
            assert_eq!(links[0].kind, LinkKind::Other, "{one:?}");
        }
        assert_eq!(found, 5);
    }

    #[test]
    fn the_nearest_stone_of_a_chain_stands_for_it() {
        let position = position! { 5 x 5:
            . . . . .
             . B B B .
              . . . . .
               . . . . .
                . . . . .
        };
        let size = position.size();
        let cell = |name: &str| size.read(name).expect("a cell");
        let connections = connections(&position);
        let links = LinkFinder::new(&connections);
        let chain = connections.end_of(cell("c2").into()).expect("a chain");
        let nearest = |name: &str| links.nearest(chain, CellSet::of(cell(name))).name(size);
        assert_eq!([nearest("a5"), nearest("e2")], ["b2", "d2"]);
        let south = End::edge(size, Edge::South);
        let edge = links.nearest(south, CellSet::of(cell("c3")));
        assert_eq!(edge, south);
    }
}
