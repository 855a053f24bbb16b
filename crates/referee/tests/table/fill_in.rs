//! Counting by filling in: no step changes the score, nothing appears or vanishes, territories stay
//! shut off, and the last step shows what the ruling says.

use std::sync::Arc;

use shinpan_board::{Board, ByPlayer, Player, Point, Stone, regions};
use shinpan_referee::fill_in::{FillIn, FillInError, Place, Settled, Step, StepKind};
use shinpan_referee::{Action, Dead, Sitting};
use shinpan_rules::{Move, Ruleset, Score};
use shinpan_testkit::{Dice, board, setup};

/// A random position with dead stones, territory and prisoners.
fn settled(dice: &mut Dice) -> Settled {
    let board = match dice.roll(4) {
        0 => board(dice),
        1 => Board::torus(3 + dice.roll(6), 3 + dice.roll(6)).unwrap(),
        _ => Board::rectangle(4 + dice.roll(9), 4 + dice.roll(9)).unwrap(),
    };
    let players = 2 + usize::from(dice.chance(5));
    let density = 2 + dice.roll(4);
    let (all, columns) = (board.len(), board.shape().grid().map_or(1, |(columns, _)| columns));
    // Stones of a colour keep together, with walls between them and a stone gone astray here and
    // there.
    let side = |index: usize| (index % all * players / all) as u8 + 1;
    let codes: Vec<u8> = (0..all)
        .map(|index| {
            let border =
                side(index + columns) != side(index) || side(index + all - columns) != side(index);
            match dice.roll(60) {
                0 => 1 + dice.roll(players) as u8,
                1 => 0,
                _ if border || dice.chance(density) => side(index),
                _ => 0,
            }
        })
        .collect();
    let mut after = codes.clone();
    let mut removed = Vec::new();
    for point in board.points() {
        let astray = after[point.index()] != side(point.index());
        if after[point.index()] > 0 && dice.chance(if astray { 2 } else { 100 }) {
            after[point.index()] = 0;
            removed.push(point);
        }
    }
    let mut territory: ByPlayer<Vec<Point>> = ByPlayer::new(players, |_| Vec::new());
    for region in regions(&board, &after) {
        // As in a seki, what one player borders need not be territory.
        if let Some(owner) = region.owner().filter(|_| !dice.chance(8)) {
            territory[owner].extend(region.points);
        }
    }
    let most = [1, 8, 30][dice.roll(3)];
    Settled {
        board: Arc::new(board),
        codes,
        removed,
        territory,
        prisoners: ByPlayer::new(players, |_| dice.roll(most) as u32),
        extras: ByPlayer::new(players, |_| Score::new(dice.roll(20) as i64, 2)),
    }
}

fn stones(step: &Step, player: Player) -> u32 {
    let code = player.stone().code();
    step.codes.iter().filter(|&&found| found == code).count() as u32
}

/// What was carried leads from one step to the next, and was carried as the step's kind allows.
fn follows(before: &Step, step: &Step) {
    let (mut codes, mut beside) = (before.codes.clone(), before.beside.clone());
    for carried in &step.carried {
        let code = carried.player.stone().code();
        match (carried.from, carried.to, step.kind) {
            (Place::On(from), Place::Beside, StepKind::Removal(of)) => {
                assert!(before.dead.contains(&from) && of == carried.player);
                assert_eq!(std::mem::take(&mut codes[from.index()]), code);
                beside[of] += 1;
            }
            (Place::Beside, Place::On(to), StepKind::Fill(of)) => {
                assert!(before.territory[of].contains(&to) && of == carried.player);
                assert_eq!(std::mem::replace(&mut codes[to.index()], code), 0);
                beside[of] -= 1;
            }
            (Place::On(from), Place::On(to), StepKind::Arrange(of)) => {
                assert!(before.territory[of].contains(&to) && of == carried.player);
                assert_eq!(std::mem::take(&mut codes[from.index()]), code);
                assert_eq!(std::mem::replace(&mut codes[to.index()], code), 0);
            }
            other => panic!("carried as {other:?}"),
        }
    }
    assert_eq!((codes, beside), (step.codes.clone(), step.beside.clone()));
}

