//! Hashes that are the same everywhere: FNV-1a (Fowler, Noll and Vo), 64 and 128 bits.

/// The hash of bytes: the checksum in files, and the number that differs where contents differ.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A hash of 128 bits: among millions of contents no two are expected to have the same.
pub fn fingerprint(bytes: &[u8]) -> u128 {
    const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    bytes.iter().fold(START, |sum, &byte| {
        (sum ^ u128::from(byte)).wrapping_mul(PRIME)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_in_files() {
        assert_eq!(checksum(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(checksum(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(checksum(b"foobar"), 0x8594_4171_f739_67e8);
        let published = 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964;
        assert_eq!(fingerprint(b"a"), published);
    }
}
