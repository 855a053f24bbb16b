//! Whatever is done at a table, in whatever order, it is accepted or refused, and never panics; a
//! refused act changes nothing.

use std::sync::Arc;

use shinpan_board::Player;
use shinpan_referee::{Action, AgreedResult, Dead, Report, Sitting};
use shinpan_rules::{Move, Ruleset, Setup, Verdict};
use shinpan_testkit::{Dice, setup};

fn random_action(dice: &mut Dice, sitting: &Sitting) -> Action {
    let game = sitting.game();
    let player = if dice.chance(6) {
        Player::new(dice.roll(game.players())).unwrap()
    } else {
        game.to_move()
    };
    let point = |dice: &mut Dice| game.board().point(dice.roll(game.board().len())).unwrap();
    match dice.roll(24) {
        0 if dice.chance(6) => Action::Resign(player),
        1 => Action::Claim(player),
        2 | 3 => Action::Accept(Player::new(dice.roll(game.players())).unwrap()),
        4 => Action::Decline(player),
        5 if dice.chance(8) => Action::RefereeRules,
        6 => {
            let mut dead = Dead::default();
            for _ in 0..dice.roll(3) {
                dead.everywhere.push(point(dice));
            }
            if dice.chance(4) {
                dead.at.push((1 + dice.roll(3), vec![point(dice)]));
            }
            Action::Dead(if dice.chance(3) { None } else { Some(player) }, dead)
        }
        7 if dice.chance(10) => {
            Action::Result(AgreedResult { verdict: Verdict::Draw, margin: None })
        }
        8 => Action::Request(player),
        9..=12 => Action::Move(player, Move::Pass),
        _ => Action::Move(player, Move::Play(point(dice))),
    }
}

#[test]
fn random_acts_never_panic_and_refused_ones_change_nothing() {
    let rulesets = [
        "lasker-maas",
        "lasker-maas, resolutions=3",
        "lasker-maas-adjusted",
        "button",
        "long-cycle-1, cycles=claim",
        "long-cycle-2",
        "long-cycle-3",
        "long-cycle-3, cycles=claim",
        "kee",
        "japanese-1989",
        "japanese-1989, cycles=claim",
        "chinese",
        "aga",
        "tromp-taylor",
    ];
    let mut ended = 0;
    for seed in 1..=1500 {
        let mut dice = Dice::new(seed);
        let rules = Ruleset::read(rulesets[dice.roll(rulesets.len())]).unwrap().ruleset;
        let players = if rules.players.most > 2 { 2 + dice.roll(3) } else { 2 };
        let setup = setup(&mut dice, players);
        let mut sitting = Sitting::new(Arc::new(rules), &setup).unwrap();
        for _ in 0..60 {
            let action = random_action(&mut dice, &sitting);
            let before = Report::of(&sitting);
            match sitting.act(&action) {
                Ok(_) => {}
                Err(_) => assert_eq!(Report::of(&sitting), before, "seed {seed}: {action:?}"),
            }
        }
        ended += usize::from(sitting.game().outcome().is_some());
    }
    assert!(ended > 300, "only {ended} games ended");
}

/// What cannot be written in a record cannot be agreed on at the table.
#[test]
fn two_agree_on_a_result_and_more_on_a_ranking() {
    let [black, white] = [Player::BLACK, Player::WHITE];
    let third = Player::new(2).unwrap();
    let agree = |players: usize, verdict: Verdict| {
        let rules = Arc::new(Ruleset::read("kee").unwrap().ruleset);
        let board = Arc::new(shinpan_board::Board::parse("2x2").unwrap());
        let mut sitting = Sitting::new(rules, &Setup::empty(board, players)).unwrap();
        let agreed = sitting.act(&Action::Result(AgreedResult { verdict, margin: None }));
        agreed.map(|_| ()).map_err(|refused| format!("{} [{}]", refused.why, refused.clause))
    };
    for verdict in [Verdict::Win(white), Verdict::Draw, Verdict::NoResult] {
        assert_eq!(agree(2, verdict.clone()), Ok(()));
        let told = "with more than two players all agree on a ranking, not on a result [K-14]";
        assert_eq!(agree(3, verdict), Err(told.to_owned()));
    }
    assert_eq!(agree(3, Verdict::Ranking(vec![vec![third], vec![black, white]])), Ok(()));
    for wrong in
        [vec![vec![black, third]], vec![vec![black], vec![third], vec![white], vec![black]]]
    {
        let told = "the ranking must name all 3 players [K-14]";
        assert_eq!(agree(3, Verdict::Ranking(wrong)), Err(told.to_owned()));
    }
    let told = "two players agree on a result, not on a ranking [K-14]";
    assert_eq!(agree(2, Verdict::Ranking(vec![vec![white], vec![black]])), Err(told.to_owned()));
    let told = "player-3 does not take part: there are 2 players [K-14]";
    assert_eq!(agree(2, Verdict::Win(third)), Err(told.to_owned()));
}
