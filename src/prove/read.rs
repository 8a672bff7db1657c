//! Reads a certificate claim by claim, so that a long one takes the memory of its claims and not of
//! its text, and none takes more than is allowed.
//!
//! The fields before `nodes` say what is proved; then each claim is checked as soon as it is read,
//! and its text is forgotten. Where `nodes` comes first, all of it is kept until the rest is there.

use super::certificate::CertificateNode;
use super::checker::{Checked, Checking, NotProved};
use crate::board::record::PositionRecord;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use std::cell::Cell;
use std::fmt;
use std::io::{self, Read};

/// The most memory that a byte of text takes once it is read: three bytes make an empty string, of
/// 24 bytes, in a list that is being copied to one of twice its length.
const BYTES_PER_BYTE: usize = 32;

/// Why a file proves nothing.
#[derive(Debug, thiserror::Error)]
pub enum NotChecked {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Read(io::Error),
    /// It is no certificate.
    #[error("it is no certificate: {0}")]
    Text(serde_json::Error),
    /// It would take more memory than is allowed.
    #[error("it takes more than the {0} megabytes that are allowed")]
    Memory(usize),
    /// It is one, and wrong.
    #[error("it proves nothing: {0}")]
    Proof(#[from] NotProved),
}

/// Checks a certificate from its text, with these megabytes of memory at most.
pub fn check_text(text: impl Read, megabytes: usize) -> Result<Checked, NotChecked> {
    let meter = Meter {
        left: Cell::new(0),
        spent: Cell::new(false),
        most: megabytes.saturating_mul(1 << 20),
    };
    meter.allow(0);
    let mut reading = Reading {
        meter: &meter,
        header: Header::default(),
        checking: None,
        fault: None,
        kept: Vec::new(),
    };
    let metered = MeteredReader {
        text,
        meter: &meter,
    };
    let mut json = serde_json::Deserializer::from_reader(metered);
    let read = Whole(&mut reading).deserialize(&mut json);
    let read = read.and_then(|()| match reading.fault {
        None => json.end(),
        Some(_) => Ok(()),
    });
    if let Some(fault) = reading.fault {
        return Err(fault.into());
    }
    if meter.spent.get() {
        return Err(NotChecked::Memory(megabytes));
    }
    read.map_err(|why| match why.classify() {
        Category::Io => NotChecked::Read(why.into()),
        _ => NotChecked::Text(why),
    })?;
    Ok(reading.end()?)
}

/// How much text may still be read before some of it is forgotten.
struct Meter {
    left: Cell<usize>,
    spent: Cell<bool>,
    most: usize,
}

impl Meter {
    /// Allows as much text as fits beside what is kept.
    fn allow(&self, kept: usize) {
        self.left
            .set(self.most.saturating_sub(kept) / BYTES_PER_BYTE);
    }
}

/// A text of which no more is read than its meter allows.
struct MeteredReader<'a, R> {
    text: R,
    meter: &'a Meter,
}

impl<R: Read> Read for MeteredReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(buffer)?;
        let Some(left) = self.meter.left.get().checked_sub(read) else {
            self.meter.spent.set(true);
            return Err(io::Error::other("too long"));
        };
        self.meter.left.set(left);
        Ok(read)
    }
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Field {
    Format,
    Width,
    Height,
    Black,
    White,
    ToMove,
    Winner,
    Nodes,
}

/// The fields but for `nodes`.
#[derive(Default)]
struct Header {
    format: Option<String>,
    width: Option<usize>,
    height: Option<usize>,
    black: Option<Vec<String>>,
    white: Option<Vec<String>>,
    to_move: Option<String>,
    winner: Option<String>,
}

impl Header {
    /// The beginning of the check, once all fields are there.
    fn begin(&self) -> Option<Result<Checking, NotProved>> {
        let record = PositionRecord {
            width: self.width?,
            height: self.height?,
            black: self.black.clone()?,
            white: self.white.clone()?,
            to_move: self.to_move.clone()?,
        };
        let (format, winner) = (self.format.as_ref()?, self.winner.as_ref()?);
        Some(Checking::new(format, &record, winner))
    }
}

/// What has been read so far.
struct Reading<'a> {
    meter: &'a Meter,
    header: Header,
    checking: Option<Checking>,
    fault: Option<NotProved>,
    /// The nodes, where they come before the other fields.
    kept: Vec<CertificateNode>,
}

