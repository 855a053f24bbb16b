//! What is printed as JSON is one object, lists too.

use std::process::Command;

use serde_json::Value;

#[test]
fn a_list_is_one_object() {
    let lists: [(&[&str], &str); 4] = [
        (&["rules"], "rulesets"),
        (&["rules", "--options"], "options"),
        (&["explain"], "clauses"),
        (&["batch", "--columns"], "columns"),
    ];
    for (words, name) in lists {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shinpan"));
        let output = command.args(words).args(["--format", "json"]).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{words:?}");
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        let fields: Vec<&String> = told.as_object().unwrap().keys().collect();
        assert_eq!(fields, [name], "{words:?}");
        assert!(told[name].as_array().is_some_and(|list| list.len() > 10), "{words:?}");
    }
}
