//! Convolutions by AMX: a tile of sixteen places by up to sixteen words times one of so many words
//! by sixteen outputs is one instruction. A word is four inputs of eight bits, or two of sixteen.
//!
//! A tile's places lie one after the other in the frame, border and all: what comes out for the
//! border is thrown away.
#![allow(
    unsafe_code,
    reason = "instructions of a machine, loads and stores by address"
)]

use super::avx512::{self, LANES, finish_lanes};
use super::half::{BUNDLE, HalfGradients, HalfTask};
use super::{CHANNELS, Finish, Frame, TAPS, Task8, Then, avx512_half};
use std::arch::asm;
use std::arch::x86_64::__cpuid_count;
use std::sync::LazyLock;

/// Places, words and outputs of a tile.
const SIDE: usize = 16;
/// Places of a block: two tiles.
const PLACES: usize = 2 * SIDE;
/// Outputs of a block: two tiles.
const OUTPUTS: usize = 2 * SIDE;
/// With fewer words a tile is too empty to be worth it.
const LEAST_WORDS: usize = 8;
/// Bytes of a word.
const WORD: usize = 4;

/// Whether this machine has the instructions, and its system lets this process use them.
pub fn is_there() -> bool {
    static THERE: LazyLock<bool> = LazyLock::new(|| {
        const TILES_BYTES_AND_HALVES: u32 = 1 << 24 | 1 << 25 | 1 << 22;
        // Miri neither knows these instructions nor answers this question.
        if cfg!(miri) {
            return false;
        }
        let features = __cpuid_count(7, 0).edx;
        features & TILES_BYTES_AND_HALVES == TILES_BYTES_AND_HALVES && is_allowed()
    });
    *THERE
}

/// Asks Linux for the memory that tile registers take in a thread's saved state.
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
    /// 0 to 3 are the sums, 4 and 5 places by `words`, 6 and 7 those by outputs.
    fn of(words: usize) -> Self {
        let mut tiles = Self {
            palette: 1,
            start_row: 0,
            reserved: [0; 14],
            row_bytes: [0; 16],
            rows: [0; 16],
        };
        tiles.row_bytes[..8].fill((WORD * SIDE) as u16);
        tiles.rows[..8].fill(SIDE as u8);
        tiles.row_bytes[4..6].fill((WORD * words) as u16);
        tiles.rows[6..8].fill(words as u8);
        tiles
    }

    /// Makes the tiles so large.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn begin(&self) {
        // SAFETY: `ldtilecfg` reads 64 bytes, which a `Tiles` has.
        unsafe {
            asm!("ldtilecfg [{}]", in(reg) &raw const *self, options(nostack, readonly));
        }
    }

    /// Empties the tiles, so that threads change as quickly as without them.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn end() {
        // SAFETY: it reads and writes no memory.
        unsafe {
            asm!("tilerelease", options(nostack, nomem));
        }
    }
}

/// A convolution of eight bits.
pub fn convolve_8(task: &Task8, finish: &mut Finish) {
    let grid = Grid {
        frame: task.frame,
        words: task.weights.inputs() / 4,
        outputs: task.weights.outputs(),
        input: task.input.as_ptr(),
        weights: task.weights.bytes().as_ptr().cast(),
    };
    if grid.fits() {
        // SAFETY: this function is called only where the instructions are there
        // (`InstructionSet`), with a task that is checked, so that all words of the grid are there.
        unsafe { finish_8(&grid, finish) };
    } else {
        avx512::convolve_8(task, finish);
    }
}

/// The sums of eight bits and what follows them.
///
/// # Safety
/// The machine has the instructions, the grid fits, and its words are there.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
unsafe fn finish_8(grid: &Grid, finish: &mut Finish) {
    let each = |cell, first, sums: &[i32; OUTPUTS]| {
        let (registers, _) = sums.as_chunks::<LANES>();
        for (index, sums) in registers.iter().enumerate() {
            finish_lanes(finish, cell, first + LANES * index, sums);
        }
    };
    // SAFETY: the caller's.
    unsafe { grid.convolve(each) };
}

/// A convolution of sixteen bits.
pub fn convolve_half(task: &HalfTask, then: &mut impl Then) {
    let grid = Grid {
        frame: task.frame,
        words: task.words,
        outputs: task.outputs,
        input: task.input.as_ptr().cast(),
        weights: task.weights.as_ptr().cast(),
    };
    if grid.fits() {
        // SAFETY: this is called only where the instructions are there (`InstructionSet`);
        // `Halves::convolve` has checked that all words are there.
        unsafe { finish_half(&grid, then) };
    } else {
        avx512_half::convolve(task, then);
    }
}

