//! Programs that die, hang, talk nonsense or play what is not allowed: nothing of the record is lost,
//! and what they did is told exactly.

use super::{folder, play_match, ruling};

/// A program that plays down a column of a 9x9 board, and does something wrong at its third move.
pub(super) const PROGRAM: &str = r#"
n=0
while read id command rest; do
    case "$command" in
        name) printf '=%s Column %s\n\n' "$id" "$1" ;;
        version) printf '=%s 1\n\n' "$id" ;;
        known_command) printf '=%s false\n\n' "$id" ;;
        quit) printf '=%s\n\n' "$id"; exit 0 ;;
        play) if [ "$2" = refuses ] && [ "${rest#* }" = A7 ]; then
                printf '?%s illegal move\n\n' "$id"
            else
                printf '=%s\n\n' "$id"
            fi ;;
        genmove)
            n=$((n + 1))
            if [ "$n" -eq 3 ]; then
                case "$2" in
                    dies) echo "out of luck" >&2; exit 3 ;;
                    hangs) sleep 20 ;;
                    babbles) printf 'thinking...\n\n'; continue ;;
                    numbers) printf '=77 A3\n\n'; continue ;;
                    stutters) printf '=%s %s9\n\n' "$id" "$1"; continue ;;
                    strays) printf '=%s Z99\n\n' "$id"; continue ;;
                    resigns) printf '=%s resign\n\n' "$id"; continue ;;
                esac
            fi
            printf '=%s %s%s\n\n' "$id" "$1" "$((10 - n))"
            if [ "$n" -eq 9 ]; then n=100; fi ;;
        *) printf '=%s\n\n' "$id" ;;
    esac
done
"#;

/// A game between an honest column of Black's and a White who does something wrong.
fn game(name: &str, black: &str, white: &str) -> serde_json::Value {
    let held = folder(&format!("faults-{name}"));
    let folder = held.path();
    let script = folder.join("column.sh");
    std::fs::write(&script, PROGRAM).unwrap();
    let script = script.display();
    let out = folder.join("out");
    let (output, reports) = play_match(
        &out,
        &[
            "--black",
            &format!("sh {script} A {black}"),
            "--white",
            &format!("sh {script} J {white}"),
            "--seconds",
            "2",
            "--max-moves",
            "12",
        ],
    );
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    let mut report = reports[0].clone();
    for ending in ["journal", "sgf"] {
        let ruling = ruling(&out.join(format!("game-0001.{ending}")));
        assert_eq!(ruling["moves"], report["moves"], "{name}: {ending}");
        let result = &ruling["result"]["sgf"];
        assert_eq!(*result, report["result"], "{name}: {ending}");
    }
    report["position"] = ruling(&out.join("game-0001.journal"))["position"].clone();
    report
}

#[test]
fn what_a_program_does_wrong_costs_it_the_game_and_is_told() {
    let cases = [
        (
            "dies",
            "died",
            "B+F",
            "it ended (exit status: 3) instead of answering `genmove w`; it had said: out of luck",
        ),
        ("hangs", "silent", "B+T", "it did not answer `genmove w` within 2 s"),
        (
            "babbles",
            "garbage",
            "B+F",
            "its answer to `genmove w` is not GTP: expected an answer that begins with `=` or `?`, found `thinking...`",
        ),
        ("stutters", "illegal", "B+F", "it played J9: a stone of white stands there [G-1]"),
        (
            "strays",
            "garbage",
            "B+F",
            "its answer to `genmove w` is not GTP: expected a point of the 9x9 board, found `Z99`",
        ),
    ];
    for (does, kind, result, what) in cases {
        let report = game(does, "honest", does);
        let fault = &report["fault"];
        assert_eq!(
            (fault["by"].as_str(), fault["kind"].as_str(), fault["what"].as_str()),
            (Some("white"), Some(kind), Some(what)),
            "{report}"
        );
        assert_eq!((fault["at"].as_u64(), report["moves"].as_u64()), (Some(6), Some(5)), "{does}");
        assert_eq!(report["result"], result, "{does}");
        // Black's three stones and White's two stand.
        assert_eq!(report["position"][0], "X.......O");
        assert_eq!(report["position"][2], "X........");
    }
}

#[test]
fn a_number_that_was_not_asked_for_is_no_answer() {
    let report = game("numbers", "numbers", "honest");
    let what = report["fault"]["what"].as_str().unwrap();
    assert!(
        what.starts_with("its answer to `genmove b` is not GTP: expected the number "),
        "{what}"
    );
    assert_eq!((report["result"].as_str(), report["moves"].as_u64()), (Some("W+F"), Some(4)));
}

#[test]
fn a_resignation_is_no_fault() {
    let report = game("resigns", "honest", "resigns");
    assert_eq!(report["fault"], serde_json::Value::Null);
    assert_eq!(
        (report["result"].as_str(), report["ground"].as_str()),
        (Some("B+R"), Some("resignation"))
    );
}

#[test]
fn a_legal_move_that_is_refused_costs_nobody_the_game() {
    let report = game("refuses", "honest", "refuses");
    assert_eq!(report["result"], serde_json::Value::Null);
    assert_eq!(
        report["unfinished"],
        "white: it answered `play b A7` with the error `illegal move`"
    );
    assert_eq!(report["moves"], 5, "the legal move is in the record");
}

#[test]
fn a_game_without_end_is_left_and_a_program_that_is_not_there_is_told() {
    let report = game("honest", "honest", "honest");
    assert_eq!(report["unfinished"], "12 moves were made");
    let held = folder("faults-missing");
    let folder = held.path();
    let (_, reports) =
        play_match(folder, &["--black", "no-such-program", "--white", "sh -c \"'\""]);
    let what = reports[0]["unfinished"].as_str().unwrap();
    assert!(what.starts_with("black: `no-such-program` could not be started: "), "{what}");
}
