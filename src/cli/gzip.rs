//! Reads gzip files, for long certificates.

use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, Read};

/// The content of a file, which may be compressed: all members of a gzip file in order. Reading
/// fails if the file is damaged, truncated or followed by other data.
pub fn expanded(file: impl Read + 'static) -> io::Result<Box<dyn BufRead>> {
    let mut file = BufReader::with_capacity(1 << 16, file);
    if file.fill_buf()?.starts_with(&[0x1f, 0x8b]) {
        let content = MultiGzDecoder::new(file);
        return Ok(Box::new(BufReader::with_capacity(1 << 16, content)));
    }
    Ok(Box::new(file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::gzip::compress;
    use crate::certificate::check_text;

    fn expand(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        expanded(io::Cursor::new(bytes.to_vec()))?.read_to_end(&mut content)?;
        Ok(content)
    }

    /// A certificate of 2x2 that an earlier version of this program compressed, with an encoder of
    /// its own.
    const EARLIER: &[u8] = &[
        31, 139, 8, 0, 0, 0, 0, 0, 0, 255, 171, 86, 74, 203, 47, 202, 77, 44, 81, 178, 82, 202, 45,
        45, 46, 41, 200, 73, 172, 212, 77, 78, 45, 42, 201, 76, 203, 76, 78, 44, 73, 213, 55, 82,
        210, 81, 42, 207, 76, 41, 201, 80, 178, 50, 210, 81, 202, 72, 205, 76, 207, 0, 170, 5, 50,
        147, 114, 18, 147, 179, 149, 172, 162, 149, 146, 12, 149, 98, 129, 106, 50, 50, 75, 82,
        129, 92, 32, 179, 36, 63, 62, 55, 191, 12, 200, 129, 10, 130, 12, 200, 203, 75, 45, 2, 10,
        64, 52, 233, 40, 229, 229, 167, 164, 22, 3, 85, 87, 43, 21, 36, 130, 140, 174, 86, 170, 0,
        202, 230, 229, 23, 1, 57, 58, 74, 149, 64, 118, 113, 126, 41, 152, 157, 156, 154, 147, 3,
        82, 9, 178, 70, 71, 41, 209, 72, 41, 182, 182, 86, 167, 90, 41, 57, 177, 160, 164, 180, 8,
        104, 7, 144, 9, 83, 1, 148, 4, 58, 11, 168, 2, 168, 43, 35, 51, 39, 69, 201, 202, 160, 182,
        54, 182, 150, 11, 0, 116, 186, 229, 76, 227, 0, 0, 0,
    ];

    #[test]
    fn what_is_compressed_expands_to_itself() {
        let text = b"hex hex hex hex, said the hexer\n".repeat(100);
        let file = compress(&text).unwrap();
        assert!(file.len() < text.len() / 10);
        assert_eq!(expand(&file).unwrap(), text);
        assert_eq!(expand(&compress(b"").unwrap()).unwrap(), b"");
        assert_eq!(expand(b"{}").unwrap(), b"{}");
        assert_eq!(expand(b"").unwrap(), b"");
    }

    #[test]
    fn a_certificate_of_an_earlier_version_is_read() {
        let checked = check_text(&expand(EARLIER).unwrap()[..], 1).unwrap();
        assert_eq!(checked[0].winner.to_string(), "black");
    }

    #[test]
    fn all_members_are_read_and_nothing_else() {
        let (one, other) = (compress(b"hex ").unwrap(), compress(b"hexer").unwrap());
        let both = [&one[..], &other].concat();
        assert_eq!(expand(&both).unwrap(), b"hex hexer");
        for rubbish in [&b"garbage"[..], b"\0", b"{}", &other[..3]] {
            assert!(
                expand(&[&both[..], rubbish].concat()).is_err(),
                "{rubbish:?}"
            );
        }
    }

    #[test]
    fn what_is_damaged_is_refused() {
        let file = compress(b"hex hex hex hex, said the hexer").unwrap();
        for length in 2..file.len() {
            assert!(expand(&file[..length]).is_err(), "{length}");
        }
        let mut changed = file.clone();
        let place = changed.len() - 8;
        changed[place] ^= 1;
        assert!(expand(&changed).is_err());
    }
}