/// The sums of sixteen bits and what follows them.
///
/// # Safety
/// The machine has the instructions, the grid fits, and its words are there.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
unsafe fn finish_half(grid: &Grid, then: &mut impl Then) {
    const { assert!(OUTPUTS == CHANNELS) };
    let each = |cell, first, sums: &[f32; OUTPUTS]| then.then(cell, first / OUTPUTS, sums);
    // SAFETY: the caller's.
    unsafe { grid.convolve(each) };
}

/// The gradients of a convolution's weights: inputs stand for places here, pairs of places for
/// words.
pub fn correlate_half(task: &HalfGradients, sums: &mut [f32]) {
    // SAFETY: this is called only where the instructions are there (`InstructionSet`).
    unsafe { correlate_tiles(task, sums) };
}

/// The same.
///
/// # Safety
/// The machine has the instructions.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
unsafe fn correlate_tiles(task: &HalfGradients, sums: &mut [f32]) {
    const { assert!(BUNDLE == SIDE && OUTPUTS == CHANNELS && PLACES == CHANNELS) };
    let mut block = Sums([[0.0; OUTPUTS]; PLACES]);
    let mut rows = Vec::with_capacity(task.columns.len() / task.inputs);
    // SAFETY: the instructions are there.
    unsafe { Tiles::of(SIDE).begin() };
    for input in (0..task.inputs).step_by(PLACES) {
        rows.clear();
        let bundles = task.columns.chunks_exact(task.inputs);
        rows.extend(bundles.map(|lines| lines[input..].as_ptr().cast::<u8>()));
        for first in (0..task.outputs).step_by(OUTPUTS) {
            for (tap, (odd, pair)) in task.taps.into_iter().enumerate() {
                let lines = (pair * task.outputs + first) / SIDE;
                let gradients = task.gradients[odd][lines..].as_ptr().cast();
                // SAFETY: columns are whole bundles of pairs, and from each tap's first pair there
                // are as many pairs of gradients; there are two tiles of inputs and of outputs.
                unsafe {
                    let rows = (&rows[..], SIDE);
                    f32::multiply(rows, (gradients, task.outputs), SIDE, &mut block);
                }
                for (index, added) in block.0.iter().enumerate() {
                    let at = (tap * task.inputs + input + index) * task.outputs + first;
                    for (sum, added) in sums[at..][..OUTPUTS].iter_mut().zip(added) {
                        *sum += added;
                    }
                }
            }
        }
    }
    // SAFETY: the instructions are there.
    unsafe { Tiles::end() };
}

/// A convolution in words.
struct Grid<'a> {
    frame: &'a Frame,
    /// Words of a place.
    words: usize,
    outputs: usize,
    /// Words by place.
    input: *const u8,
    /// Words by tap, word of a place, and output.
    weights: *const u8,
}

impl Grid<'_> {
    /// Whether a block of places and some words of each fill the tiles.
    fn fits(&self) -> bool {
        let cells = self.frame.cells();
        cells[cells.len() - 1] - cells[0] >= PLACES && part(self.words) >= LEAST_WORDS
    }

    /// The sums of each cell, for the outputs from one on.
    ///
    /// # Safety
    /// The machine has the instructions; the grid fits; the input has the words of all places of
    /// the frame, the weights those of all taps, words and outputs, a multiple of [`OUTPUTS`].
    unsafe fn convolve<T: Sum>(&self, mut each: impl FnMut(usize, usize, &[T; OUTPUTS])) {
        let part = part(self.words);
        // SAFETY: the instructions are there.
        unsafe { Tiles::of(part).begin() };
        let mut sums = Sums([[T::default(); OUTPUTS]; PLACES]);
        let mut rows = Vec::with_capacity(TAPS * self.words / part);
        let mut cells = self.frame.cells();
        let end = cells[cells.len() - 1] + 1;
        while let Some(&cell) = cells.first() {
            // The last block begins earlier, so as to end with the last cell.
            let place = cell.min(end - PLACES);
            let block = cells.partition_point(|&cell| cell < place + PLACES);
            let (block, others) = cells.split_at(block);
            cells = others;
            rows.clear();
            for step in self.frame.taps() {
                let row = place.wrapping_add_signed(step) * self.words;
                let words = (row..row + self.words).step_by(part);
                rows.extend(words.map(|word| self.input.wrapping_add(WORD * word)));
            }
            for first in (0..self.outputs).step_by(OUTPUTS) {
                let weights = self.weights.wrapping_add(WORD * first);
                // SAFETY: every tap of all places from the first cell to the last is a place of the
                // frame, and `first` leaves two tiles of outputs.
                unsafe {
                    let rows = (&rows[..], self.words);
                    T::multiply(rows, (weights, self.outputs), part, &mut sums);
                }
                for &cell in block {
                    each(cell, first, &sums.0[cell - place]);
                }
            }
        }
        // SAFETY: as above.
        unsafe { Tiles::end() };
    }
}

