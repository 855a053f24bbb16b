//! Each family of commands, as a client sees it.

use shinpan_gtp::Session;

use super::{say, session, transcript};

#[test]
fn the_protocol_itself() {
    let mut session = session("chinese", (9, 9), 1);
    let told = transcript(
        &mut session,
        "protocol_version
         name
         name x
         known_command play
         known_command paly
         paly
         boardsize 99
         boardsize 5
         komi 6.5
         get_komi
         komi 6.3
         play b c3
         play b i1
         play b j9
         play w nowhere
         play w c3
         play w d3
         play w pass
         undo
         undo
         undo
         undo
         fixed_handicap 2
         boardsize 9
         fixed_handicap 5
         fixed_handicap 2
         clear_board
         place_free_handicap 9
         clear_board
         set_free_handicap a1 a1
         set_free_handicap a1 b2
         gogui-rules_side_to_move
         time_settings 60 30 5
         time_left b 2 0
         genmove w
         reg_genmove b
         final_status_list seki
         final_status_list lost",
    );
    let lines: Vec<&str> = told.lines().map(str::trim).collect();
    let expected = [
        "protocol_version -> 2",
        "name -> Shinpan",
        "name x -> ? syntax error",
        "known_command play -> true",
        "known_command paly -> false",
        "paly -> ? unknown command",
        "boardsize 99 -> ? unacceptable size: a board of 99x99 points: each side must be 1 to 52",
        "boardsize 5 ->",
        "komi 6.5 ->",
        "get_komi -> 6.5",
        "komi 6.3 -> ? syntax error: expected a komi that is a multiple of 1/2 between -10000 and 10000, found `6.3`",
        "play b c3 ->",
        "play b i1 -> ? illegal move: no point i1",
        "play b j9 -> ? illegal move: no point j9",
        "play w nowhere -> ? syntax error",
        "play w c3 -> ? illegal move: a stone of black stands there [G-1]",
        "play w d3 ->",
        "play w pass ->",
        "undo ->",
        "undo ->",
        "undo ->",
        "undo -> ? cannot undo: no move has been made [G-9]",
        "fixed_handicap 2 -> ? invalid number of stones",
        "boardsize 9 ->",
        "fixed_handicap 5 -> C3 G7 C7 G3 E5",
        "fixed_handicap 2 -> ? board not empty",
        "clear_board ->",
        "place_free_handicap 9 -> C3 G7 C7 G3 C5 G5 E7 E3 E5",
        "clear_board ->",
        "set_free_handicap a1 a1 -> ? bad vertex list: a vertex is repeated",
        "set_free_handicap a1 b2 ->",
        "gogui-rules_side_to_move -> white",
        "time_settings 60 30 5 ->",
        "time_left b 2 0 ->",
    ];
    for (at, line) in expected.iter().enumerate() {
        assert_eq!(&lines[at], line);
    }
    let made = lines[34].strip_prefix("genmove w -> ").unwrap();
    assert!(session.sitting().game().board().parse_point(made).is_some(), "{made}");
    assert_eq!(
        lines[36..],
        ["final_status_list seki ->", "final_status_list lost -> ? syntax error"]
    );
}