/// A territory is empty, touches nothing but itself and its owner's stones, and what is empty beside
/// is nobody's.
fn shut_off(board: &Board, step: &Step) {
    for (player, points) in step.territory.iter() {
        for &point in points {
            assert_eq!(step.codes[point.index()], 0);
            for near in board.neighbours(point) {
                let own = step.codes[near.index()] == player.stone().code();
                assert!(own || points.contains(&near), "{}", board.name(point));
            }
        }
    }
    let found = regions(board, &step.codes);
    let held = |player: Player| -> usize {
        let of = |points: &[Point]| step.territory[player].contains(&points[0]);
        found.iter().filter(|region| of(&region.points)).map(|region| region.points.len()).sum()
    };
    for (player, points) in step.territory.iter() {
        assert_eq!(held(player), points.len());
        if board.shape().grid().is_some() {
            let whose = |point: &Point| found.iter().find(|region| region.points.contains(point));
            for point in points {
                assert_eq!(whose(point).and_then(shinpan_board::Region::owner), Some(player));
            }
        }
    }
}

#[test]
fn no_step_changes_the_score_and_nothing_appears_or_vanishes() {
    let (mut arranged, mut outside) = (0, 0);
    for seed in 1..=1200 {
        let mut dice = Dice::new(seed);
        let settled = settled(&mut dice);
        let players = settled.territory.players();
        let count = FillIn::of(settled.clone()).unwrap_or_else(|fault| panic!("{seed}: {fault}"));
        let steps = count.steps();
        for player in Player::all(players) {
            let code = player.stone().code();
            let dead = settled.removed.iter().filter(|point| settled.codes[point.index()] == code);
            let prisoners = i64::from(settled.prisoners[player]) + dead.count() as i64;
            let balance = settled.territory[player].len() as i64 - prisoners;
            assert_eq!(count.score(player), settled.extras[player] + balance, "{seed}");
            let all = stones(&steps[0], player) + settled.prisoners[player];
            for step in steps {
                assert_eq!(step.balance(player), balance, "{seed}: {:?}", step.kind);
                assert_eq!(stones(step, player) + step.beside[player], all, "{seed}");
            }
        }
        for pair in steps.windows(2) {
            follows(&pair[0], &pair[1]);
            if pair[0].dead.is_empty() {
                assert_eq!(pair[0].neutral(), pair[1].neutral(), "{seed}");
            }
        }
        let from = steps.iter().position(|step| step.kind == StepKind::Territory).unwrap();
        for step in &steps[from..] {
            shut_off(&settled.board, step);
        }
        let last = &steps[steps.len() - 1];
        assert_eq!((last.kind, steps[0].kind), (StepKind::Count, StepKind::Start));
        for (player, points) in last.territory.iter() {
            let blocks = last.blocks.iter().filter(|block| block.player == player);
            let mut counted: Vec<Point> = blocks.flat_map(|block| block.points.clone()).collect();
            counted.sort_unstable();
            assert_eq!(counted, *points, "{seed}");
            assert!(points.is_empty() || last.beside[player] == 0, "{seed}");
            outside += usize::from(last.beside[player] > 0);
        }
        arranged += steps.iter().filter(|s| matches!(s.kind, StepKind::Arrange(_))).count();
        let film = count.film().unwrap();
        assert_eq!((film.check(), film.shots.len()), (Ok(()), steps.len()), "{seed}");
        assert_eq!(count.report().steps.len(), steps.len());
    }
    assert!(arranged > 150 && outside > 200, "arranged {arranged}, prisoners left {outside}");
}