/// How many of so many words are multiplied at a time.
fn part(words: usize) -> usize {
    let mut fitting = (1..=SIDE).rev().filter(|&part| words.is_multiple_of(part));
    fitting.next().unwrap_or(1)
}

/// The sums of a block.
#[repr(C, align(64))]
struct Sums<T>([[T; OUTPUTS]; PLACES]);

/// A sum of products, in as many bits as a word.
trait Sum: Copy + Default {
    /// The sums of a block: to each of `rows`, where `part` words of the block's first place lie,
    /// belong as many of the places after it, `words` apart, and the next `part` times `outputs`
    /// weights.
    ///
    /// # Safety
    /// The tiles are configured for `part` words; there is a row, and all that belongs to the rows.
    unsafe fn multiply(
        rows: (&[*const u8], usize),
        weights: (*const u8, usize),
        part: usize,
        sums: &mut Sums<Self>,
    );
}

macro_rules! sums_by {
    ($sum:ty, $instruction:literal) => {
        impl Sum for $sum {
            #[inline]
            unsafe fn multiply(
                (rows, words): (&[*const u8], usize),
                (weights, outputs): (*const u8, usize),
                part: usize,
                sums: &mut Sums<Self>,
            ) {
                let ends = rows.as_ptr_range();
                // SAFETY: guaranteed by the caller.
                unsafe {
                    asm!(
                        "tilezero tmm0",
                        "tilezero tmm1",
                        "tilezero tmm2",
                        "tilezero tmm3",
                        "2:",
                        "mov {row}, [{rows}]",
                        "tileloadd tmm4, [{row} + {place}]",
                        "add {row}, {tile}",
                        "tileloadd tmm6, [{weights} + {outputs}]",
                        "tileloadd tmm7, [{weights} + {outputs} + 64]",
                        concat!($instruction, " tmm0, tmm4, tmm6"),
                        "tileloadd tmm5, [{row} + {place}]",
                        concat!($instruction, " tmm1, tmm4, tmm7"),
                        "add {weights}, {weights_of_part}",
                        "add {rows}, 8",
                        concat!($instruction, " tmm2, tmm5, tmm6"),
                        concat!($instruction, " tmm3, tmm5, tmm7"),
                        "cmp {rows}, {end}",
                        "jne 2b",
                        "tilestored [{sums} + {stride}], tmm0",
                        "tilestored [{sums} + {stride} + 64], tmm1",
                        "tilestored [{sums} + {stride} + {half}], tmm2",
                        "tilestored [{sums} + {stride} + {half} + 64], tmm3",
                        rows = inout(reg) ends.start => _,
                        end = in(reg) ends.end,
                        row = out(reg) _,
                        place = in(reg) WORD * words,
                        tile = in(reg) WORD * words * SIDE,
                        weights = inout(reg) weights => _,
                        outputs = in(reg) WORD * outputs,
                        weights_of_part = in(reg) WORD * outputs * part,
                        sums = in(reg) sums.0.as_mut_ptr(),
                        stride = in(reg) WORD * OUTPUTS,
                        half = const WORD * OUTPUTS * SIDE,
                        out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                        out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                        options(nostack),
                    );
                }
            }
        }
    };
}

// Of four products of eight bits, without and with a sign, and of two of sixteen bits.
sums_by!(i32, "tdpbusd");
sums_by!(f32, "tdpbf16ps");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_multiplied_in_equal_parts() {
        let cases = [
            (1, 1),
            (8, 8),
            (16, 16),
            (24, 12),
            (32, 16),
            (40, 10),
            (19, 1),
        ];
        for (words, expected) in cases {
            assert_eq!(part(words), expected, "{words}");
        }
    }
}
