//! `mustplay swapmap`: what every first stone is worth, and which ones to take over.

use super::interrupt::{Interrupt, Watch};
use super::ledger::{self, Ledger};
use super::openings::player;
use super::{answer::answer, files, values};
use crate::arena::balance;
use crate::arena::openings::Opening;
use crate::base::instant::Instant;
use crate::hex::draw::{CellMark, Picture, TextStyle, Tint, TitledDrawing, marked_text, svg_sheet};
use crate::hex::record::check_format;
use crate::hex::{Board, BoardSize, Cell, Colour};
use crate::player::{self as players, PlayerOptions};
use crate::solver::{ProveOptions, solver};
use crate::think::{Limits, ScoreScale};
use anyhow::{Context, Result, ensure};
use clap::error::ErrorKind;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

/// The format of a line of the file.
const FORMAT: &str = "mustplay-first-stone/1";

/// The maps in a row of the picture.
const IN_A_ROW: usize = 3;

/// The arguments of `mustplay swapmap`.
#[derive(clap::Args, Clone, Debug)]
pub struct SwapMapArguments {
    /// Board sizes, such as 5-9,11 or 9x7
    #[arg(long, default_value = "11", value_name = "SIZE,...", value_delimiter = ',', value_parser = sizes)]
    pub sizes: Vec<Sizes>,

    /// Nodes per stone
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Seconds in which the solver tries to prove each stone before it is searched
    #[arg(long, default_value = "0", value_name = "SECONDS", value_parser = values::seconds)]
    pub prove: Duration,

    /// Player that evaluates the stones, NAME[:key=value,...]; it must be one with a network
    #[arg(long, default_value = "mustplay", value_name = "PLAYER", value_parser = player)]
    pub player: (String, PlayerOptions),

    /// Searches to run in parallel; the result does not depend on it
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = values::jobs)]
    pub jobs: usize,

    /// Write each stone to this file as a line of JSON; stones already in the file are skipped
    #[arg(long, value_name = "FILE.jsonl")]
    pub out: Option<PathBuf>,

    /// Draw the maps to this file
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,

    /// Print lines of JSON instead of tables
    #[arg(long)]
    pub json: bool,
}

/// The sizes that one part of a list names.
#[derive(Clone, Debug)]
pub struct Sizes(Vec<BoardSize>);

/// One size, or the squares from one side to another: `9x7`, `5-9`.
fn sizes(text: &str) -> Result<Sizes, String> {
    let wrong = |why: &dyn std::fmt::Display| format!("{text}: {why}");
    let Some((first, last)) = text.split_once('-') else {
        let size = text.parse().map_err(|why| wrong(&why))?;
        return Ok(Sizes(vec![size]));
    };
    let side = |text: &str| text.parse::<usize>().map_err(|why| wrong(&why));
    let squares = (side(first)?..=side(last)?).map(BoardSize::square);
    let squares: Vec<_> = squares
        .collect::<Result<_, _>>()
        .map_err(|why| wrong(&why))?;
    if squares.is_empty() {
        return Err(wrong(&"the first side is the longer one"));
    }
    Ok(Sizes(squares))
}

/// A first stone of Black's, as a line of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct FirstStone {
    format: String,
    width: usize,
    height: usize,
    stone: String,
    /// The player that evaluated it, and the nodes of its search; none if the solver proved it.
    player: String,
    nodes: u64,
    /// How often Black wins if White does not take it over.
    win_rate: f64,
    /// The winner, if it is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
}

impl FirstStone {
    /// The board and the cell of the stone.
    fn place(&self) -> Result<(BoardSize, Cell)> {
        let size = BoardSize::new(self.width, self.height)?;
        let cell = size.read(&self.stone);
        Ok((size, cell.with_context(|| self.stone.clone())?))
    }

    /// By how many Elo Black is ahead, if it is not certain who wins.
    fn elo(&self) -> Option<f64> {
        let open = self.win_rate > 0.0 && self.win_rate < 1.0;
        open.then(|| 400.0 * (self.win_rate / (1.0 - self.win_rate)).log10())
    }

    fn is_swapped(&self) -> bool {
        self.win_rate > 0.5
    }

    /// How far from even it is.
    fn uneven(&self) -> f64 {
        (self.win_rate - 0.5).abs()
    }
}

/// A stone that is to be evaluated.
struct Task {
    name: String,
    size: BoardSize,
    cell: Cell,
}

/// The first stones of a board, one of each rotated pair.
fn stones(size: BoardSize) -> impl Iterator<Item = Cell> {
    size.all()
        .filter(move |&cell| cell.index() <= size.rotate(cell).index())
}

