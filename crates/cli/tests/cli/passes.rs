//! `--passes`: records that stop before the passes that end the play.

use std::process::Command;

#[test]
fn a_record_without_its_passes_is_ruled_on_with_them() {
    let record = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&record, "(;SZ[3]RU[Chinese]RE[B+9];B[bb])").unwrap();
    let told = |command: &str, words: &[&str]| {
        let mut shinpan = Command::new(env!("CARGO_BIN_EXE_shinpan"));
        let output = shinpan.arg(command).arg(record.path()).args(words).output().unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    assert!(told("judge", &[]).contains("`passes` adds those that end the play"));
    let hint = "help: the play has not ended; --passes adds the passes that end it";
    assert!(!told("judge", &[]).contains(hint), "it is told once");
    let passed = told("judge", &["--passes"]);
    assert!(passed.contains("(B+9)"), "{passed}");
    assert!(passed.contains("note: the passes that end the play were added: 2"), "{passed}");
    assert!(passed.contains("recorded result B+9: the ruling is the same"), "{passed}");
    assert!(!passed.contains(hint), "{passed}");
    assert!(told("compare", &["--passes"]).matches("B+9").count() > 3);
    std::fs::write(&record, "(;SZ[3]RU[Chinese];B[bb])").unwrap();
    assert!(told("judge", &[]).contains(hint));
    assert!(!told("judge", &["--passes"]).contains(hint));
}
