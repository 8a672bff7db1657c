//! Live analysis as front-ends for Go request it: lines of moves with their win rates during a
//! search (`kata-analyze`, `lz-analyze`), and the raw output of the network (`kata-raw-nn`).

use crate::base::parameter::shortened;
use crate::gtp::analysis_writer::{AnalysisDialect, AnalysisFormat, AnalysisWriter};
use crate::gtp::{Call, Command, Failure, Session};
use crate::hex::{Board, Colour};
use crate::network::Evaluator;
use crate::think::WorkKind;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

const ANALYZE: &str = "Searches the position with COLOUR (default: the side to move) to move and \
    reports its moves every INTERVAL hundredths of a second until the next line arrives; maxmoves \
    N limits the moves reported.";

pub const COMMANDS: [Command; 4] = [
    Command {
        name: "kata-analyze",
        arguments: "[COLOUR] [INTERVAL] [KEY VALUE ...]",
        help: ANALYZE,
        run: |session, call| analyze(session, call, AnalysisDialect::Kata),
    },
    Command {
        name: "lz-analyze",
        arguments: "[COLOUR] [INTERVAL] [KEY VALUE ...]",
        help: ANALYZE,
        run: |session, call| analyze(session, call, AnalysisDialect::Leela),
    },
    Command {
        name: "kata-raw-nn",
        arguments: "[SYMMETRY]",
        help: "Prints the output of the policy and value network: White's win rate, the policy \
            row by row, and the expected owner of each cell, 1 for White. The network is \
            symmetric, so 0, 1 and all give the same.",
        run: network,
    },
    Command {
        name: "stop",
        arguments: "",
        help: "Ends an analysis, as any line does.",
        run: |_, _| Ok(String::new()),
    },
];

/// The default interval.
const INTERVAL: Duration = Duration::from_secs(1);

/// The most hundredths of a second between two lines.
const LONGEST: u32 = 360_000;

/// Keys that request fields which are not supported.
const LEFT_OUT: [&str; 8] = [
    "minmoves",
    "ownership",
    "ownershipStdev",
    "movesOwnership",
    "pvVisits",
    "pvEdgeVisits",
    "rootInfo",
    "noResultValue",
];

/// Reads `[COLOUR] [INTERVAL] [KEY VALUE ...]`.
fn read(
    call: &Call,
    to_move: Colour,
    dialect: AnalysisDialect,
) -> Result<(Colour, AnalysisFormat), Failure> {
    let mut colour = to_move;
    let mut format = AnalysisFormat {
        dialect,
        interval: INTERVAL,
        most_moves: usize::MAX,
    };
    let interval = |at| {
        let hundredths = call.whole(at)?.min(LONGEST);
        Ok::<_, Failure>(Duration::from_millis(u64::from(hundredths) * 10))
    };
    let mut at = 0;
    while let Some(word) = call.get(at) {
        match word {
            "interval" => format.interval = interval(at + 1)?,
            "maxmoves" => format.most_moves = call.whole(at + 1)? as usize,
            key if LEFT_OUT.contains(&key) => drop(call.text(at + 1)?),
            number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                format.interval = interval(at)?;
                at += 1;
                continue;
            }
            _ if at == 0 => {
                colour = call.colour(0)?;
                at += 1;
                continue;
            }
            other => return Err(Failure(format!("unknown key: {}", shortened(other)))),
        }
        at += 2;
    }
    Ok((colour, format))
}

fn analyze(
    session: &mut Session,
    call: &Call,
    dialect: AnalysisDialect,
) -> Result<String, Failure> {
    const NAP: Duration = Duration::from_millis(5);
    let (colour, format) = read(call, session.game.to_move(), dialect)?;
    let mut board = *session.game.board();
    board.set_to_move(colour);
    if board.winner().is_some() || board.empty().is_empty() {
        return Err(Failure::new("the game is over"));
    }
    // The client sees at once that its request was received.
    call.observer.write_lines("");
    let writer = AnalysisWriter::new(call.observer, format, board.size());
    let Session { game, player, .. } = session;
    player.analyze(game, colour, &writer);
    if let Some(report) = player.report_on(&board) {
        writer.finish(report);
    }
    // A search may have nothing left to find.
    while !call.observer.has_sent_more() && !call.observer.should_stop(WorkKind::Endless) {
        std::thread::sleep(NAP);
    }
    Ok(String::new())
}

fn network(session: &mut Session, call: &Call) -> Result<String, Failure> {
    if let Some(other) = call.get(0).filter(|text| !["0", "1", "all"].contains(text)) {
        return Err(Failure(format!(
            "not a symmetry: {} (0, 1, all)",
            shortened(other)
        )));
    }
    let network = session.options.player.stones_network();
    let mut evaluator = Evaluator::new(Arc::clone(network));
    let board = session.game.board();
    let prediction = evaluator.evaluate(board);
    let owners = evaluator.owners(board);
    let white_moves = board.to_move() == Colour::White;
    let white = |chance: f64| if white_moves { chance } else { 1.0 - chance };
    let win = white(prediction.win());
    let mut text = format!(
        "symmetry {}\nwhiteWin {win:.6}\nwhiteLoss {:.6}\npolicy",
        call.get(0).unwrap_or("0"),
        1.0 - win
    );
    let mut policy = vec![f64::NAN; board.size().cells()];
    for &(cell, prior) in &prediction.moves {
        if let Some(place) = policy.get_mut(cell.index()) {
            *place = f64::from(prior) / f64::from(u16::MAX);
        }
    }
    rows(&mut text, board, &policy);
    text.push_str("\nwhiteOwnership");
    let owned = owners.iter();
    let owned: Vec<f64> = owned
        .map(|&chance| 2.0 * white(chance.into()) - 1.0)
        .collect();
    rows(&mut text, board, &owned);
    Ok(text)
}

/// Numbers of all cells, a line for each row.
fn rows(text: &mut String, board: &Board, numbers: &[f64]) {
    for row in numbers.chunks(board.size().width()) {
        text.push('\n');
        for (column, number) in row.iter().enumerate() {
            let space = if column == 0 { "" } else { " " };
            let _ = if number.is_nan() {
                write!(text, "{space}NAN")
            } else {
                write!(text, "{space}{number:.6}")
            };
        }
    }
}
