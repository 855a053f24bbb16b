//! The steps of a verdict by proof games: how the base game and each proof game ended, in this order.

use shinpan_referee::fill_in::{FillIn, Settled};
use shinpan_referee::{Options, Record, Shows, judge, picture};
use shinpan_rules::{Because, Ground};

/// The clause and the sentence of each step of a record's result, and whether the proof games are its ground.
fn steps(toml: &str) -> (Vec<String>, bool) {
    let record = Record::read(toml.as_bytes(), 1, &[]).unwrap();
    let judged = judge(&record, &Options::default()).unwrap();
    let outcome = judged.sitting.game().outcome().unwrap();
    let told = |step: &Because| format!("{}: {}", step.clause, step.fact);
    (outcome.because.iter().map(told).collect(), matches!(outcome.ground, Ground::ProofGames))
}

#[test]
fn the_result_of_the_base_game_stands_after_two_counts() {
    let (steps, by_proof_games) = steps(
        r#"
        rules = "long-cycle-3"
        board = "2x1"
        komi = 3
        position = ". O"
        moves = ["B pass", "W pass", "B pass", "W pass", "B A1", "W pass", "B pass", "W pass", "B pass",
                 "B A1", "W pass", "B pass", "W pass", "B pass"]
        "#,
    );
    let game = |black: &str, white: &str, scores: &str| {
        [
            format!("LM-8: black: territory {black}"),
            format!("LM-8: white: territory {white}"),
            "G-4: komi for white: 3".to_owned(),
            format!("LM-12: {scores}"),
        ]
    };
    let of =
        |points: u32, prisoners: u32| format!("{points}, prisoners of that colour {prisoners}");
    let tied = game(&of(1, 1), &of(0, 3), "black 0, white 0: equal");
    let told = |step: &str| [step.to_owned()];
    let expected = [
        &game(&of(0, 1), &of(1, 1), "black -1, white 3")[..],
        &told("LC-7: proof games are asked for; Black's begins"),
        &tied,
        &told("LC-8: black fails in the proof game"),
        &told("LC-7: the proof game of white begins"),
        &tied,
        &told("LC-8: white fails in the proof game"),
        &told("LC-8: neither achieved the goal: the base game's result stands"),
    ];
    assert_eq!(steps, expected.concat());
    assert!(!by_proof_games);
}

#[test]
fn the_base_game_is_what_is_shown_of_a_count_that_stands() {
    let toml = r#"
        rules = "long-cycle-3"
        board = "7x6"
        komi = 0.5
        position = """
        O O O O O O O
        O X O . O . O
        X . X O X O X
        X X X X X X X
        O O O O O O O
        . . . . . . .
        """
        moves = ["B pass", "W pass", "B pass", "W pass",
                 "B D5", "W B4", "B F5", "W D4", "B B5", "W F4", "B D5",
                 "B D5", "W B4", "B F5", "W D4", "B B5", "W F4", "B D5"]
        "#;
    let record = Record::read(toml.as_bytes(), 1, &[]).unwrap();
    let sitting = judge(&record, &Options::default()).unwrap().sitting;
    let base = sitting.counted_before().expect("the cycles have moved stones");
    let settled = Settled::of(&sitting).unwrap();
    assert_eq!(settled.codes, base.position().codes());
    let outcome = sitting.outcome().unwrap();
    let Ground::Score(tally) = outcome.ground else { panic!() };
    assert_eq!(settled.territory, tally.points);
    FillIn::of(settled).unwrap().film().unwrap();
    let shows = Shows { territory: true, ..Shows::default() };
    let told = picture(&sitting, shows).unwrap().caption;
    assert_eq!(told, ["what was counted is the base game, as it stood after move 4"]);
}

#[test]
fn cycles_that_end_proof_games_are_told() {
    let (steps, by_proof_games) = steps(
        r#"
        rules = "long-cycle-3"
        board = "5x6"
        position = """
        . . . . .
        . . X X X
        X X X O O
        X O O O .
        X O . O X
        X O X X .
        """
        moves = ["B pass", "W pass", "B pass", "W pass",
                 "B E3", "W E1", "B E2", "W pass",
                 "B pass", "W pass", "B E3", "W E1", "B E2", "W pass"]
        "#,
    );
    assert!(by_proof_games);
    let cycles: Vec<&String> = steps.iter().filter(|step| step.contains("a cycle of")).collect();
    let cycle = |from: u32, to: u32| {
        format!(
            "LC-5: the state after move {to} stood after move {from} too: a cycle of 4 moves; \
             passes in it: black 0, white 1: unbalanced"
        )
    };
    assert_eq!(cycles, [&cycle(4, 8), &cycle(10, 14)]);
    let clauses: Vec<&str> = steps.iter().filter_map(|step| step.split(':').next()).collect();
    let base = ["LM-8", "LM-8", "LM-12"];
    assert_eq!(
        clauses,
        [&base[..], &["LC-7", "LC-5", "LC-8", "LC-7", "LC-5", "LC-8", "LC-8"]].concat()
    );
    assert_eq!(steps[steps.len() - 1], "LC-8: only white achieved the goal of the proof games");
}

#[test]
fn repetitions_of_the_base_game_are_kept() {
    let repetitions = |more: &str| {
        let toml = format!(
            "rules = \"long-cycle-3, cycles=3\"\nboard = \"3x1\"\nto_move = \"white\"\nposition = [\"OO.\"]\n\
             moves = [\"W pass\", \"B C1\", \"W B1\", \"B pass\", \"W A1\", \"B pass\", \"W pass\", \"B pass\", \
             \"W pass\"{more}]"
        );
        let record = Record::read(toml.as_bytes(), 1, &[]).unwrap();
        judge(&record, &Options::default()).unwrap().sitting.repetitions()
    };
    assert_eq!(repetitions(""), [(5, 1)]);
    assert_eq!(repetitions(", \"B request\""), [(5, 1)]);
    let first =
        ", \"B C1\", \"W B1\", \"B pass\", \"W A1\", \"B C1\", \"W B1\", \"B pass\", \"W A1\"";
    let proofs = repetitions(first);
    assert!(proofs.starts_with(&[(5, 1), (13, 9)]), "{proofs:?}");
    // Another game begins, in which nothing has been played.
    let next = repetitions(&format!("{first}, \"B pass\", \"W pass\", \"B pass\", \"W pass\""));
    assert!(next.starts_with(&proofs), "{next:?}");
}
