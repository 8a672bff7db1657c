//! Gzip files (RFC 1951 and 1952), so that long certificates are short on the disk: written with
//! the fixed code, read whatever code they have.

use std::iter;

/// Why a file is no gzip file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotGzip {
    /// It begins otherwise.
    #[error("it does not begin as gzip files do")]
    Header,
    /// It ends early.
    #[error("it ends too soon")]
    Short,
    /// A code or a distance that means nothing.
    #[error("it is damaged")]
    Damaged,
    /// The sum at its end is not that of what it holds.
    #[error("its checksum is wrong")]
    Checksum,
    /// It would grow beyond what is allowed.
    #[error("it holds more than {0} bytes")]
    Large(usize),
}

const MAGIC: [u8; 3] = [0x1f, 0x8b, 8];

/// The shortest and the longest text that is told as a repetition, and how far back.
const SHORTEST: usize = 3;
const LONGEST: usize = 258;
const WINDOW: usize = 1 << 15;

/// What the codes from 257 on begin at, and the bits that follow them.
const LENGTHS: [(u16, u8); 29] = {
    let mut table = steps::<29>(3, 4);
    table[28] = (258, 0);
    table
};

/// The same for distances.
const DISTANCES: [(u16, u8); 30] = steps(1, 2);

/// Starts from `start` on, as far apart as the bits between them can tell: one bit more each `each`
/// codes, after twice as many.
const fn steps<const N: usize>(start: u16, each: usize) -> [(u16, u8); N] {
    let mut table = [(start, 0); N];
    let mut code = 1;
    while code < N {
        let (last, by) = table[code - 1];
        table[code] = (last + (1 << by), (code / each).saturating_sub(1) as u8);
        code += 1;
    }
    table
}

/// The order in which the lengths of the code of codes are told.
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

fn checksum(bytes: &[u8]) -> u32 {
    let table: Vec<u32> = (0..256_u32)
        .map(|byte| {
            (0..8).fold(byte, |sum, _| match sum & 1 {
                1 => (sum >> 1) ^ 0xedb8_8320,
                _ => sum >> 1,
            })
        })
        .collect();
    let step = |sum: u32, &byte: &u8| table[((sum ^ u32::from(byte)) & 0xff) as usize] ^ (sum >> 8);
    !bytes.iter().fold(!0, step)
}

/// Bits on their way out, the lowest first.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    held: u64,
    count: u32,
}

impl Writer {
    fn put(&mut self, bits: u32, count: u32) {
        self.held |= u64::from(bits) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    /// A symbol of the fixed code; codes are told from their highest bit.
    fn symbol(&mut self, symbol: u32) {
        let (code, length) = match symbol {
            0..=143 => (0x30 + symbol, 8),
            144..=255 => (0x190 + symbol - 144, 9),
            256..=279 => (symbol - 256, 7),
            _ => (0xc0 + symbol - 280, 8),
        };
        self.put(code.reverse_bits() >> (32 - length), length);
    }

    fn repetition(&mut self, length: usize, distance: usize) {
        let last = |table: &[(u16, u8)], value: usize| {
            table.partition_point(|&(start, _)| usize::from(start) <= value) - 1
        };
        let place = last(&LENGTHS, length);
        let (start, bits) = LENGTHS[place];
        self.symbol(257 + place as u32);
        self.put((length - usize::from(start)) as u32, bits.into());
        let place = last(&DISTANCES, distance);
        let (start, bits) = DISTANCES[place];
        self.put((place as u32).reverse_bits() >> 27, 5);
        self.put((distance - usize::from(start)) as u32, bits.into());
    }
}

/// A gzip file that holds these bytes.
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.bytes.extend(MAGIC);
    writer.bytes.extend([0, 0, 0, 0, 0, 0, 255]);
    // One block, the last, with the fixed code.
    writer.put(0b011, 3);
    let slot = |at: usize| {
        let three = bytes[at..].iter().take(SHORTEST);
        let key = three.fold(0_u32, |key, &byte| key << 8 | u32::from(byte));
        (key.wrapping_mul(0x9e37_79b1) >> 16) as usize
    };
    let (mut latest, mut before) = (vec![usize::MAX; 1 << 16], vec![usize::MAX; WINDOW]);
    let mut at = 0;
    while at < bytes.len() {
        let (mut length, mut distance) = (0, 0);
        if at + SHORTEST <= bytes.len() {
            let mut place = latest[slot(at)];
            for _ in 0..32 {
                if place == usize::MAX || at - place >= WINDOW {
                    break;
                }
                let pairs = bytes[at..].iter().zip(&bytes[place..]).take(LONGEST);
                let same = pairs.take_while(|(a, b)| a == b).count();
                if same > length {
                    (length, distance) = (same, at - place);
                }
                let next = before[place % WINDOW];
                place = if next < place { next } else { usize::MAX };
            }
        }
        let end = if length >= SHORTEST {
            writer.repetition(length, distance);
            at + length
        } else {
            writer.symbol(bytes[at].into());
            at + 1
        };
        for place in (at..end).take_while(|place| place + SHORTEST <= bytes.len()) {
            before[place % WINDOW] = std::mem::replace(&mut latest[slot(place)], place);
        }
        at = end;
    }
    writer.symbol(256);
    writer.put(0, (8 - writer.count) % 8);
    writer.bytes.extend(checksum(bytes).to_le_bytes());
    writer.bytes.extend((bytes.len() as u32).to_le_bytes());
    writer.bytes
}

