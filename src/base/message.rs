//! Messages of libraries in the words of the program.

use std::io::{Error, ErrorKind};

/// Common errors of the system, in our words: each system has its own, some in the user's language.
const SYSTEM: [(ErrorKind, &str); 20] = [
    (ErrorKind::NotFound, "No such file or directory"),
    (ErrorKind::PermissionDenied, "Permission denied"),
    (ErrorKind::AlreadyExists, "File exists"),
    (ErrorKind::NotADirectory, "Not a directory"),
    (ErrorKind::IsADirectory, "Is a directory"),
    (ErrorKind::DirectoryNotEmpty, "Directory not empty"),
    (ErrorKind::InvalidFilename, "Not a file name, or too long"),
    (ErrorKind::FileTooLarge, "File too large"),
    (ErrorKind::ReadOnlyFilesystem, "Read-only file system"),
    (ErrorKind::StorageFull, "No space left on device"),
    (ErrorKind::OutOfMemory, "Out of memory"),
    (ErrorKind::AddrInUse, "Address already in use"),
    (
        ErrorKind::AddrNotAvailable,
        "Cannot assign requested address",
    ),
    (ErrorKind::HostUnreachable, "No route to host"),
    (ErrorKind::NetworkUnreachable, "Network is unreachable"),
    (ErrorKind::ConnectionRefused, "Connection refused"),
    (ErrorKind::ConnectionAborted, "Closed by the other side"),
    (ErrorKind::ConnectionReset, "Closed by the other side"),
    (ErrorKind::BrokenPipe, "Closed by the other side"),
    (ErrorKind::TimedOut, "No answer in time"),
];

/// What libraries say, and what the program says instead.
const WORDS: [(&str, &str); 12] = [
    ("invalid digit found in string", "not a whole number"),
    (
        "cannot parse integer from empty string",
        "not a whole number",
    ),
    (
        "number too large to fit in target type",
        "the number is too large",
    ),
    (
        "number too small to fit in target type",
        "the number is too small",
    ),
    (
        "number would be zero for non-zero type",
        "the number must not be 0",
    ),
    ("invalid float literal", "not a number"),
    ("cannot parse float from empty string", "not a number"),
    ("expected value", "not JSON"),
    ("expected ident", "not JSON"),
    ("EOF while parsing", "the text ends within"),
    ("trailing characters", "text after the end of the JSON"),
    ("key must be a string", "a name in JSON must be in quotes"),
];

/// A message without what only a programmer understands: numbers of system errors, lists of all
/// names that are known, and the words of libraries. Common errors of the system have the same words
/// on every system.
///
/// ```
/// use mustplay::base::message::plain;
/// let missing = std::fs::read("/no/such/file").unwrap_err();
/// assert_eq!(plain(&format!("cannot read x: {missing}")), "cannot read x: No such file or directory");
/// assert_eq!(plain("expected value at line 1 column 3"), "not JSON (line 1, column 3)");
/// ```
pub fn plain(message: &str) -> String {
    let mut text = message.to_owned();
    while let Some((start, end, number)) = system_error(&text) {
        text.replace_range(start..end, "");
        name_system_error(&mut text, start, number);
    }
    for (library, own) in WORDS {
        if let Some(start) = text.find(library) {
            let alone = start == 0 || text[..start].ends_with(": ");
            if alone {
                text.replace_range(start..start + library.len(), own);
            }
        }
    }
    name_field(&mut text);
    name_place(&mut text);
    text
}

/// How the number of a system error begins.
const OS_ERROR: &str = " (os error ";

/// Where ` (os error 2)` stands, and the number.
fn system_error(text: &str) -> Option<(usize, usize, i32)> {
    let start = text.find(OS_ERROR)?;
    let length = text[start..].find(')')?;
    let number = text[start + OS_ERROR.len()..start + length].parse().ok()?;
    Some((start, start + length + 1, number))
}

