//! Reads the paths in a Rust source file that start at the crate's root: in `use` declarations,
//! including grouped ones, and inside expressions, types and macros. Comments and literals are
//! skipped; `super` and `self` are resolved.

use std::iter::Peekable;
use std::str::Chars;

/// The tokens of a source file, as far as paths need them.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Word(String),
    Sign(char),
}

/// A path as its names from the crate's root; `*` stands for all names.
pub type Path = Vec<String>;

/// The paths of a file that is the module of this path. `root` is the crate's name in the file.
pub fn paths(text: &str, module: &[&str], root: &str) -> Vec<Path> {
    let tokens = tokens(text);
    let mut module: Path = module.iter().map(|&name| name.to_owned()).collect();
    // For each open brace, whether it belongs to an inline module.
    let mut braces = Vec::new();
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at..] {
            [Token::Word(word), Token::Word(name), Token::Sign('{'), ..] if word == "mod" => {
                module.push(name.clone());
                braces.push(true);
                at += 3;
            }
            [Token::Word(word), Token::Sign(':'), Token::Sign(':'), ..]
                if [root, "super", "self"].contains(&word.as_str()) =>
            {
                let mut written = Vec::new();
                at = tree(&tokens, at, &[], &mut written);
                found.extend(written.iter().map(|path| resolved(path, &module, root)));
            }
            [Token::Word(_), Token::Sign(':'), Token::Sign(':'), ..] => {
                at = tree(&tokens, at, &[], &mut Vec::new());
            }
            [Token::Sign('{'), ..] => {
                braces.push(false);
                at += 1;
            }
            [Token::Sign('}'), ..] => {
                if braces.pop().expect("balanced braces") {
                    module.pop();
                }
                at += 1;
            }
            _ => at += 1,
        }
    }
    found
}

/// The macros that a file exports to the crate's root.
pub fn exported_macros(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut is_exported = false;
    for window in tokens.windows(3) {
        match window {
            [Token::Word(word), ..] if word == "macro_export" => is_exported = true,
            [Token::Word(word), Token::Sign('!'), Token::Word(name)]
                if word == "macro_rules" && std::mem::take(&mut is_exported) =>
            {
                found.push(name.clone());
            }
            _ => {}
        }
    }
    found
}

/// The modules that a file declares and that have files of their own.
pub fn declared_modules(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let declared = tokens.windows(3).filter_map(|window| match window {
        [Token::Word(word), Token::Word(name), Token::Sign(';')] if word == "mod" => {
            Some(name.clone())
        }
        _ => None,
    });
    declared.collect()
}

/// Reads a path or a tree of paths that starts at a token; collects the paths as written and
/// returns where the tree ends.
fn tree(tokens: &[Token], mut at: usize, before: &[String], found: &mut Vec<Path>) -> usize {
    let mut path = before.to_vec();
    loop {
        match &tokens[at..] {
            [Token::Word(name), Token::Sign(':'), Token::Sign(':'), ..] => {
                path.push(name.clone());
                at += 3;
            }
            [Token::Word(name), ..] => {
                path.push(name.clone());
                found.push(path);
                return at + 1;
            }
            [Token::Sign('{'), ..] => {
                at += 1;
                while tokens[at] != Token::Sign('}') {
                    at = tree(tokens, at, &path, found);
                    // The name after `as`.
                    while ![Token::Sign(','), Token::Sign('}')].contains(&tokens[at]) {
                        at += 1;
                    }
                    at += usize::from(tokens[at] == Token::Sign(','));
                }
                return at + 1;
            }
            [Token::Sign('*'), ..] => {
                path.push("*".to_owned());
                found.push(path);
                return at + 1;
            }
            // The arguments of a generic function or type.
            _ => {
                found.push(path);
                return at;
            }
        }
    }
}

/// The path from the root for a path written in a module.
fn resolved(written: &[String], module: &[String], root: &str) -> Path {
    let mut path = module.to_vec();
    for (place, name) in written.iter().enumerate() {
        match name.as_str() {
            "self" => {}
            "super" => drop(path.pop().expect("a module above")),
            name if name == root && place == 0 => path.clear(),
            name => path.push(name.to_owned()),
        }
    }
    path
}

