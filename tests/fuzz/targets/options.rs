//! A command line, one argument a line, is read or refused.
#![no_main]

use clap::Parser;
use libfuzzer_sys::fuzz_target;
use mustplay::cli;

/// The subcommands with options of their own: see `src/main.rs`.
#[derive(Parser)]
enum Task {
    Analyze(cli::analyze::AnalyzeArguments),
    Bench(cli::bench::BenchArguments),
    #[command(subcommand)]
    Book(cli::book::BookTask),
    #[command(subcommand)]
    Games(cli::games::GamesTask),
    Gtp(cli::gtp::GtpArguments),
    Learn(cli::learn::LearnArguments),
    Manual(cli::manual::ManualArguments),
    Match(Box<cli::matches::MatchArguments>),
    Merge(cli::merge::MergeArguments),
    Openings(Box<cli::openings::OpeningsArguments>),
    Page(cli::page::PageArguments),
    Papers(Box<cli::papers::PapersArguments>),
    Play(cli::play::PlayArguments),
    #[command(subcommand)]
    Puzzle(cli::puzzle::PuzzleTask),
    Review(cli::review::ReviewArguments),
    Serve(cli::serve::ServeArguments),
    Show(cli::show::ShowArguments),
    Solve(Box<cli::solve::SolveArguments>),
    #[command(subcommand)]
    Store(cli::store::StoreTask),
    #[command(subcommand)]
    Template(cli::template::TemplateTask),
    Tune(Box<cli::tune::TuneArguments>),
    Verify(cli::verify::VerifyArguments),
    Work(cli::work::WorkArguments),
}

fuzz_target!(|text: &str| {
    mustplay::papers::register();
    let arguments = ["mustplay"].into_iter().chain(text.lines());
    if let Err(error) = Task::try_parse_from(arguments) {
        assert!(!error.to_string().is_empty());
    }
});
