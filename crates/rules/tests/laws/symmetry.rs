//! What must not change a ruling: the names of the players, the way the board lies. And the two
//! wordings of the basic ko rule, which must not differ.

use std::sync::Arc;

use shinpan_board::{Board, Player, Point, Stone};
use shinpan_rules::{Game, Ground, Move, Outcome, Score, Setup, Status, Verdict};
use shinpan_testkit::{Dice, Named, OPTIONED, ruleset};

/// A symmetry of a rectangle: where each point goes.
fn symmetry(board: &Board, kind: usize) -> Vec<Point> {
    let (columns, rows) = board.shape().grid().unwrap();
    board
        .points()
        .map(|point| {
            let (mut column, mut row) = board.column_and_row(point).unwrap();
            if kind & 1 != 0 {
                column = columns - 1 - column;
            }
            if kind & 2 != 0 {
                row = rows - 1 - row;
            }
            if kind & 4 != 0 && columns == rows {
                (column, row) = (row, column);
            }
            board.at(column, row).unwrap()
        })
        .collect()
}

fn swapped(player: Player) -> Player {
    player.next(2)
}

/// A random start and game; the same with every point moved and, if asked, the colours swapped.
fn play_mirrored(seed: u64, named: Named, swap: bool) {
    let (name, options) = named;
    let mut dice = Dice::new(seed);
    let rules = Arc::new(ruleset(name, options));
    let board = Arc::new(Board::rectangle(1 + dice.roll(4), 1 + dice.roll(4)).unwrap());
    let mirror = symmetry(&board, dice.roll(8));
    let stones: Vec<Stone> = (0..board.len())
        .map(|_| Stone::from_code(dice.roll(5).saturating_sub(2) as u8).unwrap())
        .collect();
    let one = Setup { stones, ..Setup::empty(Arc::clone(&board), 2) };
    let player = |player: Player| if swap { swapped(player) } else { player };
    let mut other = one.clone();
    for point in board.points() {
        let stone = one.stones[point.index()].player().map_or(Stone::EMPTY, |p| player(p).stone());
        other.stones[mirror[point.index()].index()] = stone;
    }
    other.to_move = player(one.to_move);
    let (Ok(mut one), Ok(mut other)) =
        (Game::new(Arc::clone(&rules), &one), Game::new(rules, &other))
    else {
        return;
    };
    for _ in 0..60 {
        assert_eq!(one.phase(), other.phase(), "seed {seed}: {name} {options:?}");
        let mut legal: Vec<Point> = one.legal().iter().map(|p| mirror[p.index()]).collect();
        legal.sort_unstable();
        assert_eq!(legal, other.legal(), "seed {seed}: {name} {options:?}");
        let bans = |game: &Game| {
            let mut bans: Vec<_> = game
                .banned()
                .into_iter()
                .map(|ban| (ban.point, ban.refusal.reason.as_str(), ban.refusal.repeats()))
                .collect();
            bans.sort_unstable();
            bans
        };
        let mut mirrored: Vec<_> =
            bans(&one).into_iter().map(|(p, r, n)| (mirror[p.index()], r, n)).collect();
        mirrored.sort_unstable();
        assert_eq!(mirrored, bans(&other), "seed {seed}: {name} {options:?}");
        if *one.status() != Status::InPlay {
            break;
        }
        let made = match one.legal().as_slice() {
            legal if !legal.is_empty() && !dice.chance(5) => legal[dice.roll(legal.len())],
            _ => {
                one.play(Move::Pass).unwrap();
                other.play(Move::Pass).unwrap();
                continue;
            }
        };
        one.play(Move::Play(made)).unwrap();
        other.play(Move::Play(mirror[made.index()])).unwrap();
    }
    if let (Some(one), Some(other)) = (one.outcome(), other.outcome()) {
        assert_same_result(one, other, &player, seed);
    }
}

fn assert_same_result(
    one: &Outcome,
    other: &Outcome,
    player: &dyn Fn(Player) -> Player,
    seed: u64,
) {
    let verdict = match &one.verdict {
        Verdict::Win(winner) => Verdict::Win(player(*winner)),
        same => same.clone(),
    };
    assert_eq!(verdict, other.verdict, "seed {seed}");
    let scores = |outcome: &Outcome, player: &dyn Fn(Player) -> Player| {
        outcome.scores().map(|scores| {
            [Player::BLACK, Player::WHITE].map(|one| scores[player(one)]) as [Score; 2]
        })
    };
    assert_eq!(scores(one, &|p| p), scores(other, player), "seed {seed}");
    if let (Ground::LongCycle(one), Ground::LongCycle(other)) = (&one.ground, &other.ground) {
        assert_eq!((one.from, one.to), (other.from, other.to), "seed {seed}");
    }
}

#[test]
fn a_ruling_does_not_depend_on_how_the_board_lies() {
    for seed in 1..=600 {
        play_mirrored(seed, OPTIONED[seed as usize % OPTIONED.len()], false);
    }
}

/// No komi, no setup that favours a colour: swapping the colours and the player to move swaps the
/// ruling. (AGA's last pass is White's, so it is left out.)
#[test]
fn a_ruling_does_not_depend_on_the_names_of_the_colours() {
    for seed in 1..=600 {
        let named = OPTIONED[seed as usize % OPTIONED.len()];
        if named.0 != "aga" {
            play_mirrored(seed, named, true);
        }
    }
}

/// Long cycle: "a single stone that has just captured a single stone may not be recaptured at once".
/// Japanese 1989: "a play may not recreate the position before the preceding opposing play". On
/// single recaptures they are one rule.
#[test]
fn both_wordings_of_basic_ko_agree() {
    let mut bans = 0;
    for seed in 1..=400 {
        let mut dice = Dice::new(seed);
        let board = Arc::new(Board::rectangle(2 + dice.roll(3), 1 + dice.roll(3)).unwrap());
        let rules = Arc::new(ruleset("japanese-1989", &[("cycles", "claim")]));
        let mut game = Game::new(rules, &Setup::empty(Arc::clone(&board), 2)).unwrap();
        let mut just_took: Option<(Point, Point)> = None;
        for _ in 0..80 {
            if *game.status() != Status::InPlay {
                break;
            }
            for point in board.points().filter(|&point| game.position().stone(point).is_empty()) {
                let told = game.position().consequence(&board, point, game.to_move());
                if told.lost > 0 {
                    continue;
                }
                // The wording by recapture: this play takes exactly the one stone that has just
                // taken exactly one stone, here.
                let recaptures = just_took.is_some_and(|(stone, taken)| {
                    taken == point
                        && told.captures.as_slice() == [stone]
                        && game.position().chain_size(stone) == 1
                });
                let banned = game.ruling(Move::Play(point)).is_err();
                assert_eq!(banned, recaptures, "seed {seed}, move {}", game.moves_made() + 1);
                bans += usize::from(banned);
            }
            let legal = game.legal();
            let made = if legal.is_empty() || dice.chance(12) {
                Move::Pass
            } else {
                Move::Play(legal[dice.roll(legal.len())])
            };
            let played = game.play(made).unwrap();
            just_took = match (made, played.removed.as_slice()) {
                (Move::Play(point), &[(taken, _)]) => Some((point, taken)),
                _ => None,
            };
        }
    }
    assert!(bans > 200, "only {bans} bans were met");
}
