//! The tables of options of a player.

use super::general::GeneralOptions;
use super::registry::AnyOptions;
use crate::base::parameter::{OptionRow, Options};
use crate::knowledge::analysis::{AnalysisOptions, Recipe};
use crate::knowledge::connect::ConnectOptions;
use crate::knowledge::evaluate::EvaluationOptions;
use crate::knowledge::inferior::InferiorOptions;
use crate::search::alpha_beta::SearchOptions;
use crate::search::tree::TreeOptions;

/// The tables of options that a player may have. Those of connections, inferior cells and
/// evaluation every player has: the commands that show a position's connections read them too.
#[derive(Clone, Debug, Default)]
pub struct OptionTables {
    /// Of the player itself (`param_player`).
    pub player: GeneralOptions,
    /// Of its alpha-beta search (`param_search`).
    pub search: SearchOptions,
    /// Of its tree search on the networks (`param_puct`).
    pub tree: TreeOptions,
    /// Of its connections (`param_vc`).
    pub connections: ConnectOptions,
    /// Of inferior cells (`param_ice`).
    pub inferior: InferiorOptions,
    /// Of its evaluation (`param_eval`).
    pub evaluation: EvaluationOptions,
    /// Options that no other player has.
    pub own: Option<Box<dyn AnyOptions>>,
}

/// A table of options of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    /// Of the player itself.
    Player,
    /// Of its alpha-beta search.
    Search,
    /// Of its tree search on the networks.
    Tree,
    /// Options that no other player has.
    Own,
    /// Of its connections.
    Connections,
    /// Of inferior cells.
    Inferior,
    /// Of its evaluation.
    Evaluation,
}

impl Table {
    /// All tables, in the order in which an option's name is searched.
    pub const ALL: [Self; 7] = [
        Self::Player,
        Self::Search,
        Self::Tree,
        Self::Own,
        Self::Connections,
        Self::Inferior,
        Self::Evaluation,
    ];
}

impl OptionTables {
    /// The options of a table, whether or not the player uses them.
    pub(super) fn get(&self, table: Table) -> Option<&dyn Options> {
        match table {
            Table::Player => Some(&self.player),
            Table::Search => Some(&self.search),
            Table::Tree => Some(&self.tree),
            Table::Own => self.own.as_ref().map(|own| own.as_options()),
            Table::Connections => Some(&self.connections),
            Table::Inferior => Some(&self.inferior),
            Table::Evaluation => Some(&self.evaluation),
        }
    }

    /// The options of a table, as help and manual print them.
    pub fn rows(&self, table: Table) -> Vec<OptionRow> {
        self.get(table).map(Options::rows).unwrap_or_default()
    }

    pub(super) fn get_mut(&mut self, table: Table) -> Option<&mut dyn Options> {
        match table {
            Table::Player => Some(&mut self.player),
            Table::Search => Some(&mut self.search),
            Table::Tree => Some(&mut self.tree),
            Table::Own => self.own.as_mut().map(|own| own.as_options_mut()),
            Table::Connections => Some(&mut self.connections),
            Table::Inferior => Some(&mut self.inferior),
            Table::Evaluation => Some(&mut self.evaluation),
        }
    }

    /// Analyses positions by this recipe.
    pub fn analyse_by(&mut self, recipe: Recipe) {
        let options = recipe.options();
        self.connections = options.connections;
        self.inferior = options.inferior;
        self.evaluation = options.evaluation;
    }

    /// How positions are analysed.
    pub fn analysis(&self) -> AnalysisOptions {
        AnalysisOptions {
            connections: self.connections,
            inferior: self.inferior,
            evaluation: self.evaluation,
            two_threads: self.player.threads > 1,
        }
    }
}
