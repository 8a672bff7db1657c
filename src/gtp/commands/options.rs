//! Commands that list and set options.

use super::other_engines;
use crate::base::parameter::{OptionRow, Options, shortened};
use crate::gtp::options::{GameOptions, OptionTable};
use crate::gtp::{Call, Command, Failure, Session};
use crate::player::{OptionTables, registry};
use crate::solver::ProveOptions;

const fn command(name: &'static str, help: &'static str) -> Command {
    Command {
        name,
        arguments: "[KEY VALUE]",
        help,
        run: list_or_set,
    }
}

pub const COMMANDS: [Command; 9] = [
    command("param_game", "Lists the options of the game, or sets one."),
    command(
        "param_player",
        "Lists the options of the player, or sets one.",
    ),
    command(
        "param_search",
        "Lists the options of the player's search, or sets one; unset options have the defaults \
         of the player.",
    ),
    command(
        "param_puct",
        "Lists the options of the tree search with networks, or sets one.",
    ),
    command("param_vc", "Lists the options of connections, or sets one."),
    command(
        "param_ice",
        "Lists the options of inferior cells, or sets one.",
    ),
    command(
        "param_eval",
        "Lists the options of evaluation, or sets one.",
    ),
    command(
        "param_dfpn",
        "Lists the options of the solver, or sets one.",
    ),
    Command {
        name: "swap-rule",
        arguments: "[on|off|switch]",
        help: "Says whether the engine plays by the swap rule (allow_swap of param_game), or sets \
            or switches that.",
        run: swap_rule,
    },
];

fn swap_rule(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let allowed = &mut session.options.game.allow_swap;
    *allowed = match call.get(0) {
        None => *allowed,
        Some("on") => true,
        Some("off") => false,
        Some("switch") => !*allowed,
        Some(other) => {
            let other = shortened(other);
            return Err(Failure(format!("neither on, off nor switch: {other}")));
        }
    };
    let state = if *allowed {
        "Swap rule on: mustplay may swap your first stone, and opens with a stone that is fair."
    } else {
        "Swap rule off: mustplay never swaps, and opens with its best stone. You may swap."
    };
    Ok(state.to_owned())
}

/// The commands for options of a single player.
pub fn own_commands() -> &'static [Command] {
    let own = registry::own_commands().into_iter().map(|own| Command {
        help: "Lists the options that only this player has, or sets one.",
        ..command(own.name, "")
    });
    // Once for each session.
    Vec::leak(own.collect())
}

fn list_or_set(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let name = call.command.name;
    let table = OptionTable::of(name)
        .ok_or_else(|| Failure::new("internal error: a command without options"))?;
    let Some(options) = session.options.table(table) else {
        let player = session.options.player.player.name.player().name;
        return Err(Failure(format!("{player} has no options of {name}")));
    };
    match call.get(0) {
        None => Ok(options.list()),
        Some(key) => {
            let value = call.text(1)?;
            let of_others = match table {
                OptionTable::Solver => other_engines::solver_option(key, value),
                _ => None,
            };
            match of_others {
                Some((key, value)) => session.set_option(table, key, &value)?,
                None => session.set_option(table, key, value)?,
            }
            Ok(String::new())
        }
    }
}

/// The options that a command of this name lists, at their defaults.
pub fn defaults_of(command: &str) -> Vec<OptionRow> {
    match OptionTable::of(command) {
        None => Vec::new(),
        Some(OptionTable::Game) => GameOptions::DEFAULT.rows(),
        Some(OptionTable::Solver) => ProveOptions::DEFAULT.rows(),
        Some(OptionTable::Player(table)) => OptionTables::default().rows(table),
        Some(OptionTable::Own(command)) => registry::own_command(command)
            .map(|own| (own.options)().as_options().rows())
            .unwrap_or_default(),
    }
}