#[test]
fn what_gogui_asks_of_a_program_that_is_the_rules() {
    let mut session = session("long-cycle-1", (3, 3), 1);
    let told = transcript(
        &mut session,
        "gogui-rules_game_id
         gogui-rules_board_size
         gogui-play_sequence b a1 w b2 b b1
         gogui-play_sequence w a2 b a1
         gogui-rules_board
         gogui-rules_captured_count
         gogui-rules_legal_moves
         gogui-play_sequence w c1 b pass w pass
         shinpan-phase
         gogui-play_sequence b pass w pass
         gogui-rules_legal_moves
         gogui-rules_final_result",
    );
    let expected = "gogui-rules_game_id -> Go (long-cycle-1)
gogui-rules_board_size -> 3
gogui-play_sequence b a1 w b2 b b1 -> 
gogui-play_sequence w a2 b a1 -> ? move 2: illegal move: a stone of black stands there [LM-1]
gogui-rules_board -> . . .
. O .
X X .
gogui-rules_captured_count -> 0 0
gogui-rules_legal_moves -> A3 B3 C3 A2 C2 C1 pass
gogui-play_sequence w c1 b pass w pass -> 
shinpan-phase -> resolution
gogui-play_sequence b pass w pass -> 
gogui-rules_legal_moves -> 
gogui-rules_final_result -> a draw [LM-12]
";
    let told: String = told
        .lines()
        .map(|line| format!("{}\n", line.strip_prefix("         ").unwrap_or(line)))
        .collect();
    assert_eq!(told.replace(" \n", "\n"), expected.replace(" \n", "\n"));
    assert!(
        say(&mut session, "gogui-analyze_commands")
            .lines()
            .all(|line| line.split('/').count() >= 3)
    );
    assert!(say(&mut session, "gogui-rules_board_gfx").contains("TEXT a draw"));
}

