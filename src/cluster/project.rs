//! Projects: pieces of work, with their versions and options.
//!
//! A worker that differs refuses to work, so results of two versions or two sets of options are
//! never mixed. [`admit`] lets workers of another version in, to upgrade while work continues.

use super::database::Row;
use super::{PROGRAM, StoreFault, Transaction};
use std::fmt;

/// A kind of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProjectKind {
    /// Positions to prove.
    Proofs,
    /// Games of a match.
    Match,
    /// Games of self-play.
    Games,
}

impl ProjectKind {
    const ALL: [Self; 3] = [Self::Proofs, Self::Match, Self::Games];

    fn name(self) -> &'static str {
        match self {
            Self::Proofs => "proofs",
            Self::Match => "match",
            Self::Games => "games",
        }
    }
}

impl fmt::Display for ProjectKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A project.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Project {
    /// Its number.
    pub id: i64,
    /// Its kind.
    pub kind: ProjectKind,
    /// Its name.
    pub name: String,
    /// Its specification and options, as JSON.
    pub spec: String,
    /// The versions of the program that may work on it.
    pub programs: Vec<String>,
}

const COLUMNS: &str = "SELECT id, kind, name, spec, programs FROM project";

impl Project {
    fn of(row: &Row) -> Result<Self, StoreFault> {
        let kind = row.text(1)?;
        let known = ProjectKind::ALL.into_iter().find(|one| one.name() == kind);
        let unknown = || StoreFault::Broken(format!("work of the kind {kind:.20}"));
        Ok(Self {
            id: row.integer(0)?,
            kind: known.ok_or_else(unknown)?,
            name: row.text(2)?.to_owned(),
            spec: row.text(3)?.to_owned(),
            programs: row.text(4)?.lines().map(str::to_owned).collect(),
        })
    }

    /// The project of this name, created if there is none, with data such as a network. An existing
    /// one must be the same and admit this version of the program.
    pub fn begin(
        tx: &mut Transaction<'_>,
        kind: ProjectKind,
        name: &str,
        spec: &str,
        data: &[u8],
    ) -> Result<Self, StoreFault> {
        let found = Self::find(tx, name)?;
        let Some(project) = found else {
            let insert = "INSERT INTO project (kind, name, spec, programs, data, created)
                VALUES ($1, $2, $3, $4, $5, {now})";
            let values = [
                kind.name().into(),
                name.into(),
                spec.into(),
                PROGRAM.into(),
                data.to_vec().into(),
            ];
            tx.execute(insert, &values)?;
            let missing = || StoreFault::Broken(format!("{name} is gone"));
            return Self::find(tx, name)?.ok_or_else(missing);
        };
        if project.kind != kind || project.spec != spec {
            return Err(StoreFault::Differs(format!(
                "{name} is in the store with options {}, but here they are {spec}. Use the same \
                 options or another store",
                project.spec
            )));
        }
        project.admits()?;
        Ok(project)
    }

    /// The project of this name.
    pub fn find(tx: &mut Transaction<'_>, name: &str) -> Result<Option<Self>, StoreFault> {
        let row = tx.first(&format!("{COLUMNS} WHERE name = $1"), &[name.into()])?;
        row.as_ref().map(Self::of).transpose()
    }

    /// All projects, the oldest first.
    pub fn all(tx: &mut Transaction<'_>) -> Result<Vec<Self>, StoreFault> {
        let rows = tx.query(&format!("{COLUMNS} ORDER BY id"), &[])?;
        rows.iter().map(Self::of).collect()
    }

    /// The data of a project: a network, or the openings of a match.
    pub fn data(&self, tx: &mut Transaction<'_>) -> Result<Vec<u8>, StoreFault> {
        let row = tx.first("SELECT data FROM project WHERE id = $1", &[self.id.into()])?;
        let missing = || StoreFault::Broken(format!("{} is gone", self.name));
        Ok(row.ok_or_else(missing)?.bytes(0)?.to_vec())
    }

    /// Whether this program may work on it.
    pub fn admits(&self) -> Result<(), StoreFault> {
        if self.programs.iter().any(|one| one == PROGRAM) {
            return Ok(());
        }
        Err(StoreFault::Differs(format!(
            "{} belongs to mustplay {}, but this is {PROGRAM}: use that version, or admit this \
             one with `mustplay store admit`",
            self.name,
            self.programs.join(", ")
        )))
    }
}

/// Admits this version of the program to all projects, together with the versions admitted before,
/// or alone.
pub fn admit(tx: &mut Transaction<'_>, alone: bool) -> Result<(), StoreFault> {
    for mut project in Project::all(tx)? {
        if alone {
            project.programs.clear();
        }
        if !project.programs.iter().any(|one| one == PROGRAM) {
            project.programs.push(PROGRAM.to_owned());
        }
        let values = [project.programs.join("\n").into(), project.id.into()];
        tx.execute("UPDATE project SET programs = $1 WHERE id = $2", &values)?;
    }
    Ok(())
}
