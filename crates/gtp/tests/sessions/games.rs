//! The player finishes games under every ruleset, and plays nothing senseless.

use shinpan_rules::builtin;

use super::{say, session};

/// Lets the player play both sides until the game is over; how many moves it took.
fn play_out(rules: &str, size: (usize, usize), seed: u64) -> (usize, super::Session) {
    played(rules, session(rules, size, seed), 8 * (3 * size.0 * size.1 + 80))
}

fn played(rules: &str, mut session: super::Session, most: usize) -> (usize, super::Session) {
    for moves in 0..most {
        let ended = matches!(say(&mut session, "shinpan-phase").as_str(), "ended" | "analysis");
        if ended {
            return (moves, session);
        }
        let colour = say(&mut session, "gogui-rules_side_to_move");
        let made = say(&mut session, &format!("genmove {colour}"));
        assert!(!made.starts_with('?'), "{rules}: {made}");
    }
    panic!("{rules}: no end after {most} moves");
}

#[test]
fn a_game_ends_under_every_ruleset() {
    for ruleset in builtin() {
        for (size, seed) in [((5, 5), 1), ((4, 3), 2), ((2, 1), 3)] {
            let (_, mut session) = play_out(&ruleset.id, size, seed);
            let score = say(&mut session, "final_score");
            let japanese = score.contains("it is open which stones live");
            let void = score.contains("no result (Void)");
            assert!(!score.starts_with('?') || japanese || void, "{}: {score}", ruleset.id);
        }
    }
}

#[test]
fn small_boards_are_played_for_their_value() {
    // The values are the solver's, which tests of its own hold against a plain search.
    for (rules, size, value) in [
        ("lasker-maas", (2, 2), "0"),
        ("lasker-maas", (3, 3), "B+8"),
        ("button", (2, 2), "B+0.5"),
        ("tromp-taylor", (3, 2), "0"),
        ("tromp-taylor", (3, 3), "B+9"),
        ("chinese", (3, 3), "B+9"),
        ("kee", (2, 1), "0"),
        ("kee", (3, 1), "B+3"),
        ("long-cycle-1", (3, 1), "B+2"),
        ("japanese-1989", (2, 2), "0"),
    ] {
        let mut session = session(rules, size, 3);
        say(&mut session, "kata-set-param solver_nodes 300000");
        let (_, mut session) = played(rules, session, 60);
        assert_eq!(say(&mut session, "final_score"), value, "{rules} on {size:?}");
    }
}

#[test]
fn proof_games_are_played_to_their_verdict() {
    for (size, seed) in [((4, 3), 1), ((3, 3), 2), ((2, 1), 3)] {
        let (_, mut session) = play_out("long-cycle-3", size, seed);
        let before = say(&mut session, "final_score");
        let asked = say(&mut session, "shinpan-request w");
        assert!(asked.contains("proof-black-1"), "{asked}");
        let (_, mut session) = played("long-cycle-3", session, 4 * (3 * size.0 * size.1 + 80));
        let after = say(&mut session, "final_score");
        let why = say(&mut session, "shinpan-why");
        assert!(why.contains("LC-8"), "{before} {after}: {why}");
        // The record holds the request, and the result.
        let sgf = say(&mut session, "printsgf");
        assert!(sgf.contains(&format!("RE[{after}]")), "{after} {sgf}");
        assert!(sgf.contains("W request"), "{sgf}");
    }
}

