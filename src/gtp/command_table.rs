//! The commands that a session knows: their lookup by name.

use super::command::{Command, Failure};
use super::commands;
use crate::base::parameter::shortened;
use crate::base::spelling;

/// Tables of commands; those of earlier tables hide commands of the same name.
pub struct CommandTable(Vec<&'static [Command]>);

impl Default for CommandTable {
    fn default() -> Self {
        let mut tables = commands::TABLES.to_vec();
        tables.push(commands::own_commands());
        Self(tables)
    }
}

impl CommandTable {
    /// Adds commands, which hide those of the same name.
    pub fn add(&mut self, table: &'static [Command]) {
        self.0.insert(0, table);
    }

    /// All commands, sorted by name.
    pub fn all(&self) -> Vec<&'static Command> {
        let mut all: Vec<&Command> = self.0.iter().copied().flatten().collect();
        all.sort_by_key(|command| command.name);
        all.dedup_by_key(|command| command.name);
        all
    }

    /// The command of this name.
    pub fn find(&self, name: &str) -> Option<&'static Command> {
        let mut all = self.0.iter().copied().flatten();
        all.find(|command| command.name == name)
    }

    /// The error for an unknown command, with a similar name if there is one.
    pub fn unknown(&self, name: &str) -> Failure {
        let names = self.all().into_iter().map(|command| command.name);
        let unknown = format!("unknown command: {}", shortened(name));
        Failure(match spelling::nearest(name, names) {
            Some(near) => format!("{unknown} (did you mean {near}?)"),
            None => unknown,
        })
    }
}