/// Bits on their way in.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    held: u32,
    count: u32,
}

impl Reader<'_> {
    fn bits(&mut self, count: u32) -> Result<u32, NotGzip> {
        let mut value = 0;
        for place in 0..count {
            if self.count == 0 {
                self.held = (*self.bytes.get(self.at).ok_or(NotGzip::Short)?).into();
                self.at += 1;
                self.count = 8;
            }
            value |= (self.held & 1) << place;
            self.held >>= 1;
            self.count -= 1;
        }
        Ok(value)
    }

    fn whole(&mut self, count: usize) -> Result<&[u8], NotGzip> {
        self.count = 0;
        let end = self.at.checked_add(count).ok_or(NotGzip::Short)?;
        let bytes = self.bytes.get(self.at..end).ok_or(NotGzip::Short)?;
        self.at = end;
        Ok(bytes)
    }

    fn symbol(&mut self, code: &Code) -> Result<usize, NotGzip> {
        let (mut value, mut first, mut index) = (0, 0, 0);
        for &count in &code.counts[1..] {
            value |= self.bits(1)?;
            if value < first + count {
                let place = index + (value - first) as usize;
                return code.symbols.get(place).copied().ok_or(NotGzip::Damaged);
            }
            index += count as usize;
            first = (first + count) << 1;
            value <<= 1;
        }
        Err(NotGzip::Damaged)
    }

    /// The codes of symbols and of distances of a block that tells them.
    fn codes(&mut self) -> Result<[Code; 2], NotGzip> {
        let symbols = self.bits(5)? as usize + 257;
        let all = symbols + self.bits(5)? as usize + 1;
        let told = self.bits(4)? as usize + 4;
        let mut lengths = [0; 19];
        for &place in &ORDER[..told] {
            lengths[place] = self.bits(3)? as u8;
        }
        let code = Code::new(&lengths)?;
        let mut lengths: Vec<u8> = Vec::new();
        while lengths.len() < all {
            let (length, count) = match self.symbol(&code)? {
                16 => (*lengths.last().ok_or(NotGzip::Damaged)?, 3 + self.bits(2)?),
                17 => (0, 3 + self.bits(3)?),
                18 => (0, 11 + self.bits(7)?),
                length => (length as u8, 1),
            };
            lengths.extend(iter::repeat_n(length, count as usize));
        }
        if lengths.len() > all {
            return Err(NotGzip::Damaged);
        }
        Ok([
            Code::new(&lengths[..symbols])?,
            Code::new(&lengths[symbols..])?,
        ])
    }

    /// A block of repetitions and bytes.
    fn block(
        &mut self,
        [symbols, distances]: &[Code; 2],
        text: &mut Vec<u8>,
        most: usize,
    ) -> Result<(), NotGzip> {
        loop {
            match self.symbol(symbols)? {
                256 => return Ok(()),
                byte @ 0..256 => text.push(byte as u8),
                code => {
                    let &(start, bits) = LENGTHS.get(code - 257).ok_or(NotGzip::Damaged)?;
                    let length = usize::from(start) + self.bits(bits.into())? as usize;
                    let place = self.symbol(distances)?;
                    let &(start, bits) = DISTANCES.get(place).ok_or(NotGzip::Damaged)?;
                    let distance = usize::from(start) + self.bits(bits.into())? as usize;
                    let from = text.len().checked_sub(distance).ok_or(NotGzip::Damaged)?;
                    for place in from..from + length {
                        text.push(text[place]);
                    }
                }
            }
            if text.len() > most {
                return Err(NotGzip::Large(most));
            }
        }
    }
}

/// A code: how many symbols there are of each length, and the symbols, short codes first.
struct Code {
    counts: [u32; 16],
    symbols: Vec<usize>,
}

impl Code {
    fn new(lengths: &[u8]) -> Result<Self, NotGzip> {
        let mut counts = [0; 16];
        for &length in lengths {
            *counts
                .get_mut(usize::from(length))
                .ok_or(NotGzip::Damaged)? += 1;
        }
        counts[0] = 0;
        let mut symbols: Vec<usize> = (0..lengths.len())
            .filter(|&symbol| lengths[symbol] > 0)
            .collect();
        symbols.sort_by_key(|&symbol| lengths[symbol]);
        Ok(Self { counts, symbols })
    }

    fn fixed() -> Result<[Self; 2], NotGzip> {
        let lengths: Vec<u8> = (0..288)
            .map(|symbol| match symbol {
                0..=143 | 280.. => 8,
                144..=255 => 9,
                _ => 7,
            })
            .collect();
        Ok([Self::new(&lengths)?, Self::new(&[5; 30])?])
    }
}

