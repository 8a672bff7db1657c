//! The tables and views of a store, by version. An older store is upgraded when it is opened; a
//! newer one is refused.
//!
//! | table | a row is |
//! |---|---|
//! | `meta` | the version, and when the store was begun |
//! | `project` | something to do: proofs on a board, a match, self-play; with versions and options |
//! | `worker` | a process that works or has worked |
//! | `node`, `edge` | a position of the upper part of a proof tree; a move between two |
//! | `root` | a position that was asked for |
//! | `excerpt` | what a worker knew below a node when its job ended, for others to go on from |
//! | `job` | a game of a match or of self-play, by its number |
//! | `lease` | a node or job that a worker is busy with, and until when it must be heard of |
//! | `claim` | a fact: who wins wherever these stones stand and these cells are free |
//! | `library_game` | a game of the library |
//! | `kept_analysis` | what a search found in a position |

use super::StoreFault;
use super::database::{Database, DatabaseFault, Dialect, SqlValue};

/// The version of this program's stores.
pub const VERSION: usize = STEPS.len();

/// The upgrade to each version from the one before.
const STEPS: [&str; 6] = [TABLES, VIEWS, EXCERPTS, LIBRARY, NODES_ASIDE, NEEDS];

const NAMES: [&str; 9] = [
    "meta", "project", "worker", "node", "edge", "root", "job", "lease", "claim",
];

const TABLES: &str = "
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE project (
    id {id}, kind TEXT NOT NULL, name TEXT NOT NULL UNIQUE, spec TEXT NOT NULL,
    programs TEXT NOT NULL, created {real} NOT NULL, data {bytes}
);
CREATE TABLE worker (
    id {id}, name TEXT NOT NULL, program TEXT NOT NULL, threads BIGINT NOT NULL,
    started {real} NOT NULL, seen {real} NOT NULL, jobs BIGINT NOT NULL DEFAULT 0, busy {real} NOT NULL DEFAULT 0,
    positions BIGINT NOT NULL DEFAULT 0, ended {real}
);
CREATE TABLE node (
    id {id}, project BIGINT NOT NULL REFERENCES project, position TEXT NOT NULL,
    stones BIGINT NOT NULL, state TEXT NOT NULL, open_moves TEXT NOT NULL, cover TEXT NOT NULL,
    best TEXT, proof BIGINT NOT NULL, disproof BIGINT NOT NULL, busy_proof BIGINT NOT NULL,
    busy_disproof BIGINT NOT NULL, free BIGINT NOT NULL, positions BIGINT NOT NULL,
    seconds {real} NOT NULL, visits BIGINT NOT NULL, deaths BIGINT NOT NULL, worker BIGINT,
    UNIQUE (project, position)
);
CREATE TABLE edge (
    parent BIGINT NOT NULL REFERENCES node, place BIGINT NOT NULL, cell TEXT NOT NULL,
    child BIGINT NOT NULL REFERENCES node, PRIMARY KEY (parent, place)
);
CREATE INDEX edge_child ON edge (child);
CREATE TABLE root (
    project BIGINT NOT NULL REFERENCES project, place BIGINT NOT NULL, name TEXT NOT NULL,
    position TEXT NOT NULL, node BIGINT NOT NULL REFERENCES node,
    positions BIGINT NOT NULL, seconds {real} NOT NULL, follows TEXT, decided {real},
    PRIMARY KEY (project, name)
);
CREATE INDEX root_node ON root (node);
CREATE TABLE job (
    id {id}, project BIGINT NOT NULL REFERENCES project, number BIGINT NOT NULL,
    state TEXT NOT NULL, deaths BIGINT NOT NULL, result {bytes}, seconds {real}, worker BIGINT,
    UNIQUE (project, number)
);
CREATE INDEX job_state ON job (project, state, number);
CREATE TABLE lease (
    id {id}, project BIGINT NOT NULL REFERENCES project, subject BIGINT NOT NULL,
    root BIGINT NOT NULL, path TEXT NOT NULL,
    worker BIGINT NOT NULL REFERENCES worker, slot BIGINT NOT NULL, budget BIGINT NOT NULL,
    since {real} NOT NULL, until {real} NOT NULL, UNIQUE (project, subject)
);
CREATE TABLE claim (
    id {id}, width BIGINT NOT NULL, height BIGINT NOT NULL, winner TEXT NOT NULL,
    to_move TEXT NOT NULL, stones TEXT NOT NULL, cells TEXT NOT NULL, name TEXT NOT NULL,
    positions BIGINT NOT NULL, worker BIGINT, checked {real}, made {real} NOT NULL,
    UNIQUE (width, height, winner, to_move, stones, cells, name)
);
";

const EXCERPTS: &str = "
CREATE TABLE excerpt (
    node BIGINT PRIMARY KEY REFERENCES node, worker BIGINT NOT NULL, positions BIGINT NOT NULL,
    data {bytes} NOT NULL
);
DROP VIEW facts;
CREATE VIEW facts AS SELECT width, height, count(*) AS claims, count(checked) AS checked,
    CAST(sum(positions) AS BIGINT) AS positions,
    CAST(sum(length(stones) + length(cells)) AS BIGINT) AS letters
