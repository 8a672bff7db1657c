//! Commands that list and set options.

use crate::parameter::Parameters;
use crate::protocol::{Call, Command, Failure, Menu, Session};

pub const COMMANDS: [Command; 2] = [
    Command {
        name: "param_game",
        arguments: "[KEY VALUE]",
        help: "Lists the options of the game, or sets one.",
        run: |session, call| match setting(call, &session.game_options)? {
            Setting::List(text) => Ok(text),
            Setting::Set(key, value) => {
                session.game_options.set(&key, &value)?;
                Ok(String::new())
            }
        },
        menu: Some(Menu {
            shown_as: "param",
            label: "Game options",
            arguments: "",
        }),
    },
    Command {
        name: "param_player",
        arguments: "[KEY VALUE]",
        help: "Lists the options of the player, or sets one.",
        run: |session: &mut Session, call| match setting(call, &session.player_options)? {
            Setting::List(text) => Ok(text),
            Setting::Set(key, value) => {
                session.set_player_option(&key, &value)?;
                Ok(String::new())
            }
        },
        menu: Some(Menu {
            shown_as: "param",
            label: "Player options",
            arguments: "",
        }),
    },
];

/// What a `param_*` command is asked to do.
enum Setting {
    List(String),
    Set(String, String),
}

fn setting(call: &Call, options: &Parameters) -> Result<Setting, Failure> {
    match call.get(0) {
        None => Ok(Setting::List(options.to_string())),
        Some(key) => Ok(Setting::Set(key.to_owned(), call.text(1)?.to_owned())),
    }
}
