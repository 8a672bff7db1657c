//! Commands about connections: the ends that are joined, and the mustplay.

use super::ways::{Ways, is_more_asked};
use crate::base::parameter::shortened;
use crate::gtp::board_connections::WIDEST;
use crate::gtp::{Call, Command, Failure, Session, legend};
use crate::hex::{BoardSize, Cell, CellSet, Colour, End};
use crate::knowledge::connect::{ConnectOptions, Connections, Defence};
use crate::knowledge::inferior::Inferior;
use crate::knowledge::template;
use crate::think::NoObserver;

pub const COMMANDS: [Command; 16] = [
    Command {
        name: "vc-build",
        arguments: "COLOUR",
        help: "Finds the connections of both sides; marks the cells that COLOUR, to move, need \
            not consider: x outside its mustplay, and filled cells as in compute-fillin.",
        run: build,
    },
    Command {
        name: "vc-get-mustplay",
        arguments: "COLOUR",
        help: "Lists the cells outside the mustplay of COLOUR: a move there leaves a winning \
            threat of the opponent.",
        run: |session, call| {
            let colour = call.colour(0)?;
            outside_mustplay(session, call, colour)
        },
    },
    Command {
        name: "vc-between-cells-full",
        arguments: "COLOUR FROM TO",
        help: "Lists the fulls (certain connections) between two ends, each a cell or an edge: \
            one per line, with its carrier. A chain is named by the stone given. Where the rules \
            show none, a line with proved instead of the rule is what the solver shows.",
        run: |session, call| between(session, call, true),
    },
    Command {
        name: "vc-between-cells-semi",
        arguments: "COLOUR FROM TO",
        help: "Lists the semis (connections if COLOUR moves first) between two ends: one per \
            line, with its carrier and key; proved instead of a rule is what the solver shows.",
        run: |session, call| between(session, call, false),
    },
    Command {
        name: "vc-connected-to-full",
        arguments: "COLOUR END",
        help: "Lists the ends certainly connected to an end: edges by name, cells row by row.",
        run: |session, call| connected(session, call, true),
    },
    Command {
        name: "vc-connected-to-semi",
        arguments: "COLOUR END",
        help: "Lists the ends connected to an end if COLOUR moves first: edges by name, cells row \
            by row.",
        run: |session, call| connected(session, call, false),
    },
    Command {
        name: "vc-intersection-full",
        arguments: "COLOUR FROM TO",
        help: "Lists the cells that all fulls between two ends need.",
        run: |session, call| common(session, call, true, |a, b| a & b),
    },
    Command {
        name: "vc-intersection-semi",
        arguments: "COLOUR FROM TO",
        help: "Lists the cells that all semis between two ends need.",
        run: |session, call| common(session, call, false, |a, b| a & b),
    },
    Command {
        name: "vc-union-full",
        arguments: "COLOUR FROM TO",
        help: "Lists the cells that any full between two ends needs.",
        run: |session, call| common(session, call, true, |a, b| a | b),
    },
    Command {
        name: "vc-union-semi",
        arguments: "COLOUR FROM TO",
        help: "Lists the cells that any semi between two ends needs.",
        run: |session, call| common(session, call, false, |a, b| a | b),
    },
    Command {
        name: "vc-templates",
        arguments: "COLOUR",
        help: "Lists the stones that an edge template connects to an edge, each with the \
            template's name.",
        run: templates,
    },
    Command {
        name: "vc-set-stats",
        arguments: "COLOUR",
        help: "Prints how many connections a colour has and how long finding them took.",
        run: stats,
    },
    Command {
        name: "vc-build-incremental",
        arguments: "COLOUR CELL [CELL ...]",
        help: "Adds stones to the position for the vc commands only; answers as vc-build does.",
        run: build_incremental,
    },
    Command {
        name: "vc-undo-incremental",
        arguments: "",
        help: "Takes back the last stones of vc-build-incremental.",
        run: |session, _| {
            let undone = session.connections(&NoObserver)?.undo();
            if undone {
                Ok(String::new())
            } else {
                Err(Failure::new("no stones to take back"))
            }
        },
    },
    Command {
        name: "vc-maintenance-responses",
        arguments: "CELL",
        help: "Lists the moves that keep a winning full after an intrusion.",
        run: responses,
    },
    Command {
        name: "vc-dump",
        arguments: "COLOUR full|semi",
        help: "Lists all connections of a colour, one per line: both ends, the kind and, after a \
            colon, the carrier.",
        run: dump,
    },
];

