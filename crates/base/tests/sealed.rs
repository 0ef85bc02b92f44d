//! What was sealed opens, and nothing else does.

use incise_base::{Damaged, Sealed};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Old(Vec<(String, u128)>);

#[derive(PartialEq, Debug, Serialize, Deserialize)]
struct New(Vec<(String, u128)>);

#[derive(PartialEq, Debug, Serialize, Deserialize)]
struct Other(Vec<(String, u128)>);

impl Sealed for Old {
    const KIND: [u8; 6] = *b"sample";
    const VERSION: u16 = 1;
}

impl Sealed for New {
    const KIND: [u8; 6] = *b"sample";
    const VERSION: u16 = 2;
}

impl Sealed for Other {
    const KIND: [u8; 6] = *b"others";
    const VERSION: u16 = 1;
}

fn sample() -> Old {
    Old(vec![("x".to_owned(), 3), ("a longer name".to_owned(), u128::MAX)])
}

#[test]
fn a_sealed_value_opens() {
    assert_eq!(Old::open(&sample().seal()), Ok(sample()));
}

#[test]
fn every_flipped_bit_and_every_cut_is_an_error() {
    let bytes = sample().seal();
    for at in 0..bytes.len() {
        assert!(Old::open(&bytes[..at]).is_err(), "cut off after {at}");
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            assert!(Old::open(&damaged).is_err(), "bit {bit} of byte {at}");
        }
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert_eq!(Old::open(&longer), Err(Damaged::Changed));
}

#[test]
fn another_version_and_another_kind_are_told_apart() {
    let bytes = sample().seal();
    assert_eq!(New::open(&bytes), Err(Damaged::OtherVersion));
    assert_eq!(Other::open(&bytes), Err(Damaged::OtherKind));
    assert_eq!(Old::open(b"short"), Err(Damaged::CutOff));
}
