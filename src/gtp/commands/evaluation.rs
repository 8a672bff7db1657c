//! Commands about evaluation: distances, potentials, resistance.

use crate::base::parameter::shortened;
use crate::gtp::board_connections::WIDEST;
use crate::gtp::{Call, Command, Failure, Session, label};
use crate::hex::{Cell, Chains, Colour, Edge, End, Graph, TooLarge};
use crate::knowledge::evaluate::{
    Distances, LinkRule, Metric, Neighbourhood, Neighbours, Potentials, Resistance, TwoDistance,
    TwoDistanceVerdict, bridge_paths,
};
use crate::think::ScoreScale;

pub const COMMANDS: [Command; 6] = [
    Command {
        name: "eval-twod",
        arguments: "COLOUR [EDGE]",
        help: "Prints each empty cell's potential (the sum of its two-distances to both edges of \
            COLOUR), or its two-distance to EDGE; -1 is infinite.",
        run: two_distances,
    },
    Command {
        name: "eval-distance",
        arguments: "COLOUR [EDGE]",
        help: "Prints the sum of each empty cell's plain distances to both edges of COLOUR, or \
            its distance to EDGE; -1 is infinite.",
        run: |session, call| {
            let colour = call.colour(0)?;
            let edge = edge(call, colour)?;
            let neighbourhood = Neighbourhood::new(&chains(session)?, colour);
            let cells = session.game.board().size().cells();
            let distances = Distances::new(&neighbourhood, cells, Metric::Plain);
            Ok(numbers(session, |cell| distance(&distances, edge, cell)))
        },
    },
    Command {
        name: "eval-bridges",
        arguments: "COLOUR EDGE",
        help: "Prints how many stones, including one on the cell itself, COLOUR needs to connect \
            each empty cell to EDGE by bridges; -1 is infinite.",
        run: |session, call| {
            let colour = call.colour(0)?;
            let side = edge(call, colour)?.unwrap_or_default();
            let graph = Graph::new(&chains(session)?, colour);
            let paths = bridge_paths(&graph, graph.edges()[side]);
            Ok(numbers(session, |cell| {
                let path = paths[End::cell(cell).index()];
                path.map(|path| path.length() as u32)
            }))
        },
    },
    Command {
        name: "eval-potentials",
        arguments: "COLOUR [words]",
        help: "Prints the two-distance evaluation with COLOUR to move: board potentials, attack \
            mobilities and value; high is good for White.",
        run: potentials,
    },
    Command {
        name: "eval-resist",
        arguments: "COLOUR [words]",
        help: "Prints the resistances of White's and Black's circuits, -1 if infinite, and the \
            logarithm of their ratio: high is good for COLOUR. The stones count as they stand, \
            without fill-in; analyze evaluates after fill-in, as players do, which is more exact.",
        run: resistance,
    },
    Command {
        name: "eval-resist-cells",
        arguments: "COLOUR [labels]",
        help: "Prints the energy of each empty cell in the circuit of COLOUR; labels are percent \
            of the highest.",
        run: energies,
    },
];

fn chains(session: &Session) -> Result<Chains<WIDEST>, TooLarge> {
    Ok(Chains::new(&session.game.board().with_connections()?))
}

/// Which of a colour's two edges the second argument names, if there is one.
fn edge(call: &Call, colour: Colour) -> Result<Option<usize>, Failure> {
    let Some(text) = call.get(1) else {
        return Ok(None);
    };
    let named: Option<Edge> = text.parse().ok();
    let place = named.and_then(|edge| colour.edges().iter().position(|&own| own == edge));
    match place {
        Some(place) => Ok(Some(place)),
        None => Err(Failure(format!(
            "not an edge of {colour}: {}",
            shortened(text)
        ))),
    }
}

fn distance(distances: &Distances, edge: Option<usize>, cell: Cell) -> Option<u32> {
    match edge {
        Some(edge) => distances.to(edge, cell),
        None => distances.sum(cell),
    }
}

/// `cell number` for each empty cell, -1 for none.
fn numbers(session: &Session, of: impl Fn(Cell) -> Option<u32>) -> String {
    let board = session.game.board();
    let pair = |cell: Cell| {
        let number = of(cell).map_or(-1, i64::from);
        format!("{} {number}", board.size().name(cell))
    };
    board.empty().iter().map(pair).collect::<Vec<_>>().join(" ")
}

