//! The edges of single rules, each on the smallest board that shows it.

use std::sync::Arc;

use shinpan_board::{Board, Player, Point, parse_rows};
use shinpan_rules::{
    Evidence, Game, Ground, Komi, Move, Outcome, Reason, Ruleset, Score, Setup, Status, Verdict,
};

/// A game from a position in rows.
fn game(rules: &str, rows: &str, to_move: Player) -> Game {
    let columns = rows.lines().next().unwrap().len();
    let board = Arc::new(Board::rectangle(columns, rows.lines().count()).unwrap());
    let stones = parse_rows(&board, rows).unwrap();
    let setup = Setup { stones, to_move, ..Setup::empty(board, 2) };
    Game::new(Arc::new(Ruleset::read(rules).unwrap().ruleset), &setup).unwrap()
}

fn at(game: &Game, name: &str) -> Point {
    game.board().parse_point(name).unwrap()
}

/// Plays moves by their names; `-` is a pass.
fn play(game: &mut Game, moves: &str) {
    for name in moves.split_whitespace() {
        let made = if name == "-" { Move::Pass } else { Move::Play(at(game, name)) };
        game.play(made).unwrap();
    }
}

/// Black takes a ko at C2.
const KO: &str = ".XO.\nXO.O\n.XO.";

#[test]
fn only_basic_ko_bans_a_point() {
    for (rules, banned) in [("chinese", true), ("japanese-1989", true), ("tromp-taylor", false)] {
        let mut game = game(rules, KO, Player::BLACK);
        play(&mut game, "c2");
        assert_eq!(game.ko_point(), banned.then(|| at(&game, "b2")), "{rules}");
        let reason = game.ruling(Move::Play(at(&game, "b2"))).unwrap_err().reason;
        assert_eq!(reason, if banned { Reason::Ko } else { Reason::Superko }, "{rules}");
        play(&mut game, "-");
        assert_eq!(game.ko_point(), None, "{rules}");
    }
}

#[test]
fn a_ko_ban_outlives_the_passes_that_end_a_phase_unless_it_is_lifted() {
    for (rules, stands) in [("long-cycle-1", true), ("long-cycle-1, ko_ban=lifted", false)] {
        let mut game = game(rules, KO, Player::BLACK);
        play(&mut game, "c2 - -");
        assert_eq!((game.phase(), game.to_move()), ("resolution", Player::WHITE));
        assert_eq!(game.ko_point(), stands.then(|| at(&game, "b2")), "{rules}");
    }
    // One pass leaves the move to the player whom the ban did not bind.
    let mut game = game("long-cycle-1, phase_switch=first-pass", KO, Player::BLACK);
    play(&mut game, "c2 -");
    assert_eq!((game.phase(), game.to_move()), ("resolution", Player::BLACK));
    assert_eq!(game.ko_point(), None);
    assert_eq!(game.ruling(Move::Play(at(&game, "b2"))), Ok(()));
}

/// A suicide of one stone changes nothing: it bans the other player's suicides of one stone.
#[test]
fn a_suicide_of_one_stone_bans_another() {
    let mut both = game("chinese, suicide=allowed", ".O.X.", Player::WHITE);
    play(&mut both, "- a1");
    assert_eq!((both.status(), both.ko_point()), (&Status::InPlay, None));
    let refusal = both.ruling(Move::Play(at(&both, "e1"))).unwrap_err();
    assert_eq!((refusal.reason, refusal.repeats()), (Reason::Ko, Some(1)));
    // White has none here: nothing is banned, so the state is that of the beginning.
    let mut one = game("chinese, suicide=allowed", ".O.", Player::WHITE);
    play(&mut one, "- a1");
    let outcome = one.outcome().unwrap();
    assert_eq!(outcome.verdict, Verdict::NoResult);
    assert!(
        matches!(&outcome.ground, Ground::LongCycle(cycle) if (cycle.from, cycle.to) == (0, 2))
    );
}