/// Evaluates first stones.
pub fn run(options: &SwapMapArguments) -> Result<()> {
    if !players::accounts_for_turn(&options.player.1) {
        let why = format!(
            "--player {}: its scores depend on the side to move; choose a player with a network\n",
            options.player.0
        );
        clap::Error::raw(ErrorKind::ValueValidation, why).exit();
    }
    let (mut found, mut ledger) = match &options.out {
        Some(path) => Ledger::open(path, |text| read(text, options))?,
        None => Default::default(),
    };
    let sizes = distinct_sizes(&options.sizes);
    let tasks = tasks(&sizes, &found)?;
    ledger::work(
        &tasks,
        options.jobs,
        |task| &task.name,
        |task, _| evaluated(task, options),
        |stone| {
            let Some(stone) = stone? else {
                return Ok(());
            };
            ledger.add(&serde_json::to_string(&stone)?)?;
            found.push(stone);
            Ok(())
        },
    )?;
    let maps: Vec<SwapMap> = sizes
        .into_iter()
        .filter_map(|size| SwapMap::new(size, &found))
        .collect();
    if let Some(path) = &options.svg {
        files::write(path, picture(&maps))?;
    }
    let texts = maps.iter().map(|map| {
        if options.json {
            map.json()
        } else {
            map.text(options)
        }
    });
    let between = if options.json { "" } else { "\n" };
    answer(&texts.collect::<Result<Vec<_>>>()?.join(between))
}

/// Each size of a list once, in its order.
fn distinct_sizes(list: &[Sizes]) -> Vec<BoardSize> {
    let mut sizes = Vec::new();
    for size in list.iter().flat_map(|sizes| &sizes.0) {
        if !sizes.contains(size) {
            sizes.push(*size);
        }
    }
    sizes
}

/// The stones of these boards that were not evaluated before.
fn tasks(sizes: &[BoardSize], found: &[FirstStone]) -> Result<Vec<Task>> {
    let found = found.iter().map(FirstStone::place);
    let found: HashSet<_> = found.collect::<Result<_>>()?;
    let all = sizes
        .iter()
        .flat_map(|&size| stones(size).map(move |cell| (size, cell)));
    let left = all.filter(|place| !found.contains(place));
    let task = |(size, cell): (BoardSize, Cell)| Task {
        name: format!("{size} {}", size.name(cell)),
        size,
        cell,
    };
    Ok(left.map(task).collect())
}

/// The stones of a file, which were made with the same options.
fn read(text: &str, options: &SwapMapArguments) -> Result<Vec<FirstStone>> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = || format!("line {}", number + 1);
        let stone: FirstStone = serde_json::from_str(line).with_context(place)?;
        check_format(&stone.format, FORMAT).with_context(place)?;
        stone.place().with_context(place)?;
        ensure!(
            (0.0..=1.0).contains(&stone.win_rate),
            "line {}: no win rate",
            number + 1
        );
        let (player, nodes) = (&options.player.0, options.nodes);
        ensure!(
            stone.player.is_empty() || (&stone.player, stone.nodes) == (player, nodes),
            "line {}: evaluated by {} with {} nodes, not by {player} with {nodes}",
            number + 1,
            stone.player,
            stone.nodes
        );
        found.push(stone);
    }
    Ok(found)
}

/// What a stone is worth; nothing if Ctrl-C came first.
fn evaluated(task: &Task, options: &SwapMapArguments) -> Result<Option<FirstStone>> {
    let (size, interrupt) = (task.size, Interrupt::listen());
    let mut stone = FirstStone {
        format: FORMAT.to_owned(),
        width: size.width(),
        height: size.height(),
        stone: size.name(task.cell),
        player: String::new(),
        nodes: 0,
        win_rate: 0.0,
        winner: None,
    };
    let watch = Watch {
        interrupt,
        until: None,
        show: &|_| {},
    };
    let mut board = Board::new(size);
    board.play(task.cell);
    // On a single row the stone joins its edges.
    stone.take_winner(board.winner());
    if stone.winner.is_none() && !options.prove.is_zero() && size.has_connections() {
        let limits = Limits::until(Some(Instant::now() + options.prove));
        let mut solver = solver(size, ProveOptions::default());
        stone.take_winner(solver.solve(&board, limits, &watch).winner);
    }
    if stone.winner.is_none() {
        let opening = Opening::of_moves(size, &stone.stone)?;
        let (name, player) = &options.player;
        let found = balance::evaluate(
            std::slice::from_ref(&opening),
            player,
            options.nodes,
            1,
            &watch,
            &|_| {},
        );
        let found = found.with_context(|| format!("{name} does not evaluate positions"))?;
        let black = found[0].black;
        stone.player.clone_from(name);
        stone.nodes = options.nodes;
        stone.win_rate = black.win_rate(ScoreScale::Mean);
        let winner = black.is_proved().then(|| {
            if black.is_won() {
                Colour::Black
            } else {
                Colour::White
            }
        });
        stone.take_winner(winner);
    }
    Ok((!interrupt.is_pressed()).then_some(stone))
}

