//! Random changes of single rows in a half-solved store. A worker must solve it right or refuse
//! with a reason: never wrong, never stuck. A forged result whose rows fit together is found only
//! by `store check --all`; `store repair` mends it.

use super::{Truth, forged, half_solve, literal, open, results, rows, timed};
use crate::support::folder::Folder;
use crate::support::sampling::{asked, number};
use crate::support::server::Server;
use mustplay::cluster::Store;
use mustplay::cluster::database::SqlValue;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use std::fs;

/// The tables with the columns that identify a row and those that are changed.
const TABLES: [(&str, &[&str], &[&str]); 7] = [
    (
        "node",
        &["id"],
        &[
            "position",
            "stones",
            "state",
            "open_moves",
            "cover",
            "best",
            "proof",
            "disproof",
            "need",
            "free",
            "positions",
            "seconds",
            "visits",
            "deaths",
            "worker",
            "project",
            "id",
        ],
    ),
    (
        "edge",
        &["parent", "place"],
        &["parent", "place", "cell", "child"],
    ),
    (
        "root",
        &["project", "name"],
        &[
            "place",
            "name",
            "position",
            "node",
            "positions",
            "follows",
            "decided",
        ],
    ),
    (
        "lease",
        &["id"],
        &[
            "subject", "root", "path", "worker", "slot", "budget", "since", "until",
        ],
    ),
    (
        "claim",
        &["id"],
        &[
            "width",
            "height",
            "winner",
            "to_move",
            "stones",
            "cells",
            "name",
            "positions",
            "worker",
            "checked",
        ],
    ),
    ("excerpt", &["node"], &["node", "worker", "positions"]),
    (
        "worker",
        &["id"],
        &["threads", "seen", "started", "ended", "busy", "positions"],
    ),
];

/// Another value in place of one.
fn changed(value: &SqlValue, others: &[SqlValue], random: &mut StdRng) -> SqlValue {
    if random.random_bool(0.4) {
        return others.choose(random).expect("a row").clone();
    }
    if random.random_bool(0.1) {
        return SqlValue::Null;
    }
    match value {
        SqlValue::Integer(number) => {
            let some = [0, 1, -1, number + 1, number - 1, 16_777_216, i64::MAX];
            SqlValue::Integer(*some.choose(random).expect("numbers"))
        }
        SqlValue::Real(_) | SqlValue::Null => {
            SqlValue::Real(*[0.0, -1.0, 1e18].choose(random).expect("numbers"))
        }
        SqlValue::Text(text) => {
            let mut words: Vec<&str> = text.split(' ').collect();
            match random.random_range(0..5) {
                0 => drop(words.remove(random.random_range(0..words.len()))),
                1 => words.push(["a1", "b3", "z9", "pass"].choose(random).expect("words")),
                2 => words = vec!["black", "white", "leaf", "inner", "aside", "done"],
                3 => return SqlValue::Text(text.replace("black", "white")),
                _ => words.clear(),
            }
            if words.len() == 6 && words[0] == "black" {
                words = vec![words[random.random_range(0..6)]];
            }
            SqlValue::Text(words.join(" "))
        }
        SqlValue::Bytes(_) => SqlValue::Null,
    }
}

/// A statement that changes or deletes one row, or forges a result.
fn mutation(store: &mut Store, random: &mut StdRng) -> String {
    if random.random_bool(0.04) {
        let nodes = rows(store, "root", &["node"]);
        let node = literal(&nodes.choose(random).expect("a root")[0]);
        let winner = *["black", "white"].choose(random).expect("colours");
        return forged(store, &node, winner);
    }
    let weights = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 4, 5, 6];
    let (table, key, columns) = TABLES[*weights.choose(random).expect("tables")];
    let keys = rows(store, table, key);
    if keys.is_empty() {
        return mutation(store, random);
    }
    let place = random.random_range(0..keys.len());
    let key = key.iter().zip(&keys[place]);
    let key: Vec<String> = key
        .map(|(name, value)| format!("{name} = {}", literal(value)))
        .collect();
    let key = key.join(" AND ");
    if random.random_bool(0.1) {
        return format!("DELETE FROM {table} WHERE {key}");
    }
    let column = columns.choose(random).expect("columns");
    let values = rows(store, table, &[column]).into_iter().flatten();
    let values: Vec<SqlValue> = values.collect();
    let value = literal(&changed(&values[place], &values, random));
    format!("UPDATE {table} SET {column} = {value} WHERE {key}")
}
/// A reason without numbers and names.
fn kind(reason: &str) -> String {
    let line = reason.lines().last().unwrap_or_default();
    let words = line.split_whitespace().map(|word| {
        if word.chars().any(|c| c.is_ascii_digit()) {
            "#"
        } else {
            word
        }
    });
    words.take(16).collect::<Vec<_>>().join(" ")
}

