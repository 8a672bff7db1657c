//! The format of an answer: `= text` or `? reason`, then one empty line, and no empty line
//! before.

use super::Failure;

/// The start of an answer that is sent in parts.
pub fn start(id: Option<&str>) -> String {
    format!("={} \n", id.unwrap_or_default())
}

/// The text of an answer. Control characters are left out and an empty line gets a space, so that
/// no text ends the answer early.
pub fn format(id: Option<&str>, answer: &Result<String, Failure>) -> String {
    let (mark, text) = match answer {
        Ok(text) => ('=', text.as_str()),
        Err(Failure(reason)) => ('?', reason.as_str()),
    };
    let mut out = format!("{mark}{} ", id.unwrap_or_default());
    out.reserve(text.len() + 2);
    for (number, line) in text.trim_end_matches(['\n', '\r']).split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        let start = out.len();
        out.extend(line.chars().filter(|&c| c == '\t' || !c.is_control()));
        if number > 0 && out.len() == start {
            out.push(' ');
        }
    }
    out.push_str("\n\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_keep_their_shape() {
        let good = |text: &str| format(None, &Ok(text.to_owned()));
        assert_eq!(good(""), "= \n\n");
        assert_eq!(good("a1"), "= a1\n\n");
        assert_eq!(good("\nboard\n\nend\n\n"), "= \nboard\n \nend\n\n");
        assert_eq!(good("a\r\nb\u{1b}[0m\0"), "= a\nb[0m\n\n");
        assert_eq!(
            start(Some("7")) + "\n",
            format(Some("7"), &Ok(String::new()))
        );
        assert_eq!(format(Some("7"), &Ok(String::new())), "=7 \n\n");
        assert_eq!(format(Some("12"), &Err(Failure::new("no"))), "?12 no\n\n");
    }
}