impl FirstStone {
    fn take_winner(&mut self, winner: Option<Colour>) {
        if let Some(winner) = winner {
            self.winner = Some(winner.to_string());
            self.win_rate = f64::from(u8::from(winner == Colour::Black));
        }
    }
}

/// The first stones of a board that are known, those closest to even first.
struct SwapMap<'a> {
    size: BoardSize,
    board: Board,
    stones: Vec<(&'a FirstStone, Cell)>,
}

impl<'a> SwapMap<'a> {
    /// `None` if no stone is known.
    fn new(size: BoardSize, found: &'a [FirstStone]) -> Option<Self> {
        let here = |stone: &'a FirstStone| {
            let (of, cell) = stone.place().ok()?;
            (of == size).then_some((stone, cell))
        };
        let mut stones: Vec<_> = found.iter().filter_map(here).collect();
        stones.sort_by(|(one, a), (other, b)| {
            let uneven = one.uneven().total_cmp(&other.uneven());
            uneven.then(a.cmp(b))
        });
        (!stones.is_empty()).then(|| Self {
            size,
            board: Board::new(size),
            stones,
        })
    }

    /// By how many Elo Black is ahead with the stone closest to even.
    fn fairest(&self) -> Option<f64> {
        self.stones.iter().find_map(|(stone, _)| stone.elo())
    }

    fn title(&self) -> String {
        let known = |cell: Cell| self.stones.iter().any(|&(_, other)| other == cell);
        let missing = stones(self.size).filter(|&cell| !known(cell)).count();
        let missing = match missing {
            0 => String::new(),
            count => format!(", {count} stones are missing"),
        };
        let swapped = self.stones.iter().filter(|(stone, _)| stone.is_swapped());
        let cells = swapped.map(
            |&(_, cell)| {
                if self.size.rotate(cell) == cell { 1 } else { 2 }
            },
        );
        let swapped: usize = cells.sum();
        format!(
            "{}: take over {swapped} of {} first stones{missing}",
            self.size,
            self.size.cells()
        )
    }

    fn picture(&self) -> Picture<'_> {
        Picture {
            board: &self.board,
            last: None,
        }
    }

    /// Percent of the games that Black wins, or the proved winner; marked as Black's where White
    /// takes the stone over.
    fn marks(&self) -> Vec<CellMark> {
        let mark = |stone: &FirstStone, cell| CellMark {
            cell,
            tint: if stone.is_swapped() {
                Tint::Black
            } else {
                Tint::White
            },
            strength: (2.0 * stone.uneven()).max(0.1),
            text: match &stone.winner {
                Some(_) if stone.is_swapped() => Colour::Black.letter().to_owned(),
                Some(_) => Colour::White.letter().to_owned(),
                None => format!("{:.0}", 100.0 * stone.win_rate),
            },
        };
        let pair = |&(stone, cell): &(&FirstStone, Cell)| {
            [cell, self.size.rotate(cell)].map(|cell| mark(stone, cell))
        };
        self.stones.iter().flat_map(pair).collect()
    }

    /// The map, and a line for each stone with what the fairest one is ahead of it or behind.
    fn text(&self, options: &SwapMapArguments) -> Result<String> {
        let drawn = marked_text(&self.picture(), &self.marks(), TextStyle::default());
        let mut text = format!("{}\n{drawn}\n\n", self.title());
        let (name, nodes) = (&options.player.0, options.nodes);
        writeln!(text, "stone  Black wins    Elo  by")?;
        let fairest = self.fairest().unwrap_or_default();
        let mut stones: Vec<_> = self.stones.iter().collect();
        stones.sort_by_key(|(stone, cell)| (Reverse(stone.win_rate.to_bits()), *cell));
        for (stone, _) in stones {
            let elo = stone.elo().map(|elo| format!("{:+.0}", elo - fairest));
            let by = match &stone.winner {
                Some(_) => "proof".to_owned(),
                None => format!("{name}, {nodes} nodes"),
            };
            let percent = 100.0 * stone.win_rate;
            let elo = elo.unwrap_or_default();
            writeln!(text, "{:<5}  {percent:>9.1}%  {elo:>5}  {by}", stone.stone)?;
        }
        Ok(text)
    }

    fn json(&self) -> Result<String> {
        let mut text = String::new();
        for (stone, _) in &self.stones {
            writeln!(text, "{}", serde_json::to_string(stone)?)?;
        }
        Ok(text)
    }
}

/// All maps as one picture.
fn picture(maps: &[SwapMap]) -> String {
    let drawing = |map| {
        let map: &SwapMap = map;
        TitledDrawing {
            title: map.title(),
            picture: map.picture(),
            marks: map.marks(),
        }
    };
    let drawings: Vec<_> = maps.iter().map(drawing).collect();
    svg_sheet("First stones in Hex", &drawings, IN_A_ROW)
}
