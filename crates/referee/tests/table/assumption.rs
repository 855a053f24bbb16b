//! What follows if some chains live.

use std::sync::Arc;

use shinpan_board::{Board, Point, Position, Stone};
use shinpan_referee::{
    Assumed, AssumedReport, Assumption, Judged, Judgement, Options, Prover, Record, RecordError,
    SavedProof, assume, judge,
};
use shinpan_rules::{Analyst, HypotheticalKo, LifeStatus};
use shinpan_testkit::Dice;

/// Two rows of three points in a corner, walled in by stones that stand free on the rest of the board.
const CORNER: &str = r#"
rules = "japanese-1989"
board = "11x11"
position = """
. . . X O . . . . . .
. . . X O . . . . . .
X X X X O . . . . . .
O O O O O . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
"""
moves = ["B pass", "W pass"]
"#;

/// A prover that looks at little.
fn prover() -> Prover {
    Prover { nodes: 200, states: 10_000, check_proofs: true, ..Prover::default() }
}

fn options(dead: Option<&str>) -> Options {
    let dead = dead.map(|point| vec![point.to_owned()]);
    Options { analyst: Some(Arc::new(prover())), dead, ..Options::default() }
}

fn assumed(dead: Option<&str>, assumed: &Assumed) -> Result<(Judged, AssumedReport), RecordError> {
    let record = Record::read(CORNER.as_bytes(), 1, &[]).unwrap();
    let options = options(dead);
    let judged = judge(&record, &options).unwrap();
    let report = assume(&record, &options, &judged, assumed, &prover())?;
    Ok((judged, report))
}

fn at(point: &str) -> Assumed {
    Assumed::At(vec![point.to_owned()])
}

#[test]
fn the_walls_of_a_problem_are_assumed_to_live() {
    let (judged, report) = assumed(None, &at("A8")).unwrap();
    // It is about nothing but the assumption: the ruling stays open.
    assert!(judged.report.chains.unwrap().iter().all(|chain| chain.status == "unproven"));
    assert_eq!(judged.report.result, None);
    assert_eq!(report.alive, ["E11"]);
    let told: Vec<_> = report
        .chains
        .iter()
        .map(|chain| {
            (chain.points[0].as_str(), chain.status.as_str(), chain.assumed, chain.checked)
        })
        .collect();
    assert_eq!(told, [("D11", "not-alive", false, Some(true)), ("E11", "alive", true, None)]);
    assert_eq!(report.removed.len(), 6);
    let result = report.result.unwrap();
    assert_eq!(result.sgf.as_deref(), Some("W+119"));
    assert!(
        result
            .because
            .iter()
            .any(|step| step.fact.to_string()
                == "assumed to live, without a proof: the chains at E11")
    );
}

#[test]
fn what_the_players_let_stay_is_assumed_to_live() {
    let (judged, report) = assumed(Some("D11"), &Assumed::Staying).unwrap();
    let judgements = |agreement: &shinpan_referee::AgreementReport| {
        agreement.chains.iter().map(|chain| chain.judgement).collect::<Vec<_>>()
    };
    assert_eq!(judgements(&judged.report.agreement.unwrap()), [Judgement::Unproven; 2]);
    assert_eq!(report.alive, ["E11"]);
    assert_eq!(judgements(&report.agreement.unwrap()), [Judgement::Right; 2]);
    // The other way round nothing follows: without its eyes the wall may yet make two.
    let (_, report) = assumed(Some("E11"), &Assumed::Staying).unwrap();
    assert_eq!((report.alive.as_slice(), report.result), (&["D11".to_owned()][..], None));
}

/// The marks at the end of a record are no proposal about the state after so many moves: the ruling does not look at them, nor does
/// what follows from an assumption.
#[test]
fn marks_are_no_proposal_about_an_earlier_state() {
    let dead = "[da][db][ac][bc][cc][dc]";
    let record = format!(
        "(;GM[1]FF[4]SZ[11]RU[Japanese]AB{dead}AW[ea][eb][ec][ad][bd][cd][dd][ed];B[];W[];B[]TW[aa][ba][ca][ab][bb][cb]{dead})"
    );
    let record = Record::read(record.as_bytes(), 1, &[]).unwrap();
    let rules = shinpan_rules::Ruleset::read("japanese-1989").unwrap();
    for (number, proposed) in [(None, true), (Some(2), false)] {
        let options = Options { rules: Some(rules.clone()), at: number, ..options(None) };
        let judged = judge(&record, &options).unwrap();
        assert_eq!(judged.report.agreement.is_some(), proposed, "{number:?}");
        let report = assume(&record, &options, &judged, &at("A8"), &prover()).unwrap();
        assert_eq!(report.alive, ["E11"]);
        assert_eq!(report.agreement.is_some(), proposed, "{number:?}");
        let staying = assume(&record, &options, &judged, &Assumed::Staying, &prover());
        assert_eq!(staying.is_ok(), proposed, "{number:?}");
    }
}

