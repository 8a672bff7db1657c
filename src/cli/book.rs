//! `mustplay book grow`, `show` and `check`: opening books.

use super::interrupt::Interrupt;
use super::progress::ProgressLine;
use super::{answer::answer, files, values};
use crate::arena::journal;
use crate::arena::record::GameRecord;
use crate::base::files::Lock;
use crate::hex::{Board, BoardSize, Colour, Game, Move, MoveName, SwapStyle};
use crate::player::book::{self, Book, Grower};
use crate::player::{BookEvaluator, PlayerOptions};
use crate::think::{Budget, is_late};
use anyhow::{Context, Result, bail, ensure};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The interval at which a growing book is written.
const EVERY: Duration = Duration::from_secs(10);

/// The tasks of `mustplay book`.
#[derive(clap::Subcommand, Clone, Debug)]
pub enum BookTask {
    /// Grow a book from games and searches; an existing book is extended
    Grow(Box<BookGrowArguments>),
    /// Show the book's entry for a position
    Show(BookShowArguments),
    /// Check a book file
    Check(BookCheckArguments),
}

/// The arguments of `mustplay book grow`.
#[derive(clap::Args, Clone, Debug)]
pub struct BookGrowArguments {
    /// Board size: 11, or columns x rows such as 9x7
    #[arg(long, default_value = "11", value_name = "SIZE", value_parser = values::size)]
    pub size: BoardSize,

    /// Book file; an existing book is extended
    #[arg(long, value_name = "FILE.jsonl")]
    pub out: PathBuf,

    /// Games to learn from, as written by mustplay match --out; games on other boards are skipped
    #[arg(long, value_name = "FILE.jsonl", num_args = 1..)]
    pub games: Vec<PathBuf>,

    /// Positions to add beyond the first moves and the positions from games
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub positions: usize,

    /// Visits, and solver positions, per search
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Time per search instead; the book then differs from run to run
    #[arg(long, value_name = "SECONDS", conflicts_with = "nodes", value_parser = values::seconds)]
    pub time: Option<Duration>,

    /// Stop after this time and keep what was found
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    pub within: Option<Duration>,

    /// Searches to run in parallel; the result does not depend on it
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = values::jobs)]
    pub jobs: usize,

    /// Random seed of the searches
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
}

/// The arguments of `mustplay book show`.
#[derive(clap::Args, Clone, Debug)]
pub struct BookShowArguments {
    /// Moves from the empty board; swap for a swap of pieces
    #[arg(value_name = "MOVES")]
    pub moves: Vec<String>,

    /// Board size of a shipped book: 11, 13 or 14
    #[arg(long, default_value = "11", value_name = "SIZE", value_parser = values::size)]
    pub size: BoardSize,

    /// Book file to read instead
    #[arg(long, value_name = "FILE.jsonl", conflicts_with = "size")]
    pub book: Option<PathBuf>,
}

/// The arguments of `mustplay book check`.
#[derive(clap::Args, Clone, Debug)]
pub struct BookCheckArguments {
    /// Book file
    #[arg(value_name = "FILE.jsonl")]
    pub file: PathBuf,
}

/// Grows, shows or checks a book.
pub fn run(task: &BookTask) -> Result<()> {
    let text = match task {
        BookTask::Grow(options) => grow(options)?,
        BookTask::Show(options) => show(options)?,
        BookTask::Check(options) => format!(
            "{}: {}, all holds\n",
            options.file.display(),
            described(&open(&options.file)?)
        ),
    };
    answer(&text)
}

/// The book in a file.
pub fn open(path: &Path) -> Result<Book> {
    let name = path.display();
    let text = files::text(path)?;
    book::read(&text).with_context(|| format!("cannot read {name}"))
}

/// The size of a book in words.
fn described(book: &Book) -> String {
    let nodes = book.nodes();
    let longest = nodes.iter().map(|node| node.line.len()).max().unwrap_or(0);
    let proved = nodes.iter().filter(|node| node.negamax.is_proved()).count();
    let effort: u64 = nodes.iter().map(|node| node.effort).sum();
    format!(
        "{}, {} positions ({proved} proved), lines of up to {longest} moves, {effort} positions \
         searched",
        book.size(),
        nodes.len()
    )
}

