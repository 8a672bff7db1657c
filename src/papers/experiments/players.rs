//! Matches of the papers' players: Hexy's depth against its carriers, the two-distance bot at each
//! depth, and the tournament of FastVC.

use super::tournament::{Field, Tournament, entrant, even, rated};
use super::{About, Scale};
use crate::arena::openings::{self, Opening};
use crate::hex::BoardSize;

/// Pawlewicz et al. 2014, §VII.B: a2 to k2, a10 to k10, b1 to j1 and b11 to j11, forty in all (the
/// paper says 36); on other boards the same two rows from each edge. Rotated ones count once.
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
        entrant("D=6 M=0", "hexy:D=6,or_schedule=none"),
        entrant("D=3 M=0", "hexy:D=3,or_schedule=none"),
        entrant("D=1 M=20", "hexy:D=1"),
        entrant("D=2 M=20", "hexy:D=2"),
        entrant("D=3 M=1", "hexy:M=1,max_fulls=1"),
        entrant("D=3 M=5", "hexy:M=5,max_fulls=5"),
        entrant("D=4 M=5", "hexy:D=4,M=5,max_fulls=5"),
    ],
    kinds: &[],
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
    kinds: &[],
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
            "montecarlo:or_rule=semis,M=0,max_fulls=0,max_comparisons=1000000,solver=1",
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
            "wolve:or_rule=bounded,or_schedule=generations,carrier_order=sorted,solver=1",
            85,
        ),
        rated(
            "wolve vc1 +",
            "wolve:or_rule=semis,carrier_order=front,solver=1",
            70,
        ),
        rated(
            "wolve base",
            "wolve:or_rule=bounded,or_schedule=generations,carrier_order=sorted",
            69,
        ),
        rated(
            "montecarlo unlimited",
            "montecarlo:or_rule=semis,M=0,max_fulls=0,max_comparisons=1000000",
            48,
        ),
        rated(
            "montecarlo vc1 +",
            "montecarlo:or_rule=semis,carrier_order=front,solver=1",
            47,
        ),
        rated("wolve vc1", "wolve:or_rule=semis,carrier_order=front", 46),
        rated("montecarlo fast", "montecarlo:or_rule=fast", 44),
        rated("montecarlo limited", "montecarlo:or_rule=limited", 40),
        rated(
            "montecarlo vc1",
            "montecarlo:or_rule=semis,carrier_order=front",
            37,
        ),
        rated(
            "montecarlo base +",
            "montecarlo:or_rule=bounded,or_schedule=generations,carrier_order=sorted,solver=1",
            37,
        ),
        rated(
            "wolve unlimited",
            "wolve:or_rule=semis,M=0,max_fulls=0,max_comparisons=1000000",
            33,
        ),
        rated(
            "wolve unlimited +",
            "wolve:or_rule=semis,M=0,max_fulls=0,max_comparisons=1000000,solver=1",
            28,
        ),
        rated("wolve limited +", "wolve:or_rule=limited,solver=1", 27),
        rated("wolve fast +", "wolve:or_rule=fast,solver=1", 27),
        rated("wolve fast", "wolve:or_rule=fast", 11),
        rated("wolve limited", "wolve:or_rule=limited", 1),
        rated(
            "montecarlo base",
            "montecarlo:or_rule=bounded,or_schedule=generations,carrier_order=sorted",
            0,
        ),
    ],
    kinds: &[
        "montecarlo",
        "+",
        "base",
        "vc1",
        "unlimited",
        "limited",
        "fast",
    ],
    openings: relatively_even,
    words: "+: with a solver beside. The paper's figures (10 s a move, 1368 games each, ±11 at 80%) count from its weakest player, ours from the mean.",
};

#[cfg(test)]
mod tests {
    use super::super::tournament::assert_that_all_are_players;
    use super::*;

    #[test]
    fn every_player_is_one() {
        for tournament in [&HEXY_DEPTH, &TWO_DISTANCE, &FASTVC_PLAYERS] {
            assert_that_all_are_players(tournament);
        }
        assert_eq!(FASTVC_PLAYERS.entrants.len(), 20);
        assert_eq!(FASTVC_PLAYERS.pairings().len(), 190);
    }

    #[test]
    fn the_openings_of_table_4_are_forty() {
        let size = BoardSize::square(11).unwrap();
        // Rotated ones count once: twenty.
        assert_eq!(relatively_even(size).len(), 20);
        assert_eq!(even(size).len(), 24);
        assert!(!relatively_even(BoardSize::square(3).unwrap()).is_empty());
    }
}
