//! Commands that list and set options.

use crate::parameter::Parameters;
use crate::protocol::{Call, Command, Failure, Family, Menu, Session};

const fn command(
    name: &'static str,
    help: &'static str,
    label: &'static str,
    run: fn(&mut Session, &Call) -> Result<String, Failure>,
) -> Command {
    Command {
        name,
        arguments: "[KEY VALUE]",
        help,
        run,
        menu: Some(Menu {
            shown_as: "param",
            label,
            arguments: "",
        }),
    }
}

pub const COMMANDS: [Command; 9] = [
    command(
        "param_game",
        "Lists the options of the game, or sets one.",
        "Game options",
        |session, call| list_or_set(session, call, Family::Game),
    ),
    command(
        "param_player",
        "Lists the options of the player, or sets one.",
        "Player options",
        |session, call| list_or_set(session, call, Family::Player),
    ),
    command(
        "param_search",
        "Lists the options of the player's search, or sets one; what is not set is as the player's name has it.",
        "Search options",
        |session, call| list_or_set(session, call, Family::Search),
    ),
    command(
        "param_uct",
        "Lists the options of the player's Monte Carlo search, or sets one.",
        "Monte Carlo options",
        |session, call| list_or_set(session, call, Family::MonteCarlo),
    ),
    command(
        "param_local",
        "Lists the options of hexane's local searches, or sets one.",
        "Local search options",
        |session, call| list_or_set(session, call, Family::Local),
    ),
    command(
        "param_vc",
        "Lists the options of connections, or sets one.",
        "Connection options",
        |session, call| list_or_set(session, call, Family::Connections),
    ),
    command(
        "param_ice",
        "Lists the options of inferior cells, or sets one.",
        "Inferior cell options",
        |session, call| list_or_set(session, call, Family::Inferior),
    ),
    command(
        "param_eval",
        "Lists the options of evaluation, or sets one.",
        "Evaluation options",
        |session, call| list_or_set(session, call, Family::Evaluation),
    ),
    command(
        "param_dfpn",
        "Lists the options of the solver, or sets one.",
        "Solver options",
        |session, call| list_or_set(session, call, Family::Proof),
    ),
];

fn list_or_set(session: &mut Session, call: &Call, family: Family) -> Result<String, Failure> {
    match call.get(0) {
        None => Ok(session.listed(family).to_string()),
        Some(key) => {
            session.set_option(family, key, call.text(1)?)?;
            Ok(String::new())
        }
    }
}

/// The options that a command of this name lists.
pub fn listed_by(session: &Session, command: &str) -> Option<Parameters> {
    let family = match command {
        "param_game" => Family::Game,
        "param_player" => Family::Player,
        "param_search" => Family::Search,
        "param_uct" => Family::MonteCarlo,
        "param_local" => Family::Local,
        "param_vc" => Family::Connections,
        "param_ice" => Family::Inferior,
        "param_eval" => Family::Evaluation,
        "param_dfpn" => Family::Proof,
        _ => return None,
    };
    Some(session.listed(family))
}