#[test]
fn the_analysis_scores_what_nobody_agrees_on() {
    use shinpan_gtp::TimedProver;
    let analyst = TimedProver {
        prover: shinpan_referee::Prover::default(),
        patience: std::time::Duration::from_secs(60),
        interrupt: std::sync::Arc::default(),
    };
    let mut session = session("japanese-1989", (5, 5), 5);
    session.set_analyst(std::sync::Arc::new(analyst));
    let setup = "gogui-setup b b1 b b2 b b3 b b4 b b5 b c1 b c2 b c3 b a3 w a1 \
                 w d1 w d2 w d3 w d4 w d5 w e2 w e4 w c4 w c5";
    for line in [setup, "play b pass", "play w pass"] {
        assert_eq!(say(&mut session, line), "");
    }
    // Five points of Black's, one of them under a stone that is taken off; three of White's.
    assert_eq!(say(&mut session, "final_score"), "B+2");
    assert_eq!(say(&mut session, "final_status_list dead"), "A1");
    assert_eq!(say(&mut session, "final_status_list seki"), "");
    assert_eq!(say(&mut session, "gogui-rules_final_result"), "black wins (B+2) [J-8]");
    let life = say(&mut session, "shinpan-life");
    assert!(life.contains("dead") && life.contains("alive") && !life.contains('?'), "{life}");
    assert!(say(&mut session, "shinpan-ruling").contains("\"sgf\":\"B+2\""));
    // A dispute changes nothing: there is nothing to decline.
    let told = say(&mut session, "shinpan-dispute w");
    assert!(told.contains("the Analysis decides"), "{told}");
}

#[test]
fn no_stone_is_given_away_at_the_end() {
    // Two living groups with three eyes each, and nothing left to play.
    let setup = "gogui-setup b b1 b b2 b b3 b b4 b b5 b a2 b a4 b c1 b c2 b c3 \
                 w d1 w d2 w d3 w d4 w d5 w e2 w e4 w c4 w c5";
    for rules in ["chinese", "lasker-maas", "tromp-taylor", "kee", "japanese-1989"] {
        let mut session = session(rules, (5, 5), 5);
        assert_eq!(say(&mut session, setup), "");
        assert_eq!(say(&mut session, "genmove b"), "pass", "{rules}");
        assert_eq!(say(&mut session, "genmove w"), "pass", "{rules}");
    }
}

#[test]
fn what_is_in_atari_is_taken() {
    // White has one eye and Black to move takes everything.
    let setup = "gogui-setup b a1 b a3 b a5 b b1 b b2 b b3 b b4 b b5 b a2 w d1 w d2 w d3 w d4 w d5 \
                 w e1 w e3 w e5 w e2 b c1 b c2 w c3 w c4 w c5";
    for rules in ["chinese", "lasker-maas", "tromp-taylor", "kee", "japanese-1989"] {
        let mut session = session(rules, (5, 5), 5);
        assert_eq!(say(&mut session, setup), "");
        assert_eq!(say(&mut session, "genmove b"), "E4", "{rules}");
    }
}

#[test]
fn dead_stones_are_taken_off_where_they_have_to_be() {
    // White's stone in Black's corner is dead. Nobody can agree on that under Tromp-Taylor, nor
    // before the resolution of Lasker-Maas, where taking it off in the first phase costs points.
    let setup = "gogui-setup b b1 b b2 b b3 b b4 b b5 b c1 b c2 b c3 b a3 w a1 \
                 w d1 w d2 w d3 w d4 w d5 w e2 w e4 w c4 w c5";
    for (rules, taken) in [("tromp-taylor", true), ("chinese", false), ("lasker-maas", false)] {
        let mut session = session(rules, (5, 5), 5);
        assert_eq!(say(&mut session, setup), "");
        assert_eq!(say(&mut session, "genmove b") == "A2", taken, "{rules}");
    }
    let mut session = session("lasker-maas", (5, 5), 5);
    assert_eq!(say(&mut session, setup), "");
    for line in ["play b pass", "play w pass"] {
        assert_eq!(say(&mut session, line), "");
    }
    assert_eq!(say(&mut session, "genmove b"), "A2");
    assert_eq!(say(&mut session, "final_status_list dead"), "");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = |seed| {
        let (_, mut session) = play_out("lasker-maas", (5, 4), seed);
        say(&mut session, "printsgf")
    };
    assert_eq!(game(7), game(7));
    assert_ne!(game(7), game(8));
}
