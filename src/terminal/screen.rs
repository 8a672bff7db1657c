//! Input and output through a terminal, or through files and pipes. The latter are plain, and each
//! input line is echoed to the output, so that it reads as a dialogue.

use super::columns::known_columns;
use super::command::completions;
use crate::hex::draw::TextStyle;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Read, Write};

/// The width of written lines, and the longest line that is read.
pub const WIDTH: usize = 79;
const LONGEST_LINE: u64 = 1 << 16;

/// The prompt.
const PROMPT: &str = "> ";

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypedLine {
    /// A text.
    Text(String),
    /// Ctrl-C.
    Interrupt,
    /// The end of the input.
    End,
}

/// Completes commands.
struct CommandCompleter;

impl Helper for CommandCompleter {}
impl Validator for CommandCompleter {}
impl Highlighter for CommandCompleter {}

impl Hinter for CommandCompleter {
    type Hint = String;
}

impl Completer for CommandCompleter {
    type Candidate = &'static str;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<&'static str>)> {
        let before = line.get(..position).unwrap_or_default();
        let start = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        Ok((start, completions(before)))
    }
}

enum InputSource {
    Edited(Box<Editor<CommandCompleter, DefaultHistory>>),
    /// Lines, and whether they are echoed.
    Plain(Box<dyn BufRead>, bool),
}

/// Input and output.
pub struct Screen {
    input: InputSource,
    output: Box<dyn Write>,
    /// The characters and colours of drawings.
    pub paper: TextStyle,
    /// Whether a user sees the progress of a search and may interrupt it.
    pub lively: bool,
    /// The columns of the terminal; `None` where the output is no terminal.
    columns: fn() -> Option<usize>,
    /// Lines typed during a search, and the beginning of one.
    ahead: VecDeque<String>,
    begun: String,
}

/// Whether this value of `NO_COLOR` permits colours.
pub fn wants_colours(no_colour: Option<OsString>) -> bool {
    no_colour.is_none_or(|value| value.is_empty())
}

/// Whether these values of `LC_ALL`, `LC_CTYPE` and `LANG` mean UTF-8: the first that is set
/// decides.
fn is_unicode(locale: [Option<OsString>; 3]) -> bool {
    let set = locale.into_iter().flatten().find(|value| !value.is_empty());
    let name = set.unwrap_or_default().to_string_lossy().to_lowercase();
    name.contains("utf-8") || name.contains("utf8")
}

impl Screen {
    /// Stdin and stdout; `plain` treats them as if they were not terminals, except for line
    /// editing.
    pub fn standard(plain: bool) -> Self {
        let variable = |name: &str| std::env::var_os(name);
        let dumb = !cfg!(windows) && variable("TERM").is_none_or(|name| name == "dumb");
        let (reads, writes) = (io::stdin().is_terminal(), io::stdout().is_terminal());
        let rich = writes && !plain && !dumb;
        let paper = TextStyle {
            painted: rich && wants_colours(variable("NO_COLOR")),
            unicode: rich && is_unicode(["LC_ALL", "LC_CTYPE", "LANG"].map(variable)),
        };
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(CompletionType::List)
            .build();
        let editor = (reads && writes && !dumb)
            .then(|| Editor::with_config(config).ok())
            .flatten();
        let lively = editor.is_some();
        let input = match editor {
            Some(mut editor) => {
                editor.set_helper(Some(CommandCompleter));
                InputSource::Edited(Box::new(editor))
            }
            None => InputSource::Plain(Box::new(io::stdin().lock()), !reads),
        };
        Self {
            lively,
            columns: if writes { known_columns } else { || None },
            ..Self::new(input, Box::new(io::stdout()), paper)
        }
    }

    fn new(input: InputSource, output: Box<dyn Write>, paper: TextStyle) -> Self {
        Self {
            input,
            output,
            paper,
            lively: false,
            columns: || None,
            ahead: VecDeque::new(),
            begun: String::new(),
        }
    }

    /// Writes lines, broken between words where they are too long.
    pub fn print(&mut self, text: &str) -> io::Result<()> {
        let columns = (self.columns)().unwrap_or(WIDTH);
        for line in text.lines() {
            writeln!(self.output, "{}", wrapped(line, columns.min(WIDTH)))?;
        }
        self.output.flush()
    }

    /// Writes a drawing as it is, or a sentence if the terminal is too narrow for it.
    pub fn draw(&mut self, drawing: &str) -> io::Result<()> {
        let needed = drawing.lines().map(shown_width).max().unwrap_or_default();
        if let Some(columns) = (self.columns)().filter(|&columns| columns < needed) {
            return self.print(&format!(
                "This drawing needs {needed} columns and the terminal has {columns}: make it \
                 wider and type 'board'."
            ));
        }
        writeln!(self.output, "{drawing}")?;
        self.output.flush()
    }

    /// Keeps what was typed during a search: whole lines, and the beginning of one.
    pub fn type_ahead(&mut self, text: &str) {
        for part in text.split_inclusive('\n') {
            self.begun.push_str(part);
            if let Some(line) = self.begun.strip_suffix('\n') {
                self.ahead.push_back(line.to_owned());
                self.begun.clear();
            }
        }
    }

