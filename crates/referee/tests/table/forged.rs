//! Proofs of what is not so, each with something added that no proof has.

use shinpan_referee::SavedProof;

/// The checker's word on a proof.
fn rejected(text: &str) -> String {
    SavedProof::check(text.as_bytes()).unwrap_err().to_string()
}

/// A lone stone on two points: its one eye is named twice.
#[test]
fn an_eye_counts_once() {
    let text = r#"{"board":"2x1","hypothetical_ko":"basic","player":"black","points":["A1"],"claim":"lives","nodes":[{"owner":0,"claim":"lives","stones":"10","ban":null,"zone":[0,1],"cover":[0],"kept":[],"step":{"stands":{"clusters":[{"stones":[0],"pairs":[]}],"eyes":[{"points":[1],"of":[0,0],"pairs":[],"split":null}]}}}]}"#;
    let why = rejected(text);
    assert!(why.contains("twice"), "{why}");
}

/// In a space one chain lives and another is said to.
#[test]
fn a_space_is_about_one_chain() {
    let text = r#"{"board":{"points":["y","ea","eb","x","l","o","p","q"],"edges":[["y","ea"],["y","eb"],["x","l"],["l","o"],["o","p"],["o","q"]]},"hypothetical_ko":"basic","player":"black","points":["x"],"claim":"lives","nodes":[{"owner":0,"claim":"lives","stones":"10010200","ban":null,"zone":[0,1,2,3,4,5,6,7],"cover":[0,3],"kept":[],"step":{"space":{"points":[0,1,2,3,4,5,6,7],"walls":[],"spare":0,"answers":[],"settled":[{"stones":[9,32],"certificate":{"clusters":[{"stones":[0],"pairs":[]}],"eyes":[{"points":[1],"of":[0],"pairs":[],"split":null},{"points":[2],"of":[0],"pairs":[],"split":null}]}}],"shown":[]}}}]}"#;
    let why = rejected(text);
    assert!(why.contains("more than the chain"), "{why}");
}

/// A wall that holds only where the opponent may not retake a ko, which he may.
#[test]
fn a_wall_rests_on_no_ban() {
    let text = r#"{"board":{"points":["b","e1","k2","c","m","d","e2","k1","g","f1","f2","z2"],"edges":[["b","e1"],["b","k2"],["k2","c"],["k2","k1"],["k1","g"],["c","m"],["m","d"],["m","g"],["d","e2"],["g","f1"],["g","f2"],["f1","f2"],["z2","g"],["z2","b"]]},"hypothetical_ko":"basic","player":"black","points":["g"],"claim":"never-lives","nodes":[{"owner":1,"claim":"lives","stones":"202222021000","ban":null,"zone":[0,1,2,3,4,5,6,7],"cover":[0,2,3,4,5,7],"kept":[0,2,3,4,5,7],"step":{"stands":{"clusters":[{"stones":[0,2,3,4,5,7],"pairs":[]}],"eyes":[{"points":[1],"of":[0],"pairs":[],"split":null},{"points":[6],"of":[0],"pairs":[],"split":null}]}}},{"owner":1,"claim":"lives","stones":"200222021000","ban":null,"zone":[0,1,2,3,4,5,6,7],"cover":[0,3,4,5,7],"kept":[0,3,4,5,7],"step":{"own":[2,0]}},{"owner":1,"claim":"lives","stones":"200222021000","ban":2,"zone":[0,1,2,3,4,5,6,7],"cover":[0,3,4,5,7],"kept":[0,3,4,5,7],"step":{"other":[[null,1]]}},{"owner":0,"claim":"never-lives","stones":"200222021000","ban":null,"zone":[0,1,2,3,4,5,6,7,8,9,10,11],"cover":[8],"kept":[],"step":{"walled":[2]}},{"owner":0,"claim":"never-lives","stones":"200202021000","ban":null,"zone":[0,1,2,3,4,5,6,7,8,9,10,11],"cover":[8],"kept":[],"step":{"own":[4,3]}}]}"#;
    let why = rejected(text);
    assert!(why.contains("rests on a ban"), "{why}");
}
