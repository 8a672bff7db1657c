//! Engines as they are named: a player of ours with its options, `NAME[:key=value,…]`, or any GTP
//! program, `cmd:PROGRAM ARGUMENTS`, with a file of commands to start with, `cmd@FILE:PROGRAM
//! ARGUMENTS`. A short name may stand in front: `new=cmd:…`.

use crate::base::parameter::ParameterError;
use crate::player::{self, PlayerOptions};
use std::path::PathBuf;

/// The text that names an engine, read.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    /// Its name in tables and files.
    pub name: String,
    /// The text, without the short name.
    pub text: String,
    /// What it is.
    pub kind: EngineSource,
}

/// What an engine is.
#[derive(Clone, Debug)]
pub enum EngineSource {
    /// A player of this program.
    Player(Box<PlayerOptions>),
    /// A program that speaks GTP.
    Program {
        /// The program and its arguments: at least one word.
        words: Vec<String>,
        /// The file of commands to start with.
        init: Option<PathBuf>,
    },
}

/// Why a text names no engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadSpec {
    /// No such player, or no such option.
    #[error(transparent)]
    Player(#[from] ParameterError),
    /// There is no program behind `cmd:`.
    #[error("expected cmd:PROGRAM ARGUMENTS or cmd@FILE:PROGRAM ARGUMENTS")]
    NoProgram,
    /// A quotation that does not end.
    #[error("unclosed quote")]
    OpenQuote,
}

impl EngineSpec {
    /// Whether it is another program, which is started.
    pub fn is_program(&self) -> bool {
        matches!(self.kind, EngineSource::Program { .. })
    }

    /// Reads the text of an engine.
    pub fn parse(text: &str) -> Result<Self, BadSpec> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let (name, rest) = match text.split_once('=') {
            Some((name, rest)) if !name.is_empty() && name.chars().all(plain) => (name, rest),
            _ => (text, text),
        };
        let kind = match rest.strip_prefix("cmd") {
            Some(command) if command.starts_with([':', '@']) => {
                let (init, line) = split_init(command).ok_or(BadSpec::NoProgram)?;
                let words = words(line)?;
                if words.is_empty() || init == "@" {
                    return Err(BadSpec::NoProgram);
                }
                let init = init.strip_prefix('@').map(PathBuf::from);
                EngineSource::Program { words, init }
            }
            _ => EngineSource::Player(Box::new(player::parse(rest)?)),
        };
        Ok(Self {
            name: name.to_owned(),
            text: rest.to_owned(),
            kind,
        })
    }
}

/// Gives engines of the same name numbers.
pub fn make_names_unique(specs: &mut [EngineSpec]) {
    let names: Vec<String> = specs.iter().map(|spec| spec.name.clone()).collect();
    for (index, spec) in specs.iter_mut().enumerate() {
        let same = |name: &&String| **name == spec.name;
        let before = names.iter().take(index).filter(same).count();
        if before > 0 {
            spec.name = format!("{}#{}", spec.name, before + 1);
        }
    }
}

/// What stands before and after the first colon, but for that of a drive of Windows: `@C:\FILE`.
fn split_init(command: &str) -> Option<(&str, &str)> {
    let bytes = command.as_bytes();
    let has_drive =
        matches!(bytes, [b'@', drive, b':', b'\\' | b'/', ..] if drive.is_ascii_alphabetic());
    let from = if has_drive { "@C:".len() } else { 0 };
    let colon = from + command[from..].find(':')?;
    Some((&command[..colon], &command[colon + 1..]))
}

/// Words between blanks; quotes of both kinds hold words with blanks. `\` escapes a quote, a blank
/// or another `\`, and stands for itself before others, as in `C:\engines\other.exe`.
fn words(line: &str) -> Result<Vec<String>, BadSpec> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => {
                let escapes = |&c: &char| "\\\"'".contains(c) || c.is_whitespace();
                let word = word.get_or_insert_default();
                word.push(rest.next_if(escapes).unwrap_or('\\'));
            }
            (_, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.map_or(Ok(words), |_| Err(BadSpec::OpenQuote))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> (String, Vec<String>, Option<PathBuf>) {
        let spec = EngineSpec::parse(text).unwrap();
        match spec.kind {
            EngineSource::Program { words, init } => (spec.name, words, init),
            EngineSource::Player(_) => panic!("{text} is a player"),
        }
    }

    #[test]
    fn names_are_made_unique() {
        let spec = EngineSpec::parse("old=random:seed=3").unwrap();
        assert_eq!((&*spec.name, &*spec.text), ("old", "random:seed=3"));
        assert!(matches!(spec.kind, EngineSource::Player(options) if options.player.seed == 3));
        assert_eq!(
            EngineSpec::parse("random:seed=3").unwrap().name,
            "random:seed=3"
        );
        let (name, words, init) = program(r#"w=cmd@a b.gtp:/x/wolve --seed "1 2" 'c\d' e\ f"#);
        assert_eq!(name, "w");
        assert_eq!(words, ["/x/wolve", "--seed", "1 2", r"c\d", "e f"]);
        assert_eq!(init, Some(PathBuf::from("a b.gtp")));
        assert_eq!(program("cmd:sh x=y").1, ["sh", "x=y"]);
    }

    #[test]
    fn paths_of_windows_are_read() {
        let (_, words, init) = program(r#"cmd@C:\a b.gtp:"D:\my engines\other.exe" --seed 1"#);
        assert_eq!(init, Some(PathBuf::from(r"C:\a b.gtp")));
        assert_eq!(words, [r"D:\my engines\other.exe", "--seed", "1"]);
        let (_, words, init) = program(r#"cmd@c:C:\other.exe \"x\" a\\b \"#);
        assert_eq!(init, Some(PathBuf::from("c")));
        assert_eq!(words, [r"C:\other.exe", "\"x\"", r"a\b", r"\"]);
    }

    #[test]
    fn errors_say_why_a_spec_names_no_engine() {
        for (text, why) in [
            ("cmd:", BadSpec::NoProgram),
            ("cmd@x", BadSpec::NoProgram),
            ("cmd@:x", BadSpec::NoProgram),
            ("cmd:a 'b", BadSpec::OpenQuote),
        ] {
            assert_eq!(EngineSpec::parse(text).unwrap_err(), why, "{text}");
        }
        let message = EngineSpec::parse("rondam").unwrap_err().to_string();
        assert!(message.starts_with("unknown name 'rondam'"), "{message}");
    }

    #[test]
    fn equal_names_get_numbers() {
        let mut specs =
            ["first", "random", "first", "first"].map(|s| EngineSpec::parse(s).unwrap());
        make_names_unique(&mut specs);
        let names = specs.map(|spec| spec.name);
        assert_eq!(names, ["first", "random", "first#2", "first#3"]);
    }
}
