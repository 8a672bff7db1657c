//! Players against each other: Hexy's depth against its carriers, the two-distance bot at each depth, the tournament of FastVC, and
//! the default player without its parts.
//!
//! All are lists of players and of who meets whom; each opening is played with both colours, and such a pair is one sample.

use super::games::{Tally, pair, rules};
use super::table::Table;
use super::{About, Experiment, Finding, Report, Scale, Unit};
use crate::arena::openings::{self, Opening};
use crate::arena::strength;
use crate::board::BoardSize;
use serde_json::json;

/// A player: what it is called in the table, and how it is written on the command line.
#[derive(Clone, Copy, Debug)]
pub struct Entrant {
    name: &'static str,
    spec: &'static str,
    /// What the paper says of it, if it says a number.
    paper: Option<i32>,
}

const fn entrant(name: &'static str, spec: &'static str) -> Entrant {
    Entrant {
        name,
        spec,
        paper: None,
    }
}

const fn rated(name: &'static str, spec: &'static str, elo: i32) -> Entrant {
    Entrant {
        name,
        spec,
        paper: Some(elo),
    }
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Field {
    /// Each meets each.
    All,
    /// Each but the first meets the first.
    First,
    /// Each meets the nearest before it that stands for a whole player, without options: what it is a variant of.
    Variants,
}

/// Matches between players.
pub struct Tournament {
    about: fn() -> About,
    field: Field,
    entrants: &'static [Entrant],
    openings: fn(BoardSize) -> Vec<Opening>,
    /// What the paper says, below the table.
    words: &'static str,
}

impl Tournament {
    /// Pairs of players, by their places in the list.
    fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.entrants.len();
        match self.field {
            Field::All => {
                let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
                all.collect()
            }
            Field::First => (1..count).map(|other| [other, 0]).collect(),
            Field::Variants => {
                let mut whole = 0;
                let mut pairings = Vec::new();
                for (index, entrant) in self.entrants.iter().enumerate() {
                    if entrant.spec.contains(':') {
                        pairings.push([index, whole]);
                    } else {
                        whole = index;
                    }
                }
                pairings
            }
        }
    }

    fn key(&self, [a, b]: [usize; 2]) -> String {
        format!(
            "{} against {}",
            self.entrants[a].spec, self.entrants[b].spec
        )
    }

    /// The pairs of games of a pairing.
    fn tally(&self, pairing: [usize; 2], findings: &[Finding]) -> Tally {
        let start = format!("{}, ", self.key(pairing));
        let mine = findings
            .iter()
            .filter(|finding| finding.key.starts_with(&start));
        Tally::of(mine.map(|finding| &finding.found))
    }

    /// Each pairing in a line.
    fn lines(&self, findings: &[Finding]) -> String {
        let mut table = Table::new(&[
            "player",
            "against",
            "won",
            "games",
            "Elo [95%]",
            "ten-game rule",
            "s/move",
            "positions/move",
            "depth",
            "faults",
        ]);
        for pairing in self.pairings() {
            let tally = self.tally(pairing, findings);
            if tally.games() == 0 {
                continue;
            }
            let a_move = |sum: f64| sum / tally.moves.max(1) as f64;
            table.row([
                self.entrants[pairing[0]].name.to_owned(),
                self.entrants[pairing[1]].name.to_owned(),
                tally.wins().to_string(),
                tally.games().to_string(),
                tally.elo(),
                ten_games(&tally).to_owned(),
                format!("{:.4}", a_move(tally.seconds)),
                format!("{:.0}", a_move(tally.nodes as f64)),
                format!("{:.1}", a_move(tally.depth as f64)),
                tally.faults.to_string(),
            ]);
        }
        table.to_string()
    }

    /// The strengths of all, the strongest first.
    fn strengths(&self, findings: &[Finding]) -> String {
        let count = self.entrants.len();
        let mut wins = vec![vec![0.0; count]; count];
        let mut games = vec![0; count];
        for pairing in self.pairings() {
            let tally = self.tally(pairing, findings);
            let [a, b] = pairing;
            wins[a][b] += tally.wins() as f64;
            wins[b][a] += (tally.games() - tally.wins()) as f64;
            games[a] += tally.games();
            games[b] += tally.games();
        }
        let strengths = strength::fit(&wins);
        let mut order: Vec<usize> = (0..count).filter(|&one| games[one] > 0).collect();
        order.sort_by(|&a, &b| strengths.elo[b].total_cmp(&strengths.elo[a]));
        let mut table = Table::new(&["player", "won", "games", "Elo", "±95%", "paper"]);
        for one in order {
            let won: f64 = wins[one].iter().sum();
            table.row([
                self.entrants[one].name.to_owned(),
                won.to_string(),
                games[one].to_string(),
                format!("{:+.0}", strengths.elo[one]),
                format!("{:.0}", strengths.error(one)),
                self.entrants[one]
                    .paper
                    .map_or("-".to_owned(), |elo| elo.to_string()),
            ]);
        }
        table.to_string()
    }
}

