//! A line of input: `[id] name argument…`, words between blanks, `"…"` with `\` for words with
//! blanks, a comment from `#` on. Control characters do not count.

/// Words that were asked to be carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The number in front, as it was written.
    pub id: Option<String>,
    /// The words behind it.
    pub words: Result<Vec<String>, Unreadable>,
}

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Nothing, or a comment.
    Empty,
    /// `# interrupt`: whatever is running is to finish soon.
    Interrupt,
    /// Something to be done and answered.
    Request(Request),
}

/// Why a line is no request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unreadable {
    /// A number, and nothing behind it.
    #[error("no command")]
    NoCommand,
    /// A quotation that does not end.
    #[error("a quote is not closed")]
    OpenQuote,
    /// Bytes that are not UTF-8.
    #[error("not UTF-8")]
    NotUtf8,
    /// More bytes than any command takes.
    #[error("a line of more than {} bytes", LONGEST_LINE)]
    TooLong,
}

/// The longest line that can be a request, comment aside.
pub const LONGEST_LINE: usize = 16 << 20;

/// An id has at most as many digits.
const LONGEST_ID: usize = 20;

/// How the words of a line end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Line,
    Comment,
    Quote,
}

/// Reads a line, its line break aside.
pub fn read(bytes: &[u8]) -> Line {
    let too_long = bytes.len() > LONGEST_LINE;
    // Some editors mark the start of a text as Unicode.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let bytes: Vec<u8> = bytes
        .iter()
        .copied()
        .filter(|&b| b == b'\t' || !b.is_ascii_control())
        .collect();
    let trimmed = bytes.trim_ascii();
    if let Some(comment) = trimmed.strip_prefix(b"#") {
        return if comment.trim_ascii() == b"interrupt" {
            Line::Interrupt
        } else {
            Line::Empty
        };
    }
    let (mut words, end) = split(trimmed);
    if words.is_empty() {
        return Line::Empty;
    }
    let is_id = |word: &[u8]| word.len() <= LONGEST_ID && word.iter().all(u8::is_ascii_digit);
    let id = words.first().filter(|word| !word.is_empty() && is_id(word));
    let id = id.map(|digits| digits.iter().map(|&digit| char::from(digit)).collect());
    if id.is_some() {
        words.remove(0);
    }
    let words = if too_long && end != End::Comment {
        Err(Unreadable::TooLong)
    } else if end == End::Quote {
        Err(Unreadable::OpenQuote)
    } else if words.is_empty() {
        Err(Unreadable::NoCommand)
    } else {
        let text = words
            .into_iter()
            .map(String::from_utf8)
            .collect::<Result<_, _>>();
        text.map_err(|_| Unreadable::NotUtf8)
    };
    Line::Request(Request { id, words })
}

/// The words before any comment, and how they end.
fn split(bytes: &[u8]) -> (Vec<Vec<u8>>, End) {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quoted = false;
    let mut rest = bytes.iter().copied();
    while let Some(byte) = rest.next() {
        match byte {
            b'"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            b'\\' if quoted => word.get_or_insert_default().extend(rest.next()),
            b' ' | b'\t' if !quoted => words.extend(word.take()),
            b'#' if !quoted => {
                words.extend(word);
                return (words, End::Comment);
            }
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    (words, if quoted { End::Quote } else { End::Line })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &[u8]) -> (Option<String>, Vec<String>) {
        match read(line) {
            Line::Request(Request {
                id,
                words: Ok(words),
            }) => (id, words),
            other => panic!("{other:?}"),
        }
    }

    fn fails(line: &[u8]) -> Unreadable {
        match read(line) {
            Line::Request(Request {
                words: Err(why), ..
            }) => why,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn words_ids_and_comments() {
        assert_eq!(
            words(b"play b a1"),
            (None, vec!["play".into(), "b".into(), "a1".into()])
        );
        assert_eq!(
            words(b" \t12\tname # what"),
            (Some("12".into()), vec!["name".into()])
        );
        assert_eq!(words(b"na\x00me\r#x"), (None, vec!["name".into()]));
        assert_eq!(
            words(b"007 name"),
            (Some("007".into()), vec!["name".into()])
        );
        assert_eq!(words("play b é".as_bytes()).1[2], "é");
        assert_eq!(words(b"999999999999999999999 name").0, None);
        assert_eq!(words(b"\xEF\xBB\xBFname").1, ["name"]);
        for nothing in [
            &b""[..],
            b"  \t",
            b"\r",
            b"\x00\x01",
            b"# note",
            b" #",
            b"# interrupted",
        ] {
            assert_eq!(read(nothing), Line::Empty, "{nothing:?}");
        }
        for interrupt in [&b"# interrupt"[..], b"#interrupt", b" #  interrupt \r"] {
            assert_eq!(read(interrupt), Line::Interrupt, "{interrupt:?}");
        }
    }

    #[test]
    fn quotes_hold_blanks_and_escapes() {
        assert_eq!(
            words(br#"loadsgf "my \"best\" \\ game.sgf" 3"#).1[1],
            r#"my "best" \ game.sgf"#
        );
        assert_eq!(words(br#"a "" b"#).1, ["a", "", "b"]);
        assert_eq!(words(br##"a "#b"c"##).1, ["a", "#bc"]);
        assert_eq!(words(br"a b\c").1, ["a", r"b\c"]);
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        assert_eq!(fails(b"7"), Unreadable::NoCommand);
        assert_eq!(fails(br#"a "b"#), Unreadable::OpenQuote);
        assert_eq!(fails(br#"a "b\"#), Unreadable::OpenQuote);
        assert_eq!(fails(b"3 \xFF\xFE"), Unreadable::NotUtf8);
        assert_eq!(words(b"name # \xFF").1, ["name"]);
    }
}
