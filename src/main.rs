//! The program: arguments, and nothing else.

use clap::{CommandFactory, FromArgMatches, Parser};
use mustplay::cli;
use std::io::{self, Write};
use std::process::ExitCode;

/// A Hex engine. Without a subcommand it speaks GTP on stdin and stdout, for front-ends such as
/// HexGui, for scripts and for people: type help.
#[derive(Parser)]
#[command(version = env!("MUSTPLAY_VERSION"), args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    task: Option<Subcommand>,

    #[command(flatten)]
    gtp: cli::gtp::GtpArguments,
}

#[derive(clap::Subcommand)]
enum Subcommand {
    /// Searches fixed positions; prints three numbers that change only when behaviour does
    Bench(cli::bench::BenchArguments),
    /// Analyses the position of a game, as text or as JSON
    Analyze(cli::analyze::AnalyzeArguments),
    /// Grows, shows and checks opening books
    #[command(subcommand)]
    Book(cli::book::BookTask),
    /// Shows the manual: its contents, or a page
    Manual(cli::manual::ManualArguments),
    /// Plays engines against each other, and estimates which is stronger
    Match(Box<cli::matches::MatchArguments>),
    /// Lists openings for matches: all of them, or those closest to even
    Openings(Box<cli::openings::OpeningsArguments>),
    /// Repeats the experiments of the papers: lists them, or runs one
    Papers(Box<cli::papers::PapersArguments>),
    /// Plays a game against you, in the terminal
    Play(cli::play::PlayArguments),
    /// Makes puzzles, positions with one winning move, or poses them
    #[command(subcommand)]
    Puzzle(cli::puzzle::PuzzleTask),
    /// Judges the moves of finished games: what each lost, proved where possible
    Review(cli::review::ReviewArguments),
    /// Shows the board in a browser: play, live analysis, review, proofs, puzzles
    Serve(cli::serve::ServeArguments),
    /// Draws the position of a game, in letters or as an SVG picture; lists games, makes links
    Show(cli::show::ShowArguments),
    /// Lists and draws templates: connections to an edge that no rule composes
    #[command(subcommand)]
    Template(cli::template::TemplateTask),
    /// Proves the winner: after an opening, in a game, in a list of positions
    Solve(Box<cli::solve::SolveArguments>),
    /// Works at what a store has to do, until all is done
    Work(cli::work::WorkArguments),
    /// Shows, fills and checks a store of jobs and facts
    #[command(subcommand)]
    Store(cli::store::StoreTask),
    /// Merges the files of several runs of solve
    Merge(cli::merge::MergeArguments),
    /// Checks a certificate, the proof of a winner
    Verify(cli::verify::VerifyArguments),
    /// Learns weights from games
    Learn(cli::learn::LearnArguments),
    /// Ends the processes of a match that was killed; started by a match
    #[command(hide = true)]
    Guard,
}

fn main() -> ExitCode {
    mustplay::papers::register();
    let mut command = cli::examples::with_examples(Arguments::command());
    let matches = command.get_matches_mut();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let result = match arguments.task {
        Some(Subcommand::Analyze(options)) => cli::analyze::run(&options),
        Some(Subcommand::Book(task)) => cli::book::run(&task),
        Some(Subcommand::Manual(options)) => cli::manual::run(&options, &mut command),
        Some(Subcommand::Match(options)) => cli::matches::run(&options),
        Some(Subcommand::Openings(options)) => cli::openings::run(&options),
        Some(Subcommand::Guard) => {
            cli::guard::run();
            Ok(())
        }
        Some(Subcommand::Bench(options)) => cli::bench::run(&options),
        Some(Subcommand::Papers(options)) => cli::papers::run(&options),
        Some(Subcommand::Play(options)) => cli::play::run(options),
        Some(Subcommand::Puzzle(task)) => cli::puzzle::run(&task),
        Some(Subcommand::Solve(options)) => cli::solve::run(&options),
        Some(Subcommand::Learn(options)) => cli::learn::run(&options),
        Some(Subcommand::Merge(options)) => cli::merge::run(&options),
        Some(Subcommand::Review(options)) => cli::review::run(&options),
        Some(Subcommand::Serve(options)) => cli::serve::run(options),
        Some(Subcommand::Show(options)) => cli::show::run(&options),
        Some(Subcommand::Template(task)) => cli::template::run(&task),
        Some(Subcommand::Store(task)) => cli::store::run(&task),
        Some(Subcommand::Work(options)) => cli::work::run(&options),
        Some(Subcommand::Verify(options)) => cli::verify::run(&options),
        None => cli::gtp::run(arguments.gtp),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A closed stderr is no reason to fail otherwise: the exit code says it.
            let _ = writeln!(io::stderr(), "mustplay: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mustplay::cli::examples::{EXAMPLES, with_examples};

    /// The words of a command line, with quotes around those that hold blanks.
    fn words(line: &str) -> Vec<&str> {
        let parts = line.split('\'').enumerate();
        parts
            .flat_map(|(index, part)| match index % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            })
            .collect()
    }

    #[test]
    fn examples_are_accepted() {
        mustplay::papers::register();
        for (called, examples) in EXAMPLES {
            for example in *examples {
                let parsed = Arguments::try_parse_from(words(example));
                assert!(parsed.is_ok(), "{called}: {example}: {:?}", parsed.err());
                assert!(example.starts_with("mustplay"));
            }
        }
    }

    #[test]
    fn every_subcommand_has_examples() {
        fn check(command: &clap::Command) {
            let shown = command.get_after_help().map(ToString::to_string);
            let name = command.get_name();
            assert!(shown.is_some_and(|text| text.contains(name)), "{name}");
            let below = command.get_subcommands();
            below
                .filter(|command| !command.is_hide_set())
                .for_each(check);
        }
        check(&with_examples(Arguments::command()));
    }
}