FROM claim GROUP BY width, height;
";

const LIBRARY: &str = "
CREATE TABLE library_game (
    id {id}, fingerprint {bytes} NOT NULL UNIQUE, width BIGINT NOT NULL, height BIGINT NOT NULL,
    steps {bytes} NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL, black_rating {real},
    white_rating {real}, winner TEXT, how TEXT NOT NULL, played TEXT, event TEXT NOT NULL,
    source TEXT NOT NULL, added {real} NOT NULL
);
CREATE TABLE kept_analysis (
    width BIGINT NOT NULL, height BIGINT NOT NULL, position TEXT NOT NULL, visits BIGINT NOT NULL,
    program TEXT NOT NULL, network TEXT NOT NULL, found TEXT NOT NULL, made {real} NOT NULL,
    PRIMARY KEY (width, height, position)
);
";

/// Each step of a worker asks whether there is such a node.
const NODES_ASIDE: &str = "CREATE INDEX node_aside ON node (project) WHERE state = 'aside';";

/// Leaves are leased by the probability that they are needed. Of inner nodes it is guessed here and
/// computed when a lease meets one where the guess is wrong.
const NEEDS: &str = "
ALTER TABLE node ADD COLUMN need {real} NOT NULL DEFAULT 0;
ALTER TABLE node DROP COLUMN busy_proof;
ALTER TABLE node DROP COLUMN busy_disproof;
UPDATE node SET need = 1 WHERE free > 0;
";

const VIEWS: &str = "
CREATE VIEW progress AS SELECT project.name, project.kind,
    (SELECT count(*) FROM root WHERE root.project = project.id)
        + (SELECT count(*) FROM job WHERE job.project = project.id) AS asked,
    (SELECT count(*) FROM root WHERE root.project = project.id AND root.decided IS NOT NULL)
        + (SELECT count(*) FROM job WHERE job.project = project.id AND state = 'done') AS done,
    (SELECT count(*) FROM lease WHERE lease.project = project.id) AS leased,
    (SELECT count(*) FROM node WHERE node.project = project.id AND state = 'aside')
        + (SELECT count(*) FROM job WHERE job.project = project.id AND state = 'aside') AS aside,
    (SELECT count(*) FROM node WHERE node.project = project.id) AS nodes,
    (SELECT CAST(coalesce(sum(positions), 0) AS BIGINT) FROM root WHERE root.project = project.id)
        AS positions
FROM project;
CREATE VIEW opening AS SELECT project.name AS project, root.name,
    CASE WHEN root.decided IS NULL THEN 'open' ELSE node.state END AS canonical_winner,
    root.follows, root.positions, root.seconds, node.proof, node.disproof, node.free AS free_leaves
FROM root JOIN node ON node.id = root.node JOIN project ON project.id = root.project;
CREATE VIEW throughput AS SELECT worker.id, worker.name, worker.program, worker.jobs,
    worker.positions, worker.busy AS busy_seconds, worker.seen - worker.started AS seconds,
    CASE WHEN worker.busy > 0 THEN worker.positions / worker.busy END AS positions_a_second,
    CASE WHEN worker.ended IS NULL THEN 'working' ELSE 'ended' END AS state
FROM worker;
CREATE VIEW busy AS SELECT worker.name AS worker, project.name AS project, lease.subject,
    coalesce(node.position, 'number ' || job.number) AS what,
    {now} - lease.since AS seconds, lease.until - {now} AS seconds_left
FROM lease JOIN worker ON worker.id = lease.worker JOIN project ON project.id = lease.project
    LEFT JOIN node ON project.kind = 'proofs' AND node.id = lease.subject
    LEFT JOIN job ON project.kind <> 'proofs' AND job.id = lease.subject;
CREATE VIEW set_aside AS SELECT project.name AS project, node.position AS what, node.deaths
FROM node JOIN project ON project.id = node.project WHERE node.state = 'aside'
UNION ALL SELECT project.name, 'number ' || job.number, job.deaths
FROM job JOIN project ON project.id = job.project WHERE job.state = 'aside';
CREATE VIEW facts AS SELECT width, height, count(*) AS claims,
    CAST(sum(positions) AS BIGINT) AS positions,
    CAST(sum(length(stones) + length(cells)) AS BIGINT) AS letters
FROM claim GROUP BY width, height;
";

/// Which of our tables a database has.
fn found(database: &mut dyn Database) -> Result<Vec<String>, DatabaseFault> {
    let statement = match database.dialect() {
        Dialect::Sqlite => "SELECT name FROM sqlite_schema WHERE type = 'table'",
        Dialect::Postgres => {
            "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema()"
        }
    };
    let rows = database.query(statement, &[])?;
    let names = rows.iter().map(|row| Ok(row.text(0)?.to_owned()));
    let names: Vec<String> = names.collect::<Result<_, DatabaseFault>>()?;
    let ours = |name: &String| NAMES.contains(&name.as_str());
    Ok(names.into_iter().filter(ours).collect())
}

