//! The engines of the papers as named players.

use super::hexane::{Hexane, LocalOptions};
use super::montecarlo::{self, MonteCarloOptions};
use super::queenbee::QueenbeeOptions;
use crate::base::parameter::Numbers;
use crate::hex::BoardSize;
use crate::knowledge::analysis::Recipe;
use crate::knowledge::connect::OrRule;
use crate::knowledge::evaluate::Neighbours;
use crate::player::registry::{NamedPlayer, OwnCommand, PlayerKind};
use crate::player::searches::{Search, SearchKind, alpha_beta, plain_alpha_beta};
use crate::player::{OptionTables, PlayerOptions};
use crate::search::alpha_beta::{Evaluation, SelectionKind};

/// The players.
pub static PLAYERS: [&NamedPlayer; 6] = [
    &NamedPlayer {
        name: "hexane",
        description: "a beginner that sees connections in a small active region (McMahan 2000)",
        preset: |_, _| {},
        kind: PlayerKind::Other(|options| {
            let player = &options.player;
            let local = options.own::<LocalOptions>().copied();
            let local = local.unwrap_or_default();
            Box::new(Hexane::with_options(player.seed, player.resign, local))
        }),
        own_command: Some(OwnCommand {
            name: "param_local",
            of: "Local search",
            options: || Box::new(LocalOptions::default()),
        }),
    },
    &NamedPlayer {
        name: "hexy",
        description: "connections by H-search, circuits, a search three plies deep (Anshelevich 2002)",
        preset: |_, tables| hexy(tables),
        kind: PlayerKind::Searching {
            search: SearchKind::ALPHA_BETA,
            has_book: false,
        },
        own_command: None,
    },
    &NamedPlayer {
        name: "montecarlo",
        description: "Monte Carlo tree search on FastVC, inferior cells, mustplay and circuits, with playouts (as in Pawlewicz et al. 2014)",
        preset: |_, tables| tables.analyse_by(Recipe::Quick),
        kind: PlayerKind::Searching {
            search: MONTE_CARLO,
            has_book: false,
        },
        own_command: Some(OwnCommand {
            name: "param_uct",
            of: "Monte Carlo",
            options: || Box::new(MonteCarloOptions::default()),
        }),
    },
    &NamedPlayer {
        name: "queenbee",
        description: "two-distances alone, with deeper search of good moves (van Rijswijck 2000)",
        preset: |_, tables| tapered(tables),
        kind: PlayerKind::Searching {
            search: QUEENBEE,
            has_book: false,
        },
        own_command: Some(OwnCommand {
            name: "param_queenbee",
            of: "Queenbee",
            options: || Box::new(QueenbeeOptions::default()),
        }),
    },
    &NamedPlayer {
        name: "twodistance",
        description: "plain alpha-beta to a fixed depth on two-distances",
        preset: |_, tables| twodistance(tables),
        kind: PlayerKind::Searching {
            search: SearchKind::PLAIN_ALPHA_BETA,
            has_book: false,
        },
        own_command: None,
    },
    &NamedPlayer {
        name: "wolve",
        description: "FastVC, inferior cells, mustplay, circuits, a beam of twenty (Pawlewicz et al. 2014)",
        preset: |_, tables| beam(tables, &[20.0]),
        kind: PlayerKind::Searching {
            search: SearchKind::ALPHA_BETA,
            has_book: false,
        },
        own_command: None,
    },
];

/// Monte Carlo tree search. Its estimates come from alpha-beta, which uses no random numbers.
const MONTE_CARLO: SearchKind = SearchKind {
    make: montecarlo::search,
    estimator: alpha_beta,
    accounts_for_turn: false,
    table: None,
};

const QUEENBEE: SearchKind = SearchKind {
    make: queenbee,
    estimator: queenbee,
    ..SearchKind::PLAIN_ALPHA_BETA
};

