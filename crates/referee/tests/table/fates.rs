//! What becomes of chains by what is known of them, and what is told before anything is.

use std::mem::discriminant;
use std::sync::Arc;

use shinpan_board::{Board, Point, Position, Stone};
use shinpan_referee::{Options, Prover, Record, Sitting, explain, judge};
use shinpan_rules::{Analyst, ChainStatus, Fact, HypotheticalKo, LifeStatus};
use shinpan_testkit::Dice;

/// An analyst who must not be asked.
#[derive(Debug)]
struct Unasked;

impl Analyst for Unasked {
    fn statuses(&self, _: &Board, _: &Position, _: HypotheticalKo) -> Vec<ChainStatus> {
        unreachable!("a fault is told before the Analysis")
    }
}

#[test]
fn faults_in_what_is_agreed_come_before_the_analysis() {
    let toml = "rules = \"japanese-1989\"\nboard = \"3x3\"\nposition = [\"X..\", \"...\", \"..O\"]\n\
                moves = [\"B pass\"";
    let fault = |more: &str| {
        let record = Record::read(format!("{toml}{more}]").as_bytes(), 1, &[]).unwrap();
        let dead = Some(vec!["B2".to_owned()]);
        let options = Options { dead, analyst: Some(Arc::new(Unasked)), ..Options::default() };
        judge(&record, &options).unwrap_err().to_string()
    };
    assert!(fault(", \"W pass\"").contains("B2 is empty"), "{}", fault(", \"W pass\""));
    assert!(fault("").contains("it goes on after move 1; `passes` adds the passes that end it"));
}

/// What keeps a chain from being removed is told by what is proven, not by what may be so.
#[test]
fn an_unproven_chain_is_not_said_to_be_dead() {
    let toml = "rules = \"japanese-1989\"\nboard = \"8x6\"\nposition = [\"X.XOOOOO\", \"XXO.OOOO\", \".XXOOOOO\", \
                \".XXOOOOO\", \"XXX.XXOO\", \"XX..XX.X\"]\nmoves = [\"B pass\", \"W pass\"]";
    let record = Record::read(toml.as_bytes(), 1, &[]).unwrap();
    let judged = judge(&record, &Options::default()).unwrap();
    let game = judged.sitting.game();
    let place = |name: &str| game.board().parse_point(name).unwrap();
    // All chains are dead, but for those that are not known to be.
    let told = |unproven: &[String]| {
        let chains = game.position().chains(game.board()).into_iter().map(|points| {
            let player = game.position().stone(points[0]).player().unwrap();
            let open = unproven.iter().any(|name| points.contains(&place(name)));
            let status = if open { LifeStatus::Unproven } else { LifeStatus::NotAlive };
            ChainStatus { status, ..ChainStatus::unproven(player, points) }
        });
        let mut sitting = judged.sitting.clone();
        sitting.analyse(&Known(chains.collect()));
        let told = explain(&sitting, place("C5"), None, None).unwrap();
        match &told.because.last().unwrap().fact {
            Fact::StaysBeside { point, .. } => Ok(point.clone()),
            other => Err(other.clone()),
        }
    };
    let mut unproven = Vec::new();
    while let Ok(beside) = told(&unproven) {
        assert!(!unproven.contains(&beside), "{beside}");
        unproven.push(beside);
    }
    // The nearest first.
    assert_eq!(unproven, ["C6", "A6", "E2", "H1"]);
    assert_eq!(told(&unproven), Err(Fact::FateOpen {}));
}

/// What is known of chains.
#[derive(Debug)]
struct Known(Vec<ChainStatus>);

impl Analyst for Known {
    fn statuses(&self, _: &Board, _: &Position, _: HypotheticalKo) -> Vec<ChainStatus> {
        self.0.clone()
    }
}

/// What becomes of the chain at a point, by what a prover finds; and how many chains are left open.
fn fate(sitting: &Sitting, prover: &Prover, place: Point) -> (LifeStatus, Fact, usize) {
    let proven = prover.prove_due(sitting.game());
    let mut sitting = sitting.clone();
    sitting.analyse(&proven);
    let told = explain(&sitting, place, proven.proof(place), None).unwrap();
    let analysis = sitting.analysis().unwrap();
    let open = |chain: &&ChainStatus| chain.status == LifeStatus::Unproven;
    let it = analysis.chains.iter().find(|chain| chain.points.contains(&place)).unwrap();
    let fact = told.because.last().unwrap().fact.clone();
    (it.status, fact, analysis.chains.iter().filter(open).count())
}

/// All fifteen chains of the game are proven by four times the work.
#[test]
fn what_is_asked_is_told_once_it_is_settled() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/selfplay/9x9-003.sgf");
    let record = Record::read(&std::fs::read(game).unwrap(), 1, &[]).unwrap();
    let sitting = judge(&record, &Options::default()).unwrap().sitting;
    for (name, expected) in [("G6", LifeStatus::Alive), ("C4", LifeStatus::NotAlive)] {
        let place = record.board.parse_point(name).unwrap();
        let (status, fact, open) = fate(&sitting, &Prover::default().asked(place), place);
        assert_eq!(status, expected, "{name}");
        match status {
            LifeStatus::Alive => assert_eq!(fact, Fact::StaysAlive {}),
            _ => assert!(matches!(fact, Fact::RemovedHere { .. }), "{fact}"),
        }
        assert!(open > 0, "{name}");
    }
}

/// On random boards what becomes of a chain is what becomes of it once all are looked at.
#[test]
fn what_is_settled_stays_so() {
    let mut dice = Dice::new(186);
    let all = Prover { nodes: 1600, states: 20_000, ..Prover::default() };
    let (mut removed, mut kept) = (0, 0);
    while removed < 5 || kept < 5 {
        let rows =
            (0..5).map(|_| (0..5).map(|_| ['X', 'O', '.'][dice.roll(3)]).collect::<String>());
        let text = format!(
            "rules = \"japanese-1989\"\nboard = \"5x5\"\nposition = {:?}\nmoves = [\"B pass\", \"W pass\"]\n",
            rows.collect::<Vec<_>>()
        );
        let Ok(record) = Record::read(text.as_bytes(), 1, &[]) else { continue };
        let Ok(judged) = judge(&record, &Options::default()) else { continue };
        let stands = |at: &Point| judged.sitting.game().position().stone(*at) != Stone::EMPTY;
        let Some(place) = record.board.points().find(stands) else { continue };
        let (status, fact, _) = fate(&judged.sitting, &all.asked(place), place);
        let (known, later, _) = fate(&judged.sitting, &all, place);
        if status == LifeStatus::Unproven || known == LifeStatus::Unproven {
            continue;
        }
        assert_eq!((status, discriminant(&fact)), (known, discriminant(&later)), "{text}");
        match fact {
            Fact::RemovedHere { .. } => removed += 1,
            _ => kept += 1,
        }
    }
}
