//! The rows of games in a store.

use super::game::{GameDate, LibraryGame};
use super::step;
use crate::cluster::database::{Row, SqlValue};
use crate::cluster::{StoreFault, Transaction};
use crate::hex::{BoardSize, Colour};

/// The most rows of one statement, and the fewest.
const ROWS: [usize; 2] = [100, 1];

/// The most rows that are read at once.
const PAGE: usize = 10_000;

const COLUMNS: [&str; 14] = [
    "fingerprint",
    "width",
    "height",
    "steps",
    "black",
    "white",
    "black_rating",
    "white_rating",
    "winner",
    "how",
    "played",
    "event",
    "source",
    "added",
];

/// Adds the games that are not there yet, and returns how many.
pub fn add(tx: &mut Transaction<'_>, games: &[LibraryGame]) -> Result<u64, StoreFault> {
    let (mut added, mut left) = (0, games);
    for rows in ROWS {
        while left.len() >= rows {
            let (now, rest) = left.split_at(rows);
            added += insert(tx, now)?;
            left = rest;
        }
    }
    Ok(added)
}

fn insert(tx: &mut Transaction<'_>, games: &[LibraryGame]) -> Result<u64, StoreFault> {
    let each = COLUMNS.len() - 1;
    let row = |row: usize| {
        let places = (1..=each).map(|column| format!("${}", row * each + column));
        format!("({}, {{now}})", places.collect::<Vec<_>>().join(", "))
    };
    let rows: Vec<String> = (0..games.len()).map(row).collect();
    let statement = format!(
        "INSERT INTO library_game ({}) VALUES {} ON CONFLICT (fingerprint) DO NOTHING",
        COLUMNS.join(", "),
        rows.join(", ")
    );
    let values: Vec<SqlValue> = games.iter().flat_map(values).collect();
    Ok(tx.execute(&statement, &values)?)
}

fn values(game: &LibraryGame) -> [SqlValue; COLUMNS.len() - 1] {
    let date = game.date.map(|date| date.to_string());
    let [black, white] = &game.names;
    [
        game.fingerprint().into(),
        game.size.width().into(),
        game.size.height().into(),
        step::pack(&game.steps).into(),
        black.as_str().into(),
        white.as_str().into(),
        game.ratings[0].into(),
        game.ratings[1].into(),
        game.winner.map(|winner| winner.to_string()).into(),
        game.how.as_str().into(),
        date.into(),
        game.event.as_str().into(),
        game.source.as_str().into(),
    ]
}

/// The games after this number in the order of their numbers, some thousands at most.
pub fn after(tx: &mut Transaction<'_>, id: i64) -> Result<Vec<(i64, LibraryGame)>, StoreFault> {
    let statement = format!("{} WHERE id > $1 ORDER BY id LIMIT {PAGE}", select());
    let rows = tx.query(&statement, &[id.into()])?;
    rows.iter().map(read).collect()
}

/// The game of this number.
pub fn game(tx: &mut Transaction<'_>, id: i64) -> Result<Option<LibraryGame>, StoreFault> {
    let row = tx.first(&format!("{} WHERE id = $1", select()), &[id.into()])?;
    row.map(|row| read(&row).map(|(_, game)| game)).transpose()
}

/// How many games there are.
pub fn count(tx: &mut Transaction<'_>) -> Result<u64, StoreFault> {
    Ok(tx
        .number("SELECT count(*) FROM library_game", &[])?
        .unsigned_abs())
}

fn select() -> String {
    format!("SELECT id, {} FROM library_game", COLUMNS[1..].join(", "))
}

fn read(row: &Row) -> Result<(i64, LibraryGame), StoreFault> {
    let id = row.integer(0)?;
    let wrong = |what: &str| StoreFault::Broken(format!("{what} of game {id}"));
    let side = |column: usize| Ok::<_, StoreFault>(row.integer(column)?.try_into().unwrap_or(0));
    let size = BoardSize::new(side(1)?, side(2)?).map_err(|_| wrong("the size"))?;
    let steps = step::unpack(row.bytes(3)?, size).ok_or_else(|| wrong("a move"))?;
    let rating = |column: usize| match row.0.get(column) {
        Some(SqlValue::Null) => Ok(None),
        _ => row.real(column).map(Some),
    };
    let winner = match row.text(8)? {
        "" => None,
        text => Some(text.parse::<Colour>().map_err(|_| wrong("the winner"))?),
    };
    let game = LibraryGame {
        size,
        steps,
        names: [row.text(4)?.to_owned(), row.text(5)?.to_owned()],
        ratings: [rating(6)?, rating(7)?],
        winner,
        how: row.text(9)?.to_owned(),
        date: GameDate::read(row.text(10)?),
        event: row.text(11)?.to_owned(),
        source: row.text(12)?.to_owned(),
    };
    Ok((id, game))
}
