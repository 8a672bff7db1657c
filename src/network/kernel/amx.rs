//! Convolutions of eight bits by AMX: a tile of sixteen places by up to 64 inputs times one of so
//! many inputs by sixteen outputs is one instruction.
//!
//! A tile's places lie one after the other in the frame, border and all: what comes out for the
//! border is thrown away.
#![allow(
    unsafe_code,
    reason = "instructions of a machine, loads and stores by address"
)]

use super::avx512::{self, LANES, finish_lanes};
use super::{Finish, TAPS, Task8};
use std::arch::asm;
use std::arch::x86_64::__cpuid_count;
use std::sync::LazyLock;

/// Places, and outputs, of a tile.
const SIDE: usize = 16;
/// Places of a block: two tiles.
const PLACES: usize = 2 * SIDE;
/// Outputs of a block: two tiles.
const OUTPUTS: usize = 2 * SIDE;
/// The most inputs of a tile.
const MOST_INPUTS: usize = 64;
/// With fewer inputs a tile is too empty to be worth it.
const LEAST_INPUTS: usize = 32;

/// Whether this machine has the instructions, and its system lets this process use them.
pub fn is_there() -> bool {
    static THERE: LazyLock<bool> = LazyLock::new(|| {
        const TILES_AND_BYTES: u32 = 0b11 << 24;
        let features = __cpuid_count(7, 0).edx;
        features & TILES_AND_BYTES == TILES_AND_BYTES && is_allowed()
    });
    *THERE
}

/// Asks Linux for the room that tiles take when threads change.
#[cfg(target_os = "linux")]
fn is_allowed() -> bool {
    const REQUEST: libc::c_long = 0x1023;
    const TILE_DATA: libc::c_long = 18;
    // SAFETY: this call reads and writes no memory of ours.
    unsafe { libc::syscall(libc::SYS_arch_prctl, REQUEST, TILE_DATA) == 0 }
}

/// How other systems are asked has not been tried.
#[cfg(not(target_os = "linux"))]
fn is_allowed() -> bool {
    false
}

/// How large each tile is, as `ldtilecfg` reads it.
#[repr(C, align(64))]
struct Tiles {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    row_bytes: [u16; 16],
    rows: [u8; 16],
}

impl Tiles {
    /// 0 to 3 are the sums, 4 and 5 places by `inputs`, 6 and 7 those by outputs.
    fn of(inputs: usize) -> Self {
        let mut tiles = Self {
            palette: 1,
            start_row: 0,
            reserved: [0; 14],
            row_bytes: [0; 16],
            rows: [0; 16],
        };
        tiles.row_bytes[..8].fill(4 * SIDE as u16);
        tiles.rows[..8].fill(SIDE as u8);
        tiles.row_bytes[4..6].fill(inputs as u16);
        tiles.rows[6..8].fill((inputs / 4) as u8);
        tiles
    }
}

/// The sums of a block.
#[repr(C, align(64))]
struct Sums([[i32; OUTPUTS]; PLACES]);

/// A convolution of eight bits.
pub fn convolve_8(task: &Task8, finish: &mut Finish) {
    let cells = task.frame.cells();
    let span = cells[0]..cells[cells.len() - 1] + 1;
    let inputs = part(task.weights.inputs());
    if span.len() < PLACES || inputs < LEAST_INPUTS {
        avx512::convolve_8(task, finish);
    } else {
        // SAFETY: this function is called only where the instructions are there
        // (`InstructionSet`), with a task that is checked; the span has a block of places.
        unsafe { convolve_blocks(task, finish, span.end, inputs) };
    }
}

/// How many of so many inputs are multiplied at a time.
fn part(inputs: usize) -> usize {
    let sizes = (4..=MOST_INPUTS).rev().step_by(4);
    let mut fitting = sizes.filter(|&size| inputs.is_multiple_of(size));
    fitting.next().expect("inputs are a multiple of 4")
}