/// Replaces the system's words for this error, which end at `end`, by ours.
fn name_system_error(text: &mut String, end: usize, number: i32) {
    let error = Error::from_raw_os_error(number);
    let own = SYSTEM.iter().find(|(kind, _)| *kind == error.kind());
    let called = error.to_string();
    let called = called.split(OS_ERROR).next().unwrap_or_default();
    if let Some((_, own)) = own.filter(|_| text[..end].ends_with(called)) {
        text.replace_range(end - called.len()..end, own);
    }
}

/// Says ``unknown field `x`, expected one of ...`` without the list, and ``missing field `x` ``.
fn name_field(text: &mut String) {
    for (library, own) in [
        ("unknown field `", "unknown field"),
        ("missing field `", "no field"),
    ] {
        let Some(start) = text.find(library) else {
            continue;
        };
        let from = start + library.len();
        let Some(length) = text[from..].find('`') else {
            continue;
        };
        let name = text[from..from + length].to_owned();
        let after = from + length + 1;
        let listed = text[after..].starts_with(", expected");
        let rest = if listed {
            text[after..].find(" at line ")
        } else {
            Some(0)
        };
        let end = rest.map_or(text.len(), |rest| after + rest);
        text.replace_range(start..end, &format!("{own} '{name}'"));
    }
}

/// Says `at line 1 column 3` as `(line 1, column 3)`.
fn name_place(text: &mut String) {
    const LINE: &str = " at line ";
    const COLUMN: &str = " column ";
    let Some(start) = text.find(LINE) else {
        return;
    };
    let rest = &text[start + LINE.len()..];
    let Some((line, rest)) = rest.split_once(COLUMN) else {
        return;
    };
    let digits = rest.chars().take_while(char::is_ascii_digit).count();
    let column = &rest[..digits];
    if digits == 0 || !line.chars().all(|c| c.is_ascii_digit()) {
        return;
    }
    let length = LINE.len() + line.len() + COLUMN.len() + digits;
    let place = format!(" (line {line}, column {column})");
    text.replace_range(start..start + length, &place);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_libraries_become_plain() {
        let number = |text: &str| text.parse::<u32>().unwrap_err().to_string();
        assert_eq!(plain(&number("x")), "not a whole number");
        assert_eq!(plain(&number("")), "not a whole number");
        assert_eq!(plain(&number("99999999999")), "the number is too large");
        let real = "x".parse::<f64>().unwrap_err().to_string();
        assert_eq!(plain(&real), "not a number");
        let clap = "error: invalid value 'x' for '--moves <N>': invalid digit found in string\n";
        let expected = "error: invalid value 'x' for '--moves <N>': not a whole number\n";
        assert_eq!(plain(clap), expected);
        let missing = std::fs::read("/no/such/file").unwrap_err().to_string();
        assert!(missing.contains("os error"), "{missing}");
        assert_eq!(plain(&missing), "No such file or directory");
        assert_eq!(plain("x: other words (os error 2)"), "x: other words");
        assert_eq!(
            plain("Zugriff verweigert… (os error 13)"),
            "Zugriff verweigert…"
        );
    }

    #[test]
    fn messages_about_json_name_the_place_and_the_field() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Options {
            #[serde(rename = "clock")]
            _clock: u32,
            #[serde(rename = "size")]
            _size: u32,
        }
        let read = |text: &str| {
            serde_json::from_str::<Options>(text)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(plain(&read("x")), "not JSON (line 1, column 1)");
        let unknown = plain(&read("{\"clack\": 1}"));
        assert!(
            unknown.starts_with("unknown field 'clack' (line 1, column "),
            "{unknown}"
        );
        let missing = plain(&read("{\"clock\": 1}"));
        assert!(
            missing.starts_with("no field 'size' (line 1, column "),
            "{missing}"
        );
        let cut = plain(&read("{\"clock\": "));
        assert!(
            cut.starts_with("the text ends within a value (line 1"),
            "{cut}"
        );
    }

    #[test]
    fn other_messages_stay() {
        for text in [
            "",
            "cannot read x: not a game",
            "os error 2",
            "a (os error none) b",
            "at line 3",
            "we expected value for money at line x column y",
        ] {
            assert_eq!(plain(text), text);
        }
    }
}
