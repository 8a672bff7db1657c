//! Unusable stores, and stores of another program or user: a message explains what to do.

use super::jobs::{error, solving};
use crate::support::engine::{run, stdout};
use crate::support::folder::Folder;
use crate::support::server::Server;
use mustplay::cluster::schema::VERSION;
use std::fs;

/// Checks that a command fails with a message containing these words.
pub fn refused(arguments: &[&str], words: &str) {
    let output = run(arguments, b"");
    let printed = error(&output);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {printed}");
    assert!(printed.contains(words), "{arguments:?}: {printed}");
}

#[test]
fn invalid_stores_are_refused_with_advice() {
    let folder = Folder::new("store-wrong");
    let text = folder.file("text");
    fs::write(&text, "hello, this is a text").expect("written");
    refused(&["store", "status", "--store", &text], "Name another file");
    refused(
        &["store", "status", "--store", &folder.file("none")],
        "Check the name",
    );
    refused(&["store", "status", "--store", "."], "it is a folder");
    refused(&["work", "--store", "mysql://host/x"], "postgres://");
    refused(
        &["work", "--store", "/nowhere/x.db"],
        "the folder must exist",
    );
    refused(
        &["work", "--store", "postgres://h/x?colour=red"],
        "unknown option `colour`",
    );
    for wrong in [
        &["load", "--store", "x", "--time", "0"][..],
        &["simulate", "--speed", "0"],
        &["simulate", "--speed", "nan"],
        &["simulate", "--transaction", "nan"],
    ] {
        let output = run(&[&["store"][..], wrong].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
    let both = ["solve", "--store", "x", "--claims", "y", "--opening", "a1"];
    assert_eq!(run(&both, b"").status.code(), Some(2));
    let sevens = folder.file("sevens");
    let solve = solving("3", &sevens);
    stdout(&solve, b"");
    stdout(&["store", "admit", "--store", &sevens, "--only"], b"");
    stdout(&["store", "watch", "--store", &sevens], b"");
    assert!(stdout(&["work", "--store", &sevens], b"").starts_with("0 jobs"));
}

#[test]
fn a_server_without_a_store_is_reported_with_advice() {
    refused(
        &["work", "--store", "postgres://me:geheim@127.0.0.1:1/hex"],
        "Check that the server is running",
    );
    #[cfg(not(feature = "tls"))]
    refused(
        &["work", "--store", "postgres://h/x?sslmode=require"],
        "without TLS",
    );
    let Some(server) = Server::start("store-none") else {
        return;
    };
    let store = server.address("hex", "hex");
    let status = ["store", "status", "--store", &store];
    refused(&status, "there is no store yet");
    refused(
        &["work", "--store", &server.address("hex", "chess")],
        "Create the database",
    );
    refused(
        &["work", "--store", &server.address("nobody", "hex")],
        "Check user, password",
    );
    stdout(&solving("3", &store), b"");
    server.sql("CREATE USER guest");
    let guest = server.address("guest", "hex");
    refused(&solving("3", &guest), "(GRANT)");
    server.sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest");
    for task in ["status", "map", "check"] {
        stdout(&["store", task, "--store", &guest], b"");
    }
    refused(&["work", "--store", &guest], "grant the user those rights");
    server.sql("ALTER VIEW facts RENAME TO acts");
    refused(&status, "restore it from a backup");
    server.sql("ALTER VIEW acts RENAME TO facts");
    server.sql("UPDATE meta SET value = '0' WHERE name = 'version'");
    refused(&status, "meta is missing or broken");
    server.sql("UPDATE meta SET value = '99' WHERE name = 'version'");
    refused(&status, "use a newer program");
    server.sql("UPDATE project SET programs = 'another'");
    server.sql(&format!(
        "UPDATE meta SET value = '{VERSION}' WHERE name = 'version'"
    ));
    refused(&["work", "--store", &store], "store admit");
    stdout(&["store", "admit", "--store", &store], b"");
    stdout(&["work", "--store", &store], b"");
    server.sql("DROP TABLE edge CASCADE");
    refused(&status, "edge is missing");
}