impl Reading<'_> {
    fn set<'de, A: MapAccess<'de>>(&mut self, field: Field, map: &mut A) -> Result<(), A::Error> {
        let header = &mut self.header;
        match field {
            Field::Format => once("format", &mut header.format, map),
            Field::Width => once("width", &mut header.width, map),
            Field::Height => once("height", &mut header.height, map),
            Field::Black => once("black", &mut header.black, map),
            Field::White => once("white", &mut header.white, map),
            Field::ToMove => once("to_move", &mut header.to_move, map),
            Field::Winner => once("winner", &mut header.winner, map),
            Field::Nodes => {
                self.checking = self.header.begin().transpose().unwrap_or_else(|fault| {
                    self.fault = Some(fault);
                    None
                });
                map.next_value_seed(Nodes(self))
            }
        }
    }

    fn node(&mut self, node: CertificateNode) {
        match &mut self.checking {
            Some(checking) => {
                self.fault = checking.add(&node).err();
                self.meter.allow(checking.memory());
            }
            None => self.kept.push(node),
        }
    }

    /// What is proved, once all is read.
    fn end(mut self) -> Result<Checked, NotProved> {
        let checking = self.checking.take().map(Ok).or_else(|| self.header.begin());
        let mut checking = checking.unwrap_or(Err(NotProved::Format))?;
        for node in &self.kept {
            checking.add(node)?;
        }
        checking.end()
    }
}

fn once<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    name: &'static str,
    field: &mut Option<T>,
    map: &mut A,
) -> Result<(), A::Error> {
    if field.is_some() {
        return Err(A::Error::duplicate_field(name));
    }
    *field = Some(map.next_value()?);
    Ok(())
}

/// The whole file.
struct Whole<'a, 'b>(&'a mut Reading<'b>);

impl<'de> DeserializeSeed<'de> for Whole<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Whole<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a certificate")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut nodes = false;
        while let Some(field) = map.next_key()? {
            if matches!(field, Field::Nodes) && std::mem::replace(&mut nodes, true) {
                return Err(A::Error::duplicate_field("nodes"));
            }
            self.0.set(field, &mut map)?;
        }
        let header = &self.0.header;
        let missing = [
            ("format", header.format.is_none()),
            ("width", header.width.is_none()),
            ("height", header.height.is_none()),
            ("black", header.black.is_none()),
            ("white", header.white.is_none()),
            ("to_move", header.to_move.is_none()),
            ("winner", header.winner.is_none()),
            ("nodes", !nodes),
        ];
        match missing.iter().find(|(_, missing)| *missing) {
            Some((name, _)) => Err(A::Error::missing_field(name)),
            None => Ok(()),
        }
    }
}

/// The list of nodes.
struct Nodes<'a, 'b>(&'a mut Reading<'b>);

impl<'de> DeserializeSeed<'de> for Nodes<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Nodes<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of claims")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        // A fault is told at once, whatever comes after it.
        while self.0.fault.is_none() {
            match list.next_element()? {
                Some(node) => self.0.node(node),
                None => return Ok(()),
            }
        }
        Err(A::Error::custom("a claim does not follow"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = r#""format":"mustplay-certificate/2","width":1,"height":1,"black":["a1"],
        "white":[],"to_move":"white","winner":"black""#;
    const NODES: &str = r#""nodes":[{"path":{"x":"North","y":"south","cells":["A1"]}}]"#;

    fn checked(text: &str) -> Result<Checked, NotChecked> {
        check_text(text.as_bytes(), 1)
    }

    #[test]
    fn fields_come_in_any_order() {
        for text in [format!("{{{HEAD},{NODES}}}"), format!("{{{NODES},{HEAD}}}")] {
            assert_eq!(checked(&text).unwrap().nodes, 1);
        }
    }

    #[test]
    fn what_is_missing_doubled_or_left_over_is_refused() {
        for (text, why) in [
            (format!("{{{HEAD}}}"), "missing field `nodes`"),
            (format!("{{{NODES}}}"), "missing field `format`"),
            (
                format!("{{{NODES},{NODES},{HEAD}}}"),
                "duplicate field `nodes`",
            ),
            (
                format!("{{{HEAD},{HEAD},{NODES}}}"),
                "duplicate field `format`",
            ),
            (format!("{{{HEAD},{NODES}}}{{}}"), "trailing characters"),
            (
                format!("{{{HEAD},\"nodes\":[{{\"and\":[0,0]}}]}}"),
                "an object",
            ),
            (format!("{{{HEAD},\"nodes\":[]}}"), "it has no claims"),
        ] {
            let error = checked(&text).unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn no_text_takes_more_memory_than_is_allowed() {
        for endless in [
            r#"{"black":["#.to_owned(),
            r#"{"nodes":["#.to_owned(),
            r#"{"format":""#.to_owned(),
            format!("{{{HEAD},\"nodes\":[{{\"path\":{{\"cells\":["),
        ] {
            let text = endless.as_bytes().chain(io::repeat(b' '));
            let why = check_text(text, 3).unwrap_err();
            assert!(matches!(why, NotChecked::Memory(3)), "{endless}: {why}");
        }
        let claim = r#"{"path":{"x":"north","y":"south","cells":["a1"]}},"#.repeat(9000);
        let text = format!("{{{HEAD},\"nodes\":[{claim}{}", &NODES[9..]) + "}";
        assert!(matches!(checked(&text), Err(NotChecked::Memory(1))));
        assert_eq!(check_text(text.as_bytes(), 10).unwrap().nodes, 9001);
    }
}
