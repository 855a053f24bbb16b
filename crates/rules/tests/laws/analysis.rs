//! Removal, territory and score, held against the twin's literal reading; bounds against every
//! assignment of the open statuses.

use std::collections::BTreeSet;
use std::sync::Arc;

use shinpan_board::{ByPlayer, Player, Point, Position, Stone};
use shinpan_rules::{
    Analysis, Analyst, ChainStatus, Game, HypotheticalKo, LifeStatus, Move, Ruleset, Score,
    Settlement, Setup,
};
use shinpan_testkit::{Dice, board};
use shinpan_twin::life;

/// A game in its Analysis, on a random position, often with walls that make for removals.
fn stopped(dice: &mut Dice) -> Option<Game> {
    let board = Arc::new(board(dice));
    let mut setup = Setup::empty(Arc::clone(&board), 2);
    let empty = 2 + dice.roll(3);
    setup.stones = (0..board.len())
        .map(|_| match dice.roll(empty + 2) {
            0 => Player::BLACK.stone(),
            1 => Player::WHITE.stone(),
            _ if dice.chance(2) => Player::BLACK.stone(),
            _ => Stone::EMPTY,
        })
        .collect();
    Position::from_stones(&board, 2, &setup.stones).ok()?;
    setup.prisoners[Player::BLACK] = dice.roll(3) as u32;
    setup.prisoners[Player::WHITE] = dice.roll(3) as u32;
    let mut game = Game::new(Arc::new(Ruleset::builtin("japanese-1989")?), &setup).ok()?;
    for _ in 0..2 {
        game.play(Move::Pass).ok()?;
    }
    Some(game)
}

/// The points in all of some sets, and in any of them.
type Extremes = (Vec<usize>, BTreeSet<usize>);

/// What somebody says of the chains, in the order of their first points.
#[derive(Debug)]
struct Says(Vec<LifeStatus>);

impl Analyst for Says {
    fn statuses(
        &self,
        board: &shinpan_board::Board,
        position: &Position,
        _: HypotheticalKo,
    ) -> Vec<ChainStatus> {
        let chains = position.chains(board).into_iter().zip(&self.0);
        // In another order, without those of which nothing is known, and all of them said to be Black's.
        let known = chains.rev().filter(|(_, status)| **status != LifeStatus::Unproven);
        known
            .map(|(points, &status)| ChainStatus {
                status,
                ..ChainStatus::unproven(Player::BLACK, points)
            })
            .collect()
    }
}

fn literally(game: &Game, alive: &[bool]) -> life::Count {
    let board = game.board();
    let near = |point| board.neighbours(point).map(Point::index).collect();
    let literal = life::Board { neighbours: board.points().map(near).collect() };
    let chains: Vec<life::ChainStatus> = game
        .position()
        .chains(board)
        .into_iter()
        .zip(alive)
        .map(|(points, &alive)| life::ChainStatus {
            owner: game.position().stone(points[0]).player().unwrap().index(),
            points: points.iter().map(|point| point.index()).collect(),
            alive,
        })
        .collect();
    let prisoners = [Player::BLACK, Player::WHITE].map(|p| i64::from(game.prisoners()[p]));
    life::count(&literal, game.position().codes(), &chains, prisoners)
}

fn indices(points: &[Point]) -> Vec<usize> {
    points.iter().map(|point| point.index()).collect()
}

fn agrees(analysis: &Analysis, literal: &life::Count, told: &str) {
    assert_eq!(indices(&analysis.certain.removed), literal.removed, "removed, {told}");
    let outcome = analysis.outcome.as_ref().unwrap_or_else(|| panic!("no outcome, {told}"));
    for player in [Player::BLACK, Player::WHITE] {
        let index = player.index();
        assert_eq!(
            indices(&analysis.certain.territory[player]),
            literal.territory[index],
            "{told}"
        );
        let score = outcome.scores().unwrap()[player];
        assert_eq!(score, Score::from(literal.score[index]), "{told}");
    }
}

#[test]
fn removal_territory_and_score_are_those_of_the_literal_reading() {
    let (mut removals, mut territories) = (0, 0);
    for seed in 0..4000 {
        let mut dice = Dice::new(seed);
        let Some(game) = stopped(&mut dice) else { continue };
        let chains = game.position().chains(game.board()).len();
        let alive: Vec<bool> = (0..chains).map(|_| dice.chance(2)).collect();
        let status = |&alive: &bool| if alive { LifeStatus::Alive } else { LifeStatus::NotAlive };
        let analysis = game.analyse(&Says(alive.iter().map(status).collect())).unwrap();
        let literal = literally(&game, &alive);
        agrees(&analysis, &literal, &format!("seed {seed}, {alive:?}"));
        let position = game.position();
        let owned =
            |chain: &ChainStatus| Some(chain.player) == position.stone(chain.points[0]).player();
        assert!(analysis.chains.iter().all(owned), "whose a chain is, the board says: seed {seed}");
        removals += usize::from(!literal.removed.is_empty());
        territories += usize::from(literal.territory.iter().any(|points| !points.is_empty()));
    }
    assert!(removals > 200 && territories > 200, "{removals} removals, {territories} territories");
}

