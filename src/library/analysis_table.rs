//! The rows of kept analyses in a store: one for a position and its images.

use super::analysis::{KeptAnalysis, KeptMove};
use crate::cluster::database::SqlValue;
use crate::cluster::proof::{canonical, write_position};
use crate::cluster::{StoreFault, Transaction};
use crate::hex::{Board, BoardSize, Cell, Image};
use crate::search::tree::{KeptNode, KeptTree};
use serde::{Deserialize, Serialize};

/// What a row has besides its position, visits, program and network; cells by their names.
#[derive(Serialize, Deserialize)]
struct AnalysisRecord {
    share: f64,
    depth: u32,
    pv: Vec<String>,
    moves: Vec<(String, f64, u64)>,
    mean: f64,
    /// Above, move, visits by this move, all visits, mean value.
    nodes: Vec<(u32, String, u32, u32, f64)>,
}

impl KeptAnalysis {
    fn record(&self, size: BoardSize, image: Image) -> AnalysisRecord {
        let name = |cell: Cell| size.name(image.cell(size, cell));
        let node = |one: &KeptNode| {
            let mean = (one.mean * 1e4).round() / 1e4;
            (one.above, name(one.cell), one.from_above, one.visits, mean)
        };
        AnalysisRecord {
            share: self.share,
            depth: self.depth,
            pv: self.pv.iter().map(|&cell| name(cell)).collect(),
            moves: self
                .moves
                .iter()
                .map(|one| (name(one.cell), one.share, one.visits))
                .collect(),
            mean: self.tree.mean,
            nodes: self.tree.nodes.iter().map(node).collect(),
        }
    }
}

/// Keeps an analysis of a position, unless one with as many visits is there.
pub fn keep(
    tx: &mut Transaction<'_>,
    board: &Board,
    analysis: &KeptAnalysis,
) -> Result<(), StoreFault> {
    let (position, image) = canonical(board);
    let size = board.size();
    let record = serde_json::to_string(&analysis.record(size, image));
    let record = record.map_err(|why| StoreFault::Broken(why.to_string()))?;
    let statement = "INSERT INTO kept_analysis (width, height, position, visits, program, network, found, \
        made) VALUES ($1, $2, $3, $4, $5, $6, $7, {now}) ON CONFLICT (width, height, position) DO \
        UPDATE SET visits = excluded.visits, program = excluded.program, network = \
        excluded.network, found = excluded.found, made = excluded.made WHERE kept_analysis.visits < \
        excluded.visits";
    let values: [SqlValue; 7] = [
        size.width().into(),
        size.height().into(),
        write_position(&position).into(),
        analysis.tree.visits.into(),
        analysis.program.as_str().into(),
        format!("{:016x}", analysis.network).into(),
        record.into(),
    ];
    tx.execute(statement, &values)?;
    Ok(())
}

/// The analysis of a position.
pub fn find(tx: &mut Transaction<'_>, board: &Board) -> Result<Option<KeptAnalysis>, StoreFault> {
    let (position, image) = canonical(board);
    let size = board.size();
    let text = write_position(&position);
    let statement = "SELECT visits, program, network, found FROM kept_analysis WHERE width = $1 AND height \
        = $2 AND position = $3";
    let values: [SqlValue; 3] = [
        size.width().into(),
        size.height().into(),
        text.as_str().into(),
    ];
    let Some(row) = tx.first(statement, &values)? else {
        return Ok(None);
    };
    let wrong = || StoreFault::Broken(format!("the analysis of {text:.200}"));
    let record: AnalysisRecord = serde_json::from_str(row.text(3)?).map_err(|_| wrong())?;
    let cell = |name: &String| {
        let cell = size.read(name).map_err(|_| wrong())?;
        Ok::<_, StoreFault>(image.cell(size, cell))
    };
    let moves = record.moves.iter().map(|(name, share, visits)| {
        Ok(KeptMove {
            cell: cell(name)?,
            share: *share,
            visits: *visits,
        })
    });
    let nodes = record
        .nodes
        .iter()
        .map(|&(above, ref name, from_above, visits, mean)| {
            Ok(KeptNode {
                above,
                cell: cell(name)?,
                from_above,
                visits,
                mean,
            })
        });
    let tree = KeptTree {
        visits: u32::try_from(row.integer(0)?).map_err(|_| wrong())?,
        mean: record.mean,
        nodes: nodes.collect::<Result<_, StoreFault>>()?,
    };
    Ok(Some(KeptAnalysis {
        tree,
        depth: record.depth,
        share: record.share,
        pv: record.pv.iter().map(cell).collect::<Result<_, _>>()?,
        moves: moves.collect::<Result<_, StoreFault>>()?,
        program: row.text(1)?.to_owned(),
        network: u64::from_str_radix(row.text(2)?, 16).map_err(|_| wrong())?,
    }))
}

#[cfg(all(test, feature = "sqlite"))]
mod tests {
    use super::*;
    use crate::cluster::{Address, Store};
    use crate::position;

    #[test]
    fn an_analysis_is_there_for_all_images_and_gives_way_to_a_longer_one() {
        let mut store = Store::open(&Address::read(":memory:").unwrap(), true).unwrap();
        let board: Board = position! { 4 x 4: B . . . / . . W . / . . . . / . . . . };
        let size = board.size();
        let cell = |name: &str| size.read(name).unwrap();
        let analysis = |visits: u32, best: &str| KeptAnalysis {
            depth: 3,
            share: 0.25,
            pv: vec![cell(best), cell("d4")],
            moves: vec![KeptMove {
                cell: cell(best),
                share: 0.25,
                visits: visits.into(),
            }],
            tree: KeptTree {
                visits,
                mean: 0.25,
                nodes: vec![KeptNode {
                    above: 0,
                    cell: cell(best),
                    from_above: visits - 1,
                    visits,
                    mean: 0.75,
                }],
            },
            program: "0.2.0".to_owned(),
            network: u64::MAX,
        };
        let found = store.read(|tx| find(tx, &board)).unwrap();
        assert_eq!(found, None);
        for (visits, best, kept) in [(100, "b3", 100), (50, "c3", 100), (200, "d3", 200)] {
            store
                .write(|tx| keep(tx, &board, &analysis(visits, best)))
                .unwrap();
            let found = store.read(|tx| find(tx, &board)).unwrap().unwrap();
            assert_eq!(found.tree.visits, kept);
        }
        let found = store.read(|tx| find(tx, &board)).unwrap();
        assert_eq!(found, Some(analysis(200, "d3")));
        for &image in Image::of(size) {
            let other = image.position(&board);
            let found = store.read(|tx| find(tx, &other)).unwrap().unwrap();
            assert_eq!(found.tree.nodes[0].cell, found.pv[0]);
            assert_eq!(found.pv[0], image.cell(size, cell("d3")), "{image}");
        }
        let mut turned = board;
        turned.set_to_move(!board.to_move());
        assert_eq!(store.read(|tx| find(tx, &turned)).unwrap(), None);
    }
}
