//! Two programs that disagree about dead stones under the Japanese rules: the Analysis decides, or
//! says what it leaves open.

use super::{folder, play_match, ruling};

/// A program that plays the moves it is given, then passes, and says what it is told of dead stones.
const PROGRAM: &str = r#"
moves=$1
while read id command rest; do
    case "$command" in
        name) printf '=%s Script\n\n' "$id" ;;
        version) printf '=%s 1\n\n' "$id" ;;
        known_command) printf '=%s false\n\n' "$id" ;;
        final_status_list) printf '=%s %s\n\n' "$id" "$2" ;;
        final_score) printf '?%s cannot score\n\n' "$id" ;;
        quit) printf '=%s\n\n' "$id"; exit 0 ;;
        genmove)
            next=${moves%% *}
            case "$moves" in *' '*) moves=${moves#* } ;; *) moves=pass ;; esac
            printf '=%s %s\n\n' "$id" "$next" ;;
        *) printf '=%s\n\n' "$id" ;;
    esac
done
"#;

fn game(name: &str, size: &str, dead: [&str; 2], words: &[&str]) -> serde_json::Value {
    let held = folder(&format!("analysed-{name}"));
    let folder = held.path();
    let script = folder.join("script.sh");
    std::fs::write(&script, PROGRAM).unwrap();
    let script = script.display();
    let out = folder.join("out");
    let black = format!("sh {script} 'B2 B1 B3 pass' '{}'", dead[0]);
    let white = format!("sh {script} 'A1 pass pass' '{}'", dead[1]);
    let mut all = vec!["--black", black.as_str(), "--white", &white, "--rules", "japanese-1989"];
    all.extend(["--komi", "0.5", "--size", size]);
    all.extend(words);
    let (output, reports) = play_match(&out, &all);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut report = reports[0].clone();
    report["recorded"] = ruling(&out.join("game-0001.sgf"))["recorded"].clone();
    report
}

#[test]
fn programs_that_disagree_hear_the_analysis() {
    let report = game("proven", "3", ["A1", ""], &[]);
    assert_eq!(report["agreed"], false, "{report}");
    // White's stone is taken off, and Black has six points.
    assert_eq!(report["result"], "B+6.5", "{report}");
    assert_eq!(report["ground"], "score");
    let analysis = &report["analysis"];
    assert_eq!(analysis["bounds"], serde_json::json!(["13/2", "13/2"]));
    assert_eq!(analysis["removed"], serde_json::json!(["A1"]));
    assert_eq!(analysis["unproven"], serde_json::json!([]));
    assert_eq!(report["recorded"]["agrees"], true, "{report}");
    // Nobody is asked to analyse what both say.
    let report = game("agreed", "3", ["A1", "A1"], &[]);
    assert_eq!((&report["agreed"], &report["result"]), (&true.into(), &"B+6.5".into()));
    assert!(report["analysis"].is_null(), "{report}");
}

#[test]
fn what_the_budget_leaves_open_is_said() {
    let report = game("open", "5", ["A1", ""], &["--max-nodes", "1"]);
    assert!(report["result"].is_null() && report["fault"].is_null(), "{report}");
    let analysis = &report["analysis"];
    assert_ne!(analysis["bounds"][0], analysis["bounds"][1], "{report}");
    let open = analysis["unproven"].as_array().unwrap();
    assert!(open.contains(&"white A1".into()), "{report}");
    assert_eq!(analysis["chains"], 2, "{report}");
}