/// The potentials of a colour under the current options.
fn potentials_of(
    session: &mut Session,
    call: &Call,
    colour: Colour,
) -> Result<Potentials<WIDEST>, TooLarge> {
    let options = session.options.player.evaluation;
    let cells = session.game.board().size().cells();
    let neighbourhood = match options.neighbours {
        Neighbours::Touching => Neighbourhood::new(&chains(session)?, colour),
        Neighbours::Extended => {
            Neighbourhood::extended(session.board_connections(call.observer)?.of(colour))
        }
        Neighbours::Fulls => {
            Neighbourhood::of_fulls(session.board_connections(call.observer)?.of(colour))
        }
    };
    Ok(Potentials::new(&neighbourhood, cells))
}

fn two_distances(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let colour = call.colour(0)?;
    let edge = edge(call, colour)?;
    let potentials = potentials_of(session, call, colour)?;
    Ok(numbers(session, |cell| {
        distance(potentials.distances(), edge, cell)
    }))
}

fn potentials(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let to_move = call.colour(0)?;
    let [black, white] = [Colour::Black, Colour::White];
    let both = [
        potentials_of(session, call, black)?,
        potentials_of(session, call, white)?,
    ];
    let two = TwoDistance::new(both);
    let side = |colour: Colour| {
        let of = two.of(colour);
        let board = of.board().map_or(-1, i64::from);
        format!("{colour} potential {board} mobility {}", of.mobility())
    };
    let verdict = match two.verdict(to_move) {
        TwoDistanceVerdict::Won(colour) => format!("{colour} wins"),
        TwoDistanceVerdict::Value(value) => format!("value {value}"),
    };
    let [black, white] = Colour::ALL.map(side);
    if !call.asks_for(1, "words")? {
        return Ok(format!("{black} {white} {verdict}"));
    }
    let meaning = match two.verdict(to_move) {
        TwoDistanceVerdict::Won(colour) => format!("{colour} has connected its edges"),
        TwoDistanceVerdict::Value(value) if value > 0 => "better for white".to_owned(),
        TwoDistanceVerdict::Value(0) => "even".to_owned(),
        TwoDistanceVerdict::Value(_) => "better for black".to_owned(),
    };
    Ok(format!(
        "{to_move} to move\n{black}\n{white}\n{verdict}: {meaning}"
    ))
}

/// Each empty cell's energy, or its percentage of the highest. A cell without energy has no label.
fn energies(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let colour = call.colour(0)?;
    let short = call.asks_for(1, "labels")?;
    let resistance = solved(session, call)?;
    let board = session.game.board();
    let energy = |cell| resistance.energy(colour, cell);
    let greatest = board.empty().iter().map(energy).fold(1e-9, f64::max);
    let pair = |cell: Cell| {
        let value = if short {
            let share = (energy(cell) / greatest * 100.0).round();
            format!("{:.0}", Some(share).filter(|&share| share > 0.0)?)
        } else {
            format!("{:.4}", energy(cell))
        };
        Some(format!("{} {value}", board.size().name(cell)))
    };
    let pairs: Vec<String> = board.empty().iter().filter_map(pair).collect();
    Ok(pairs.join(" "))
}

fn solved(session: &mut Session, call: &Call) -> Result<Resistance, TooLarge> {
    let options = session.options.player.evaluation;
    let chains = chains(session)?;
    if options.links == LinkRule::None {
        return Ok(Resistance::new(&chains, None, options));
    }
    let connections = session.board_connections(call.observer)?;
    let both = Colour::ALL.map(|colour| connections.of(colour));
    Ok(Resistance::new(&chains, Some(both), options))
}

fn resistance(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let colour = call.colour(0)?;
    let solved = solved(session, call)?;
    let score = match colour {
        Colour::Black => solved.score(),
        Colour::White => -solved.score(),
    };
    let total = |colour| {
        let ohm = solved.total(colour);
        if ohm.is_finite() { ohm } else { -1.0 }
    };
    if !call.asks_for(1, "words")? {
        return Ok(format!(
            "res {score} rew {} reb {}",
            total(Colour::White),
            total(Colour::Black)
        ));
    }
    let side = |colour| match solved.total(colour) {
        ohm if ohm.is_finite() => format!("resistance of {colour}'s circuit {ohm:.3}"),
        _ => format!("{colour}'s circuit is cut: its resistance is infinite"),
    };
    let chance = label::percent(ScoreScale::LogOdds.win_rate(score));
    let [black, white] = Colour::ALL.map(side);
    Ok(format!(
        "{black}\n{white}\nlogarithm of their ratio {score:+.3}\n\
         as a chance of {colour} to win: {chance}\n\
         stones as they stand, without fill-in\n\
         (Analysis, after fill-in, is more exact)"
    ))
}
