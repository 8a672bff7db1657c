//! A file of games.
//!
//! It starts with [`MAGIC`] and the identity of the network that played (64 bits). Each game
//! follows with its length (32 bits), its bytes and their checksum (64 bits), little-endian. If the
//! program ended while it wrote a game, the next writer cuts that game off.

use super::game::{BadGame, PlayedGame};
use crate::base::hash::checksum;

/// The first bytes of a file.
pub const MAGIC: &[u8] = b"mustplay-self-play/1\n";

/// The length of the header.
pub const HEADER: usize = MAGIC.len() + 8;

/// A fault of a file and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("byte {at}: {why}")]
pub struct FileFault {
    /// The byte at which the game starts.
    pub at: usize,
    /// What is wrong.
    pub why: Why,
}

/// The kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Why {
    /// The first bytes are wrong.
    #[error("not a self-play file, or one of another version")]
    Unknown,
    /// It ends within a game.
    #[error("the file ends within a game")]
    Cut,
    /// The checksum of a game is wrong.
    #[error("the checksum of a game is wrong")]
    Checksum,
    /// The bytes of a game are invalid.
    #[error(transparent)]
    Game(#[from] BadGame),
}

/// The header of a file of games by the network of this identity.
pub fn header(network: u64) -> Vec<u8> {
    [MAGIC, &network.to_le_bytes()].concat()
}

/// A game in the form of the file.
pub fn record(game: &PlayedGame) -> Vec<u8> {
    let bytes = game.bytes();
    let mut record = (bytes.len() as u32).to_le_bytes().to_vec();
    record.extend(&bytes);
    record.extend(checksum(&bytes).to_le_bytes());
    record
}

/// The network whose games a file has.
pub fn network(bytes: &[u8]) -> Result<u64, FileFault> {
    let rest = bytes
        .strip_prefix(MAGIC)
        .and_then(|rest| rest.first_chunk());
    let fault = FileFault {
        at: 0,
        why: Why::Unknown,
    };
    rest.map(|&number| u64::from_le_bytes(number)).ok_or(fault)
}

/// The games of a file, one after another, each with the byte at which it ends.
pub fn games(bytes: &[u8]) -> impl Iterator<Item = Result<(PlayedGame, usize), FileFault>> {
    let mut at = HEADER;
    std::iter::from_fn(move || {
        let start = at;
        let fault = |why| Some(Err(FileFault { at: start, why }));
        let rest = bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let cut = || fault(Why::Cut);
        let Some((&length, rest)) = rest.split_first_chunk() else {
            at = bytes.len();
            return cut();
        };
        let length = u32::from_le_bytes(length) as usize;
        let Some((game, rest)) = rest.split_at_checked(length) else {
            at = bytes.len();
            return cut();
        };
        let Some(sum) = rest.first_chunk() else {
            at = bytes.len();
            return cut();
        };
        at = start + 4 + length + 8;
        if checksum(game).to_le_bytes() != *sum {
            return fault(Why::Checksum);
        }
        match PlayedGame::read(game) {
            Ok(game) => Some(Ok((game, at))),
            Err(why) => fault(Why::Game(why)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::game::tests::game;
    use super::*;

    #[test]
    fn errors_name_the_place_and_the_rest_is_read() {
        let other = PlayedGame { seed: 8, ..game() };
        let records = [record(&game()), record(&other), record(&game())];
        let bytes = [header(77), records.concat()].concat();
        assert_eq!(network(&bytes), Ok(77));
        let read: Result<Vec<_>, _> = games(&bytes).collect();
        let read = read.unwrap();
        assert_eq!(read.len(), 3);
        assert_eq!((&read[1].0, read[2].1), (&other, bytes.len()));
        let second = HEADER + records[0].len();
        let mut wrong = bytes.clone();
        wrong[second + 20] ^= 1;
        let read: Vec<_> = games(&wrong).collect();
        let fault = FileFault {
            at: second,
            why: Why::Checksum,
        };
        assert_eq!(read[1], Err(fault));
        assert!(read.len() == 3 && read[2].is_ok());
        let third = second + records[1].len();
        let read: Vec<_> = games(&bytes[..bytes.len() - 5]).collect();
        assert_eq!(
            read[2],
            Err(FileFault {
                at: third,
                why: Why::Cut
            })
        );
        assert_eq!(
            network(b"else").unwrap_err().to_string(),
            "byte 0: not a self-play file, or one of another version"
        );
    }
}
