//! The commands, one file a family. A file's table describes its commands completely.

mod analysis;
mod board;
mod book;
mod connections;
mod engine;
mod evaluation;
mod explanation;
mod files;
mod library;
mod live_analysis;
mod options;
mod other_engines;
mod program;
mod proof;
mod question;
mod ways;

pub use options::own_commands;
pub use other_engines::sets_options_of_others;

use super::Command;

/// All tables.
pub const TABLES: [&[Command]; 15] = [
    &program::COMMANDS,
    &board::COMMANDS,
    &engine::COMMANDS,
    &book::COMMANDS,
    &library::COMMANDS,
    &options::COMMANDS,
    &connections::COMMANDS,
    &question::COMMANDS,
    &evaluation::COMMANDS,
    &analysis::COMMANDS,
    &proof::COMMANDS,
    &explanation::COMMANDS,
    &files::COMMANDS,
    &live_analysis::COMMANDS,
    &other_engines::COMMANDS,
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_tables_are_well_formed() {
        let all: Vec<&Command> = TABLES.iter().copied().flatten().collect();
        let names: HashSet<&str> = all.iter().map(|command| command.name).collect();
        assert_eq!(names.len(), all.len(), "a name twice");
        for command in all {
            assert!(
                command.help.ends_with('.') && !command.help.contains('\n'),
                "{}",
                command.name
            );
        }
    }
}
