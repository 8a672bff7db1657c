//! The examples at the end of each subcommand's help.

use clap::Command;

/// A subcommand (empty for the program itself) and its examples.
pub const EXAMPLES: &[(&str, &[&str])] = &[
    (
        "",
        &[
            "mustplay --size 9 --player wolve:max_time=2",
            "mustplay --config other.gtp",
            "mustplay play --size 9 --as white",
        ],
    ),
    (
        "bench",
        &[
            "mustplay bench",
            "mustplay bench --kernel portable",
            "mustplay bench --players mustplay wolve --time 10",
            "mustplay bench --late late.json --players mustplay wolve",
        ],
    ),
    (
        "analyze",
        &[
            "mustplay analyze GAME.sgf",
            "mustplay analyze GAME.sgf --moves 8 --json",
            "mustplay analyze GAME.sgf --moves 8 --connection north south",
        ],
    ),
    (
        "book",
        &["mustplay book show c2", "mustplay book check mine.jsonl"],
    ),
    (
        "book show",
        &["mustplay book show c2", "mustplay book show --size 13"],
    ),
    (
        "book grow",
        &[
            "mustplay book grow --size 9 --out mine.jsonl --positions 400",
            "mustplay book grow --size 11 --out book.jsonl --positions 0 --games games.jsonl",
        ],
    ),
    ("book check", &["mustplay book check mine.jsonl"]),
    (
        "games",
        &[
            "mustplay games add games --into games.db",
            "mustplay games find c2 --in games.db",
            "mustplay games stats --in games.db",
        ],
    ),
    (
        "games add",
        &["mustplay games add games export.json --into games.db"],
    ),
    (
        "games find",
        &[
            "mustplay games find GAME.sgf --moves 2 --in games.db",
            "mustplay games find GAME.sgf --moves 2 --window a1-d4 --in games.db",
            "mustplay games find --since 2024-05 --in games.db --out recent.sgf",
        ],
    ),
    ("games stats", &["mustplay games stats --in games.db"]),
    (
        "manual",
        &[
            "mustplay manual match",
            "mustplay manual --completions bash",
            "mustplay manual --man",
        ],
    ),
    (
        "match",
        &[
            "mustplay match first random --size 5 --games 40 --seed 1",
            "mustplay match wolve 'other=cmd@other.gtp:./other --seed 1' --size 5 --games 2 --swap",
            "mustplay match hexy:M=5 hexy:M=20 --size 5 --games 4 --time 0.1/move --svg course.svg",
        ],
    ),
    (
        "tune",
        &[
            "mustplay tune mustplay --param puct_exploration=1,0.1,4,0.2 --size 5 --nodes 20 \
             --iterations 10 --games 20",
            "mustplay tune mustplay:puct_memory=64 --param puct_caution=4,0,10,2 --param \
             puct_proofs=1,0.1,10,1.5 --log puct_proofs --size 5 --nodes 20 --iterations 5 \
             --no-test --out tune.jsonl --svg tune.svg",
        ],
    ),
    (
        "openings",
        &[
            "mustplay openings --size 11 --moves 2",
            "mustplay openings --size 5 --moves 1 --balanced --count 3 --nodes 10",
        ],
    ),
    (
        "swapmap",
        &[
            "mustplay swapmap --sizes 5 --nodes 10",
            "mustplay swapmap --sizes 3-5 --nodes 10 --prove 1 --out first.jsonl --svg swap.svg",
        ],
    ),
    (
        "papers",
        &[
            "mustplay papers",
            "mustplay papers hexy-figures --out papers.jsonl",
        ],
    ),
    (
        "play",
        &[
            "mustplay play --level 3",
            "mustplay play --size 9 --as white --level 7 --swap",
            "mustplay play --time 2/move --plain",
            "mustplay play --from GAME.sgf --as white",
        ],
    ),
    (
        "puzzle",
        &[
            "mustplay puzzle make --size 7 --count 20 --out puzzles.json",
            "mustplay puzzle play puzzles.json",
        ],
    ),
    (
        "puzzle make",
        &[
            "mustplay puzzle make --size 7 --count 20 --out puzzles.json --sgf puzzles",
            "mustplay puzzle make --from GAME.sgf --out mine.json",
        ],
    ),
    (
        "puzzle late",
        &["mustplay puzzle late positions/game.sgf --out late.json"],
    ),
    ("puzzle play", &["mustplay puzzle play puzzles.json"]),
    (
        "review",
        &[
            "mustplay review GAME.sgf --time 120 --sgf commented.sgf --svg strip.svg",
            "mustplay review games --jobs 2 --out reviews",
            "mustplay review https://hexworld.org/board/#7,a4:sd4c5 --nodes 300",
        ],
    ),
    (
        "serve",
        &[
            "mustplay serve --open",
            "mustplay serve --bind 0.0.0.0 --port 9000 --host hex.example",
        ],
    ),
    (
        "page",
        &[
            "mustplay page --out site",
            "mustplay page --package --out package --modules target/modules",
        ],
    ),
    (
        "show",
        &[
            "mustplay show GAME.sgf --moves 8",
            "mustplay show https://hexworld.org/board/#11,a10:sf6d7 --hexboard",
            "mustplay show export.json --game 500 --link",
            "mustplay show GAME.sgf --moves 8 --svg picture.svg --overlay energy",
        ],
    ),
    (
        "work",
        &[
            "mustplay work --store proofs.db",
            "mustplay work --store proofs.db --jobs 2",
        ],
    ),
    (
        "store",
        &[
            "mustplay store status --store proofs.db",
            "mustplay store map --store proofs.db",
        ],
    ),
    (
        "store status",
        &[
            "mustplay store status --store proofs.db",
            "mustplay store status --store proofs.db --view opening",
        ],
    ),
    ("store map", &["mustplay store map --store proofs.db"]),
    (
        "store watch",
        &["mustplay store watch --store proofs.db --every 10"],
    ),
    (
        "store export",
        &[
            "mustplay store export --store proofs.db --claims facts.jsonl",
            "mustplay store export --store proofs.db --certificates proofs",
        ],
    ),
    (
        "store import",
        &["mustplay store import facts.jsonl --store proofs.db"],
    ),
    (
        "store check",
        &["mustplay store check --store proofs.db --winners"],
    ),
    ("store repair", &["mustplay store repair --store proofs.db"]),
    #[cfg(feature = "sqlite")]
    (
        "store simulate",
        &["mustplay store simulate --size 6 --workers 1,2 --job-time 1"],
    ),
    (
        "store load",
        &["mustplay store load --store load.db --time 2"],
    ),
    ("store retry", &["mustplay store retry --store proofs.db"]),
    (
        "store admit",
        &["mustplay store admit --store proofs.db --only"],
    ),
    (
        "solve",
        &[
            "mustplay solve --size 7 --opening a1",
            "mustplay solve --size 6 --openings all --jobs 2 --out six.jsonl --svg six.svg",
            "mustplay solve --size 5 --openings none --shortest",
            "mustplay solve GAME.sgf --certificate proof.json",
            "mustplay solve --size 5 --openings all --certificate five.json.gz",
        ],
    ),
    (
        "merge",
        &["mustplay merge part1.jsonl part2.jsonl part3.jsonl --map"],
    ),
    ("verify", &["mustplay verify proof.json"]),
    (
        "learn",
        &["mustplay learn patterns --games games.jsonl --out weights.txt"],
    ),
    (
        "learn patterns",
        &["mustplay learn patterns --games games.jsonl --out weights.txt"],
    ),
    (
        "learn categories",
        &["mustplay learn categories --games games.jsonl --out costs.txt"],
    ),
    (
        "learn templates",
        &[
            "mustplay learn templates --work templates.jsonl --out templates.txt",
            "mustplay learn templates --single 3:4 --above 3:2 --pairs 3:2 --work third-row.jsonl",
        ],
    ),
    (
        "learn interior",
        &["mustplay learn interior --height 3 --stones 5 --cells 13"],
    ),
    (
        "learn on-demand",
        &["mustplay learn on-demand positions/late.json"],
    ),
    (
        "template",
        &["mustplay template list", "mustplay template show iv-1"],
    ),
    (
        "template list",
        &[
            "mustplay template list --row 4",
            "mustplay template list iv-1 iv-3 iv-8 --svg templates.svg",
        ],
    ),
    (
        "template show",
        &[
            "mustplay template show iv-1",
            "mustplay template show iv-1 --svg template.svg",
        ],
    ),
    (
        "learn games",
        &["mustplay learn games --network random:32x2 --games 2000 --out generation-0"],
    ),
    (
        "learn proofs",
        &["mustplay learn proofs --network network-1.bin --roots 1000 --out proofs"],
    ),
    (
        "learn rounds",
        &["mustplay learn rounds --from network-1.bin --out rounds --hours 2"],
    ),
    (
        "learn ladder",
        &["mustplay learn ladder --network network-1.bin --opponent twodistance"],
    ),
    (
        "learn truth",
        &["mustplay learn truth --network network-1.bin --positions truth.txt --make 1000"],
    ),
    (
        "learn network",
        &["mustplay learn network --data generation-0 --from random:32x2 --out network-1.bin"],
    ),
];

/// The command with examples at the end of its help and of that of all its subcommands.
pub fn with_examples(mut command: Command) -> Command {
    for (called, examples) in EXAMPLES {
        let path: Vec<&str> = called.split_whitespace().collect();
        let text = format!("Examples:\n  {}", examples.join("\n  "));
        command = at(command, &path, text);
    }
    command
}

/// The command with this text at the end of the help of one of its subcommands.
fn at(command: Command, path: &[&str], text: String) -> Command {
    match path.split_first() {
        None => command.after_help(text),
        Some((name, rest)) => command.mut_subcommand(*name, |below| at(below, rest, text)),
    }
}