#[test]
fn the_record_of_moves_can_be_read_back() {
    let board = Arc::new(Board::parse("2x1").unwrap());
    let setup = Setup { moves_before: 10, ..Setup::empty(board, 2) };
    let ruleset = Arc::new(Ruleset::builtin("tromp-taylor").unwrap());
    let mut game = Game::new(ruleset, &setup).unwrap();
    play(&mut game, "a1 -");
    assert_eq!((game.first_move(), game.moves_made()), (10, 12));
    let a1 = at(&game, "a1");
    let made: Vec<_> = (9..14).map(|number| game.move_at(number)).collect();
    let (play, pass) = ((Player::BLACK, Move::Play(a1)), (Player::WHITE, Move::Pass));
    assert_eq!(made, [None, None, Some(play), Some(pass), None]);
    let stood: Vec<_> = (9..14).map(|moves| game.position_after(moves)).collect();
    let (empty, one) = (Some(vec![0, 0]), Some(vec![1, 0]));
    assert_eq!(stood, [None, empty, one.clone(), one, None]);
}

#[test]
fn a_point_of_another_board_is_no_move() {
    for rules in ["kee", "chinese", "japanese-1989"] {
        let mut game = game(rules, "..\n..", Player::BLACK);
        for point in [4, 5, 361, u16::MAX].map(Point::new) {
            assert!(!game.is_legal(point));
            let refusal = game.play(Move::Play(point)).unwrap_err();
            assert_eq!(refusal.reason, Reason::Unreadable);
            assert_eq!(refusal.evidence, Evidence::NoSuchPoint);
        }
        assert_eq!(game.moves_made(), 0);
    }
}

/// The first of the passes that end a phase is as if never made. The situation it brought about may
/// have stood before, though, and then it is still that earlier one that may not come back.
#[test]
fn an_unmade_pass_does_not_hide_the_situation_that_stood_before() {
    let mut game = game("lasker-maas-situational", "..\n..", Player::BLACK);
    // After move 3 White is to move; after move 8 the same stones stand and Black is.
    play(&mut game, "a2 b1 b2 a1 a2 - b2 b1");
    assert_eq!(game.position_after(3), game.position_after(8));
    play(&mut game, "- - a1 b1 b2 -");
    let refusal = game.ruling(Move::Play(at(&game, "a2"))).unwrap_err();
    assert_eq!((refusal.reason, refusal.repeats()), (Reason::Superko, Some(3)));
}