/// All cells up to the place `end`, so many inputs at a time.
///
/// # Safety
/// The machine has the instructions; the task is checked ([`convolve_8`](super::convolve_8)); from
/// the frame's first cell to `end`, behind its last, there are [`PLACES`]; `part` divides the
/// inputs.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
unsafe fn convolve_blocks(task: &Task8, finish: &mut Finish, end: usize, part: usize) {
    let (inputs, outputs) = (task.weights.inputs(), task.weights.outputs());
    let tiles = Tiles::of(part);
    // SAFETY: `ldtilecfg` reads the 64 bytes of a `Tiles`.
    unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const tiles, options(nostack, readonly)) };
    let mut sums = Sums([[0; OUTPUTS]; PLACES]);
    let mut rows = Vec::with_capacity(TAPS * inputs / part);
    let mut cells = task.frame.cells();
    while let Some(&cell) = cells.first() {
        // The last block begins earlier, so as to end with the last cell.
        let place = cell.min(end - PLACES);
        let (block, others) = cells.split_at(cells.partition_point(|&cell| cell < place + PLACES));
        cells = others;
        rows.clear();
        for step in task.frame.taps() {
            let row = &task.input[place.wrapping_add_signed(step) * inputs..];
            rows.extend((0..inputs).step_by(part).map(|first| row[first..].as_ptr()));
        }
        for first in (0..outputs).step_by(OUTPUTS) {
            let weights = task.weights.bytes()[4 * first..].as_ptr();
            // SAFETY: every tap of all places from the first cell to the last is a place of the
            // frame, which has `inputs` bytes; `Weights8` has 4 weights for each tap, group of four
            // inputs and output, and `first` leaves two tiles of outputs.
            unsafe { multiply(&rows, inputs, weights, (part, outputs), &mut sums) };
            for &cell in block {
                let (registers, _) = sums.0[cell - place].as_chunks::<LANES>();
                for (index, sums) in registers.iter().enumerate() {
                    finish_lanes(finish, cell, first + LANES * index, sums);
                }
            }
        }
    }
    // SAFETY: it empties the tiles.
    unsafe { asm!("tilerelease", options(nostack, nomem)) };
}

/// The sums of a block: to each of `rows`, where `part` inputs of the block's first place lie,
/// belong as many inputs of the places after it, `inputs` bytes apart, and the next `part` times
/// `outputs` weights.
///
/// # Safety
/// The tiles are configured for `part` inputs; there is a row, and all that belongs to the rows.
#[inline]
unsafe fn multiply(
    rows: &[*const u8],
    inputs: usize,
    weights: *const i8,
    (part, outputs): (usize, usize),
    sums: &mut Sums,
) {
    let ends = rows.as_ptr_range();
    // SAFETY: as the caller says.
    unsafe {
        asm!(
            "tilezero tmm0",
            "tilezero tmm1",
            "tilezero tmm2",
            "tilezero tmm3",
            "2:",
            "mov {row}, [{rows}]",
            "tileloadd tmm4, [{row} + {inputs}]",
            "add {row}, {tile}",
            "tileloadd tmm6, [{weights} + {outputs}]",
            "tileloadd tmm7, [{weights} + {outputs} + 64]",
            "tdpbusd tmm0, tmm4, tmm6",
            "tileloadd tmm5, [{row} + {inputs}]",
            "tdpbusd tmm1, tmm4, tmm7",
            "add {weights}, {weights_of_part}",
            "add {rows}, 8",
            "tdpbusd tmm2, tmm5, tmm6",
            "tdpbusd tmm3, tmm5, tmm7",
            "cmp {rows}, {end}",
            "jne 2b",
            "tilestored [{sums} + {stride}], tmm0",
            "tilestored [{sums} + {stride} + 64], tmm1",
            "tilestored [{sums} + {stride} + {half}], tmm2",
            "tilestored [{sums} + {stride} + {half} + 64], tmm3",
            rows = inout(reg) ends.start => _,
            end = in(reg) ends.end,
            row = out(reg) _,
            inputs = in(reg) inputs,
            tile = in(reg) SIDE * inputs,
            weights = inout(reg) weights => _,
            outputs = in(reg) 4 * outputs,
            weights_of_part = in(reg) part * outputs,
            sums = in(reg) sums.0.as_mut_ptr(),
            stride = in(reg) 4 * OUTPUTS,
            half = const 4 * OUTPUTS * SIDE,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_multiplied_in_equal_parts() {
        let cases = [
            (4, 4),
            (32, 32),
            (64, 64),
            (96, 48),
            (128, 64),
            (160, 40),
            (76, 4),
        ];
        for (inputs, expected) in cases {
            assert_eq!(part(inputs), expected, "{inputs}");
        }
    }
}