/// Changes a copy of the store per case, and counts what happens.
fn mutate(few: u32, copy: impl Fn(u64) -> String, change: impl Fn(&str, &str) -> bool) {
    let seed = number("MUSTPLAY_SEED", 64);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut truth = Truth::new();
    let mut mended = 0;
    for case in 0..u64::from(asked().unwrap_or(few)) {
        let random = &mut StdRng::seed_from_u64(seed.wrapping_mul(1_000_003).wrapping_add(case));
        let address = copy(case);
        let statement = loop {
            let statement = mutation(&mut open(&address, false), random);
            if change(&address, &statement) {
                break statement;
            }
        };
        let verify = *["0", "1"].choose(random).expect("shares");
        let work = [
            "work",
            "--store",
            &address,
            "--lease",
            "0.3",
            "--store-patience",
            "2",
            "--verify",
            verify,
        ];
        let named = format!("MUSTPLAY_SEED={seed} case {case}, --verify {verify}: {statement}");
        let (code, errors) = timed(&work).unwrap_or_else(|| panic!("stuck: {named}"));
        let outcome = match results(&address) {
            Ok(all) => match truth.check(&all) {
                (true, open) if code == 0 && open == 0 => "solved right".to_owned(),
                (true, _) => format!("refused: {}", kind(&errors)),
                (false, _) => {
                    // Facts are verified before use, so only a forged result can be wrong.
                    assert!(
                        verify == "0" || !statement.contains("claim"),
                        "wrong: {named}"
                    );
                    "wrong without a check, found by it".to_owned()
                }
            },
            Err(why) => format!("refused: {}", kind(&why)),
        };
        let refused = outcome.starts_with("refused");
        assert!(
            !refused || (code == 1 && !errors.is_empty()),
            "{outcome} {code} {errors}: {named}"
        );
        assert!(!errors.contains("panicked"), "{errors}: {named}");
        let right = outcome == "solved right";
        if outcome.starts_with("wrong") {
            let check = timed(&["store", "check", "--store", &address, "--all"]);
            assert_eq!(check.map(|(code, _)| code), Some(1), "not found: {named}");
        }
        // A repair proves all facts again, which takes a while.
        if !right && (outcome.starts_with("wrong") || case % 3 == 0) {
            let repair = timed(&["store", "repair", "--store", &address]);
            let (code, _) = repair.unwrap_or_else(|| panic!("repair is stuck: {named}"));
            let again = timed(&work).unwrap_or_else(|| panic!("stuck after repair: {named}"));
            if code == 0 {
                let all = results(&address).unwrap_or_else(|why| panic!("{why}: {named}"));
                assert_eq!(
                    truth.check(&all),
                    (true, 0),
                    "not mended ({}): {named}",
                    again.1
                );
                mended += 1;
            }
        }
        *counts.entry(outcome).or_default() += 1;
    }
    println!("seed {seed}, {mended} mended by store repair");
    for (outcome, count) in &counts {
        println!("{count:5} {outcome}");
    }
    assert!(counts.contains_key("solved right"), "{counts:?}");
}

#[test]
fn changed_rows_in_a_file_are_refused_or_do_no_harm() {
    let folder = Folder::new("store-mutations");
    let half = folder.file("half");
    half_solve(&half);
    let copy = |case| {
        let path = folder.file(&format!("case{case}"));
        fs::copy(&half, &path).expect("a copy");
        if case > 0 {
            for end in ["", "-wal", "-shm"] {
                let _ = fs::remove_file(folder.file(&format!("case{}{end}", case - 1)));
            }
        }
        path
    };
    mutate(16, copy, |address, statement| {
        let database = rusqlite::Connection::open(address).expect("a database");
        database
            .pragma_update(None, "foreign_keys", false)
            .expect("set");
        database.execute_batch(statement).is_ok()
    });
}

#[test]
fn changed_rows_on_a_server_are_refused_or_do_no_harm() {
    let Some(server) = Server::start("store-mutated") else {
        return;
    };
    half_solve(&server.address("hex", "hex"));
    let copy = |case: u64| {
        if case > 0 {
            server.run(
                "dropdb",
                &[
                    "-h",
                    &server.data(),
                    "-U",
                    "hex",
                    "-f",
                    &format!("case{}", case - 1),
                ],
            );
        }
        let name = format!("case{case}");
        server.run(
            "createdb",
            &["-h", &server.data(), "-U", "hex", "-T", "hex", &name],
        );
        server.address("hex", &name)
    };
    mutate(8, copy, |address, statement| {
        let mut client = postgres::Client::connect(address, postgres::NoTls).expect("a server");
        client
            .batch_execute("SET session_replication_role = replica")
            .expect("set");
        client.batch_execute(statement).is_ok()
    });
}