fn queenbee(size: BoardSize, options: &PlayerOptions) -> Box<dyn Search> {
    let own = options.own::<QueenbeeOptions>().cloned();
    plain_alpha_beta(size, options, own.unwrap_or_default())
}

/// The best so many moves at each ply; the last number goes on.
fn beam(tables: &mut OptionTables, width: &'static [f64]) {
    tables.search.select = SelectionKind::Beam;
    tables.search.beam_width = Numbers::of(width);
}

/// Two-distances, with deeper search of good moves.
fn tapered(tables: &mut OptionTables) {
    tables.search.evaluate_by = Evaluation::TwoDistance;
    tables.evaluation.neighbours = Neighbours::Extended;
    tables.search.select = SelectionKind::Taper;
}

fn hexy(tables: &mut OptionTables) {
    let connections = &mut tables.connections;
    connections.or_rule = OrRule::Bounded;
    connections.or_limit = 4;
    connections.max_carriers = 20;
    connections.max_fulls = 20;
    connections.edge_midpoints = false;
    connections.templates = false;
    connections.share_captured = false;
    // A thirtieth of a second: a complete search takes up to six on boards with many stones.
    connections.max_comparisons = 1_000_000;
    tables.inferior.enabled = false;
    tables.player.max_depth = 3;
    beam(tables, &[20.0, 12.0, 8.0]);
}

fn twodistance(tables: &mut OptionTables) {
    tables.search.evaluate_by = Evaluation::TwoDistance;
    tables.search.select = SelectionKind::Full;
    tables.search.zero_window = false;
    tables.search.history = false;
    tables.search.table_bytes = 0;
    tables.player.max_depth = 2;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::parameter::Choice;
    use crate::player::{self, PlayerName, Table, bench};
    use std::collections::HashSet;

    #[test]
    fn they_are_players_by_name_with_options_of_their_own() {
        crate::papers::register();
        for name in PLAYERS.map(|player| player.name) {
            assert!(PlayerName::words().contains(&name), "{name}");
        }
        assert!(PlayerName::words().is_sorted());
        let queenbee = player::parse("queenbee:queenbee_select=SEX,sex_budgets=2").unwrap();
        let own = queenbee.own::<QueenbeeOptions>().unwrap();
        assert_eq!(own.select, super::super::queenbee::LineSelection::Sex);
        let why = player::parse("wolve:queenbee_select=sex").unwrap_err();
        assert_eq!(why.to_string(), "unknown option queenbee_select");
        let mut options = player::parse("hexy:M=5").unwrap();
        assert_eq!(options.connections.or_rule, OrRule::Bounded);
        options.set("name", "wolve").unwrap();
        assert_eq!(options.connections.or_rule, OrRule::Fast);
        assert_eq!(options.connections.max_carriers, 5);
    }

    #[test]
    fn the_bench_searches_with_options_of_theirs() {
        crate::papers::register();
        let [connected, plain] = [bench::connected_options(), bench::plain_options()];
        let mut wolve = player::parse("wolve").unwrap();
        wolve.prefer(|tables| tables.analyse_by(Recipe::Quick));
        assert_eq!(
            format!("{:?}", wolve.analysis()),
            format!("{:?}", connected.analysis())
        );
        for (name, tables) in [("wolve", connected), ("queenbee", plain)] {
            let search = &player::parse(name).unwrap().search;
            assert_eq!(
                format!("{search:?}"),
                format!("{:?}", tables.search),
                "{name}"
            );
        }
    }

    #[test]
    fn no_option_of_theirs_has_the_name_of_a_shared_one() {
        let shared = OptionTables::default();
        let rows = Table::ALL.into_iter().flat_map(|table| shared.rows(table));
        let mut keys: HashSet<&str> = rows.map(|row| row.key).collect();
        for own in PLAYERS.iter().filter_map(|player| player.own_command) {
            for option in (own.options)().as_options().table() {
                assert!(keys.insert(option.key), "{} twice", option.key);
            }
        }
    }
}