    /// The next line.
    pub fn read(&mut self) -> io::Result<TypedLine> {
        if let Some(line) = self.ahead.pop_front() {
            writeln!(self.output, "{PROMPT}{line}")?;
            return Ok(TypedLine::Text(line));
        }
        let begun = std::mem::take(&mut self.begun);
        match &mut self.input {
            InputSource::Edited(editor) => match editor.readline_with_initial(PROMPT, (&begun, ""))
            {
                Ok(line) => Ok(TypedLine::Text(line)),
                Err(ReadlineError::Interrupted) => Ok(TypedLine::Interrupt),
                Err(ReadlineError::Io(error)) => Err(error),
                Err(_) => Ok(TypedLine::End),
            },
            InputSource::Plain(input, shown) => {
                if !*shown {
                    write!(self.output, "{PROMPT}")?;
                    self.output.flush()?;
                }
                let mut bytes = Vec::new();
                input.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
                if bytes.is_empty() {
                    return Ok(TypedLine::End);
                }
                let text = String::from_utf8_lossy(&bytes);
                let text = text.trim_end_matches(['\r', '\n']);
                let text = text.replace(char::is_control, " ");
                if *shown {
                    writeln!(self.output, "{PROMPT}{text}")?;
                }
                Ok(TypedLine::Text(text))
            }
        }
    }
}

/// The columns that a line takes: colours, which begin with an escape and end with an `m`, take
/// none.
fn shown_width(line: &str) -> usize {
    let mut parts = line.split('\u{1b}');
    let first = parts.next().map_or(0, |part| part.chars().count());
    let others = parts.map(|part| {
        let text = part.split_once('m').map_or(part, |(_, text)| text);
        text.chars().count()
    });
    first + others.sum::<usize>()
}

/// A line broken between words where it is longer than this.
fn wrapped(line: &str, width: usize) -> String {
    let mut text = String::new();
    let mut left = width;
    for word in line.split_inclusive(' ') {
        let length = word.trim_end().chars().count();
        if length > left && left < width {
            text.truncate(text.trim_end().len());
            text.push('\n');
            left = width;
        }
        text.push_str(word);
        left = left.saturating_sub(word.chars().count());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Board;
    use crate::hex::draw::{Picture, marked_text};
    use std::cell::RefCell;
    use std::rc::Rc;

    #[test]
    fn the_locale_decides_whether_more_than_ascii_is_used() {
        let some = |text: &str| Some(OsString::from(text));
        assert!(is_unicode([None, None, some("en_GB.UTF-8")]));
        assert!(is_unicode([some("C.utf8"), some("C"), None]));
        assert!(is_unicode([some(""), None, some("de_AT.utf8")]));
        assert!(!is_unicode([some("C"), None, some("en_GB.UTF-8")]));
        assert!(!is_unicode([None, None, None]));
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        let long = "word ".repeat(20);
        let broken = wrapped(&long, WIDTH);
        assert!(broken.lines().all(|line| line.chars().count() <= WIDTH));
        assert_eq!(broken.lines().count(), 2);
        assert_eq!(broken.replace('\n', " "), long);
        assert_eq!(wrapped("  two  blanks", WIDTH), "  two  blanks");
        assert_eq!(wrapped(&"x".repeat(100), WIDTH), "x".repeat(100));
        assert_eq!(wrapped("one two", 5), "one\ntwo");
    }

    /// Output that can be read while the screen has it.
    #[derive(Clone, Default)]
    struct Written(Rc<RefCell<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A board of 19 on a terminal of 60 columns would be broken at each line.
    #[test]
    fn a_board_that_is_too_wide_is_a_sentence() {
        let board = Board::new("19".parse().unwrap());
        for painted in [false, true] {
            let style = TextStyle {
                painted,
                unicode: painted,
            };
            let picture = Picture {
                board: &board,
                last: None,
            };
            let drawing = marked_text(&picture, &[], style);
            let needed = drawing.lines().map(shown_width).max().unwrap();
            assert!((61..80).contains(&needed), "{needed}");
            let shown = |columns: fn() -> Option<usize>| {
                let written = Written::default();
                let input = InputSource::Plain(Box::new(io::empty()), true);
                let mut screen = Screen {
                    columns,
                    ..Screen::new(input, Box::new(written.clone()), style)
                };
                screen.draw(&drawing).unwrap();
                String::from_utf8(written.0.take()).unwrap()
            };
            let narrow = shown(|| Some(60));
            assert!(narrow.starts_with(&format!("This drawing needs {needed} columns")));
            assert!(narrow.lines().all(|line| line.len() <= 60), "{narrow}");
            assert_eq!(shown(|| Some(80)), format!("{drawing}\n"));
            assert_eq!(shown(|| None), format!("{drawing}\n"));
        }
    }

    #[test]
    fn what_was_typed_ahead_comes_first() {
        let input = InputSource::Plain(Box::new(io::Cursor::new("e5\r\nwhy\tf6")), true);
        let mut screen = Screen::new(input, Box::new(io::sink()), TextStyle::default());
        screen.type_ahead("d");
        screen.type_ahead("4\nunfin");
        let lines: Vec<TypedLine> = (0..4).map(|_| screen.read().unwrap()).collect();
        let text = |text: &str| TypedLine::Text(text.to_owned());
        assert_eq!(
            lines,
            [text("d4"), text("e5"), text("why f6"), TypedLine::End]
        );
    }
}
