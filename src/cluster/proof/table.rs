//! A proof tree in the tables of a store.

use super::super::database::{DatabaseFault, Row, SqlValue};
use super::super::{StoreFault, Transaction};
use super::consistency::{contradiction, mismatch};
use super::text::{read_cell, read_cells, read_position};
use super::{
    JobEdge, JobNode, JobNodeId, JobNodeState, ProofTree, WidePosition, canonical, write_position,
};
use crate::hex::{BoardSize, Cell, Colour, Image};
use crate::solver::{JobMove, ProofNumbers};
use std::collections::BTreeSet;
use std::fmt::Display;

/// The nodes of a project.
pub struct TableTree<'a, 'b> {
    tx: &'a mut Transaction<'b>,
    project: i64,
    size: BoardSize,
}

/// The columns of a node.
pub(super) const COLUMNS: &str = "node.id, node.position, node.state, node.open_moves, node.cover, node.best, \
    node.proof, node.disproof, node.need, node.free, node.positions, \
    node.seconds, node.visits, node.deaths, node.worker";

fn number(row: &Row, column: usize) -> Result<u32, DatabaseFault> {
    Ok(u32::try_from(row.integer(column)?).unwrap_or(u32::MAX))
}

fn state(text: &str) -> Result<JobNodeState, StoreFault> {
    Ok(match text {
        "leaf" => JobNodeState::Leaf,
        "aside" => JobNodeState::Aside,
        "inner" => JobNodeState::Inner,
        winner => {
            let winner: Result<Colour, _> = winner.parse();
            let wrong = |_| StoreFault::Broken(format!("the state {text:.20}"));
            JobNodeState::Decided(winner.map_err(wrong)?)
        }
    })
}

fn state_name(state: JobNodeState) -> String {
    match state {
        JobNodeState::Leaf => "leaf".to_owned(),
        JobNodeState::Aside => "aside".to_owned(),
        JobNodeState::Inner => "inner".to_owned(),
        JobNodeState::Decided(winner) => winner.to_string(),
    }
}

impl<'a, 'b> TableTree<'a, 'b> {
    /// The tree of a project.
    pub fn new(tx: &'a mut Transaction<'b>, project: i64, size: BoardSize) -> Self {
        Self { tx, project, size }
    }

    /// The transaction.
    pub fn tx(&mut self) -> &mut Transaction<'b> {
        self.tx
    }

    /// A node, if its columns fit together.
    pub fn read(&self, row: &Row) -> Result<JobNode, StoreFault> {
        let (id, worker) = (row.integer(0)?, row.maybe(14).ok().flatten().unwrap_or(0));
        let node = self.columns(row, id, worker);
        let node = node.map_err(|why| inconsistent(id, worker, &plain(why)))?;
        match contradiction(&node) {
            Some(why) => Err(inconsistent(id, worker, &why)),
            None => Ok(node),
        }
    }

    fn columns(&self, row: &Row, id: i64, worker: i64) -> Result<JobNode, StoreFault> {
        let best = row.text(5)?;
        Ok(JobNode {
            id,
            position: read_position(self.size, row.text(1)?)?,
            state: state(row.text(2)?)?,
            open: read_cells(self.size, row.text(3)?)?,
            cover: read_cells(self.size, row.text(4)?)?,
            best: (!best.is_empty())
                .then(|| read_cell(self.size, best))
                .transpose()?,
            numbers: ProofNumbers {
                proof: number(row, 6)?,
                disproof: number(row, 7)?,
            },
            need: row.real(8)?,
            free: number(row, 9)?,
            positions: row.integer(10)?.unsigned_abs(),
            seconds: row.real(11)?,
            visits: number(row, 12)?,
            deaths: number(row, 13)?,
            worker,
        })
    }

    /// A node, if it exists.
    pub fn find(&mut self, id: JobNodeId) -> Result<Option<JobNode>, StoreFault> {
        let select = format!("SELECT {COLUMNS} FROM node WHERE project = $1 AND id = $2");
        let row = self.tx.first(&select, &[self.project.into(), id.into()])?;
        row.as_ref().map(|row| self.read(row)).transpose()
    }

    /// The node of a position in its canonical form; a leaf with these numbers if it is new.
    pub fn find_or_add(
        &mut self,
        position: &WidePosition,
        numbers: ProofNumbers,
        worker: i64,
    ) -> Result<JobNode, StoreFault> {
        let key = [self.project.into(), write_position(position).into()];
        let select = format!("SELECT {COLUMNS} FROM node WHERE project = $1 AND position = $2");
        if let Some(row) = self.tx.first(&select, &key)? {
            return self.read(&row);
        }
        let insert = "INSERT INTO node (project, position, stones, state, open_moves, cover, proof,
            disproof, need, free, positions, seconds, visits, deaths, worker)
            VALUES ($1, $2, $3, 'leaf', '', '', $4, $5, 1, 1, 0, 0, 0, 0, $6) RETURNING id";
        let leaf = JobNode::leaf(0, *position, numbers);
        let [project, text] = key;
        let values = [
            project,
            text,
            leaf.stones().into(),
            numbers.proof.into(),
            numbers.disproof.into(),
            worker.into(),
        ];
        let id = self.tx.number(insert, &values)?;
        Ok(JobNode { id, worker, ..leaf })
    }

    /// Makes nodes of the moves of a leaf.
    pub fn expand(&mut self, node: &JobNode, moves: &[JobMove]) -> Result<(), StoreFault> {
        for (place, one) in moves.iter().enumerate() {
            let (after, _) = after(&node.position, one.cell);
            let child = self.find_or_add(&after, one.numbers, node.worker)?;
            let insert = "INSERT INTO edge (parent, place, cell, child) VALUES ($1, $2, $3, $4)";
            let values = [
                node.id.into(),
                place.into(),
                self.size.name(one.cell).into(),
                child.id.into(),
            ];
            self.tx.execute(insert, &values)?;
        }
        Ok(())
    }
}