#[test]
fn rules_are_set_and_told_in_katagos_words() {
    let mut session = session("chinese", (9, 9), 1);
    let told = transcript(
        &mut session,
        "kata-set-rules tromp-taylor
         kata-get-rules
         kata-set-rule suicide true
         printsgf
         kata-set-rule suicide false
         kata-get-rules
         printsgf
         kata-set-rule colour blue
         kata-set-rules lasker-maas
         kata-get-rules
         kata-set-rules {\"ko\":\"SPIGHT\"}
         kata-set-rules atari go
         kgs-rules new_zealand
         kata-get-rules
         play b a1
         play w b1
         play b c9
         play w a2
         kata-set-rules kee
         play b a1
         kata-get-param playouts
         kata-get-param colour",
    );
    let expected = r#"kata-set-rules tromp-taylor -> 
kata-get-rules -> {"friendlyPassOk":true,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}
kata-set-rule suicide true -> 
printsgf -> (;FF[4]GM[1]CA[UTF-8]SZ[9]RU[tromp-taylor]KM[0])
kata-set-rule suicide false -> 
kata-get-rules -> {"friendlyPassOk":true,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"0"}
printsgf -> (;FF[4]GM[1]CA[UTF-8]SZ[9]RU[koPOSITIONALscoreAREAtaxNONEsui0]KM[0])
kata-set-rule colour blue -> ? there is no rule `colour`
kata-set-rules lasker-maas -> 
kata-get-rules -> ? `lasker-maas` has no exact form in KataGo's rules; see shinpan-rules
kata-set-rules {"ko":"SPIGHT"} -> ? KataGo rules: ko SPIGHT has no exact form here: its bans and its end are those of `kee`, which counts the whole scoring cycle and not the last position
"#;
    let told: String =
        told.lines().map(|line| format!("{}\n", line.trim_start_matches("         "))).collect();
    assert!(told.starts_with(expected), "{told}");
    for line in [
        "kgs-rules new_zealand -> ",
        "\"ko\":\"SITUATIONAL\",\"scoring\":\"AREA\",\"suicide\":true",
        "kata-set-rules kee -> ",
        "play b a1 -> ? illegal move: the chain A1 would have no liberty [K-12]",
        "kata-get-param playouts -> 60",
        "kata-get-param colour -> ? there is no parameter `colour`",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
}

#[test]
fn what_the_protocol_cannot_say() {
    let mut session = session("japanese-1989", (3, 3), 1);
    let told = transcript(
        &mut session,
        "play b b2
         shinpan-act W pass
         shinpan-act B pass
         shinpan-phase
         final_score
         shinpan-acts
         shinpan-act W dead b2
         shinpan-pending
         shinpan-act W accept
         shinpan-act B decline
         shinpan-act all dead
         final_score
         genmove b
         shinpan-explain j-9",
    );
    for line in [
        r#"shinpan-act W pass -> {"event":2,"act":"W pass","moves":2,"phase":"competition","to_move":"black"}"#,
        "shinpan-phase -> analysis",
        "final_score -> ? cannot score: the play has ended, and it is open which stones live: black's margin lies between 0 and 8; unproven: black B2; the players can agree: shinpan-act all dead POINTS",
        "W dead POINTS",
        "shinpan-pending -> W dead B2",
        "shinpan-act W accept -> ? refused: white has accepted already [J-9]",
        "\"fact\":\"black declines\"",
        "final_score -> B+8",
        "genmove b -> ? the game is over: black wins (B+8) [J-8]",
        "shinpan-explain j-9 -> J-9: ",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
}

#[test]
fn a_record_is_written_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    let file = file.to_str().unwrap();
    let mut first = session("lasker-maas", (5, 5), 1);
    for line in ["komi 0.5", "play b c3", "play w b3", "play w b4", "play b pass", "play w pass"] {
        assert_eq!(say(&mut first, line), "", "{line}");
    }
    assert_eq!(say(&mut first, &format!("printsgf {file}")), "");
    let mut second = session("kee", (9, 9), 1);
    assert_eq!(say(&mut second, &format!("loadsgf {file}")), "");
    assert_eq!(say(&mut second, "shinpan-ruling"), say(&mut first, "shinpan-ruling"));
    assert_eq!(say(&mut second, &format!("loadsgf {file} 3")), "");
    assert_eq!(say(&mut second, "showboard").lines().next(), Some("A B C D E"));
    assert_eq!(second.sitting().game().moves_made(), 2);
    let missing = say(&mut second, &format!("loadsgf {file}.none"));
    assert!(missing.starts_with("? cannot load file: "), "{missing}");
    std::fs::write(file, "(;SZ[5]RU[kee];B[aa];W[aa])").unwrap();
    let told = say(&mut second, &format!("loadsgf {file}"));
    assert!(told.contains("a stone of black stands there [K-5]"), "{told}");
    assert_eq!(second.sitting().game().moves_made(), 2, "nothing has changed");
    let folder = say(&mut second, &format!("loadsgf {}", folder.path().display()));
    assert!(folder.ends_with("is no file"), "{folder}");
}

#[test]
fn what_a_record_does_not_name_is_as_the_client_has_set_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let bare = file("bare.sgf", "(;SZ[5];B[aa])");
    let full = file("full.sgf", "(;SZ[5]RU[kee]KM[6.5];B[aa])");
    let mut session = session("lasker-maas", (5, 5), 1);
    let loaded = |session: &mut Session, file: &str| {
        assert_eq!(say(session, &format!("loadsgf {file}")), "");
        let game = session.sitting().game();
        (game.ruleset().id.clone(), game.komi().to_string())
    };
    let own = |rules: &str, komi: &str| (rules.to_owned(), komi.to_owned());
    assert_eq!(say(&mut session, "komi 0.5"), "");
    assert_eq!(loaded(&mut session, &bare), own("lasker-maas", "0.5"));
    assert_eq!(loaded(&mut session, &full), own("kee", "6.5"));
    assert_eq!(loaded(&mut session, &bare), own("lasker-maas", "0.5"));
    assert_eq!(loaded(&mut session, &full), own("kee", "6.5"));
    // For a new game those of the record stay.
    assert_eq!(say(&mut session, "clear_board"), "");
    assert_eq!(session.sitting().game().ruleset().id, "kee");
    assert_eq!(say(&mut session, "komi 2"), "");
    assert_eq!(loaded(&mut session, &bare), own("lasker-maas", "2"));
    assert_eq!(say(&mut session, "kata-set-rules button"), "");
    assert_eq!(loaded(&mut session, &full), own("kee", "6.5"));
    assert_eq!(loaded(&mut session, &bare), own("button", "2"));
    assert_eq!(
        say(&mut session, "set_position b a1 w a1"),
        "? bad vertex list: a vertex is repeated"
    );
}
