//! Any bytes as a kept proof of life: read and checked without a panic, and what is accepted is accepted again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shinpan_referee::SavedProof;

fuzz_target!(|text: &[u8]| {
    if let Ok(checked) = SavedProof::check(text) {
        let again = SavedProof::check(text).expect("the same proof");
        assert_eq!(again.position, checked.position);
    }
});
