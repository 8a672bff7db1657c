//! Commands that list and set options.

use crate::parameter::Parameters;
use crate::protocol::{Call, Command, Failure, Menu, OptionFamily, Session};

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
        |session, call| list_or_set(session, call, OptionFamily::Game),
    ),
    command(
        "param_player",
        "Lists the options of the player, or sets one.",
        "Player options",
        |session, call| list_or_set(session, call, OptionFamily::Player),
    ),
    command(
        "param_search",
        "Lists the options of the player's search, or sets one; what is not set is as the player's name has it.",
        "Search options",
        |session, call| list_or_set(session, call, OptionFamily::Search),
    ),
    command(
        "param_uct",
        "Lists the options of the player's Monte Carlo search, or sets one.",
        "Monte Carlo options",
        |session, call| list_or_set(session, call, OptionFamily::MonteCarlo),
    ),
    command(
        "param_local",
        "Lists the options of hexane's local searches, or sets one.",
        "Local search options",
        |session, call| list_or_set(session, call, OptionFamily::Local),
    ),
    command(
        "param_vc",
        "Lists the options of connections, or sets one.",
        "Connection options",
        |session, call| list_or_set(session, call, OptionFamily::Connections),
    ),
    command(
        "param_ice",
        "Lists the options of inferior cells, or sets one.",
        "Inferior cell options",
        |session, call| list_or_set(session, call, OptionFamily::Inferior),
    ),
    command(
        "param_eval",
        "Lists the options of evaluation, or sets one.",
        "Evaluation options",
        |session, call| list_or_set(session, call, OptionFamily::Evaluation),
    ),
    command(
        "param_dfpn",
        "Lists the options of the solver, or sets one.",
        "Solver options",
        |session, call| list_or_set(session, call, OptionFamily::Solver),
    ),
];

fn list_or_set(
    session: &mut Session,
    call: &Call,
    family: OptionFamily,
) -> Result<String, Failure> {
    match call.get(0) {
        None => Ok(session.options.listed(family).to_string()),
        Some(key) => {
            session.set_option(family, key, call.text(1)?)?;
            Ok(String::new())
        }
    }
}

/// The options that a command of this name lists.
pub fn listed_by(session: &Session, command: &str) -> Option<Parameters> {
    let family = match command {
        "param_game" => OptionFamily::Game,
        "param_player" => OptionFamily::Player,
        "param_search" => OptionFamily::Search,
        "param_uct" => OptionFamily::MonteCarlo,
        "param_local" => OptionFamily::Local,
        "param_vc" => OptionFamily::Connections,
        "param_ice" => OptionFamily::Inferior,
        "param_eval" => OptionFamily::Evaluation,
        "param_dfpn" => OptionFamily::Solver,
        _ => return None,
    };
    Some(session.options.listed(family))
}