/// Every assignment of the open statuses lies within the bounds, and both bounds are reached. What is
/// certain is so in all of them, what is possible in one; a result is given when all have the same.
#[test]
fn bounds_are_exact() {
    let (mut open, mut settled) = (0, 0);
    for seed in 0..3000 {
        let mut dice = Dice::new(seed);
        let Some(game) = stopped(&mut dice) else { continue };
        let chains = game.position().chains(game.board()).len();
        let all = [LifeStatus::Alive, LifeStatus::NotAlive, LifeStatus::Unproven];
        let says: Vec<LifeStatus> = (0..chains).map(|_| all[dice.roll(3)]).collect();
        let unproven: Vec<usize> =
            (0..chains).filter(|&chain| says[chain] == LifeStatus::Unproven).collect();
        if unproven.len() > 6 {
            continue;
        }
        let analysis = game.analyse(&Says(says.clone())).unwrap();
        let counts: Vec<life::Count> = (0..1_u32 << unproven.len())
            .map(|choice| {
                let mut alive: Vec<bool> =
                    says.iter().map(|&status| status == LifeStatus::Alive).collect();
                for (bit, &chain) in unproven.iter().enumerate() {
                    alive[chain] = choice >> bit & 1 == 1;
                }
                literally(&game, &alive)
            })
            .collect();
        let margins = counts.iter().map(|count| Score::from(count.score[0] - count.score[1]));
        let reached = [margins.clone().min().unwrap(), margins.max().unwrap()];
        assert_eq!(analysis.margin, reached, "seed {seed}, {says:?}");
        let all: Extremes = ((0..game.board().len()).collect(), BTreeSet::new());
        let (mut removed, mut territory) = (all.clone(), [all.clone(), all]);
        for count in &counts {
            removed.0.retain(|point| count.removed.contains(point));
            removed.1.extend(&count.removed);
            for (held, points) in territory.iter_mut().zip(&count.territory) {
                held.0.retain(|point| points.contains(point));
                held.1.extend(points);
            }
        }
        let exact = |certain: &[Point], possible: &[Point], found: &Extremes| {
            assert_eq!(indices(certain), found.0, "certain, seed {seed}, {says:?}");
            let possible: BTreeSet<usize> = indices(possible).into_iter().collect();
            assert_eq!(possible, found.1, "possible, seed {seed}, {says:?}");
        };
        let Analysis { certain, possible, .. } = &analysis;
        exact(&certain.removed, &possible.removed, &removed);
        for (player, found) in [Player::BLACK, Player::WHITE].into_iter().zip(&territory) {
            exact(&certain.territory[player], &possible.territory[player], found);
        }
        let same = counts.iter().all(|count| *count == counts[0]);
        assert_eq!(analysis.outcome.is_some(), same, "seed {seed}, {says:?}");
        if same {
            agrees(&analysis, &counts[0], &format!("seed {seed}, {says:?}"));
        }
        open += usize::from(!same);
        settled += usize::from(same && !unproven.is_empty());
    }
    assert!(open > 100 && settled > 100, "{open} open, {settled} settled");
}

/// A game under Japanese rules on a row of points, from what stands there.
fn row(stones: &str) -> Game {
    let board = Arc::new(shinpan_board::Board::parse(&format!("{}x1", stones.len())).unwrap());
    let mut setup = Setup::empty(board, 2);
    let code = |sign| ".XO".find(sign).unwrap() as u8;
    setup.stones = stones.chars().map(|sign| Stone::from_code(code(sign)).unwrap()).collect();
    Game::new(Arc::new(Ruleset::builtin("japanese-1989").unwrap()), &setup).unwrap()
}

#[test]
fn a_proposal_counts_after_the_play_and_where_its_territory_is_empty() {
    let mut game = row(".X.O");
    let point = |name: &str| game.board().parse_point(name).unwrap();
    let mut territory = ByPlayer::new(2, |_| Vec::new());
    territory[Player::BLACK] = ["a1", "c1", "d1"].map(point).to_vec();
    let proposal = Settlement { removed: vec![point("d1")], territory };
    let without = Settlement { removed: Vec::new(), ..proposal.clone() };
    assert_eq!(game.proposed(&proposal), None, "the play goes on");
    game.play(Move::Pass).unwrap();
    game.play(Move::Pass).unwrap();
    let counted = game.proposed(&proposal).unwrap();
    assert_eq!(counted.margin(), Some(Score::from_integer(4)));
    assert_eq!(game.proposed(&without), None, "a stone stands in the territory");
}

/// The statuses that make no difference are told apart from those that are known.
#[test]
fn what_was_found_of_the_chains_is_counted() {
    let mut game = row("X.X");
    game.play(Move::Pass).unwrap();
    game.play(Move::Pass).unwrap();
    let says = |statuses: &[LifeStatus]| {
        let chains = game.position().chains(game.board()).into_iter().zip(statuses);
        let known = chains.map(|(points, &status)| ChainStatus {
            status,
            ..ChainStatus::unproven(Player::BLACK, points)
        });
        let outcome = game.analysed(known.collect()).unwrap().outcome.unwrap();
        outcome.because[0].fact.to_string()
    };
    let (alive, dead) = (LifeStatus::Alive, LifeStatus::NotAlive);
    assert_eq!(says(&[dead, alive]), "independently alive: 1 of 2 chains");
    let open = "independently alive: 0 of 2 chains; unproven, and of no consequence: 1";
    assert_eq!(says(&[dead, LifeStatus::Unproven]), open);
}