/// Ensures, within a transaction, that a database is a store of this version. An empty database
/// becomes one if `create`.
pub fn prepare(database: &mut dyn Database, create: bool) -> Result<(), StoreFault> {
    let version = match version(database) {
        Err(StoreFault::Empty) if create => 0,
        other => other?,
    };
    if version == VERSION {
        return Ok(());
    }
    migrate(database, version)
}

/// Checks that a database is a store of this version.
pub fn check(database: &mut dyn Database) -> Result<(), StoreFault> {
    match version(database)? {
        VERSION => Ok(()),
        _ => Err(StoreFault::Older),
    }
}

/// The version of a store, at most this one.
fn version(database: &mut dyn Database) -> Result<usize, StoreFault> {
    let found = found(database)?;
    if found.is_empty() {
        return Err(StoreFault::Empty);
    }
    if let Some(missing) = NAMES
        .iter()
        .find(|name| !found.iter().any(|one| one == *name))
    {
        return Err(StoreFault::Half((*missing).to_owned()));
    }
    let rows = database.query("SELECT value FROM meta WHERE name = 'version'", &[])?;
    let version = rows.first().and_then(|row| row.text(0).ok()?.parse().ok());
    match version {
        Some(version) if version > VERSION => Err(StoreFault::Newer(version)),
        Some(version @ 1..) => Ok(version),
        _ => Err(StoreFault::Half("meta".to_owned())),
    }
}

/// Whether a database is already a store of this version.
pub fn is_current(database: &mut dyn Database) -> Result<bool, DatabaseFault> {
    if found(database)?.len() < NAMES.len() {
        return Ok(false);
    }
    let rows = database.query("SELECT value FROM meta WHERE name = 'version'", &[])?;
    let version = rows.first().map(|row| row.text(0)).transpose()?;
    Ok(version == Some(VERSION.to_string().as_str()))
}

/// Upgrades a store from this version to the latest.
fn migrate(database: &mut dyn Database, from: usize) -> Result<(), StoreFault> {
    let dialect = database.dialect();
    for step in &STEPS[from..] {
        database.script(&dialect.statement(step))?;
    }
    let version = SqlValue::from(VERSION.to_string());
    if from == 0 {
        let begun = "INSERT INTO meta (name, value) VALUES ('begun', CAST({now} AS TEXT))";
        database.execute(&dialect.statement(begun), &[])?;
        let insert = "INSERT INTO meta (name, value) VALUES ('version', $1)";
        database.execute(&dialect.statement(insert), &[version])?;
    } else {
        let update = "UPDATE meta SET value = $1 WHERE name = 'version'";
        database.execute(&dialect.statement(update), &[version])?;
    }
    Ok(())
}

#[cfg(all(test, feature = "sqlite"))]
mod tests {
    use super::super::database::Access;
    use super::super::sqlite::SqliteDatabase;
    use super::*;
    use std::path::Path;

    fn memory() -> SqliteDatabase {
        SqliteDatabase::open(Path::new(":memory:"), Access::Create).unwrap()
    }

    #[test]
    fn older_stores_are_brought_up_to_date_and_newer_or_half_ones_refused() {
        let mut database = memory();
        assert!(matches!(
            prepare(&mut database, false),
            Err(StoreFault::Empty)
        ));
        database
            .script(&Dialect::Sqlite.statement(STEPS[0]))
            .unwrap();
        database
            .script(
                "INSERT INTO meta (name, value) VALUES ('version', '1');
                INSERT INTO project VALUES (1, 'proofs', '', '', '', 0, NULL);
                INSERT INTO node VALUES (1, 1, '', 0, 'leaf', '', '', NULL, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0),
                    (2, 1, 'leased', 0, 'leaf', '', '', NULL, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0)",
            )
            .unwrap();
        assert!(!is_current(&mut database).unwrap());
        prepare(&mut database, false).unwrap();
        assert!(is_current(&mut database).unwrap());
        let needs = database
            .query("SELECT need FROM node ORDER BY id", &[])
            .unwrap();
        let needs: Vec<f64> = needs.iter().map(|row| row.real(0).unwrap()).collect();
        assert_eq!(needs, [1.0, 0.0]);
        for view in [
            "progress",
            "opening",
            "throughput",
            "busy",
            "set_aside",
            "facts",
        ] {
            let rows = database
                .query(&format!("SELECT * FROM {view}"), &[])
                .unwrap();
            assert_eq!(rows.is_empty(), view != "progress", "{view}");
        }
        database
            .script("UPDATE meta SET value = '99' WHERE name = 'version'")
            .unwrap();
        let refused = prepare(&mut database, true);
        assert!(matches!(refused, Err(StoreFault::Newer(99))), "{refused:?}");
        let mut half = memory();
        half.script("CREATE TABLE node (id INTEGER)").unwrap();
        let refused = prepare(&mut half, true);
        assert!(matches!(refused, Err(StoreFault::Half(_))), "{refused:?}");
    }
}
