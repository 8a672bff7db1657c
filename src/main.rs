//! Parses the arguments and calls a subcommand.

use clap::{CommandFactory, FromArgMatches, Parser};
use mustplay::base::files::let_large_writes_fail;
use mustplay::base::message::plain;
use mustplay::cli;
use std::env;
use std::io::{self, Write};
use std::process::{self, ExitCode};

/// A Hex engine. Without a subcommand it speaks GTP on standard input and output, for front-ends
/// such as HexGui, for scripts and for people: type help for a list of commands.
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
    /// Search fixed positions and print three numbers that change only if behaviour changes
    Bench(cli::bench::BenchArguments),
    /// Analyse a position, as text or JSON
    Analyze(cli::analyze::AnalyzeArguments),
    /// Grow, show and check opening books
    #[command(subcommand)]
    Book(cli::book::BookTask),
    /// Keep games in a library, and find what was played in a position
    #[command(subcommand)]
    Games(cli::games::GamesTask),
    /// Show the manual: the table of contents, or a page
    Manual(cli::manual::ManualArguments),
    /// Play engines against each other and estimate which is stronger
    Match(Box<cli::matches::MatchArguments>),
    /// List openings for matches: all, or those closest to even
    Openings(Box<cli::openings::OpeningsArguments>),
    /// List the experiments of the papers, or run one
    Papers(Box<cli::papers::PapersArguments>),
    /// Play a game in the terminal
    Play(cli::play::PlayArguments),
    /// Make puzzles (positions with one winning move), or present them
    #[command(subcommand)]
    Puzzle(cli::puzzle::PuzzleTask),
    /// Review finished games: what each move lost, proved where possible
    Review(cli::review::ReviewArguments),
    /// Serve the board as a web page: play, live analysis, review, proofs, puzzles
    Serve(cli::serve::ServeArguments),
    /// Write the page as files, with its engine in the browser, for any server of files
    Page(cli::page::PageArguments),
    /// Draw a position as text or SVG; list games; print links
    Show(cli::show::ShowArguments),
    /// List and draw edge templates that the connection rules cannot derive
    #[command(subcommand)]
    Template(cli::template::TemplateTask),
    /// Evaluate every first stone: win rate, Elo and which to take over, as tables and a picture
    Swapmap(Box<cli::swapmap::SwapMapArguments>),
    /// Tune numeric options of a player by games against itself
    Tune(Box<cli::tune::TuneArguments>),
    /// Prove the winner of openings, games or lists of positions
    Solve(Box<cli::solve::SolveArguments>),
    /// Run a worker that processes a store's jobs until none are left
    Work(cli::work::WorkArguments),
    /// Show, fill and check a store of jobs and facts
    #[command(subcommand)]
    Store(cli::store::StoreTask),
    /// Merge the output files of several solve runs
    Merge(cli::merge::MergeArguments),
    /// Check a certificate, the proof of a winner
    Verify(cli::verify::VerifyArguments),
    /// Learn weights, networks and templates, or measure networks
    Learn(cli::learn::LearnArguments),
    /// End the processes of a killed match (started by match)
    #[command(hide = true)]
    Guard,
}

fn main() -> ExitCode {
    let_large_writes_fail();
    mustplay::papers::register();
    let mut command = cli::examples::with_examples(Arguments::command());
    let matches = command.try_get_matches_from_mut(env::args_os());
    let matches = matches.unwrap_or_else(|error| refuse(&error));
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| refuse(&error));
    let result = match arguments.task {
        Some(Subcommand::Analyze(options)) => cli::analyze::run(&options),
        Some(Subcommand::Book(task)) => cli::book::run(&task),
        Some(Subcommand::Games(task)) => cli::games::run(&task),
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
        Some(Subcommand::Page(options)) => cli::page::run(&options),
        Some(Subcommand::Show(options)) => cli::show::run(&options),
        Some(Subcommand::Template(task)) => cli::template::run(&task),
        Some(Subcommand::Swapmap(options)) => cli::swapmap::run(&options),
        Some(Subcommand::Tune(options)) => cli::tune::run(&options),
        Some(Subcommand::Store(task)) => cli::store::run(&task),
        Some(Subcommand::Work(options)) => cli::work::run(&options),
        Some(Subcommand::Verify(options)) => cli::verify::run(&options),
        None => cli::gtp::run(arguments.gtp),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A closed stderr changes nothing: the exit code reports the failure.
            let _ = writeln!(io::stderr(), "mustplay: {}", plain(&format!("{error:#}")));
            ExitCode::FAILURE
        }
    }
}

/// Ends the program with an error of usage, or with the help that was asked for.
fn refuse(error: &clap::Error) -> ! {
    let text = error.to_string();
    let words = plain(&text);
    if words == text {
        error.exit();
    }
    let _ = write!(io::stderr(), "{words}");
    process::exit(error.exit_code());
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