/// Anshelevich 2002, §6: at least eight of ten games are needed to call one the better.
fn ten_games(tally: &Tally) -> &'static str {
    let (won, all) = (tally.wins() * 10, tally.games() * 8);
    let lost = (tally.games() - tally.wins()) * 10;
    if won >= all {
        "better"
    } else if lost >= all {
        "worse"
    } else {
        "inconclusive"
    }
}

impl Experiment for Tournament {
    fn about(&self) -> About {
        (self.about)()
    }

    fn units(&self, scale: &Scale) -> Vec<Unit> {
        let Some(size) = scale.size else {
            return Vec::new();
        };
        let openings = (self.openings)(size);
        let rules = rules(size, scale.nodes, scale.seconds);
        let pairs = scale.games.unwrap_or_default() / 2;
        let limit = json!([scale.nodes, scale.seconds]);
        // A position is a place in the list here.
        let entrants = scale.positions.unwrap_or(self.entrants.len());
        let mut units = Vec::new();
        for (number, pairing) in self.pairings().into_iter().enumerate() {
            if pairing.iter().any(|&one| one >= entrants) {
                continue;
            }
            let players = pairing.map(|one| self.entrants[one].spec);
            for index in 0..pairs.min(openings.len()) {
                // Evenly from the openings; in a tournament each pairing takes others.
                let shift = if self.field == Field::All { number } else { 0 };
                let opening =
                    openings[(index * openings.len() / pairs + shift) % openings.len()].clone();
                let moves = size.names(opening.moves().iter().copied());
                let key = format!(
                    "{}, {size} after {moves}, limits {limit}",
                    self.key(pairing)
                );
                units.push(Unit::new(key, move || {
                    pair(players, &opening, &rules, index as u64)
                }));
            }
        }
        units
    }

    fn report(&self, _: &Scale, findings: &[Finding]) -> Report {
        let text = match self.field {
            Field::All => format!("{}\n{}\n", self.strengths(findings), self.words),
            Field::First | Field::Variants => format!("{}\n{}\n", self.lines(findings), self.words),
        };
        Report {
            text,
            picture: None,
        }
    }
}

/// Openings of two stones that are close to even; of one stone where there are none.
fn even(size: BoardSize) -> Vec<Opening> {
    let text = match (size.width(), size.height()) {
        (7, 7) => include_str!("../../positions/openings/balanced-7x7.txt"),
        (9, 9) => include_str!("../../positions/openings/balanced-9x9.txt"),
        (11, 11) => include_str!("../../positions/openings/own-balanced-11x11.txt"),
        (13, 13) => include_str!("../../positions/openings/balanced-13x13.txt"),
        _ => return openings::one_stone(size),
    };
    openings::read(size, text).unwrap_or_else(|_| openings::one_stone(size))
}

/// Pawlewicz et al. 2014, §VII.B: a2 to k2, a10 to k10, b1 to j1 and b11 to j11, forty in all (the paper says 36); on other boards the
/// same two rows from each edge. Turned ones count once.
fn relatively_even(size: BoardSize) -> Vec<Opening> {
    let (width, height) = (size.width(), size.height());
    let second = (0..width).flat_map(|column| [(column, 1), (column, height.saturating_sub(2))]);
    let first = (1..width.saturating_sub(1)).flat_map(|column| [(column, 0), (column, height - 1)]);
    let cells = second
        .chain(first)
        .filter_map(|(column, row)| size.cell(column, row));
    let openings = cells.filter_map(|cell| Opening::of_moves(size, &size.name(cell)).ok());
    openings::distinct(openings.collect())
}

