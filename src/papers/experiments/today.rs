//! The papers' ablations on the current program: the default player and the solver, without each of
//! their parts in turn.

use super::solving::{Version, analysing, contradictions, means, today, touched, units, with};
use super::start::{Start, openings};
use super::table::TextTable;
use super::tournament::{Field, Tournament, entrant, even};
use super::{About, Experiment, Finding, Report, Scale, Unit};
use crate::hex::BoardSize;
use crate::knowledge::connect::{ConnectOptions, OrRule, OrSchedule};
use crate::knowledge::inferior::InferiorOptions;
use crate::solver::ProveOptions;

/// The default player without its parts.
pub static PLAYERS: Tournament = Tournament {
    about: || About {
        name: "today-player",
        source: "the players of this program, after the ablations of the papers",
        what: "each part of the default player off or exchanged in turn, against the whole, with the same number of playouts and analyses per move",
        time: "half an hour",
        full: Scale {
            positions: Some(23),
            size: BoardSize::square(9).ok(),
            games: Some(20),
            nodes: Some(500),
            ..Scale::NONE
        },
        cheap: Scale {
            positions: Some(3),
            size: BoardSize::square(3).ok(),
            games: Some(2),
            nodes: Some(20),
            ..Scale::NONE
        },
        picture: false,
    },
    field: Field::Variants,
    entrants: &[
        entrant("mustplay", "mustplay"),
        entrant("no connections", "mustplay:or_schedule=none,templates=0"),
        entrant("no edge templates", "mustplay:templates=0"),
        entrant("OR rule limited", "mustplay:or_rule=limited"),
        entrant("OR rule bounded 4", "mustplay:or_rule=bounded"),
        entrant(
            "no fill-in",
            "mustplay:fill_dead=0,fill_captured=0,fill_regions=0",
        ),
        entrant(
            "no pruning",
            "mustplay:prune_vulnerable=0,prune_reversible=0,prune_dominated=0",
        ),
        entrant("no mustplay", "mustplay:prune_mustplay=0"),
        entrant("no analyses", "mustplay:puct_analysis_visits=0"),
        entrant("analyses everywhere", "mustplay:puct_analysis_visits=1"),
        entrant(
            "analyses count as one visit",
            "mustplay:puct_analysis_weight=1",
        ),
        entrant("no solver", "mustplay:puct_proofs=0"),
        entrant("graph forgotten", "mustplay:puct_keep_tree=0"),
        entrant("montecarlo", "montecarlo"),
        entrant("no all-moves-as-first", "montecarlo:uct_rave_bias=0"),
        entrant("no bridges in playouts", "montecarlo:uct_bridges=0"),
        entrant("patterns in playouts", "montecarlo:uct_pattern_playouts=1"),
        entrant("patterns in priors", "montecarlo:uct_pattern_power=0.5"),
        entrant("wolve", "wolve"),
        entrant("two-distance for resistance", "wolve:evaluate_by=twod"),
        entrant("table off", "wolve:table_size=0"),
        entrant("no mustplay", "wolve:prune_mustplay=0"),
        entrant("no connections", "wolve:or_schedule=none,templates=0"),
    ],
    kinds: &[],
    openings: even,
    words: "Equal positions, not equal time: s/move shows the cost of each part.",
};

fn quick(change: impl FnOnce(&mut ConnectOptions)) -> ProveOptions {
    let mut analysis = today().analysis();
    change(&mut analysis.connections);
    analysing(analysis)
}

fn inferior(change: impl FnOnce(&mut InferiorOptions)) -> ProveOptions {
    let mut analysis = today().analysis();
    change(&mut analysis.inferior);
    analysing(analysis)
}

