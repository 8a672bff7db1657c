//! Commands about the program itself.

use crate::base::message::plain;
use crate::gtp::{Call, Command, Failure, Session, menu};
use crate::think::WorkKind;
use cpu_time::ProcessTime;
use std::fmt::Write;
use std::time::{Duration, Instant};

pub const COMMANDS: [Command; 12] = [
    Command {
        name: "name",
        arguments: "",
        help: "Prints the name of the program.",
        run: |_, _| Ok(env!("CARGO_PKG_NAME").to_owned()),
    },
    Command {
        name: "version",
        arguments: "",
        help: "Prints the version of the program.",
        run: |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned()),
    },
    Command {
        name: "protocol_version",
        arguments: "",
        help: "Prints the GTP version.",
        run: |_, _| Ok("2".to_owned()),
    },
    Command {
        name: "list_commands",
        arguments: "",
        help: "Lists all commands, one per line.",
        run: list_commands,
    },
    Command {
        name: "known_command",
        arguments: "NAME",
        help: "Prints whether a command exists: true or false.",
        run: |session, call| Ok(session.commands.find(call.text(0)?).is_some().to_string()),
    },
    Command {
        name: "help",
        arguments: "[COMMAND]",
        help: "Explains a command and its arguments, or lists all commands.",
        run: help,
    },
    Command {
        name: "quit",
        arguments: "",
        help: "Ends the program, after all commands before it.",
        run: |session, _| {
            session.end();
            Ok(String::new())
        },
    },
    Command {
        name: "hexgui-analyze_commands",
        arguments: "",
        help: "Lists the analyses for HexGui's menu, one per line: type/label/command.",
        run: analyze_commands,
    },
    Command {
        name: "gogui-interrupt",
        arguments: "",
        help: "Declares that a line '# interrupt' makes a running command finish early.",
        run: |_, _| Ok(String::new()),
    },
    Command {
        name: "cputime",
        arguments: "[words]",
        help: "Prints the processor time used, in seconds.",
        run: |_, call| {
            let used = ProcessTime::try_now().map_err(|why| Failure(plain(&why.to_string())))?;
            let seconds = format!("{:.3}", used.as_duration().as_secs_f64());
            Ok(if call.asks_for(0, "words")? {
                format!("{seconds} seconds of processor time")
            } else {
                seconds
            })
        },
    },
    Command {
        name: "sleep",
        arguments: "[SECONDS]",
        help: "Waits this many seconds (at most an hour) or until an interrupt, to pace a script \
            or test a front-end.",
        run: sleep,
    },
    Command {
        name: "echo",
        arguments: "[TEXT ...]",
        help: "Prints its arguments, to mark a place in a transcript.",
        run: |_, call| Ok(call.arguments.join(" ")),
    },
];

fn list_commands(session: &mut Session, _: &Call) -> Result<String, Failure> {
    let names: Vec<&str> = session
        .commands
        .all()
        .into_iter()
        .map(|command| command.name)
        .collect();
    Ok(names.join("\n"))
}

fn help(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let Some(name) = call.get(0) else {
        let mut text = String::from("commands ('help COMMAND' explains one)");
        for command in session.commands.all() {
            let _ = write!(text, "\n{:<34} {}", command.usage(), command.help);
        }
        return Ok(text);
    };
    let unknown = || {
        Failure(format!(
            "unknown command: {}",
            crate::base::parameter::shortened(name)
        ))
    };
    let command = session.commands.find(name).ok_or_else(unknown)?;
    let mut text = format!("{}\n{}", command.usage(), command.help);
    for option in super::options::defaults_of(command.name) {
        let words = option.help.replace('`', "");
        let _ = write!(
            text,
            "\n{:<10} {} ({}, default {})",
            option.key, words, option.takes, option.value
        );
    }
    Ok(text)
}

fn analyze_commands(session: &mut Session, _: &Call) -> Result<String, Failure> {
    session.note_hexgui();
    Ok(menu::lines(&session.options))
}

fn sleep(_: &mut Session, call: &Call) -> Result<String, Failure> {
    const NAP: Duration = Duration::from_millis(5);
    const LONGEST: Duration = Duration::from_hours(1);
    let start = Instant::now();
    let limit = call
        .get(0)
        .map(|_| call.seconds(0))
        .transpose()?
        .map(|limit| limit.min(LONGEST));
    while !call.observer.should_stop(WorkKind::Limited) {
        let left = limit.map_or(NAP, |limit| limit.saturating_sub(start.elapsed()));
        if left.is_zero() || limit.is_none() && call.observer.has_ended() {
            break;
        }
        std::thread::sleep(left.min(NAP));
    }
    Ok(String::new())
}