fn inconsistent(node: JobNodeId, worker: i64, why: &dyn Display) -> StoreFault {
    let why = why.to_string();
    StoreFault::Inconsistent { node, worker, why }
}

/// What is wrong with contents, without saying that they are those of the store.
fn plain(why: StoreFault) -> String {
    match why {
        StoreFault::Broken(what) => format!("{what} cannot be read"),
        why => why.to_string(),
    }
}

/// The position after a move, in its canonical form.
fn after(position: &WidePosition, cell: Cell) -> (WidePosition, Image) {
    let mut after = *position;
    after.play(cell);
    canonical(&after)
}

impl ProofTree for TableTree<'_, '_> {
    type Fault = StoreFault;

    fn node(&mut self, id: JobNodeId) -> Result<JobNode, StoreFault> {
        let missing = || StoreFault::Broken(format!("node {id} is missing"));
        self.find(id)?.ok_or_else(missing)
    }

    fn edges(&mut self, node: &JobNode) -> Result<Vec<JobEdge>, StoreFault> {
        let select = format!(
            "SELECT {COLUMNS}, edge.cell FROM edge JOIN node ON node.id = edge.child
             WHERE edge.parent = $1 AND node.project = $2 ORDER BY edge.place"
        );
        let key = [node.id.into(), self.project.into()];
        let rows = self.tx.query(&select, &key)?;
        let wrong = |why: &dyn Display| inconsistent(node.id, node.worker, why);
        let edge = |row: &Row| {
            let cell = row.text(15).map_err(|why| wrong(&why))?;
            let cell = read_cell(self.size, cell).map_err(|why| wrong(&plain(why)))?;
            if !node.position.empty().contains(cell) {
                return Err(wrong(&"it has a move to a stone"));
            }
            let (position, image) = after(&node.position, cell);
            let child = self.read(row)?;
            if child.position != position {
                return Err(wrong(&"a move of it leads to another position"));
            }
            Ok(JobEdge { cell, image, child })
        };
        rows.iter().map(edge).collect()
    }

    fn parents(&mut self, id: JobNodeId) -> Result<Vec<JobNodeId>, StoreFault> {
        let select = "SELECT DISTINCT parent FROM edge JOIN node ON node.id = edge.parent
            WHERE child = $1 AND node.project = $2";
        let rows = self.tx.query(select, &[id.into(), self.project.into()])?;
        Ok(rows
            .iter()
            .map(|row| row.integer(0))
            .collect::<Result<_, _>>()?)
    }

    fn check(
        &self,
        node: &JobNode,
        edges: &[JobEdge],
        fresh: &BTreeSet<JobNodeId>,
    ) -> Result<(), StoreFault> {
        match mismatch(node, edges, fresh) {
            Some((id, worker, why)) => Err(inconsistent(id, worker, &why)),
            None => Ok(()),
        }
    }

    fn save(&mut self, node: &JobNode) -> Result<(), StoreFault> {
        let update = "UPDATE node SET state = $2, open_moves = $3, cover = $4, best = $5,
            proof = $6, disproof = $7, need = $8, free = $9,
            positions = $10, seconds = $11, visits = $12, deaths = $13, worker = $14 WHERE id = $1";
        let values: [SqlValue; 14] = [
            node.id.into(),
            state_name(node.state).into(),
            self.size.names(node.open).into(),
            self.size.names(node.cover).into(),
            node.best.map(|cell| self.size.name(cell)).into(),
            node.numbers.proof.into(),
            node.numbers.disproof.into(),
            node.need.into(),
            node.free.into(),
            node.positions.into(),
            node.seconds.into(),
            node.visits.into(),
            node.deaths.into(),
            node.worker.into(),
        ];
        self.tx.execute(update, &values)?;
        Ok(())
    }
}
