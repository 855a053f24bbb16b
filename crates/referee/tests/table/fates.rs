//! What becomes of chains by what is known of them, and what is told before anything is.

use std::sync::Arc;

use shinpan_board::{Board, Position};
use shinpan_referee::{Options, Record, explain, judge};
use shinpan_rules::{Analyst, ChainStatus, Fact, HypotheticalKo, LifeStatus};

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