/// The current solver, and the same without a part or with another.
const VERSIONS: [Version; 14] = [
    ("today", today),
    ("OR rule limited", || {
        quick(|one| one.or_rule = OrRule::Limited)
    }),
    ("OR rule bounded 4", || {
        quick(|one| (one.or_rule, one.or_limit) = (OrRule::Bounded, 4))
    }),
    ("no edge templates", || quick(|one| one.templates = false)),
    ("edges as midpoints", || {
        quick(|one| one.edge_midpoints = true)
    }),
    ("connections of play", || {
        with(ConnectOptions {
            max_comparisons: 0,
            ..ConnectOptions::DEFAULT
        })
    }),
    ("no fill-in", || {
        inferior(|one| {
            (one.fill_dead, one.fill_captured, one.fill_regions) = (false, false, false);
        })
    }),
    ("no pruning", || {
        inferior(|one| {
            one.prune_vulnerable = false;
            one.prune_reversible = false;
            one.prune_dominated = false;
        })
    }),
    ("no mustplay", || inferior(|one| one.prune_mustplay = false)),
    ("neighbours alone", || {
        quick(|one| {
            (one.or_schedule, one.templates) = (OrSchedule::Neighbours, false);
        })
    }),
    ("small table", || ProveOptions {
        table_bytes: 1_000_000,
        ..today()
    }),
    ("no claims", || ProveOptions {
        claims: 0,
        ..today()
    }),
    ("all leaves added up", || ProveOptions {
        siblings: 0,
        ..today()
    }),
    ("every move at once", || ProveOptions {
        factor: 1.0,
        ..today()
    }),
];

/// The current solver without its parts.
pub struct Solvers;

fn starts(scale: &Scale) -> Vec<Start> {
    let count = scale.positions.unwrap_or_default();
    scale.size.map_or(Vec::new(), |size| openings(size, count))
}

impl Experiment for Solvers {
    fn about(&self) -> About {
        About {
            name: "today-solver",
            source: "the solver of this program, after the ablations of the papers",
            what: "each part of the solver off or exchanged in turn: time and builds on openings",
            time: "half an hour",
            full: Scale {
                size: BoardSize::square(7).ok(),
                positions: Some(8),
                seconds: Some(60.0),
                ..Scale::NONE
            },
            cheap: Scale {
                size: BoardSize::square(4).ok(),
                positions: Some(2),
                seconds: Some(0.2),
                ..Scale::NONE
            },
            picture: false,
        }
    }

    fn units(&self, scale: &Scale) -> Vec<Unit> {
        units(&starts(scale), &VERSIONS, scale)
    }

    fn report(&self, scale: &Scale, findings: &[Finding]) -> Report {
        let starts = touched(findings, starts(scale));
        let mut table = TextTable::new(&[
            "version",
            "s",
            "x",
            "builds",
            "x",
            "solved",
            "of which both",
        ]);
        for (name, _) in VERSIONS {
            // Compared on what both have solved, so that a version that solves little does not
            // affect others.
            let pair = [VERSIONS[0].0, name];
            let (base, ours) = (
                means(findings, &starts, &pair, VERSIONS[0].0),
                means(findings, &starts, &pair, name),
            );
            table.row([
                name.to_owned(),
                format!("{:.3}", ours.seconds),
                format!("{:.2}", ours.seconds / base.seconds),
                format!("{:.0}", ours.builds),
                format!("{:.2}", ours.builds / base.builds),
                format!("{} of {}", ours.solved, starts.len()),
                ours.common.to_string(),
            ]);
        }
        let wrong = contradictions(findings, &starts);
        Report {
            text: format!("Geometric means; x: beside today\n\n{table}{wrong} contradictions\n"),
            picture: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::solving::assert_that_all_agree;
    use super::super::tournament::assert_that_all_are_players;
    use super::*;

    #[test]
    fn every_player_is_one_and_meets_what_it_is_a_variant_of() {
        assert_that_all_are_players(&PLAYERS);
        let pairings = PLAYERS.pairings();
        assert_eq!(pairings.len(), PLAYERS.entrants.len() - 3);
        let specs = |[a, b]: [usize; 2]| [PLAYERS.entrants[a].spec, PLAYERS.entrants[b].spec];
        let same = |pairing| {
            let [a, b] = specs(pairing);
            a.split(':').next() == Some(b)
        };
        assert!(pairings.into_iter().all(same));
    }

    #[test]
    fn all_versions_agree_where_everything_is_known() {
        assert_that_all_agree(&VERSIONS);
    }
}
