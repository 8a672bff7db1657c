//! Commands about proofs: the winner, and the winning moves.

use crate::gtp::winning_moves::WinningMoves;
use crate::gtp::{Call, Command, Drawing, Failure, Session, label};
use crate::hex::{Board, BoardSize, Cell, Colour, TooLarge};
use crate::knowledge::evaluate::longest_resistance;
use crate::player;
use crate::solver::ProofResult;
use crate::think::{Limits, Until};
use std::io::{self, Write};
use std::time::{Duration, Instant};

const SOLVE: &str = "Proves who wins with COLOUR (default: the side to move) to move; empty if \
    stopped first, unknown in words; labels mark a winning move.";

const FIND: &str = "Lists the moves proved to win for COLOUR, row by row, without \
    those on settled cells: all of them, or if stopped first those known by then; an error if none is.";

const CLEAR: &str = "Clears the solver's results.";

/// The arguments of a proof.
const FORMS: &str = "[COLOUR [words|labels]]";

const fn command(
    name: &'static str,
    arguments: &'static str,
    help: &'static str,
    run: fn(&mut Session, &Call) -> Result<String, Failure>,
) -> Command {
    Command {
        name,
        arguments,
        help,
        run,
    }
}

pub const COMMANDS: [Command; 10] = [
    command("dfpn-solve-state", FORMS, SOLVE, solve),
    command("dfs-solve-state", FORMS, SOLVE, solve),
    command("solve-state", FORMS, SOLVE, solve),
    command(
        "gogui-gfx-analyze",
        FORMS,
        "Same as dfpn-solve-state; HexGui sends it when that fails.",
        solve,
    ),
    command("dfpn-solver-find-winning", "COLOUR", FIND, find),
    command("dfs-solver-find-winning", "COLOUR", FIND, find),
    command(
        "dfpn-get-pv",
        "COLOUR",
        "Prints the solver's best line: winning moves of the winner, most resistant moves of the \
         loser; to the end of the game if the winner is proved.",
        line,
    ),
    command(
        "dfpn-get-bounds",
        "COLOUR [labels]",
        "Prints the solver's result for each move of COLOUR: W wins, L loses, otherwise how much \
         is left to prove a win and a loss; labels are short.",
        bounds,
    ),
    command("dfpn-clear-tt", "", CLEAR, clear),
    command("dfs-clear-tt", "", CLEAR, clear),
];

/// The position on the board with this colour to move.
fn position(session: &Session, colour: Colour) -> Result<Board, TooLarge> {
    session.game.size().with_connections()?;
    let mut position = *session.game.board();
    position.set_to_move(colour);
    Ok(position)
}

fn solve(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let colour = call.colour_or(0, session.game.board().to_move())?;
    let labels = call.get(1) == Some("labels");
    let in_words = !labels && call.asks_for(1, "words")?;
    let position = position(session, colour)?;
    let limits = session.options.proof_limits();
    let result = session.solver().solve(&position, limits, call.observer);
    let (wins, over) = (result.winner == Some(colour), position.winner().is_some());
    let best = result.best.filter(|_| wins && !over);
    let words = solved_words(&position, &result);
    if labels {
        call.observer.caption(&words);
        let label = best.map(|best| format!("{} W", position.size().name(best)));
        return Ok(label.unwrap_or_default());
    }
    // A text leaves the picture, which is that of an unfinished search.
    let resists = || session.solver().line(&position).first().copied();
    if let Some(cell) = best.or_else(resists).filter(|_| !over) {
        let label = match result.winner {
            Some(_) if wins => "W",
            Some(_) => "L",
            None => "?",
        };
        let last = Drawing::of_cell(colour, cell, label, &words);
        call.observer.conclude(&last);
    }
    if in_words {
        return Ok(words);
    }
    let winner = result.winner.map(|winner| winner.to_string());
    Ok(winner.unwrap_or_else(|| "empty".to_owned()))
}

