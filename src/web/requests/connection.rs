//! Whether two ends are connected.

use super::{Reply, Request};
use crate::hex::End;
use crate::solver::{ConnectionQuestion, connection};
use crate::teach::explain::{connection_report, connection_words};
use crate::think::Limits;
use crate::web::call::Call;
use crate::web::page_state::PageState;
use crate::web::refusal::Refusal;
use serde_json::json;

/// The default time in seconds.
const SECONDS: f64 = 3.0;

/// Answers: `{"game", "ends", "seconds"}`, where `ends` are two cells or edges.
pub fn connected(request: &Request, _: &mut PageState, call: &dyn Call) -> Result<Reply, Refusal> {
    let board = request.open_board()?;
    let size = board.size();
    let wrong = || Refusal::bad("ends is not a list of two cells or edges.");
    let names = request.typed::<[String; 2]>("ends").map_err(|_| wrong())?;
    let [one, other] = names.ok_or_else(wrong)?;
    let end = |name: &str| size.read_end(name).map_err(|_| wrong());
    let ends: [End; 2] = [end(&one)?, end(&other)?];
    let colour = ConnectionQuestion::colour(&board, ends).unwrap_or(board.to_move());
    let limits = Limits::from_now(request.seconds(20.0, SECONDS)?);
    let found = connection(&board, ends, colour, limits, call);
    let found = found.map_err(|why| Refusal::bad(format!("There is no question: {why}.")))?;
    let mut reply = connection_report(size, colour, ends, &found);
    reply["words"] = json!(connection_words(size, colour, ends, &found));
    Ok(Reply::Json(reply))
}