fn grow(options: &BookGrowArguments) -> Result<String> {
    let (path, name) = (&options.out, options.out.display());
    let _lock = Lock::take(path).with_context(|| name.to_string())?;
    let mut book = if path.exists() {
        open(path)?
    } else {
        Book::new(options.size)
    };
    let size = book.size();
    ensure!(
        size == options.size,
        "{name} is a book for {size}, not {}",
        options.size
    );
    let games = games(&options.games, size)?;
    let mut player = PlayerOptions::default();
    player.set_seed(options.seed);
    let nodes = Budget::nodes(options.nodes);
    let budget = options.time.map_or(nodes, Budget::time);
    let evaluator = BookEvaluator::new(&player, budget);
    let until = options
        .within
        .and_then(|time| Instant::now().checked_add(time));
    let interrupt = Interrupt::listen();
    let is_over = || interrupt.is_pressed() || is_late(until);
    let mut grower = Grower::new(&mut book, &evaluator, options.jobs);
    let mut progress: Option<ProgressLine> = None;
    let first = grower.add_first_moves(|done, all| {
        let progress = progress.get_or_insert_with(|| ProgressLine::new(all, 0));
        progress.at(done, "first moves");
        !is_over()
    });
    files::write(path, book::write(grower.book()))?;
    let progress = ProgressLine::new(options.positions + games.len(), 0);
    let mut kept = Instant::now();
    let mut keep = |grower: &Grower, done: usize| {
        progress.at(done, "games and positions");
        if kept.elapsed() < EVERY {
            return Ok(());
        }
        kept = Instant::now();
        files::write(path, book::write(grower.book()))
    };
    let mut learned = 0;
    for (number, game) in games.iter().enumerate() {
        if is_over() {
            break;
        }
        learned += grower.add_game(game);
        keep(&grower, number + 1)?;
    }
    let mut added = 0;
    while added < options.positions && !is_over() {
        match grower.expand(options.positions - added) {
            0 => break,
            more => added += more,
        }
        keep(&grower, games.len() + added)?;
    }
    progress.clear();
    files::write(path, book::write(&book))?;
    let new = format!(
        "{first} first positions, {learned} of {} games, {added} more",
        games.len()
    );
    Ok(format!("{name}: {}\nnew: {new}\n", described(&book)))
}

/// The positions, in order, of each game on this board size that starts on an empty board.
fn games(paths: &[PathBuf], size: BoardSize) -> Result<Vec<Vec<Board>>> {
    let mut games = Vec::new();
    for path in paths {
        let name = path.display();
        let text = files::bytes(path)?;
        for record in journal::read(path, &text, None)? {
            if (record.start.width, record.start.height) != (size.width(), size.height()) {
                continue;
            }
            let boards = boards(&record, size);
            games.push(boards.with_context(|| format!("{name}, game {}", record.game))?);
        }
    }
    ensure!(
        paths.is_empty() || !games.is_empty(),
        "no games on {size} to learn from"
    );
    Ok(games)
}

fn boards(record: &GameRecord, size: BoardSize) -> Result<Vec<Board>> {
    if record.start.board()? != Board::new(size) {
        return Ok(Vec::new());
    }
    let mut game = Game::new(size);
    play(&mut game, &record.moves)?;
    let mut boards = vec![Board::new(size)];
    boards.extend(game.boards().map(|[_, after]| *after));
    Ok(boards)
}

/// Plays the moves of these names.
fn play(game: &mut Game, moves: &[String]) -> Result<()> {
    for name in moves {
        let no_move = || format!("{name} is not a move");
        let named: MoveName = name.parse().with_context(no_move)?;
        let (mv, style) = named.on(game.size()).with_context(no_move)?;
        let in_books = !matches!(mv, Move::Pass | Move::Resign) && style == SwapStyle::Pieces;
        ensure!(in_books, no_move());
        ensure!(game.outcome().is_none(), "{name}: the game is over");
        let played = game.play(game.to_move(), mv, style);
        played.with_context(|| format!("{name} cannot be played"))?;
    }
    Ok(())
}

fn show(options: &BookShowArguments) -> Result<String> {
    let own = options.book.as_deref().map(open).transpose()?;
    let shipped = || book::shipped(options.size);
    let Some(book) = own.as_ref().or_else(shipped) else {
        bail!(
            "no shipped book for {}; use --book FILE to show another",
            options.size
        );
    };
    let size = book.size();
    let mut game = Game::new(size);
    play(&mut game, &options.moves)?;
    let board = game.board();
    let Some((value, effort)) = book.value(board) else {
        bail!("this position is not in the book");
    };
    let mut text = format!(
        "{}, {}: {value} for {}, {effort} positions searched\n",
        if options.moves.is_empty() {
            format!("The empty board of {size}")
        } else {
            options.moves.join(" ")
        },
        match board.to_move() {
            Colour::Black => "Black to move",
            Colour::White => "White to move",
        },
        board.to_move()
    );
    let swaps = game.check_swap(Colour::White, SwapStyle::Pieces).is_ok();
    if swaps {
        let what = if value.value() < 0 {
            "swaps"
        } else {
            "does not swap"
        };
        let _ = writeln!(text, "White {what}.");
    }
    text.push_str("move      value      local  searched\n");
    for choice in book.choices(board) {
        let local = choice
            .local
            .map_or_else(String::new, |local| local.to_string());
        let searched = if choice.in_book {
            choice.effort.to_string()
        } else {
            "(alternative)".to_owned()
        };
        let (cell, value) = (size.name(choice.cell), choice.value.to_string());
        let _ = writeln!(text, "{cell:<5}{value:>10} {local:>10}  {searched}");
    }
    let line = size.names(book.best_line(board));
    if !line.is_empty() {
        let _ = writeln!(text, "Expected: {line}");
    }
    Ok(text)
}