/// Anshelevich 2002, §6: depth against carriers.
pub static HEXY_DEPTH: Tournament = Tournament {
    about: || About {
        name: "hexy-depth",
        source: "Anshelevich 2002, A hierarchical approach to computer Hex, §6",
        what: "Hexy with depth D and M carriers a pair against D=3, M=20, with equal time for each move, from five even openings",
        time: "a quarter of an hour",
        full: Scale {
            positions: Some(8),
            size: BoardSize::square(9).ok(),
            games: Some(10),
            seconds: Some(0.5),
            ..Scale::NONE
        },
        cheap: Scale {
            positions: Some(3),
            size: BoardSize::square(4).ok(),
            games: Some(2),
            seconds: Some(0.01),
            ..Scale::NONE
        },
        picture: false,
    },
    field: Field::First,
    entrants: &[
        entrant("D=3 M=20", "hexy"),
        entrant("D=6 M=0", "hexy:D=6,driver=none"),
        entrant("D=3 M=0", "hexy:D=3,driver=none"),
        entrant("D=1 M=20", "hexy:D=1"),
        entrant("D=2 M=20", "hexy:D=2"),
        entrant("D=3 M=1", "hexy:M=1,max_fulls=1"),
        entrant("D=3 M=5", "hexy:M=5,max_fulls=5"),
        entrant("D=4 M=5", "hexy:D=4,M=5,max_fulls=5"),
    ],
    openings: even,
    words: "The paper, on 10x10: D=3 M=20 is the best, significantly stronger than D=6 M=0 (at least 8 of 10 games). M=0: neighbours alone.",
};

/// The two-distance bot.
pub static TWO_DISTANCE: Tournament = Tournament {
    about: || About {
        name: "botzone-depths",
        source: "the two-distance bot of Botzone: alpha-beta to a fixed depth on two-distances",
        what: "twodistance at each depth, among players that serve as a measure; all take the time that they need",
        time: "half an hour",
        full: Scale {
            positions: Some(10),
            size: BoardSize::square(7).ok(),
            games: Some(8),
            ..Scale::NONE
        },
        cheap: Scale {
            positions: Some(3),
            size: BoardSize::square(3).ok(),
            games: Some(2),
            ..Scale::NONE
        },
        picture: false,
    },
    field: Field::All,
    entrants: &[
        entrant("twodistance D=1", "twodistance:D=1"),
        entrant("twodistance D=2", "twodistance:D=2"),
        entrant("twodistance D=3", "twodistance:D=3"),
        entrant("twodistance D=4", "twodistance:D=4"),
        entrant("hexane", "hexane"),
        entrant("queenbee D=3", "queenbee:D=3"),
        entrant("level 1", "mustplay:level=1"),
        entrant("level 4", "mustplay:level=4"),
        entrant("level 6", "mustplay:level=6"),
        entrant("wolve D=1", "wolve:D=1"),
    ],
    openings: openings::one_stone,
    words: "The paper gives no results.",
};

/// Pawlewicz et al. 2014, Table IV.
pub static FASTVC_PLAYERS: Tournament = Tournament {
    about: || About {
        name: "fastvc-players",
        source: "Pawlewicz et al. 2014, Stronger Virtual Connections in Hex, Table IV",
        what: "a tournament of Monte Carlo and alpha-beta players with five ways to find connections, with and without a solver beside",
        time: "two hours",
        full: Scale {
            positions: Some(20),
            size: BoardSize::square(11).ok(),
            games: Some(2),
            seconds: Some(0.3),
            ..Scale::NONE
        },
        cheap: Scale {
            positions: Some(3),
            size: BoardSize::square(3).ok(),
            games: Some(2),
            seconds: Some(0.002),
            ..Scale::NONE
        },
        picture: false,
    },
    field: Field::All,
    entrants: &[
        rated(
            "montecarlo unlimited +",
            "montecarlo:or_rule=semis,M=0,max_fulls=0,budget=1000000,solver=1",
            111,
        ),
        rated(
            "montecarlo limited +",
            "montecarlo:or_rule=limited,solver=1",
            93,
        ),
        rated("montecarlo fast +", "montecarlo:or_rule=fast,solver=1", 88),
        rated(
            "wolve base +",
            "wolve:or_rule=bounded,driver=generations,lists=sorted,solver=1",
            85,
        ),
        rated(
            "wolve vc1 +",
            "wolve:or_rule=semis,lists=front,solver=1",
            70,
        ),
        rated(
            "wolve base",
            "wolve:or_rule=bounded,driver=generations,lists=sorted",
            69,
        ),
        rated(
            "montecarlo unlimited",
            "montecarlo:or_rule=semis,M=0,max_fulls=0,budget=1000000",
            48,
        ),
        rated(
            "montecarlo vc1 +",
            "montecarlo:or_rule=semis,lists=front,solver=1",
            47,
        ),
        rated("wolve vc1", "wolve:or_rule=semis,lists=front", 46),
        rated("montecarlo fast", "montecarlo:or_rule=fast", 44),
        rated("montecarlo limited", "montecarlo:or_rule=limited", 40),
        rated("montecarlo vc1", "montecarlo:or_rule=semis,lists=front", 37),
        rated(
            "montecarlo base +",
            "montecarlo:or_rule=bounded,driver=generations,lists=sorted,solver=1",
            37,
        ),
        rated(
            "wolve unlimited",
            "wolve:or_rule=semis,M=0,max_fulls=0,budget=1000000",
            33,
        ),
        rated(
            "wolve unlimited +",
            "wolve:or_rule=semis,M=0,max_fulls=0,budget=1000000,solver=1",
            28,
        ),
        rated("wolve limited +", "wolve:or_rule=limited,solver=1", 27),
        rated("wolve fast +", "wolve:or_rule=fast,solver=1", 27),
        rated("wolve fast", "wolve:or_rule=fast", 11),
        rated("wolve limited", "wolve:or_rule=limited", 1),
        rated(
            "montecarlo base",
            "montecarlo:or_rule=bounded,driver=generations,lists=sorted",
            0,
        ),
    ],
    openings: relatively_even,
    words: "+: with a solver beside. The paper's figures (10 s a move, 1368 games each, ±11 at 80%) count from its weakest player, ours from the mean.",
};