fn build(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let colour = call.colour(0)?;
    session.caches.forget_connections();
    let mut board = session.game.board().with_connections()?;
    board.set_to_move(colour);
    let inferior = Inferior::new(&board, session.options.player.analysis().inferior);
    let connections = session.connections(call.observer)?;
    let outside = connections.board().empty() - connections.of(!colour).mustplay();
    let size = board.size();
    let pair = |cell| {
        let code = match inferior.fill_of(cell) {
            Some((kind, filled_with)) => kind.code(filled_with),
            None if outside.contains(cell) => "x",
            None => return None,
        };
        Some(format!("{} {code}", size.name(cell)))
    };
    let pairs: Vec<String> = board.empty().iter().filter_map(pair).collect();
    Ok(pairs.join(" "))
}

/// `cell x` for each empty cell that is outside the mustplay of a colour.
fn outside_mustplay(session: &mut Session, call: &Call, colour: Colour) -> Result<String, Failure> {
    let connections = session.connections(call.observer)?;
    let board = connections.board();
    let outside = board.empty() - connections.of(!colour).mustplay();
    let pairs: Vec<String> = outside
        .iter()
        .map(|cell| format!("{} x", board.size().name(cell)))
        .collect();
    Ok(pairs.join(" "))
}

/// The cell or edge that an argument names.
pub(super) fn named(size: BoardSize, call: &Call, index: usize) -> Result<End, Failure> {
    Ok(match call.text(index)?.parse() {
        Ok(edge) => End::edge(size, edge),
        Err(_) => call.cell(index, size)?.into(),
    })
}

/// An argument that names an end of a colour; a chain is named by any of its stones.
pub(super) fn end(
    connections: &Connections<WIDEST>,
    call: &Call,
    index: usize,
) -> Result<End, Failure> {
    let text = call.text(index)?;
    let named = named(connections.size(), call, index)?;
    let theirs = || {
        Failure(format!(
            "not an end of {}: {}",
            connections.colour(),
            shortened(text)
        ))
    };
    connections.end_of(named).ok_or_else(theirs)
}

fn carriers(connections: &Connections<WIDEST>, x: End, y: End, full: bool) -> Vec<CellSet<WIDEST>> {
    if full {
        connections.fulls(x, y)
    } else {
        connections.semis(x, y)
    }
}