#[test]
fn the_end_of_a_phase_is_told_and_lifts_what_the_next_does_not_know() {
    let mut two = game("long-cycle-2", KO, Player::BLACK);
    play(&mut two, "c2 -");
    let told = two.play(Move::Pass).unwrap();
    assert_eq!(
        told.because[0].fact.to_string(),
        "2 passes in a row end the phase; resolution begins with white to move"
    );
    assert_eq!(two.ko_point(), None);
    assert_eq!(two.ruling(Move::Play(at(&two, "b2"))).unwrap_err().clause.as_str(), "LC-6");
    // White has a prisoner left after a play, Black has none: only then is a pair added.
    let d1 = Move::Play(at(&two, "d1"));
    assert_eq!(two.play(d1).unwrap().because, []);
    let a1 = Move::Play(at(&two, "a1"));
    assert_eq!(two.play(a1).unwrap().because.len(), 1);
    let mut one = game("lasker-maas-adjusted", KO, Player::BLACK);
    let told = one.play(Move::Pass).unwrap();
    assert_eq!(
        told.because[0].fact.to_string(),
        "the first pass ends the phase; resolution begins with white to move"
    );
    let added = "one stone of each colour is added to the prisoners";
    assert_eq!(
        told.because[1..].iter().map(|step| step.fact.to_string()).collect::<Vec<_>>(),
        [added]
    );
    assert_eq!(one.prisoners().iter().map(|(_, &n)| n).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn resolutions_are_resumed_as_often_as_allowed() {
    let told = |game: &Game| game.may_resume().unwrap_err().to_string();
    let mut game = game("lasker-maas, resolutions=3", "..", Player::BLACK);
    for _ in 0..2 {
        assert_eq!(told(&game), "a further resolution is asked for when one has ended by passes");
        play(&mut game, "- -");
        if game.phase() == "resolution" {
            play(&mut game, "- -");
        }
        assert_eq!(game.phase(), "ended");
        assert_eq!(game.resume().unwrap().as_str(), "LM-11");
        assert_eq!((game.phase(), game.status()), ("resolution", &Status::InPlay));
    }
    play(&mut game, "- -");
    assert_eq!(told(&game), "all resolutions the ruleset allows have been played");
    assert!(game.resume().is_err());
    assert_eq!(game.phase(), "ended");
}

#[test]
fn a_resumed_resolution_is_a_phase_of_its_own() {
    let rules = "long-cycle-1, resolutions=2, suicide=allowed";
    let mut game = game(rules, ".O.", Player::WHITE);
    play(&mut game, "- - - -");
    game.resume().unwrap();
    // White passes, Black loses a stone: the state with which the phase began.
    play(&mut game, "- a1");
    let outcome = game.outcome().unwrap();
    let Ground::LongCycle(cycle) = &outcome.ground else { panic!("no cycle") };
    assert_eq!((cycle.from, cycle.to, cycle.occurrence), (4, 6, 2));
    assert_eq!((cycle.passes[Player::WHITE], cycle.lost[Player::BLACK]), (1, 1));
    assert_eq!(outcome.verdict, Verdict::Win(Player::WHITE));
    let told = game.may_resume().unwrap_err().to_string();
    assert_eq!(told, "a further resolution is asked for when one has ended by passes");
}

#[test]
fn a_claimed_cycle_is_ruled_on_once() {
    let mut game = game("chinese, suicide=allowed, cycles=claim", ".O.", Player::WHITE);
    assert_eq!((game.claimable(), game.rule_claimed()), (None, None));
    play(&mut game, "- a1");
    assert_eq!(game.claimable().map(|cycle| (cycle.from, cycle.to)), Some((0, 2)));
    let mut broken = game.clone();
    play(&mut broken, "a1");
    assert_eq!((broken.claimable(), broken.rule_claimed()), (None, None));
    assert_eq!(game.rule_claimed().map(|outcome| &outcome.verdict), Some(&Verdict::NoResult));
    assert_eq!((game.phase(), game.claimable()), ("ended", None));
}

#[test]
fn dead_stones_are_agreed_on_in_their_time() {
    let told = |game: &Game, dead: &[Vec<Point>]| game.without_dead(dead).unwrap_err().to_string();
    let none = [Vec::new()];
    let over = "the game is over: there is nothing left to agree on";

    let stand = game("tromp-taylor", "X.O", Player::BLACK);
    assert_eq!(told(&stand, &none), "under `tromp-taylor` no stones are removed by agreement");

    let mut lasker = game("lasker-maas", "X.O", Player::BLACK);
    play(&mut lasker, "-");
    assert_eq!(
        told(&lasker, &none),
        "dead stones are agreed on when `main` has ended; it goes on after move 1"
    );
    play(&mut lasker, "-");
    assert!(lasker.without_dead(&none).is_ok());
    play(&mut lasker, "- -");
    assert_eq!(told(&lasker, &none), over);

    let mut base = game("long-cycle-3", "X.O", Player::BLACK);
    play(&mut base, "- - - -");
    let mut proof = Game::proof_game(&base, Player::WHITE, 4).unwrap();
    play(&mut proof, "- -");
    assert_eq!(proof.phase(), "proof-white-2");
    assert_eq!(told(&proof, &none), "no stones are removed by agreement in a proof game");

    let mut chinese = game("chinese", "X.O", Player::BLACK);
    play(&mut chinese, "- -");
    let (a1, b1, c1) = (at(&chinese, "a1"), at(&chinese, "b1"), at(&chinese, "c1"));
    assert_eq!(told(&chinese, &[vec![a1, b1]]), "B1 is empty: only stones can be dead");
    assert_eq!(told(&chinese, &[]), "there is one position to agree on dead stones in");
    let outcome = chinese.agree_dead(&[vec![c1]]).unwrap();
    assert_eq!(
        (&outcome.verdict, outcome.margin()),
        (&Verdict::Win(Player::BLACK), Some(3.into()))
    );
    assert_eq!(outcome.because[0].fact.to_string(), "agreed to be dead and removed: C1");
    let cycle = Outcome { ground: Ground::ProofGames, ..outcome.clone() };
    chinese.end(cycle);
    assert_eq!(told(&chinese, &none), over);

    let kee = game("kee", "X.O", Player::BLACK);
    let goes_on = "dead stones are agreed on when `main` has ended; it goes on after move 0";
    assert_eq!(told(&kee, &none), goes_on);
    let mut stopped = game("japanese-1989", "X.O", Player::BLACK);
    play(&mut stopped, "- -");
    assert_eq!(stopped.phase(), "analysis");
    assert!(stopped.without_dead(&none).is_ok());
}

/// A game whose position Black and White pass on at once.
fn passed(rules: &str, rows: &str, change: impl FnOnce(&mut Setup)) -> Game {
    let columns = rows.lines().next().unwrap().len();
    let board = Arc::new(Board::rectangle(columns, rows.lines().count()).unwrap());
    let stones = parse_rows(&board, rows).unwrap();
    let mut setup = Setup { stones, ..Setup::empty(board, 2) };
    change(&mut setup);
    let mut game = Game::new(Arc::new(Ruleset::read(rules).unwrap().ruleset), &setup).unwrap();
    play(&mut game, "- -");
    game
}

fn facts(outcome: &Outcome) -> Vec<String> {
    outcome.because.iter().map(|step| step.fact.to_string()).collect()
}

#[test]
fn what_white_gets_besides_points_is_told() {
    let count = |rules: &str, handicap: u32, halves: i64| {
        let game = passed(rules, "X.O", |setup| {
            (setup.handicap, setup.komi) = (handicap, Komi::from_halves(halves).unwrap());
        });
        let outcome = game.outcome().unwrap();
        let (score, facts) = (outcome.scores().unwrap()[Player::WHITE], facts(outcome));
        (score, facts[2..facts.len() - 1].join("; "))
    };
    let no_extra = (Score::from(1), String::new());
    for (rules, handicap) in
        [("chinese", 0), ("chinese", 1), ("new-zealand", 5), ("tromp-taylor", 2), ("aga", 1)]
    {
        assert_eq!(count(rules, handicap, 0), no_extra, "{rules}");
    }
    assert_eq!(count("chinese", 2, 0).1, "for 2 handicap stones white gets 2");
    assert_eq!(count("chinese", 2, 0).0, Score::from(3));
    assert_eq!(count("aga", 2, 0).1, "for 2 handicap stones white gets 1");
    let komi = (Score::new(15, 2), "komi for white: 6.5".to_owned());
    assert_eq!(count("tromp-taylor", 2, 13), komi);
    let both = "komi for white: -0.5; for 3 handicap stones white gets 2".to_owned();
    assert_eq!(count("aga", 3, -1), (Score::new(5, 2), both));

    let mut button = passed("button", "X.O", |_| {});
    play(&mut button, "-");
    let outcome = button.outcome().unwrap();
    assert_eq!(
        facts(outcome),
        [
            "black: area 1",
            "white: area 1",
            "black has the button: half a point",
            "black 1.5, white 1"
        ]
    );
    assert_eq!(outcome.sgf().as_deref(), Some("B+0.5"));
    let even = passed("chinese", "X.O", |_| {});
    assert_eq!(
        facts(even.outcome().unwrap()).last().map(String::as_str),
        Some("black 1, white 1: equal")
    );
}

#[test]
fn before_an_analysis_there_are_bounds() {
    let stopped = |rows: &str| {
        passed("japanese-1989", rows, |setup| {
            setup.komi = Komi::from_halves(13).unwrap();
            (setup.prisoners[Player::BLACK], setup.prisoners[Player::WHITE]) = (3, 1);
        })
    };
    let bounds = |rows: &str| {
        let analysis = stopped(rows).analysed(Vec::new()).unwrap();
        analysis.margin.map(|bound| bound + Score::new(17, 2))
    };
    assert_eq!(bounds("X.X.O"), [Score::from(-6), Score::from(4)]);
    assert_eq!(bounds("X...."), [Score::from(0), Score::from(4)]);
    assert_eq!(bounds("..O.."), [Score::from(-4), Score::from(0)]);
    assert_eq!(bounds("....."), [Score::from(0), Score::from(0)]);
    let bare = stopped(".....").undisputed().unwrap();
    assert_eq!(
        (bare.verdict.clone(), bare.margin()),
        (Verdict::Win(Player::WHITE), Some(Score::new(17, 2)))
    );
    assert_eq!(facts(&bare)[1], "black: territory 0, prisoners of that colour 3");
    assert_eq!(stopped("....O").undisputed(), None);
    let going_on = game("japanese-1989", "..", Player::BLACK);
    assert_eq!(going_on.undisputed(), None);
    let mut ended = stopped("..");
    ended.agree_dead(&[Vec::new()]).unwrap();
    assert_eq!(ended.undisputed(), None);
}

/// Kee: one list of dead stones for each scoring position, whatever came before this game.
#[test]
fn dead_stones_leave_every_scoring_position() {
    let board = Arc::new(Board::parse("4x1").unwrap());
    let stones = parse_rows(&board, "X..O").unwrap();
    let setup = Setup { stones, moves_before: 10, ..Setup::empty(board, 2) };
    let kee = Arc::new(Ruleset::builtin("kee").unwrap());
    let mut game = Game::new(kee, &setup).unwrap();
    play(&mut game, "- - -");
    let tally = |game: &Game| match &game.outcome().unwrap().ground {
        Ground::Score(tally) => tally.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(tally(&game).scoring_cycle, Some((11, 13)));
    assert_eq!(game.outcome().unwrap().verdict, Verdict::Draw);
    let d1 = at(&game, "d1");
    game.agree_dead(&[vec![d1]]).unwrap();
    let outcome = game.outcome().unwrap();
    assert_eq!(
        (&outcome.verdict, outcome.margin()),
        (&Verdict::Win(Player::BLACK), Some(4.into()))
    );
    assert_eq!((tally(&game).scoring_cycle, tally(&game).removed), (Some((11, 13)), vec![d1]));
    assert_eq!(
        facts(outcome)[..3],
        [
            "the same player passed on this position at move 11: moves 12 to 13 are the scoring cycle",
            "agreed to be dead and removed from scoring position 1: D1",
            "scoring position 1: black 4, white 0"
        ]
    );
}

#[test]
fn whole_chains_are_dead_and_each_once() {
    let removed = |rules: &str, rows: &str, names: &str| {
        let mut game = passed(rules, rows, |_| {});
        if game.phase() != "ended" {
            play(&mut game, "-");
        }
        let dead: Vec<Point> = names.split_whitespace().map(|name| at(&game, name)).collect();
        let outcome = game.agree_dead(&[dead]).unwrap().clone();
        let Ground::Score(tally) = &outcome.ground else { panic!("{outcome:?}") };
        let removed: Vec<_> = tally.removed.iter().map(|&point| game.board().name(point)).collect();
        removed.join(" ")
    };
    for rules in ["chinese", "kee"] {
        assert_eq!(removed(rules, "X.XXX.OO", "d1"), "C1 D1 E1", "{rules}");
        assert_eq!(removed(rules, "X.XXX.OO", "h1 e1 g1 c1 h1"), "C1 D1 E1 G1 H1", "{rules}");
        assert_eq!(removed(rules, "XO\nX.", "b2"), "B2", "{rules}");
    }
    // Under Kee a point may be empty in one scoring position and not in another.
    assert_eq!(removed("kee", "X.XXX.OO", "b1 f1 a1"), "A1");
}

/// K-17: the scoring cycle begins after the earlier of the two passes, and what was passed before it
/// does not count.
#[test]
fn passes_before_the_scoring_cycle_do_not_count() {
    let mut game = game("kee, suicide=allowed", ".O", Player::WHITE);
    play(&mut game, "- - a1 - b1 -");
    let outcome = game.outcome().unwrap();
    assert_eq!((&outcome.verdict, outcome.clause.as_str()), (&Verdict::Draw, "K-19"));
    let Ground::NoScoringPosition(tally) = &outcome.ground else { panic!("{outcome:?}") };
    assert_eq!(tally.scoring_cycle, Some((2, 6)));
}

#[test]
fn a_move_out_of_turn_is_refused_before_anything_else() {
    let (black, white) = (Player::BLACK, Player::WHITE);
    let reason = |game: &Game, player: Player, made: Move| {
        game.ruling_for(player, made).map_err(|refusal| {
            assert_eq!((refusal.player, refusal.made), (player, made));
            (refusal.reason, refusal.evidence)
        })
    };
    let turn = |player| Err((Reason::Turn, Evidence::Turn(player)));
    let ended = || Err((Reason::Ended, Evidence::Ended));
    let mut aga = game("aga", "X.O", white);
    let (a1, b1) = (Move::Play(at(&aga, "a1")), Move::Play(at(&aga, "b1")));
    assert_eq!(reason(&aga, white, a1), Err((Reason::Occupied, Evidence::Occupied(black))));
    assert_eq!(reason(&aga, black, a1), turn(white));
    assert_eq!(reason(&aga, white, b1), Ok(()));
    play(&mut aga, "- -");
    // The play is over, but White owes a pass.
    assert_eq!(
        (reason(&aga, black, Move::Pass), reason(&aga, black, b1)),
        (turn(white), turn(white))
    );
    assert_eq!((reason(&aga, white, Move::Pass), reason(&aga, white, b1)), (Ok(()), ended()));
    assert!(aga.legal().is_empty() && aga.banned().is_empty());
    play(&mut aga, "-");
    for (player, made) in [(black, Move::Pass), (white, Move::Pass), (black, b1), (white, b1)] {
        assert_eq!(reason(&aga, player, made), ended());
    }
    assert!(aga.play(Move::Pass).is_err());
}

/// The chain that would be left without liberties is shown whole, in the board's order.
#[test]
fn suicide_is_shown_with_its_chain() {
    let game = game("chinese", "X.XO\nOXOO\n.OO.", Player::BLACK);
    let points = |names: &str| names.split(' ').map(|name| at(&game, name)).collect::<Vec<_>>();
    let chain = |name: &str| match game.ruling(Move::Play(at(&game, name))).unwrap_err().evidence {
        Evidence::NoLiberty(chain) => chain,
        other => panic!("{other:?}"),
    };
    assert_eq!(chain("b3"), points("a3 b3 c3 b2"));
    assert_eq!(chain("d1"), points("d1"));
    assert!(!game.is_legal(at(&game, "b3")) && !game.is_legal(at(&game, "a3")));
    // A1 takes A2.
    assert_eq!(game.legal(), points("a1"));
}

#[test]
fn suicide_of_one_stone_and_of_several_are_two_things() {
    for (value, single, several) in
        [("forbidden", false, false), ("multi-stone", false, true), ("allowed", true, true)]
    {
        let rules = format!("tromp-taylor, suicide={value}");
        // At D2 a stone alone, at A2 together with B2.
        let mut game = game(&rules, ".XO.O\nOO.O.", Player::BLACK);
        assert_eq!(game.is_legal(at(&game, "a2")), several, "{value}");
        // A suicide of one stone brings the position back: superko refuses it, if nothing else.
        let reason = game.ruling(Move::Play(at(&game, "d2"))).unwrap_err().reason;
        assert_eq!(reason, if single { Reason::Superko } else { Reason::Suicide }, "{value}");
        if several {
            play(&mut game, "a2");
            assert_eq!(game.position().codes(), [0, 0, 2, 0, 2, 2, 2, 0, 2, 0]);
            assert_eq!(game.prisoners()[Player::BLACK], 2);
        }
    }
}

#[test]
fn dead_stones_become_prisoners() {
    let mut game = passed("japanese-1989", "X.XOO.", |setup| {
        setup.prisoners[Player::WHITE] = 1;
    });
    let d1 = at(&game, "d1");
    let outcome = game.agree_dead(&[vec![d1]]).unwrap();
    assert_eq!(
        facts(outcome),
        [
            "agreed to be dead and removed: D1 E1",
            "black: territory 4, prisoners of that colour 0",
            "white: territory 0, prisoners of that colour 3",
            "black 4, white -3"
        ]
    );
}