#[test]
fn the_last_step_shows_the_score_of_the_ruling() {
    let mut counted = 0;
    for seed in 1..=600 {
        let mut dice = Dice::new(seed);
        let rules =
            ["japanese-1989", "lasker-maas", "long-cycle-1", "kee", "chinese"][dice.roll(5)];
        let setup = setup(&mut dice, 2);
        let rules = Arc::new(Ruleset::builtin(rules).unwrap());
        let mut sitting = Sitting::new(rules, &setup).unwrap();
        for _ in 0..dice.roll(30) {
            let game = sitting.game();
            let legal = game.legal();
            let made = match legal.len() {
                0 => Move::Pass,
                all => Move::Play(legal[dice.roll(all)]),
            };
            let _ = sitting.act(&Action::Move(game.to_move(), made));
        }
        for _ in 0..4 {
            let _ = sitting.act(&Action::Move(sitting.game().to_move(), Move::Pass));
        }
        let occupied = |point: &Point| !sitting.game().position().stone(*point).is_empty();
        let points: Vec<Point> = setup.board.points().filter(occupied).collect();
        let named = points.into_iter().filter(|_| dice.chance(6)).collect();
        let dead = Dead { everywhere: named, ..Dead::default() };
        let _ = sitting.act(&Action::Dead(None, dead));
        let Ok(settled) = Settled::of(&sitting) else { continue };
        let analysed = || sitting.analysis().and_then(|analysis| analysis.outcome);
        let outcome = sitting.game().outcome().cloned().or_else(analysed);
        let count = FillIn::of(settled).unwrap_or_else(|fault| panic!("{seed}: {fault}"));
        for (player, score) in outcome.unwrap().scores().unwrap().iter() {
            assert_eq!(count.score(player), *score, "{seed}");
        }
        counted += 1;
    }
    assert!(counted > 150, "only {counted} counts were shown");
}

/// A settled position from rows; `x` and `o` are dead stones of Black and White.
fn position(rows: &[&str], black: u32, white: u32) -> Settled {
    let board = Board::rectangle(rows[0].len(), rows.len()).unwrap();
    let signs: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
    let code = |sign: &char| match sign {
        'X' | 'x' => 1,
        'O' | 'o' => 2,
        _ => 0,
    };
    let codes: Vec<u8> = signs.iter().map(code).collect();
    let dead = |point: &Point| signs[point.index()].is_ascii_lowercase();
    let removed: Vec<Point> = board.points().filter(dead).collect();
    let mut after = codes.clone();
    for point in &removed {
        after[point.index()] = 0;
    }
    let mut territory = ByPlayer::new(2, |_| Vec::new());
    for region in regions(&board, &after) {
        if let Some(owner) = region.owner() {
            territory[owner].extend(region.points);
        }
    }
    let mut prisoners = ByPlayer::new(2, |_| black);
    prisoners[Player::WHITE] = white;
    let extras = ByPlayer::new(2, |player| Score::new(13 * player.index() as i64, 2));
    Settled { board: Arc::new(board), codes, removed, territory, prisoners, extras }
}

fn rows(settled: &Settled, step: &Step) -> Vec<String> {
    let columns = settled.board.shape().grid().unwrap().0;
    let sign = |code: &u8| shinpan_board::symbol(Stone::from_code(*code).unwrap());
    step.codes.chunks(columns).map(|row| row.iter().map(sign).collect()).collect()
}

#[test]
fn a_territory_becomes_tens() {
    // C4 and D2 make way for two columns of five; E1 is nobody's.
    let settled =
        position(&["....XO.", "..o.XO.", ".XX.XOO", ".X..XO.", "X..XXOO", "...X.O."], 1, 2);
    let count = FillIn::of(settled.clone()).unwrap();
    let kinds: Vec<StepKind> = count.steps().iter().map(|step| step.kind).collect();
    use StepKind::{Arrange, Fill, Removal};
    let (black, white) = (Player::BLACK, Player::WHITE);
    assert_eq!(kinds[..3], [StepKind::Start, Removal(white), StepKind::Territory]);
    assert_eq!(kinds[3..], [Fill(black), Fill(white), Arrange(black), StepKind::Count]);
    let last = &count.steps()[kinds.len() - 1];
    assert_eq!(
        rows(&settled, last),
        ["....XO.", "....XOO", "XX..XOO", "XX..XOO", "XX..XOO", "...X.OO"]
    );
    assert_eq!(
        (0..kinds.len()).map(|index| count.says(index).join(" ")).collect::<Vec<_>>(),
        [
            "The play has ended. Prisoners (captured stones of that colour): Black 1, White 2. \
             Dead stones on the board: White 1.",
            "1 dead white stone is lifted off and put with the prisoners of that colour: 2 + 1 = 3.",
            "Territory: Black 18, White 4. 1 point is nobody's: it counts for no player.",
            "1 black stone goes from the prisoners into Black's territory: 18 - 1 = 17 points left.",
            "3 white stones go from the prisoners into White's territory: 4 - 3 = 1 point left.",
            "2 black stones are moved within Black's own surroundings: as many points stay empty \
             (17).",
            "Black: 10 + 4 + 3 = 17 (territory 18 - prisoners 1 = 17). White: 1, with komi 6.5 = 7.5 \
             (territory 4 - prisoners 3 = 1). Black wins by 9.5.",
        ]
    );
}

