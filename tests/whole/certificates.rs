//! Certificates.

use mustplay::board::{BoardSize, Position};
use mustplay::observer::Nobody;
use mustplay::parameter::Parameters;
use mustplay::prove::{Certificate, Limits, Options, PARAMETERS, Solver, certify, check};
use std::time::Instant;

fn options(pairs: &str) -> Options {
    let mut set = Parameters::new(&PARAMETERS);
    set.set("hash", "1").expect("an option");
    set.set_all(pairs).expect("options");
    Options::read(&set)
}

#[test]
#[ignore]
fn measure() {
    let text = std::env::var("WHAT").unwrap();
    for what in text.split(',') {
        let (side, name) = what.split_once(':').unwrap();
        let size: BoardSize = side.parse().unwrap();
        let mut position = Position::<1>::new(size);
        for name in name.split('-') {
            if !name.is_empty() { position.play(size.read(name).unwrap()); }
        }
        let mut solver = Solver::<1>::new(size, options("hash=200"));
        let t = Instant::now();
        let v = solver.solve(&position, Limits::default(), &Nobody);
        let solved = t.elapsed();
        let t = Instant::now();
        let c = certify(&position, &mut solver, Limits::default(), &Nobody).unwrap();
        let made = t.elapsed();
        let text = serde_json::to_string(&c).unwrap();
        let back: Certificate = serde_json::from_str(&text).unwrap();
        let t = Instant::now();
        let checked = check(&back).unwrap();
        println!("{what} {} nodes {} bytes {} solve {solved:?} ({}) write {made:?} check {:?} carrier {}", checked.winner, checked.nodes, text.len(), v.nodes, t.elapsed(), checked.carrier.len());
    }
}