/// The result of a proof in a sentence.
fn solved_words(position: &Board, result: &ProofResult<{ BoardSize::MOST_WORDS }>) -> String {
    let colour = position.to_move();
    let positions = label::count(result.nodes);
    match (result.winner, result.best) {
        _ if position.winner().is_some() => "the game is over".to_owned(),
        (None, _) => format!(
            "unknown: stopped after {positions} positions; ask again, or allow more time \
             (timelimit in Solver options)"
        ),
        (Some(winner), Some(best)) if winner == colour => {
            let best = position.size().name(best);
            format!("{winner}, to move, wins by {best} (proved, {positions} positions)")
        }
        (Some(winner), _) => {
            format!("{winner} wins with {colour} to move (proved, {positions} positions)")
        }
    }
}

/// The time to play a proved win out.
const PLAY_OUT: Duration = Duration::from_secs(3);

fn line(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let start = position(session, call.colour(0)?)?;
    if start.winner().is_some() {
        return Err(Failure::new("the game is over"));
    }
    let mut line = session.solver().line(&start);
    // A proved result is available at once.
    let probe = Limits::nodes(1);
    let known = session.solver().solve(&start, probe, call.observer).winner;
    if known.is_none() && line.is_empty() {
        return Err(Failure::new("the solver has no result for this position"));
    }
    if known.is_some() {
        let mut board = start;
        for &cell in &line {
            board.play(cell);
        }
        line.extend(rest_of_game(session, call, board));
    }
    Ok(start.size().names(line))
}

/// The continuation of a proved game until it ends or the time is up.
fn rest_of_game(session: &mut Session, call: &Call, mut board: Board) -> Vec<Cell> {
    let until = Instant::now().checked_add(PLAY_OUT);
    let limits = Limits::until(until);
    let end = Until {
        observer: call.observer,
        until,
    };
    let analysis = session.options.player.analysis();
    let mut line = Vec::new();
    while board.winner().is_none() && !end.is_over() {
        let mut next = player::played_out(&board, analysis, &end);
        if next.is_empty() {
            let result = session.solver().solve(&board, limits, call.observer);
            let wins = result.winner == Some(board.to_move());
            let cell = match result.best.filter(|_| wins) {
                Some(cell) => Some(cell),
                None => longest_resistance(&board, board.empty()),
            };
            next.extend(cell);
        }
        if next.is_empty() {
            break;
        }
        for &cell in &next {
            board.play(cell);
        }
        line.extend(next);
    }
    line
}

fn find(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let position = position(session, call.colour(0)?)?;
    if position.winner().is_some() {
        call.observer.caption("The game is over.");
        return Ok(String::new());
    }
    let limits = session.options.proof_limits();
    let mut search = WinningMoves::new(session.solver(), call.observer, &position, limits);
    search.run();
    let words = search.words();
    let (won, open) = (search.won, search.open);
    call.observer.caption(&words);
    if !open.is_empty() && !session.has_status_bar() {
        if won.is_empty() {
            return Err(Failure(words));
        }
        // The answer has cells alone. A closed stderr must not stop the program.
        let _ = writeln!(io::stderr(), "{}: {words}", call.command.name);
    }
    Ok(position.size().names(won))
}

fn clear(session: &mut Session, _: &Call) -> Result<String, Failure> {
    session.caches.forget_proofs();
    Ok(String::new())
}

fn bounds(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let position = position(session, call.colour(0)?)?;
    let short = call.asks_for(1, "labels")?;
    let size = session.game.size();
    let known = session.solver().proof_numbers(&position);
    if known.is_empty() {
        return Err(Failure::new("the solver has no result for this position"));
    }
    let pairs = known.into_iter().map(|(cell, numbers)| {
        let name = size.name(cell);
        let (win, loss) = (numbers.proof, numbers.disproof);
        match numbers.wins() {
            Some(true) => format!("{name} W"),
            Some(false) => format!("{name} L"),
            None if short => {
                let [win, loss] = [win, loss].map(|number| label::count(number.into()));
                format!("{name} {win}@{loss}")
            }
            None => format!("{name} {win}:{loss}"),
        }
    });
    Ok(pairs.collect::<Vec<_>>().join(" "))
}
