//! Reads a certificate claim by claim. Reading takes the memory of the claims, not of the text, and
//! never more than is allowed.
//!
//! The fields before the nodes state what is proved. Each claim is then checked as soon as it is
//! read, and its text is dropped. If the nodes come first, all of them are kept until the other
//! fields have been read.

use super::checker::{Checked, Checker, NotProved};
use super::format::{JOINT_FORMAT, JointPosition};
use super::header::{Header, ListKind, NodeList, joint};
use super::meter::{Meter, MeteredReader};
use super::node::{CertificateNode, Object};
use crate::hex::Colour;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use std::fmt;
use std::io::{self, Read};

/// Why a file proves nothing.
#[derive(Debug, thiserror::Error)]
pub enum NotChecked {
    /// The file cannot be read.
    #[error("cannot read it: {0}")]
    Read(io::Error),
    /// It is not a certificate.
    #[error("not a certificate: {0}")]
    Text(serde_json::Error),
    /// It would take more memory than is allowed.
    #[error("it needs more than the {0} MB allowed")]
    Memory(usize),
    /// It is a certificate, and wrong.
    #[error("not a valid proof: {0}")]
    Proof(NotProved),
}

/// Its message is part of this one, so it is not a source, which would be printed once more.
impl From<NotProved> for NotChecked {
    fn from(why: NotProved) -> Self {
        Self::Proof(why)
    }
}

/// Checks a certificate from its text in a limited number of megabytes. Returns what it proves of
/// its position, or of each of several.
pub fn check_text(text: impl Read, megabytes: usize) -> Result<Vec<Checked>, NotChecked> {
    let meter = Meter::new(megabytes.saturating_mul(1 << 20));
    let mut reading = Reading {
        meter: &meter,
        header: Header::default(),
        lists: [const { NodeList::EMPTY }; 3],
        fault: None,
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
    if meter.is_spent() {
        return Err(NotChecked::Memory(megabytes));
    }
    read.map_err(|why| match why.classify() {
        Category::Io => NotChecked::Read(why.into()),
        _ => NotChecked::Text(why),
    })?;
    Ok(reading.end()?)
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
    Positions,
    BlackNodes,
    WhiteNodes,
}

/// What has been read so far.
struct Reading<'a> {
    meter: &'a Meter,
    header: Header,
    lists: [NodeList; 3],
    fault: Option<NotProved>,
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
            Field::Positions => once("positions", &mut header.positions, map),
            Field::Nodes => self.nodes(ListKind::One, map),
            Field::BlackNodes => self.nodes(ListKind::Several(Colour::Black), map),
            Field::WhiteNodes => self.nodes(ListKind::Several(Colour::White), map),
        }
    }

    fn nodes<'de, A: MapAccess<'de>>(
        &mut self,
        kind: ListKind,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let list = &mut self.lists[kind.index()];
        if std::mem::replace(&mut list.is_there, true) {
            return Err(A::Error::duplicate_field(kind.field()));
        }
        match self.header.begin(kind).transpose() {
            Ok(checker) => list.checker = checker,
            Err(fault) => self.fault = Some(fault),
        }
        map.next_value_seed(Nodes(self, kind))
    }

    fn node(&mut self, kind: ListKind, node: CertificateNode) {
        let list = &mut self.lists[kind.index()];
        match &mut list.checker {
            Some(checker) => {
                self.fault = checker.add(&node).err().map(|why| kind.fault(why));
                let lists = self.lists.iter().filter_map(|list| list.checker.as_ref());
                self.meter.allow(lists.map(Checker::memory).sum());
            }
            None => list.kept.push(node),
        }
    }

    /// The checker of a list, which has checked all of its nodes.
    fn checker(&mut self, kind: ListKind) -> Result<Checker, NotProved> {
        let list = &mut self.lists[kind.index()];
        let checker = list.checker.take().map(Ok);
        let checker = checker.or_else(|| self.header.begin(kind));
        let mut checker = checker.unwrap_or(Err(NotProved::Format))?;
        for node in &list.kept {
            checker.add(node).map_err(|why| kind.fault(why))?;
        }
        Ok(checker)
    }

    /// What is proved, once everything has been read.
    fn end(mut self) -> Result<Vec<Checked>, NotProved> {
        if !self.is_joint() {
            let checker = self.checker(ListKind::One)?;
            let (record, _) = self.header.one().ok_or(NotProved::Format)?;
            return Ok(vec![
                checker.prove(record.board()?.with_connections()?, checker.last()?)?,
            ]);
        }
        let size = [self.header.width, self.header.height].map(Option::unwrap_or_default);
        let lists = [
            self.checker(ListKind::Several(Colour::Black))?,
            self.checker(ListKind::Several(Colour::White))?,
        ];
        let positions = self.header.positions.take().unwrap_or_default();
        if positions.is_empty() {
            return Err(NotProved::Empty);
        }
        let prove = |(position, Object(one)): (usize, Object<JointPosition>)| {
            let (board, winner) = joint(size, &one)?;
            let checked = lists[winner.index()].prove(board, one.node);
            checked.map_err(|why| NotProved::Position {
                position,
                why: why.into(),
            })
        };
        positions.into_iter().enumerate().map(prove).collect()
    }

    /// Whether the certificate has several positions.
    fn is_joint(&self) -> bool {
        self.header.format.as_deref() == Some(JOINT_FORMAT)
    }

    /// The fields: whether each was found, and whether it is required or forbidden.
    fn fields(&self) -> [(&'static str, bool, bool); 11] {
        let (header, joint) = (&self.header, self.is_joint());
        let list = |kind: ListKind| {
            let is_there = self.lists[kind.index()].is_there;
            (kind.field(), is_there, joint != (kind == ListKind::One))
        };
        let [one, black, white] = ListKind::ALL.map(list);
        [
            ("format", header.format.is_some(), true),
            ("width", header.width.is_some(), true),
            ("height", header.height.is_some(), true),
            ("black", header.black.is_some(), !joint),
            ("white", header.white.is_some(), !joint),
            ("to_move", header.to_move.is_some(), !joint),
            ("winner", header.winner.is_some(), !joint),
            ("positions", header.positions.is_some(), joint),
            one,
            black,
            white,
        ]
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
        while let Some(field) = map.next_key()? {
            self.0.set(field, &mut map)?;
        }
        let fields = self.0.fields();
        match fields
            .iter()
            .find(|(_, is_there, has_to)| is_there != has_to)
        {
            Some((name, true, _)) => Err(A::Error::custom(format!(
                "a certificate of this format has no field `{name}`"
            ))),
            Some((name, false, _)) => Err(A::Error::missing_field(name)),
            None => Ok(()),
        }
    }
}

/// A list of nodes.
struct Nodes<'a, 'b>(&'a mut Reading<'b>, ListKind);

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
        // A fault is reported at once, whatever comes after it.
        while self.0.fault.is_none() {
            match list.next_element()? {
                Some(node) => self.0.node(self.1, node),
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
        check_text(text.as_bytes(), 1).map(|checked| checked[0])
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
        assert_eq!(check_text(text.as_bytes(), 10).unwrap()[0].nodes, 9001);
    }
}