fn between(session: &mut Session, call: &Call, full: bool) -> Result<String, Failure> {
    let ways = Ways::find(session, call, full)?;
    let [from, to] = ways.ends.map(|end| end.name(ways.size));
    let kind = if full { "full" } else { "semi" };
    let lines = ways.all.iter().map(|way| {
        let cells: String = way
            .carrier
            .iter()
            .map(|cell| ways.size.name(cell) + " ")
            .collect();
        let key = way.key.map(|key| format!(" {}", ways.size.name(key)));
        let key = key.unwrap_or_default();
        let (colour, rule) = (ways.colour, way.rule);
        format!("{colour} {from} {to} {kind} {rule} [ {cells}] [ ]{key}")
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    if let Some(words) = &ways.proved {
        call.observer.caption(words);
    } else if text.is_empty() && ways.connected {
        call.observer.caption(&already_connected(call));
    }
    Ok(text)
}

/// Why there is no connection by moving first.
fn already_connected(call: &Call) -> String {
    let [from, to] = [1, 2].map(|index| legend::place(call.get(index).unwrap_or_default()));
    format!("{from} and {to} are certainly connected: no move is needed.")
}

fn connected(session: &mut Session, call: &Call, full: bool) -> Result<String, Failure> {
    let colour = call.colour(0)?;
    let more = is_more_asked(session);
    let built = session.connections(call.observer)?;
    let connections = built.of(colour);
    let size = connections.size();
    let mut joined = connections.joined_to(end(connections, call, 1)?, full);
    if more {
        let options = ConnectOptions::for_questions();
        let richer = Connections::watched(built.board(), colour, options, call.observer);
        joined |= richer.joined_to(end(&richer, call, 1)?, full);
    }
    let (edges, cells): (Vec<End>, Vec<End>) =
        joined.iter().partition(|end| end.as_edge(size).is_some());
    let names: Vec<String> = edges
        .into_iter()
        .chain(cells)
        .map(|end| end.name(size))
        .collect();
    Ok(names.join(" "))
}

/// How two carriers are combined.
type Together = fn(CellSet<WIDEST>, CellSet<WIDEST>) -> CellSet<WIDEST>;

fn common(
    session: &mut Session,
    call: &Call,
    full: bool,
    together: Together,
) -> Result<String, Failure> {
    let ways = Ways::find(session, call, full)?;
    if let Some(words) = &ways.proved {
        call.observer.caption(words);
    } else if ways.all.is_empty() {
        let [from, to] = [1, 2].map(|index| legend::place(call.get(index).unwrap_or_default()));
        let side = ways.colour.title();
        call.observer.caption(&if ways.connected {
            already_connected(call)
        } else if full {
            format!("{side} has no certain connection from {from} to {to}.")
        } else {
            format!("{side} has no connection from {from} to {to} even by moving first.")
        });
    }
    let carriers = ways.all.into_iter().map(|way| way.carrier);
    let cells = carriers.reduce(together).unwrap_or_default();
    Ok(ways.size.names(cells))
}

/// `stone name` for each template that is one of the fulls, `stone name@name` for two.
fn templates(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let colour = call.colour(0)?;
    let connections = session.connections(call.observer)?.of(colour);
    let (size, chains) = (connections.size(), connections.chains());
    let name = |stone: Cell, edge| {
        let of = |end| connections.end_of(end);
        let (x, y) = of(stone.into()).zip(of(End::edge(size, edge)))?;
        let fulls = if x == y {
            Vec::new()
        } else {
            connections.fulls(x, y)
        };
        let mut fulls = fulls.into_iter();
        let found = fulls.find_map(|full| template::recognised(chains, stone, edge, full))?;
        template::name(found)
    };
    let pair = |stone: Cell| {
        let names: Vec<String> = colour
            .edges()
            .into_iter()
            .filter_map(|edge| name(stone, edge))
            .collect();
        (!names.is_empty()).then(|| format!("{} {}", size.name(stone), names.join("@")))
    };
    let pairs: Vec<String> = chains.stones(colour).iter().filter_map(pair).collect();
    Ok(pairs.join(" "))
}

fn stats(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let colour = call.colour(0)?;
    let built = session.connections(call.observer)?;
    let connections = built.of(colour);
    let [with_full, joined, fulls, semis] = connections.counts();
    let complete = if connections.is_complete() {
        "yes"
    } else {
        "no, the budget was used up"
    };
    let time = built.time(colour).as_secs_f64() * 1e3;
    Ok(format!(
        "pairs with a full {with_full}\npairs joined {joined}\nfulls {fulls}\nsemis {semis}\nmilliseconds {time:.2}\ncomplete {complete}"
    ))
}

fn build_incremental(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let colour = call.colour(0)?;
    let size = session.game.size();
    let named = (1..call.arguments.len()).map(|index| call.cell(index, size));
    let cells: Vec<Cell> = named.collect::<Result<_, _>>()?;
    // What is wrong is said before connections are built, which may take long.
    let mut board = session.board_of_connections();
    for &cell in &cells {
        if board.check(cell).is_err() {
            return Err(Failure(format!("occupied: {}", size.name(cell))));
        }
        board.place(colour, cell);
    }
    session.connections(call.observer)?.place(colour, &cells);
    outside_mustplay(session, call, colour)
}

fn responses(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let size = session.game.size();
    let cell = call.cell(0, size)?;
    let connections = session.connections(call.observer)?;
    let won = Colour::ALL
        .map(|colour| connections.of(colour))
        .into_iter()
        .find(|connections| connections.has_won());
    let won = won.ok_or_else(|| Failure::new("neither side has a winning full"))?;
    let [x, y] = won.edges();
    let fulls = won.winning_fulls();
    // A full that the cell does not touch needs no answer.
    if x == y || fulls.iter().any(|full| !full.contains(cell)) {
        return Ok(String::new());
    }
    let smallest = fulls
        .into_iter()
        .min_by_key(CellSet::len)
        .unwrap_or_default();
    let defence = Defence::new(won, x, y, smallest);
    Ok(size.names(defence.responses(cell)))
}

fn dump(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let colour = call.colour(0)?;
    let full = match call.text(1)? {
        "full" => true,
        "semi" => false,
        other => {
            return Err(Failure(format!(
                "neither full nor semi: {}",
                shortened(other)
            )));
        }
    };
    let connections = session.connections(call.observer)?.of(colour);
    let size = connections.size();
    let kind = call.text(1)?;
    let mut lines = Vec::new();
    for x in connections.ends() {
        for y in connections.ends().iter().filter(|&y| x < y) {
            for carrier in carriers(connections, x, y, full) {
                let line = format!(
                    "{} {} {kind} : {}",
                    x.name(size),
                    y.name(size),
                    size.names(carrier)
                );
                lines.push(line.trim_end().to_owned());
            }
        }
    }
    Ok(lines.join("\n"))
}
