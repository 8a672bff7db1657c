//! A stone more: the connections of the new position made from those of the old.
//!
//! **The opponent's stone** on c. Connections that end at c are gone. A full whose carrier holds c
//! leaves a semi, its carrier less c: the answer that the full promised is its key. A semi whose
//! carrier holds c is gone.
//!
//! **An own stone** on c. Every carrier loses c. c and the chains that it joins become one end;
//! their connections are merged. Fulls at the new chain meet again, since what met in the empty c
//! was a semi and now is a full. Two fulls that overlapped in c alone no longer do: those that had
//! c are tried with each other, and with no others, for nothing has changed between a full that had
//! c and one that had not.
//!
//! Then the closure goes on as always.

use super::and;
use super::captured::Captures;
use super::known::Known;
use crate::hex::{Cell, Chains, Colour, End, EndSet};

/// Places a stone of the opponent of these connections' colour.
pub fn place_theirs<const W: usize>(
    known: &mut Known<W>,
    chains: &mut Chains<W>,
    captures: &Captures,
    opponent: Colour,
    cell: Cell,
) {
    chains.place(opponent, cell);
    known.lose_end(cell);
    capture_again(known, chains, captures, cell, None);
    for (x, y) in known.lose_cell(cell) {
        and::between(known, x, y);
    }
}

/// Places a stone of these connections' colour.
pub fn place_own<const W: usize>(
    known: &mut Known<W>,
    chains: &mut Chains<W>,
    captures: &Captures,
    colour: Colour,
    cell: Cell,
) {
    let here = End::cell(cell);
    let near = chains.geometry().near(cell).iter();
    let own = near.filter_map(|end| chains.lead(end));
    let own = own.filter(|&lead| {
        let chain = chains.chain(lead);
        chain.is_some_and(|chain| chain.colour == colour)
    });
    let parts: EndSet<W> = own.chain([here]).collect();
    chains.place(colour, cell);
    let lead = chains.lead(here).unwrap_or(here);
    let shrunk = known.gain_cell(cell);
    known.add_chain(lead);
    let old = if lead == here {
        Vec::new()
    } else {
        known.store().arms(lead).to_vec()
    };
    for part in parts.without(lead) {
        known.merge(part, lead, parts);
    }
    let captured = known.store().captured(lead).all();
    capture_again(known, chains, captures, cell, Some(lead));
    and::among(known, lead, &old);
    and::among_shrunk(known, shrunk, lead);
    let captures_more = !known.store().captured(lead).all().is_subset(captured);
    for other in known.store().ends().without(lead) {
        if captures_more {
            known.requeue_pair_for_or(lead, other);
        } else {
            known.enqueue_pair_for_or(lead, other);
        }
    }
}

/// Computes anew what ends capture: those that captured this cell, and a new chain.
fn capture_again<const W: usize>(
    known: &mut Known<W>,
    chains: &Chains<W>,
    captures: &Captures,
    cell: Cell,
    chain: Option<End>,
) {
    for end in known.store().ends() {
        let before = known.store().captured(end).all();
        if Some(end) == chain || before.contains(cell) {
            let now = captures.by(end, chains);
            let grown = !now.all().is_subset(before);
            known.set_captured(end, now);
            // Carriers that meet here may share more than before.
            if grown && Some(end) != chain {
                and::among(known, end, &[]);
            }
        }
    }
}