#[test]
fn what_cannot_be_assumed_is_refused() {
    let fault = |whose: &Assumed| {
        let fault = assumed(None, whose).unwrap_err();
        assert_eq!(fault.place, "--assume-alive");
        fault.what
    };
    assert_eq!(fault(&at("K1")), "K1 is empty: only chains live");
    assert_eq!(fault(&at("Z9")), "expected points of the 11x11 board, found `Z9`");
    assert!(fault(&Assumed::Staying).starts_with("nothing is agreed"));
    let record = Record::read(CORNER.as_bytes(), 1, &[]).unwrap();
    let early = Options { at: Some(1), ..options(None) };
    let judged = judge(&record, &early).unwrap();
    let fault = assume(&record, &early, &judged, &at("A8"), &prover()).unwrap_err();
    assert_eq!(
        fault.what,
        "there is no Analysis under `japanese-1989` in the phase `competition`: it follows the two \
         passes that end the competition; `passes` adds them"
    );
    let text = "rules = \"japanese-1989\"\nboard = \"5x2\"\nposition = \"\"\"\nO.X.X\nXXXXX\n\"\"\"\n\
        moves = [\"B pass\", \"W pass\"]\n";
    let record = Record::read(text.as_bytes(), 1, &[]).unwrap();
    let options = options(None);
    let judged = judge(&record, &options).unwrap();
    let fault = assume(&record, &options, &judged, &at("A2"), &prover()).unwrap_err();
    assert_eq!(fault.what, "A2 is proven not to live");
}

/// Assumed of a chain that has two eyes nobody else is next to anyhow, it changes the status of no other.
#[test]
fn eyes_beside_the_board_are_as_eyes_on_it() {
    let mut dice = Dice::new(31);
    let board = Board::rectangle(3, 4).unwrap();
    let prover = Prover::default();
    let (mut compared, mut not_alive) = (0, 0);
    while compared < 40 {
        let stones: Vec<Stone> =
            board.points().map(|_| Stone::from_code(dice.roll(3) as u8).unwrap()).collect();
        let Ok(position) = Position::from_stones(&board, 2, &stones) else { continue };
        let chains = position.chains(&board);
        let Some(living) = chains.iter().find(|chain| eyes(&board, &position, chain) > 1) else {
            continue;
        };
        if chains.len() < 3 {
            continue;
        }
        let ko = HypotheticalKo::Basic;
        let before = prover.prove(&board, &position, ko).statuses(&board, &position, ko);
        let assumption = Assumption::new(&board, &position, &living[..1]).unwrap();
        let proven = prover.prove_assuming(&assumption, &board, ko);
        for (before, after) in before.iter().zip(proven.statuses(&board, &position, ko)) {
            assert_eq!(before.points, after.points);
            assert_eq!(before.status, after.status, "{:?} {living:?}", position.diagram(&board));
            assert_eq!(after.assumed, after.points == *living);
            not_alive += usize::from(after.status == LifeStatus::NotAlive);
        }
        compared += 1;
    }
    assert!(not_alive > 20, "{not_alive}");
}

/// How many empty points have none but stones of a chain around them.
fn eyes(board: &Board, position: &Position, chain: &[Point]) -> usize {
    let eye = |&point: &Point| {
        position.stone(point) == Stone::EMPTY
            && board.neighbours(point).all(|near| chain.contains(&near))
    };
    board.points().filter(eye).count()
}

/// A proof that rests on the assumption is kept with it, and is none without.
#[test]
fn a_kept_proof_names_what_is_assumed() {
    let record = Record::read(CORNER.as_bytes(), 1, &[]).unwrap();
    let judged = judge(&record, &Options::default()).unwrap();
    let (board, game) = (&record.board, judged.sitting.game());
    let place = |name: &str| board.parse_point(name).unwrap();
    let proven = prover().prove_due_assuming(game, &[place("A8")]).unwrap();
    let saved = SavedProof::of(board, &proven, place("A9")).unwrap().to_json().unwrap();
    let checked = SavedProof::check(saved.as_bytes()).unwrap();
    assert_eq!(checked.status, LifeStatus::NotAlive);
    assert_eq!(
        (checked.report().assumed, checked.board.len()),
        (vec!["E11".to_owned()], board.len())
    );
    let with = |assumed: serde_json::Value| {
        let mut other: serde_json::Value = serde_json::from_str(&saved).unwrap();
        other["assumed"] = assumed;
        SavedProof::check(other.to_string().as_bytes()).unwrap_err().to_string()
    };
    let another = "the proof is not accepted: its last node is about another board";
    assert_eq!(with(serde_json::json!([])), another);
    assert!(with(serde_json::json!(["A9"])).starts_with("the proof is not accepted"));
    assert_eq!(with(serde_json::json!(["J1"])), "assumed: J1 is empty: only chains live");
    assert_eq!(with(serde_json::json!(["Z9"])), "assumed: there is no point `Z9`");
}
