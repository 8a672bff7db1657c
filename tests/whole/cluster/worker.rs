//! Stores under faults: workers that are killed, stopped or asked to end, servers that crash,
//! clocks that jump. The winners are those of a run without faults, and all of them are certified.

use super::jobs::{error, map, openings, plain, solving, verify, worker};
use crate::support::engine::{run, stdout};
use crate::support::folder::Folder;
use crate::support::server::Server;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// The number of faults to inject; `MUSTPLAY_FAULTS` sets it.
fn faults(usual: u32) -> u32 {
    let named = std::env::var("MUSTPLAY_FAULTS").ok();
    named.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A board whose proofs outlast that many faults.
fn board(faults: u32) -> &'static str {
    if faults > 20 { "6x6" } else { "5x5" }
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(sent.expect("kill").success());
}

/// Two workers at a time solve all openings. Now and then one of them is killed; sometimes the
/// other is stopped until its lease expires. `disturb` injects further faults.
fn with_faults(store: &str, size: &str, faults: u32, seed: u64, mut disturb: impl FnMut(u32)) {
    let random = &mut StdRng::seed_from_u64(seed);
    let limits = ["--job-nodes", "4", "--lease", "0.4"];
    let work = [&solving(size, store)[..], &limits].concat();
    let begin = worker(&work);
    let mut workers = vec![begin, worker(&work)];
    let until = Instant::now() + Duration::from_mins(5);
    for fault in 0..faults {
        std::thread::sleep(Duration::from_millis(random.random_range(5..120)));
        let victim = random.random_range(0..workers.len());
        workers[victim].kill().expect("killed");
        workers[victim].wait().expect("ended");
        disturb(fault);
        workers[victim] = worker(&work);
        if fault % 4 == 1 {
            // If it has ended meanwhile, there is nothing to stop.
            let asleep = &mut workers[1 - victim];
            if asleep.try_wait().expect("a state").is_none() {
                signal(asleep, "-STOP");
                std::thread::sleep(Duration::from_millis(600));
                signal(asleep, "-CONT");
            }
        }
    }
    for mut worker in workers {
        while worker.try_wait().expect("a state").is_none() {
            assert!(Instant::now() < until, "the workers do not finish");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    // A leaf whose workers were killed three times was set aside.
    stdout(&["store", "retry", "--store", store], b"");
    let reply = stdout(&work, b"");
    assert_eq!(map(&reply, size), plain(size), "{reply}");
    let drawn = stdout(&["store", "map", "--store", store], b"");
    assert_eq!(map(&drawn, size), plain(size));
    verify(store, size, openings(size));
}

#[test]
fn workers_that_are_killed_change_nothing_in_a_file() {
    let folder = Folder::new("store-kills");
    for (seed, size) in [(1, board(faults(8))), (2, "4x5")] {
        with_faults(&folder.file(size), size, faults(8), seed, |_| {});
    }
}

#[test]
fn kills_crashes_and_clocks_that_jump_change_nothing_on_a_server() {
    let Some(server) = Server::start("store-server") else {
        return;
    };
    let store = server.address("hex", "hex");
    with_faults(&store, board(faults(8)), faults(8), 3, |fault| {
        // To a store, a clock that jumps by a day is as if all leases jumped the other way.
        let jump = |by: &str| {
            server.sql(&format!(
                "DO $$BEGIN UPDATE lease SET until = until {by}, since = since {by}; \
                 EXCEPTION WHEN undefined_table THEN NULL; END$$"
            ));
        };
        match fault % 10 {
            2 => jump("- 86400"),
            4 => {
                server.crash();
                server.go();
            }
            7 => jump("+ 86400"),
            _ => {}
        }
    });
}

#[test]
fn a_terminated_worker_returns_its_leases() {
    let folder = Folder::new("store-term");
    let store = folder.file("eight");
    let mut child = worker(&["solve", "--size", "8", "--opening", "a5", "--store", &store]);
    let status = || stdout(&["store", "status", "--store", &store, "--json"], b"");
    let until = Instant::now() + Duration::from_mins(1);
    let leased = |text: &str| -> i64 {
        let all: serde_json::Value = serde_json::from_str(text).expect("JSON");
        all["progress"][0]["leased"].as_i64().unwrap_or(0)
    };
    loop {
        assert!(Instant::now() < until, "nothing is leased");
        std::thread::sleep(Duration::from_millis(100));
        let shown = run(&["store", "status", "--store", &store, "--json"], b"");
        if shown.status.success() && leased(&String::from_utf8_lossy(&shown.stdout)) == 1 {
            break;
        }
    }
    signal(&child, "-TERM");
    child.wait().expect("ended");
    let text = status();
    assert_eq!(leased(&text), 0, "{text}");
    let all: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(all["throughput"][0]["state"], "ended", "{text}");
    assert!(all["progress"][0]["positions"].as_i64() > Some(0), "{text}");
}

#[test]
fn a_job_that_kills_its_workers_is_set_aside_and_named() {
    let folder = Folder::new("store-aside");
    let store = folder.file("large");
    let work = [
        "solve",
        "--size",
        "19",
        "--opening",
        "a19",
        "--store",
        &store,
        "--lease",
        "0.3",
    ];
    let until = Instant::now() + Duration::from_mins(2);
    let nap = || {
        assert!(Instant::now() < until, "the job is not set aside");
        std::thread::sleep(Duration::from_millis(50));
    };
    for _ in 0..3 {
        let mut child = worker(&work);
        let busy = ["store", "status", "--store", &store, "--view", "busy"];
        let name = format!(":{}", child.id());
        while !String::from_utf8_lossy(&run(&busy, b"").stdout).contains(&name) {
            nap();
        }
        child.kill().expect("killed");
        child.wait().expect("ended");
    }
    let mut last = worker(&work);
    let ended = loop {
        match last.try_wait().expect("a state") {
            Some(status) => break status,
            None => nap(),
        }
    };
    assert_eq!(ended.code(), Some(1));
    let output = run(&work, b"");
    assert!(error(&output).contains("set aside"), "{}", error(&output));
    let named = stdout(
        &["store", "status", "--store", &store, "--view", "set_aside"],
        b"",
    );
    assert!(
        named.contains("proofs 19x19") && named.contains("a19"),
        "{named}"
    );
    let again = stdout(&["store", "retry", "--store", &store], b"");
    assert!(again.starts_with("1 jobs"), "{again}");
}
