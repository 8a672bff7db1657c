//! The players that search: one mind a size of board, made by the options of a recipe.

use super::thinker::Thinker;
use super::{Effort, Options, Player, Thoughts, Turn};
use crate::at_width;
use crate::board::{BoardSize, Move};

/// What thinks about boards of one size.
pub(super) trait Mind: Send {
    /// Chooses a move.
    fn choose(&mut self, turn: &Turn) -> Move;

    /// What it thought last.
    fn thoughts(&self) -> &Thoughts;
}

/// A player that searches.
pub struct Searcher {
    options: Options,
    bare: bool,
    mind: Option<(BoardSize, Box<dyn Mind>)>,
}

impl Searcher {
    /// A player that sees connections.
    pub fn linked(options: &Options) -> Self {
        Self {
            options: options.clone(),
            bare: false,
            mind: None,
        }
    }

    /// A player that sees stones and distances.
    pub fn bare(options: &Options) -> Self {
        Self {
            bare: true,
            ..Self::linked(options)
        }
    }

    fn mind(&mut self, size: BoardSize) -> &mut Box<dyn Mind> {
        let kept = self.mind.take().filter(|(kept, _)| *kept == size);
        let mind = kept.unwrap_or_else(|| {
            let (options, bare) = (&self.options, self.bare);
            let mind: Box<dyn Mind> =
                at_width!(size, W => Box::new(Thinker::<W>::new(size, options, bare)));
            (size, mind)
        });
        &mut self.mind.insert(mind).1
    }
}

impl Player for Searcher {
    fn choose(&mut self, turn: &Turn) -> Move {
        self.mind(turn.game.size()).choose(turn)
    }

    fn effort(&self) -> Effort {
        let thoughts = self.thoughts();
        thoughts.map_or_else(Effort::default, |thoughts| Effort {
            nodes: thoughts.nodes,
            depth: u64::from(thoughts.depth),
        })
    }

    fn thoughts(&self) -> Option<&Thoughts> {
        self.mind.as_ref().map(|(_, mind)| mind.thoughts())
    }
}
