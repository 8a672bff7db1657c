//! A line of input: `[id] name argument…`, words between blanks, `"…"` with `\` for words with
//! blanks, a comment from `#` on. Control characters do not count.

/// A request: a command with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GtpRequest {
    /// The number in front, as it is written.
    pub id: Option<String>,
    /// The words behind it.
    pub words: Result<Vec<String>, UnreadableLine>,
}

impl GtpRequest {
    /// The bytes of memory that it takes, about.
    pub fn memory(&self) -> usize {
        // What an allocation takes beside its content.
        const OVERHEAD: usize = 16;
        let words = self.words.iter().flatten();
        let words = words.map(|word| size_of::<String>() + OVERHEAD + word.capacity());
        // A queue keeps a pointer and a number beside each.
        2 * size_of::<Self>() + words.sum::<usize>()
    }
}

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    /// Nothing, or a comment.
    Empty,
    /// `# interrupt`: the running command should finish early.
    Interrupt,
    /// A request, which gets an answer.
    Request(GtpRequest),
}

/// Why a line is not a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnreadableLine {
    /// A number without a command.
    #[error("no command")]
    NoCommand,
    /// A quotation without end.
    #[error("unclosed quote")]
    OpenQuote,
    /// Bytes that are not UTF-8.
    #[error("not UTF-8")]
    NotUtf8,
    /// More bytes than any command takes.
    #[error("the line has more than {} bytes", LONGEST_LINE)]
    TooLong,
}

/// The longest line that can be a request, comment aside.
pub const LONGEST_LINE: usize = 16 << 20;

/// An id has at most as many digits.
const LONGEST_ID: usize = 20;

/// The end of the words of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WordsEnd {
    Line,
    Comment,
    Quote,
}

/// Reads a line, its line break aside.
pub fn read(bytes: &[u8]) -> InputLine {
    let too_long = bytes.len() > LONGEST_LINE;
    // Some editors write a byte order mark.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let bytes: Vec<u8> = bytes
        .iter()
        .copied()
        .filter(|&b| b == b'\t' || !b.is_ascii_control())
        .collect();
    let trimmed = bytes.trim_ascii();
    if let Some(comment) = trimmed.strip_prefix(b"#") {
        return if comment.trim_ascii() == b"interrupt" {
            InputLine::Interrupt
        } else {
            InputLine::Empty
        };
    }
    let (mut words, end) = split(trimmed);
    if words.is_empty() {
        return InputLine::Empty;
    }
    let is_id = |word: &[u8]| word.len() <= LONGEST_ID && word.iter().all(u8::is_ascii_digit);
    let id = words.first().filter(|word| !word.is_empty() && is_id(word));
    let id = id.map(|digits| digits.iter().map(|&digit| char::from(digit)).collect());
    if id.is_some() {
        words.remove(0);
    }
    let words = if too_long && end != WordsEnd::Comment {
        Err(UnreadableLine::TooLong)
    } else if end == WordsEnd::Quote {
        Err(UnreadableLine::OpenQuote)
    } else if words.is_empty() {
        Err(UnreadableLine::NoCommand)
    } else {
        let text = words
            .into_iter()
            .map(String::from_utf8)
            .collect::<Result<_, _>>();
        text.map_err(|_| UnreadableLine::NotUtf8)
    };
    InputLine::Request(GtpRequest { id, words })
}

/// The words before any comment, and how they end. In quotes, `\` escapes a quote or another `\`, and
/// stands for itself before others, as in `"C:\my games\best.sgf"`.
fn split(bytes: &[u8]) -> (Vec<Vec<u8>>, WordsEnd) {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quoted = false;
    let mut rest = bytes.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        match byte {
            b'"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            b'\\' if quoted => {
                let escaped = rest.next_if(|&byte| byte == b'"' || byte == b'\\');
                word.get_or_insert_default().push(escaped.unwrap_or(b'\\'));
            }
            b' ' | b'\t' if !quoted => words.extend(word.take()),
            b'#' if !quoted => {
                words.extend(word);
                return (words, WordsEnd::Comment);
            }
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    (
        words,
        if quoted {
            WordsEnd::Quote
        } else {
            WordsEnd::Line
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &[u8]) -> (Option<String>, Vec<String>) {
        match read(line) {
            InputLine::Request(GtpRequest {
                id,
                words: Ok(words),
            }) => (id, words),
            other => panic!("{other:?}"),
        }
    }

    fn fails(line: &[u8]) -> UnreadableLine {
        match read(line) {
            InputLine::Request(GtpRequest {
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
            assert_eq!(read(nothing), InputLine::Empty, "{nothing:?}");
        }
        for interrupt in [&b"# interrupt"[..], b"#interrupt", b" #  interrupt \r"] {
            assert_eq!(read(interrupt), InputLine::Interrupt, "{interrupt:?}");
        }
    }

    #[test]
    fn quotes_hold_blanks_and_escapes() {
        assert_eq!(
            words(br#"loadsgf "my \"best\" \\ game.sgf" 3"#).1[1],
            r#"my "best" \ game.sgf"#
        );
        assert_eq!(words(br#"a "C:\my games\b" c"#).1[1], r"C:\my games\b");
        assert_eq!(words(br#"a "" b"#).1, ["a", "", "b"]);
        assert_eq!(words(br##"a "#b"c"##).1, ["a", "#bc"]);
        assert_eq!(words(br"a b\c").1, ["a", r"b\c"]);
    }

    #[test]
    fn errors_say_why_a_line_cannot_be_read() {
        assert_eq!(fails(b"7"), UnreadableLine::NoCommand);
        assert_eq!(fails(br#"a "b"#), UnreadableLine::OpenQuote);
        assert_eq!(fails(br#"a "b\"#), UnreadableLine::OpenQuote);
        assert_eq!(fails(b"3 \xFF\xFE"), UnreadableLine::NotUtf8);
        assert_eq!(words(b"name # \xFF").1, ["name"]);
    }
}