fn tokens(text: &str) -> Vec<Token> {
    let mut chars = text.chars().peekable();
    let mut tokens = Vec::new();
    while let Some(first) = chars.next() {
        match first {
            '/' if chars.peek() == Some(&'/') => drop(chars.by_ref().find(|&char| char == '\n')),
            '/' if chars.peek() == Some(&'*') => skip_comment(&mut chars),
            '"' => skip_string(&mut chars),
            '\'' => skip_character(&mut chars),
            _ if first.is_alphanumeric() || first == '_' => {
                let mut word = String::from(first);
                while let Some(char) = chars.next_if(|char| char.is_alphanumeric() || *char == '_')
                {
                    word.push(char);
                }
                let is_raw = ["r", "br"].contains(&word.as_str());
                if !is_raw || !skip_raw_string(&mut chars) {
                    tokens.push(Token::Word(word));
                }
            }
            _ if first.is_whitespace() => {}
            _ => tokens.push(Token::Sign(first)),
        }
    }
    tokens
}

/// Skips the rest of a comment, including nested comments.
fn skip_comment(chars: &mut Peekable<Chars>) {
    let mut open = 0;
    let mut last = '/';
    for char in chars.by_ref() {
        match (last, char) {
            ('/', '*') => open += 1,
            ('*', '/') => open -= 1,
            _ => {
                last = char;
                continue;
            }
        }
        if open == 0 {
            return;
        }
        last = ' ';
    }
}

/// Skips the rest of a string.
fn skip_string(chars: &mut Peekable<Chars>) {
    while let Some(char) = chars.next() {
        match char {
            '"' => return,
            '\\' => drop(chars.next()),
            _ => {}
        }
    }
}

/// Skips the rest of a character literal; of a lifetime, only its quote.
fn skip_character(chars: &mut Peekable<Chars>) {
    let mut ahead = chars.clone();
    match (ahead.next(), ahead.next()) {
        (Some('\\'), _) => {
            chars.nth(1);
            chars.find(|&char| char == '\'');
        }
        (_, Some('\'')) => drop(chars.nth(1)),
        _ => {}
    }
}

/// Skips a raw string, starting at its quote or first `#`; returns whether it was one.
fn skip_raw_string(chars: &mut Peekable<Chars>) -> bool {
    let mut ahead = chars.clone();
    let mut marks = 0;
    while ahead.next_if_eq(&'#').is_some() {
        marks += 1;
    }
    if ahead.next() != Some('"') {
        return false;
    }
    while let Some(char) = ahead.next() {
        let end = ahead.clone().take(marks).filter(|&char| char == '#');
        if char == '"' && end.count() == marks {
            break;
        }
    }
    ahead.by_ref().take(marks).for_each(drop);
    *chars = ahead;
    true
}

#[test]
fn paths_are_found_wherever_they_are_written() {
    let text = r##"
        //! A [`link`](crate::no::Link), and an apostrophe's start.
        use crate::{a, b::{self, c as d, e::*}, super_macro};
        use super::super::f::G;
        use std::{crate_name, fmt};
        /* crate::no /* crate::no */ crate::no */
        const TEXT: &str = "crate::no \" crate::no";
        const RAW: &str = r#"crate::no " crate::no"#;
        const QUOTES: [char; 3] = ['"', '\'', '\u{22}'];
        fn name<'a>(of: &'a crate::h::I) -> super::j::K<'a> {
            crate::l::<u8>(of, $crate::m!(1), other::crate_path::x)
        }
        mod tests {
            use super::{super::n, o};
            pub(in crate::p) struct Q;
        }
        pub(crate) use self::r::S;
    "##;
    let found = paths(text, &["top", "file"], "crate");
    let found: Vec<String> = found.iter().map(|path| path.join("::")).collect();
    let expected = "a b b::c b::e::* super_macro f::G h::I top::j::K l m top::n top::file::o p \
        top::file::r::S";
    assert_eq!(found.join(" "), expected);
    let text = "#[macro_export] macro_rules! one { () => {} } macro_rules! two { () => {} }";
    assert_eq!(exported_macros(text), ["one"]);
    assert_eq!(declared_modules("pub mod a; mod b { mod c; }"), ["a", "c"]);
}