/// The default player without its parts.
pub static TODAY: Tournament = Tournament {
    about: || About {
        name: "today-player",
        source: "the players of this program, after the ablations of the papers",
        what: "each part of the default player off or exchanged in turn, against the whole, with as many playouts and looks a move",
        time: "half an hour",
        full: Scale {
            positions: Some(18),
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
        entrant("no connections", "mustplay:driver=none,edge_fulls=0"),
        entrant("no remembered edge fulls", "mustplay:edge_fulls=0"),
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
        entrant("no network", "mustplay:uct_network=0"),
        entrant("network and circuits", "mustplay:uct_network=0.5"),
        entrant("no judgement at looks", "mustplay:uct_judgement=0"),
        entrant("all-moves-as-first", "mustplay:uct_rave=0.0012"),
        entrant("no bridges in playouts", "mustplay:uct_bridges=0"),
        entrant("patterns in playouts", "mustplay:uct_policy=1"),
        entrant("patterns in priors", "mustplay:uct_patterns=0.5"),
        entrant("tree forgotten", "mustplay:uct_keep=0"),
        entrant("wolve", "wolve"),
        entrant("two-distance for resistance", "wolve:judge=twod"),
        entrant("table off", "wolve:table=off"),
        entrant("no mustplay", "wolve:prune_mustplay=0"),
        entrant("no connections", "wolve:driver=none,edge_fulls=0"),
    ],
    openings: even,
    words: "Equal positions, not equal time: s/move tells what a part costs.",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players;

    #[test]
    fn every_player_is_one() {
        for tournament in [&HEXY_DEPTH, &TWO_DISTANCE, &FASTVC_PLAYERS, &TODAY] {
            for one in tournament.entrants {
                assert!(players::parse(one.spec).is_ok(), "{}", one.spec);
            }
            let mut specs: Vec<&str> = tournament.entrants.iter().map(|one| one.spec).collect();
            let count = specs.len();
            specs.sort_unstable();
            specs.dedup();
            assert_eq!(specs.len(), count);
        }
        assert_eq!(FASTVC_PLAYERS.entrants.len(), 20);
        assert_eq!(FASTVC_PLAYERS.pairings().len(), 190);
        let pairings = TODAY.pairings();
        assert_eq!(pairings.len(), TODAY.entrants.len() - 2);
        let specs = |[a, b]: [usize; 2]| [TODAY.entrants[a].spec, TODAY.entrants[b].spec];
        let same = |pairing| {
            let [a, b] = specs(pairing);
            a.split(':').next() == Some(b)
        };
        assert!(pairings.into_iter().all(same));
    }

    #[test]
    fn the_openings_of_table_4_are_forty() {
        let size = BoardSize::square(11).unwrap();
        // Turned ones once: twenty.
        assert_eq!(relatively_even(size).len(), 20);
        assert_eq!(even(size).len(), 24);
        assert!(!relatively_even(BoardSize::square(3).unwrap()).is_empty());
    }

    #[test]
    fn eight_of_ten_games_make_a_difference() {
        let tally = |counts| Tally {
            counts,
            won: [0, counts[1] + 2 * counts[2]],
            ..Tally::default()
        };
        assert_eq!(ten_games(&tally([0, 2, 3])), "better");
        assert_eq!(ten_games(&tally([0, 3, 2])), "inconclusive");
        assert_eq!(ten_games(&tally([4, 0, 1])), "worse");
    }
}
