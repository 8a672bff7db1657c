//! The positions used by the benches of evaluation and analysis.

use mustplay::hex::{BoardSize, Cell};

/// Positions: name, size, moves. In the mid-game positions a third of the board is filled, by a
/// fixed walk over the cells.
pub fn positions() -> Vec<(String, BoardSize, Vec<Cell>)> {
    let mut all = Vec::new();
    for side in [7, 11, 13, 19] {
        let size = BoardSize::square(side).expect("1 to 19");
        all.push((format!("empty {size}"), size, Vec::new()));
        if side == 11 {
            let file: serde_json::Value =
                serde_json::from_str(include_str!("../../positions/table2.json"))
                    .expect("positions");
            for entry in file["positions"].as_array().expect("a list") {
                let moves = entry["moves"].as_str().expect("moves").split_whitespace();
                let cells = moves.map(|name| size.read(name).expect("a cell")).collect();
                all.push((entry["id"].as_str().expect("an id").to_owned(), size, cells));
            }
        } else {
            let cells = size.cells();
            let walk = (0..cells / 3).map(|n| Cell::new(n * 47 % cells)).collect();
            all.push((format!("middle {size}"), size, walk));
        }
    }
    all
}
