//! The requested positions.

use super::super::database::Row;
use super::super::{StoreFault, Transaction};
use super::table::COLUMNS;
use super::{
    JobNode, JobNodeState, ProofTree, RootView, TableTree, WidePosition, Widening, canonical, mark,
    read_position, update, write_position,
};
use crate::hex::{BoardSize, Cell, Colour};
use crate::solver::ProofNumbers;

/// A position to request.
#[derive(Clone, Debug)]
pub struct RootTask {
    /// Its name.
    pub name: String,
    /// The position.
    pub position: WidePosition,
}

/// A requested position and its state.
#[derive(Clone, Debug)]
pub struct Root {
    /// Its name.
    pub name: String,
    /// The position.
    pub position: WidePosition,
    /// Its node.
    pub node: i64,
    /// The free leaves below it.
    pub free: u32,
    /// The winner, once it is known.
    pub winner: Option<Colour>,
    /// A winning move of the side to move, if it is known.
    pub best: Option<Cell>,
    /// Whether jobs of it were set aside.
    pub aside: bool,
    /// The position that it follows from, if it was not searched to the end.
    pub follows: Option<String>,
    /// Positions searched for it.
    pub positions: u64,
    /// The last worker that searched it; 0 for none.
    pub worker: i64,
    /// Seconds.
    pub seconds: f64,
    /// The budgets of running jobs below it.
    pub leased: u64,
}

impl Root {
    /// The root in the form of the selection.
    pub fn view(&self) -> RootView {
        RootView {
            node: self.node,
            free: self.free,
            spent: self.positions.saturating_add(self.leased),
            worker: self.worker,
        }
    }

    /// Whether no work is left for it.
    pub fn is_over(&self) -> bool {
        self.winner.is_some() || (self.aside && self.free == 0 && self.leased == 0)
    }
}

/// Requests positions; existing requests are unchanged.
pub fn ask(
    tx: &mut Transaction<'_>,
    project: i64,
    size: BoardSize,
    tasks: &[RootTask],
) -> Result<(), StoreFault> {
    let count = "SELECT count(*) FROM root WHERE project = $1";
    let mut place = tx.number(count, &[project.into()])?;
    for task in tasks {
        let key = [project.into(), task.name.as_str().into()];
        let select = "SELECT position FROM root WHERE project = $1 AND name = $2";
        let text = write_position(&task.position);
        if let Some(row) = tx.first(select, &key)? {
            if row.text(0)? != text {
                return Err(StoreFault::Differs(format!(
                    "{} names another position in the store: use another store or another name",
                    task.name
                )));
            }
            continue;
        }
        let (position, _) = canonical(&task.position);
        let node =
            TableTree::new(tx, project, size).find_or_add(&position, ProofNumbers::NEW, 0)?;
        let insert = "INSERT INTO root (project, place, name, position, node, positions, seconds)
            VALUES ($1, $2, $3, $4, $5, 0, 0)";
        let values = [
            project.into(),
            place.into(),
            task.name.as_str().into(),
            text.into(),
            node.id.into(),
        ];
        tx.execute(insert, &values)?;
        place += 1;
        if node.winner().is_some() {
            let update = "UPDATE root SET decided = {now} WHERE node = $1";
            tx.execute(update, &[node.id.into()])?;
        }
    }
    Ok(())
}

/// All requested positions, in the order of the requests.
pub fn roots(
    tx: &mut Transaction<'_>,
    project: i64,
    size: BoardSize,
) -> Result<Vec<Root>, StoreFault> {
    let select = format!(
        "SELECT {COLUMNS}, root.name, root.position, root.follows, root.positions, root.seconds,
            root.decided,
            (SELECT CAST(coalesce(sum(lease.budget), 0) AS BIGINT) FROM lease
                WHERE lease.project = root.project AND lease.root = root.node)
        FROM root JOIN node ON node.id = root.node AND node.project = root.project
        WHERE root.project = $1 ORDER BY root.place"
    );
    let rows = tx.query(&select, &[project.into()])?;
    let asked = "SELECT count(*) FROM root WHERE project = $1";
    if usize::try_from(tx.number(asked, &[project.into()])?) != Ok(rows.len()) {
        let why = "the node of a requested position is missing".to_owned();
        return Err(StoreFault::Broken(why));
    }
    let aside = "SELECT count(*) FROM node WHERE project = $1 AND state = 'aside'";
    let aside = tx.number(aside, &[project.into()])? > 0;
    let tree = TableTree::new(tx, project, size);
    rows.iter()
        .map(|row| root(&tree, row, size, aside))
        .collect()
}

fn root(
    tree: &TableTree<'_, '_>,
    row: &Row,
    size: BoardSize,
    aside: bool,
) -> Result<Root, StoreFault> {
    let name = row.text(15)?.to_owned();
    let node = tree.read(row)?;
    let position = read_position(size, row.text(16)?)?;
    let (one, image) = canonical(&position);
    let wrong = |why: &str| {
        Err(StoreFault::Broken(format!(
            "the requested position {name} {why}"
        )))
    };
    if one != node.position {
        return wrong("differs from that of its node");
    }
    let winner = node.winner().map(|winner| image.colour(winner));
    if winner.is_some() == row.real(20).is_err() {
        return wrong("and its node do not agree whether it is decided");
    }
    let best = node.best.map(|cell| image.cell(size, cell));
    let follows = row.text(17)?;
    Ok(Root {
        position,
        node: node.id,
        free: node.free,
        winner,
        best,
        aside: aside && winner.is_none(),
        follows: (!follows.is_empty()).then(|| follows.to_owned()),
        positions: row.integer(18)?.unsigned_abs(),
        seconds: row.real(19)?,
        leased: row.integer(21)?.unsigned_abs(),
        worker: node.worker,
        name,
    })
}

/// Frees the leaves that were set aside and returns how many there were.
pub fn retry(
    tx: &mut Transaction<'_>,
    project: i64,
    size: BoardSize,
    widening: Widening,
) -> Result<usize, StoreFault> {
    let select = "SELECT id FROM node WHERE project = $1 AND state = 'aside'";
    let rows = tx.query(select, &[project.into()])?;
    let mut tree = TableTree::new(tx, project, size);
    for row in &rows {
        let mut node: JobNode = tree.node(row.integer(0)?)?;
        (node.state, node.deaths) = (JobNodeState::Leaf, 0);
        mark(&mut node, false);
        tree.save(&node)?;
        update(&mut tree, &[node.id], widening)?;
    }
    Ok(rows.len())
}
