//! Edge templates on a board ([`crate::knowledge::template`]): where those of the library fit
//! beside the edges of a colour.
//!
//! It joins its edge to an empty cell, too, as any full does: what holds once a stone is there. As
//! semis, where the other stone is still missing, templates cost more than they bring.
//!
//! The opponent's stones break templates and never make one, so those that hold after a stone more
//! either held before or are [`Templates::with`] it.

use crate::base::lock::unpoisoned;
use crate::hex::{BoardSize, Cell, CellSet, Colour};
use crate::knowledge::template::{PlacedTemplate, library};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// All places where templates fit beside the edges of a colour.
pub struct Templates<const W: usize> {
    /// Those that need one stone.
    lone: Vec<PlacedTemplate<W>>,
    /// By cell, those of more stones that have one there.
    needing: Vec<Vec<PlacedTemplate<W>>>,
}

/// Size and colour, and how many words a set of cells has.
type Key = (BoardSize, Colour, usize);

/// All tables made so far.
static MADE: Mutex<BTreeMap<Key, &(dyn Any + Send + Sync)>> = Mutex::new(BTreeMap::new());

impl<const W: usize> Templates<W> {
    /// The table of a colour on a board of this size, made at the first call and kept for good.
    pub fn of(size: BoardSize, colour: Colour) -> &'static Self {
        let mut made = unpoisoned(MADE.lock());
        let known = *made
            .entry((size, colour, W))
            .or_insert_with(|| Box::leak(Box::new(Self::make(size, colour))));
        known.downcast_ref().expect("kept under its own width")
    }

    fn make(size: BoardSize, colour: Colour) -> Self {
        let mut all: Vec<PlacedTemplate<W>> = Vec::new();
        let library = if size.has_connections() {
            library()
        } else {
            &[]
        };
        for template in library {
            for turned in [template.clone(), template.mirrored()] {
                for edge in colour.edges() {
                    let length = size.width().max(size.height());
                    all.extend((0..length).filter_map(|at| turned.fit::<W>(size, edge, at)));
                }
            }
        }
        // Small ones first.
        all.sort_by_key(|one| {
            let place = (one.stone, one.edge.index(), one.others.words());
            (one.carrier.len(), place, one.carrier.words())
        });
        // One that is its own mirror image comes twice.
        all.dedup();
        let mut needing = vec![Vec::new(); size.cells()];
        let (lone, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|one| one.others.is_empty());
        for one in others {
            for stone in one.others.with(one.stone) {
                needing[stone.index()].push(one);
            }
        }
        Self { lone, needing }
    }

    /// Those that may hold where these stones are.
    pub fn among(&self, stones: CellSet<W>) -> impl Iterator<Item = &PlacedTemplate<W>> {
        let others = stones.iter().flat_map(|stone| self.with(stone));
        self.lone.iter().chain(others)
    }

    /// Those of more than one stone that may hold by the help of a stone here.
    pub fn with(&self, stone: Cell) -> impl Iterator<Item = &PlacedTemplate<W>> {
        self.needing[stone.index()].iter()
    }
}