#[test]
fn prisoners_without_a_place_stay_beside_the_board() {
    let settled = position(&[".XO.", "XXOO"], 4, 1);
    let count = FillIn::of(settled).unwrap();
    let last = count.steps().len() - 1;
    assert_eq!(
        count.says(2)[1],
        "There is no place for 3 more: kept beside the board, to be subtracted."
    );
    assert_eq!(
        count.says(last),
        [
            "Black: 0 - 3 beside the board = -3 (territory 1 - prisoners 4 = -3).",
            "White: 0, with komi 6.5 = 6.5 (territory 1 - prisoners 1 = 0).",
            "White wins by 9.5.",
        ]
    );
    assert_eq!(count.score(Player::BLACK), Score::from_integer(-3));
}

#[test]
fn what_does_not_fit_together_is_refused() {
    let good = position(&[".XO.", "XXOO"], 0, 0);
    let fault = |change: &dyn Fn(&mut Settled)| {
        let mut settled = good.clone();
        change(&mut settled);
        FillIn::of(settled).unwrap_err().to_string()
    };
    let point = |index: u16| Point::new(index);
    assert_eq!(fault(&|settled| settled.codes.truncate(3)), "codes: expected 8 entries, found 3");
    assert_eq!(
        fault(&|settled| settled.prisoners = ByPlayer::new(3, |_| 0)),
        "prisoners: expected 2 entries, found 3"
    );
    assert_eq!(
        fault(&|settled| settled.removed = vec![point(1), point(1)]),
        "removed: there is no stone at B2, or it is named twice"
    );
    assert_eq!(
        fault(&|settled| settled.territory[Player::BLACK].push(point(1))),
        "territory of black: B2 is not empty after the removal, or is named twice"
    );
    assert_eq!(
        fault(&|settled| settled.territory[Player::BLACK].push(point(3))),
        "territory of white: D2 is not empty after the removal, or is named twice"
    );
    assert_eq!(
        fault(&|settled| settled.codes[1] = 2),
        "territory of black: A2 touches B2, which is neither territory of black nor a stone of that colour"
    );
    assert!(fault(&|settled| settled.removed = vec![point(99)]).contains("no stone at"));
}

#[test]
fn without_a_count_there_is_nothing_to_show() {
    let fault = |rules: &str, acts: &[&str]| {
        let board = Arc::new(Board::rectangle(3, 3).unwrap());
        let setup = shinpan_rules::Setup::empty(board, 2);
        let mut sitting = Sitting::new(Arc::new(Ruleset::builtin(rules).unwrap()), &setup).unwrap();
        for act in acts {
            let player = sitting.game().to_move();
            let action = match *act {
                "pass" => Action::Move(player, Move::Pass),
                "resign" => Action::Resign(player),
                _ => Action::Move(player, Move::Play(Point::new(4))),
            };
            sitting.act(&action).unwrap();
        }
        Settled::of(&sitting).unwrap_err()
    };
    assert_eq!(fault("chinese", &[]), FillInError::Area("chinese".to_owned()));
    assert_eq!(
        fault("japanese-1989", &["play", "pass"]),
        FillInError::NotCounted("competition".to_owned())
    );
    assert_eq!(fault("japanese-1989", &["play", "pass", "pass"]), FillInError::Unproven(1));
    assert_eq!(
        fault("japanese-1989", &["play", "resign"]).to_string(),
        "the result does not rest on the count of one position: a player resigned"
    );
}
