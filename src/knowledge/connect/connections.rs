//! The connections of one colour in one position: built from scratch, and followed stone by stone
//! and back.

use super::captured::Captures;
use super::closure;
use super::counts::RuleCounts;
use super::known::Known;
use super::options::ConnectOptions;
use super::or::Or;
use super::stone;
use super::store::ConnectionStore;
use super::templates::Templates;
use crate::hex::{BoardSize, Cell, CellSet, Chains, Colour, End, Graph, Position};
use crate::knowledge::template::PlacedTemplate;
use crate::think::{NoObserver, Observer};

/// The connections of one colour in one position.
#[derive(Clone)]
pub struct Connections<const W: usize> {
    colour: Colour,
    chains: Chains<W>,
    captures: Captures,
    templates: &'static Templates<W>,
    known: Known<W>,
    or: Or<W>,
    /// Whether an observer has ended the build. What comes later then is as unwanted as the rest of
    /// it was: no rules are applied to it.
    is_cut: bool,
}

impl<const W: usize> Connections<W> {
    /// The connections of `colour` in a position, from scratch.
    pub fn new(position: &Position<W>, colour: Colour, options: ConnectOptions) -> Self {
        Self::watched(position, colour, options, &NoObserver)
    }

    /// The same, with an observer that may end it early.
    pub fn watched(
        position: &Position<W>,
        colour: Colour,
        options: ConnectOptions,
        observer: &dyn Observer,
    ) -> Self {
        let mut made = Self::empty(position, colour, options);
        made.build(observer);
        made
    }

    /// The same from scratch; its counts list every combination of semis.
    pub fn with_combinations(
        position: &Position<W>,
        colour: Colour,
        options: ConnectOptions,
    ) -> Self {
        let mut made = Self::empty(position, colour, options);
        made.known.list_combinations();
        made.build(&NoObserver);
        made
    }

    fn empty(position: &Position<W>, colour: Colour, options: ConnectOptions) -> Self {
        let size = position.size();
        let options = options.on(size);
        Self {
            colour,
            chains: Chains::new(position),
            captures: if options.share_captured {
                Captures::new(size, colour)
            } else {
                Captures::none()
            },
            templates: Templates::of(size, colour),
            known: Known::new(size, position.geometry().all(), options),
            or: Or::default(),
            is_cut: false,
        }
    }

    /// Builds the connections of another position, from scratch, in the same memory.
    pub fn rebuild(&mut self, position: &Position<W>) {
        assert_eq!(position.size(), self.size());
        self.chains = Chains::new(position);
        self.known.clear();
        self.is_cut = false;
        self.build(&NoObserver);
    }

    fn build(&mut self, observer: &dyn Observer) {
        let graph = Graph::new(&self.chains, self.colour);
        let ends = graph.ends();
        self.known.set_ends(ends, ends - graph.empty().as_ends());
        for end in ends {
            let captured = self.captures.by(end, &self.chains);
            self.known.set_captured(end, captured);
        }
        for x in ends {
            for y in graph.adjacent(x) {
                if x < y {
                    self.known.add_full(x, y, CellSet::EMPTY);
                }
            }
        }
        if self.known.options().templates {
            let own = self.chains.stones(self.colour);
            self.add_templates(self.templates.among(own), own);
        }
        self.close(observer);
    }

    /// Takes in those of these templates that hold where these stones are.
    fn add_templates<'a>(
        &mut self,
        templates: impl Iterator<Item = &'a PlacedTemplate<W>>,
        own: CellSet<W>,
    ) {
        let empty = self.chains.empty();
        for one in templates.filter(|one| one.holds(empty, own)) {
            let edge = End::edge(self.size(), one.edge);
            let (x, y) = (self.leading(one.stone.into()), self.leading(edge));
            if x != y && self.known.store().ends().contains(x) {
                self.known.add_full(x, y, one.carrier & empty);
            }
        }
    }

    fn close(&mut self, observer: &dyn Observer) {
        let ended = closure::close(&mut self.known, &mut self.or, observer);
        self.is_cut |= !ended;
    }

    /// Follows a stone of either colour. Panics if the cell is not empty.
    pub fn place(&mut self, colour: Colour, cell: Cell) {
        self.place_all(&[(colour, cell)]);
    }

    /// Follows stones that come at once: one [`Connections::undo`] takes them all back, and the
    /// rules are applied once, so this costs less than stone after stone.
    pub fn place_all(&mut self, stones: &[(Colour, Cell)]) {
        self.known.begin_step(stones.len());
        for &(colour, cell) in stones {
            let place = if colour == self.colour {
                stone::place_own
            } else {
                stone::place_theirs
            };
            let (known, chains) = (&mut self.known, &mut self.chains);
            place(known, chains, &self.captures, colour, cell);
        }
        if self.known.options().templates {
            let own = self.chains.stones(self.colour);
            let templates = self.templates;
            for &(colour, cell) in stones {
                if colour == self.colour {
                    self.add_templates(templates.with(cell), own);
                }
            }
        }
        let was_complete = self.is_complete();
        if self.is_cut {
            self.known.drop_agenda();
        } else {
            self.close(&NoObserver);
        }
        if !was_complete {
            self.known.set_complete(false);
        }
        debug_assert_eq!(self.check_laws(), Ok(()));
    }

    /// Takes the last stone back, or the last stones that came at once.
    pub fn undo(&mut self) {
        let Some(stones) = self.known.undo() else {
            return;
        };
        for _ in 0..stones {
            self.chains.undo();
        }
        debug_assert_eq!(self.check_laws(), Ok(()));
    }

    /// Makes what was placed final: it can no longer be undone.
    pub fn forget_past(&mut self) {
        self.known.forget_steps();
        self.chains.forget_past();
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.chains.size()
    }

    /// The colour that they join.
    pub fn colour(&self) -> Colour {
        self.colour
    }

    /// The chains of the position.
    pub fn chains(&self) -> &Chains<W> {
        &self.chains
    }

    /// The two edges of this colour, as ends: the same twice once they are joined.
    pub fn edges(&self) -> [End; 2] {
        let edges = self.colour.edges();
        edges.map(|edge| self.leading(End::edge(self.size(), edge)))
    }

    /// The end that an end is part of by now.
    pub(super) fn leading(&self, end: End) -> End {
        self.chains.lead(end).unwrap_or(end)
    }

    /// How often the rules were applied.
    pub fn rule_counts(&self) -> &RuleCounts {
        self.known.counts()
    }

    /// Whether the closure ended by itself.
    pub fn is_complete(&self) -> bool {
        self.known.store().is_complete()
    }

    /// The bytes that they take, about: all but what is small.
    pub fn bytes(&self) -> usize {
        self.store().bytes()
    }

    /// Whether an observer has ended the build.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// All that is known.
    pub(super) fn known(&self) -> &Known<W> {
        &self.known
    }

    /// The connections that are kept.
    pub(super) fn store(&self) -> &ConnectionStore<W> {
        self.known.store()
    }

    /// What the ends capture, by table.
    pub(super) fn captures(&self) -> &Captures {
        &self.captures
    }
}
