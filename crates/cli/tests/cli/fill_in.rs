//! `render --fill-in` in all its forms, and the picture in the documents.

use std::path::Path;
use std::process::{Command, Output};

fn shinpan(words: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_shinpan"));
    command.args(words).current_dir(root).env("NO_COLOR", "1").output().unwrap()
}

/// What the count of the example prints with more words.
fn count(more: &[&str]) -> Output {
    let words = ["render", "examples/gnugo-9x9.sgf", "--rules", "japanese-1989", "--dead", "C7"];
    shinpan(&[&words[..], &["--fill-in"], more].concat())
}

fn told(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).trim_end().to_owned()
}

#[test]
fn the_picture_in_the_documents_is_what_is_drawn() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fill-in.svg");
    let drawn = count(&["--as", "animation"]).stdout;
    assert!(
        std::fs::read(path).unwrap() == drawn,
        "docs/fill-in.svg is another picture; to draw it anew: shinpan render \
         examples/gnugo-9x9.sgf --rules japanese-1989 --dead C7 --fill-in --as animation \
         --output docs/fill-in.svg"
    );
}

#[test]
fn every_form_has_all_steps() {
    let text = String::from_utf8(count(&[]).stdout).unwrap();
    let json: serde_json::Value =
        serde_json::from_slice(&count(&["--format", "json"]).stdout).unwrap();
    let steps = json["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 6);
    for form in ["svg", "animation", "html"] {
        let drawn = String::from_utf8(count(&["--as", form]).stdout).unwrap();
        for step in 1..=6 {
            let heading = format!("{step} of 6: ");
            assert!(drawn.contains(&heading) && text.contains(&heading), "{form}: {heading}");
        }
    }
    assert_eq!(json["count"]["white"]["score"], "29/2");
    assert_eq!(json["count"]["black"]["score"], "44");
    for step in steps {
        assert_eq!(step["balance"], serde_json::json!({"black": 44, "white": 8}));
    }
    let one: serde_json::Value =
        serde_json::from_slice(&count(&["--as", "json", "--step", "2"]).stdout).unwrap();
    assert_eq!((&one, one["carried"].as_array().map(Vec::len)), (&steps[1], Some(2)));
    assert!(count(&["--as", "png", "--width", "300"]).stdout.starts_with(b"\x89PNG"));
    assert!(count(&["--as", "png", "--width", "90", "--step", "1"]).stdout.starts_with(b"\x89PNG"));
}

#[test]
fn the_legend_says_what_marks_stand_for() {
    let text = String::from_utf8(count(&[]).stdout).unwrap();
    assert!(text.contains("@ put there in this step") && !text.contains("@ circle"), "{text}");
}

#[test]
fn proofs_that_a_picture_rests_on_are_checked() {
    let words = ["render", "examples/one-sided-triple-ko.toml", "--rules", "japanese-1989"];
    let drawn = shinpan(&[&words[..], &["--territory", "--check-proofs"]].concat());
    let told = String::from_utf8_lossy(&drawn.stderr).trim_end().to_owned();
    assert!(
        told.starts_with("proofs checked: ") && told.contains(" accepted, 0 rejected"),
        "{told}"
    );
    assert_eq!(drawn.status.code(), Some(0));
}

#[test]
fn what_cannot_be_shown_is_said() {
    assert_eq!(
        told(&count(&["--step", "7"])),
        "error: --step: the count has steps 1 to 6, found 7"
    );
    assert_eq!(
        told(&count(&["--step", "2", "--as", "html"])),
        "error: --step: one step does not move; leave it out, or draw it as svg or png"
    );
    assert_eq!(
        told(&shinpan(&["render", "examples/gnugo-9x9.sgf", "--as", "html"])),
        "error: --as: animations and pages are made of the steps of a count: add --fill-in"
    );
    assert_eq!(
        told(&shinpan(&["render", "examples/gnugo-9x9.sgf", "--fill-in", "--max-nodes", "0"])),
        "error: --fill-in: there is no count to show: chains whose status is unproven: 9; `dead` gives the stones agreed \
         to be dead, or that none is, and with more time, nodes or memory more may be proven"
    );
    assert_eq!(
        told(&shinpan(&["render", "examples/kee-draw.toml", "--fill-in"])),
        "error: --fill-in: `kee` counts area: only territory is counted by filling in"
    );
}