/// Whether a file looks like a gzip file.
pub fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// What a gzip file holds, if it is no more than `most` bytes.
pub fn expand(bytes: &[u8], most: usize) -> Result<Vec<u8>, NotGzip> {
    if !is_gzip(bytes) {
        return Err(NotGzip::Header);
    }
    let flags = *bytes.get(3).ok_or(NotGzip::Short)?;
    let mut reader = Reader {
        bytes,
        at: 10,
        held: 0,
        count: 0,
    };
    if flags & 4 != 0 {
        let extra = reader.whole(2)?;
        let length = u16::from_le_bytes([extra[0], extra[1]]);
        reader.whole(length.into())?;
    }
    // A name and a remark, each up to a zero.
    for flag in [8, 16] {
        while flags & flag != 0 && reader.whole(1)? != [0] {}
    }
    reader.whole(if flags & 2 == 0 { 0 } else { 2 })?;
    let mut text = Vec::new();
    loop {
        let last = reader.bits(1)? == 1;
        match reader.bits(2)? {
            0 => {
                let head = reader.whole(4)?;
                let length = u16::from_le_bytes([head[0], head[1]]);
                if length != !u16::from_le_bytes([head[2], head[3]]) {
                    return Err(NotGzip::Damaged);
                }
                text.extend_from_slice(reader.whole(length.into())?);
                if text.len() > most {
                    return Err(NotGzip::Large(most));
                }
            }
            1 => reader.block(&Code::fixed()?, &mut text, most)?,
            2 => {
                let codes = reader.codes()?;
                reader.block(&codes, &mut text, most)?;
            }
            _ => return Err(NotGzip::Damaged),
        }
        if last {
            break;
        }
    }
    let end = reader.whole(8)?;
    let same =
        end[..4] == checksum(&text).to_le_bytes() && end[4..] == (text.len() as u32).to_le_bytes();
    same.then_some(text).ok_or(NotGzip::Checksum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    const MOST: usize = 1 << 20;

    #[test]
    fn what_is_compressed_expands_to_itself() {
        let mut random = StdRng::seed_from_u64(5);
        for length in [0, 1, 2, 3, 10, 257, 258, 259, 5000, 70_000] {
            for letters in [1, 2, 20, 255_u8] {
                let bytes: Vec<u8> = (0..length)
                    .map(|_| random.random_range(0..letters))
                    .collect();
                let file = compress(&bytes);
                assert_eq!(
                    expand(&file, MOST).as_ref(),
                    Ok(&bytes),
                    "{length} {letters}"
                );
                assert!(letters > 1 || length < 100 || file.len() < length / 3);
            }
        }
    }

    /// `printf 'hexhexhex hex\n' | gzip -9n`, `seq 100 3 190 | gzip -9n` with a code of its own,
    /// and a stored block.
    #[test]
    fn files_of_others_are_read() {
        let fixed = [
            0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3, 0xcb, 0x48, 0xad, 0xc8, 0, 0x23, 5, 0x20, 0xe6, 2,
            0, 0x38, 0x1b, 0x8a, 0x82, 14, 0, 0, 0,
        ];
        assert_eq!(expand(&fixed, MOST).as_deref(), Ok(&b"hexhexhex hex\n"[..]));
        let own = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 13, 202, 185, 1, 0, 48, 8, 196, 176, 158, 105, 56,
            254, 236, 191, 88, 92, 168, 147, 220, 77, 158, 24, 60, 147, 2, 141, 51, 133, 80, 88,
            83, 242, 146, 151, 188, 228, 21, 175, 120, 197, 107, 94, 243, 154, 55, 188, 225, 13,
            111, 120, 203, 91, 222, 242, 142, 119, 188, 227, 61, 183, 15, 209, 139, 34, 137, 124,
            0, 0, 0,
        ];
        let numbers: Vec<String> = (100..=190)
            .step_by(3)
            .map(|number| number.to_string())
            .collect();
        let text = numbers.join("\n") + "\n";
        assert_eq!(expand(&own, MOST).as_deref(), Ok(text.as_bytes()));
        let mut stored = vec![
            0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3, b'n', 0, 1, 3, 0, 0xfc, 0xff,
        ];
        stored.extend(b"hex");
        stored.extend(checksum(b"hex").to_le_bytes());
        stored.extend([3, 0, 0, 0]);
        assert_eq!(expand(&stored, MOST).as_deref(), Ok(&b"hex"[..]));
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn damage_is_seen() {
        let file = compress(b"hex hex hex hex, said the hexer");
        assert_eq!(expand(&file, 10), Err(NotGzip::Large(10)));
        assert_eq!(expand(b"{}", MOST), Err(NotGzip::Header));
        for length in 0..file.len() {
            assert!(expand(&file[..length], MOST).is_err(), "{length}");
        }
        let mut random = StdRng::seed_from_u64(6);
        for _ in 0..20_000 {
            let mut changed = file.clone();
            let place = random.random_range(0..changed.len());
            changed[place] ^= 1 << random.random_range(0..8);
            if let Ok(text) = expand(&changed, MOST) {
                assert_eq!(text, b"hex hex hex hex, said the hexer", "{place}");
            }
        }
    }
}
