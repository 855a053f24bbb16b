//! The Analysis at the table: budgets, proposals, explanations.

use std::sync::Arc;

use shinpan_board::Point;
use shinpan_life::{Claim, Proof, Reading, Step};
use shinpan_referee::{
    Judged, Judgement, Options, Prover, Record, SavedProof, explain, explained_picture,
    explained_sgf, judge,
};
use shinpan_rules::{Fact, HypotheticalKo, Score};

/// A dead white stone in black territory, which the players mark so.
const MARKED: &str = "(;GM[1]SZ[5:2]RU[Japanese]AW[aa]AB[ca][ea][ab][bb][cb][db][eb]\
    ;B[];W[];TB[aa][ba][da])";

/// Three points in a row, as TOML.
const STRAIGHT_THREE: &str = r#"
rules = "japanese-1989"
board = "5x4"
position = """
. . . X O
X X X X O
O O O O O
O . O . O
"""
moves = ["B pass", "W pass"]
"#;

fn with(prover: Prover) -> Options {
    Options { analyst: Some(Arc::new(prover)), ..Options::default() }
}

fn judged(text: &str, options: &Options) -> Judged {
    judge(&Record::read(text.as_bytes(), 1, &[]).unwrap(), options).unwrap()
}

#[test]
fn a_budget_leaves_unproven_and_bounds() {
    let nothing = Prover { states: 0, stop: Arc::new(|| true), ..Prover::default() };
    let report = judged(MARKED, &with(nothing)).report;
    let chains = report.chains.unwrap();
    assert!(chains.iter().all(|chain| chain.status == "unproven"));
    assert!(chains.iter().all(|chain| chain.limit_code.as_deref() == Some("stopped")));
    assert_eq!(report.result, None);
    assert_eq!(report.bounds.unwrap()["black"], ["-16", "4"]);
    assert_eq!(report.removed.unwrap().len(), 0);
    // Nobody asked: the same.
    let report = judged(MARKED, &Options::default()).report;
    assert_eq!(report.bounds.unwrap()["black"], ["-16", "4"]);
    assert!(report.chains.unwrap().iter().all(|chain| chain.limit_code.is_none()));
}

#[test]
fn a_recorded_result_is_held_against_the_bounds() {
    let nothing = || with(Prover { states: 0, stop: Arc::new(|| true), ..Prover::default() });
    for (told, agrees, note) in [
        (
            "B+4",
            None,
            "it is not proven which stones live; what is proven leaves this result possible",
        ),
        (
            "W+16",
            None,
            "it is not proven which stones live; what is proven leaves this result possible",
        ),
        (
            "B+4.5",
            Some(false),
            "the ruling differs: it is not proven which stones live, but the bounds rule this out",
        ),
        (
            "W+17",
            Some(false),
            "the ruling differs: it is not proven which stones live, but the bounds rule this out",
        ),
        (
            "W+",
            None,
            "it is not proven which stones live; what is proven leaves this result possible",
        ),
        (
            "0",
            None,
            "it is not proven which stones live; what is proven leaves this result possible",
        ),
        ("Void", None, "it is not proven which stones live"),
        ("B+R", None, "the game ended by resignation, which the moves do not show"),
    ] {
        let text = MARKED.replace("RU[", &format!("RE[{told}]RU["));
        let recorded = judged(&text, &nothing()).report.recorded.unwrap();
        assert_eq!((recorded.agrees, recorded.note.as_str()), (agrees, note), "{told}");
    }
}

/// Where an answer of the attacker's is not shown for want of room, it is said.
#[test]
fn answers_that_are_not_shown_are_told() {
    let rows = "XXO..OOO/.XO...O./XX.O..OO/.X.XXOO./XXXXXOOO".replace('/', "\n");
    let text = format!(
        "rules = \"japanese-1989\"\nboard = \"8x5\"\nposition = \"\"\"\n{rows}\n\"\"\"\n\
         moves = [\"B pass\", \"W pass\"]\n"
    );
    let judged = judged(&text, &Options::default());
    let board = judged.sitting.game().board().clone();
    let at = board.parse_point("D3").unwrap();
    let proven = Prover::default().asked(at).prove_due(judged.sitting.game());
    let mut sitting = judged.sitting;
    sitting.analyse(&proven);
    let sgf = explained_sgf(&sitting, at, proven.proof(at), None).unwrap();
    assert!(sgf.contains("not all moves that may follow are shown"), "{}", sgf.len());
}

#[test]
fn marked_territory_is_that_of_the_last_node_that_marks_any() {
    let read = |nodes: &str| {
        let text = format!("(;SZ[5:2]RU[Japanese]AB[ca]{nodes})");
        let record = Record::read(text.as_bytes(), 1, &[]).unwrap();
        let points = record.marked.iter().map(|(_, points)| {
            points.iter().map(|&point| record.board.name(point)).collect::<Vec<_>>().join(" ")
        });
        let points: Vec<String> = points.collect();
        let notes = record.notes.iter().map(ToString::to_string).collect::<Vec<_>>();
        (points.join(", "), notes.join("; "))
    };
    let told = |marked: &str, notes: &str| (marked.to_owned(), notes.to_owned());
    assert_eq!(read(";B[];W[];TB[aa:bb]TW[ea]"), told("A2 B2 A1 B1, E2", ""));
    assert_eq!(read(";B[];W[]TB[aa];C[thanks];C[bye]"), told("A2, ", ""));
    assert_eq!(read("TB[aa];B[]"), told(", ", ""));
    assert_eq!(read(";TB[aa];TB[ba]"), told("B2, ", ""));
    let left_out = "TB[zz] marks no point of the board, it is left out";
    assert_eq!(read(";TB[zz][aa]"), told("A2, ", &format!("1:29: {left_out}")));
    let both = "marked as territory of both players, and so of neither: B2";
    assert_eq!(read(";TB[aa][ba]TW[ba][ea]"), told("A2, E2", both));
}

/// Boards on which readings and searches of so few states come to nothing.
#[test]
fn a_board_of_sixteen_points_is_decided_as_a_whole() {
    let few = Prover { nodes: 20, check_proofs: true, ..Prover::default() };
    for (rows, alive) in [
        (".XOX/OO.X/..O./.X..", &["C4", "A3", "C2"][..]),
        (".X../O..O/...O/..O.", &["A3", "D3", "C1"]),
    ] {
        let rows = rows.replace('/', "\n");
        let text = format!(
            "rules = \"japanese-1989\"\nboard = \"4x4\"\nposition = \"\"\"\n{rows}\n\"\"\"\n\
             moves = [\"B pass\", \"W pass\"]\n"
        );
        let chains = judged(&text, &with(few.clone())).report.chains.unwrap();
        for chain in chains {
            let lives = alive.contains(&chain.points[0].as_str());
            let expected = if lives { "alive" } else { "not-alive" };
            assert_eq!(chain.status, expected, "{:?}", chain.points);
        }
    }
}

#[test]
fn nothing_is_analysed_before_the_play_is_over() {
    let options = Options { at: Some(1), ..with(Prover::default()) };
    let report = judged(MARKED, &options).report;
    assert_eq!((report.phase.as_str(), report.chains), ("competition", None));
    assert_eq!(report.agreement, None);
}

#[test]
fn marks_and_agreements_are_held_against_the_analysis() {
    let report = judged(MARKED, &with(Prover::default())).report;
    assert_eq!(report.result.as_ref().unwrap().sgf.as_deref(), Some("B+4"));
    let agreement = report.agreement.unwrap();
    assert_eq!(agreement.source, "marks");
    assert!(agreement.chains.iter().all(|chain| chain.judgement == Judgement::Right));
    assert_eq!(agreement.chains[0].proposed, "dead");
    assert_eq!(agreement.territory["black"].right, ["A2", "B2", "D2"]);
    assert_eq!(agreement.agreed.unwrap().sgf.as_deref(), Some("B+4"));

    // The players overlook it: the result is theirs, and what is wrong with it is said.
    let none = Options { dead: Some(vec![String::new()]), ..with(Prover::default()) };
    let report = judged(MARKED, &none).report;
    assert_eq!(report.result.as_ref().unwrap().sgf.as_deref(), Some("B+1"));
    let agreement = report.agreement.unwrap();
    assert_eq!(agreement.source, "dead");
    assert_eq!(
        (agreement.chains[0].proposed.as_str(), agreement.chains[0].judgement),
        ("stays", Judgement::Wrong)
    );
    assert_eq!(agreement.territory["black"].missing, ["A2", "B2"]);
    assert_eq!(agreement.analysed.unwrap().sgf.as_deref(), Some("B+4"));

    // Without proofs nothing is right or wrong that depends on them.
    let nothing = Prover { states: 0, stop: Arc::new(|| true), ..Prover::default() };
    let agreement = judged(MARKED, &with(nothing)).report.agreement.unwrap();
    assert_eq!(agreement.chains[0].judgement, Judgement::Unproven);
    assert_eq!(agreement.chains[1].judgement, Judgement::Unproven);
    assert_eq!(agreement.territory["black"].unproven, ["A2", "B2", "D2"]);
    assert_eq!(agreement.analysed, None);
}

#[test]
fn proofs_are_checked_and_become_variations() {
    // By the search alone: a strategy in a part of the board is another kind of proof.
    let checked = Prover { check_proofs: true, states: 0, ..Prover::default() };
    let mut judged = judged(STRAIGHT_THREE, &Options::default());
    let game = judged.sitting.game();
    let proven = checked.prove(game.board(), game.position(), HypotheticalKo::Basic);
    let place = game.board().parse_point("D4").unwrap();
    let empty = game.board().parse_point("A4").unwrap();
    judged.sitting.analyse(&proven);

    let analysis = judged.sitting.analysis().unwrap();
    assert!(analysis.chains.iter().all(|chain| chain.checked == Some(true)));
    assert_eq!(analysis.margin, [Score::from(-15); 2]);

    let explanation = explain(&judged.sitting, place, None, None).unwrap();
    assert_eq!(explanation.chain.status, "not-alive");
    let clauses: Vec<_> = explanation.because.iter().map(|step| step.clause.as_str()).collect();
    assert_eq!(clauses, ["J-5", "J-6"]);
    assert!(matches!(explanation.because[1].fact, Fact::RemovedHere { .. }));
    assert_eq!(explained_picture(&judged.sitting, place).unwrap().marks.len(), 5);
    assert_eq!(
        explain(&judged.sitting, empty, None, None).unwrap_err(),
        "A4 is empty: only chains live or die"
    );

    // White begins in the proof, and all of its lines can be played.
    let sgf = explained_sgf(&judged.sitting, place, proven.proof(place), None).unwrap();
    for line in [&[][..], &[2], &[3, 1], &[3, 2]] {
        let record = Record::read(sgf.as_bytes(), 1, line).unwrap();
        assert!(record.moves() >= 3, "{sgf}");
        let played = judge(&record, &Options::default()).unwrap();
        assert_eq!(played.report.refused, None, "{sgf}");
    }
    assert!(sgf.contains("leave black no room for a two-eye-formation"), "{sgf}");
}

/// A small board is one space: its strategy is shown with the other side's moves as variations.
#[test]
fn a_strategy_in_a_part_of_the_board_becomes_variations() {
    let prover = Prover { nodes: 0, check_proofs: true, ..Prover::default() };
    let mut judged = judged(STRAIGHT_THREE, &Options::default());
    let game = judged.sitting.game();
    let proven = prover.prove(game.board(), game.position(), HypotheticalKo::Basic);
    let place = game.board().parse_point("D4").unwrap();
    judged.sitting.analyse(&proven);
    assert_eq!(explain(&judged.sitting, place, None, None).unwrap().chain.status, "not-alive");
    let sgf = explained_sgf(&judged.sitting, place, proven.proof(place), None).unwrap();
    for line in [&[][..], &[2], &[3]] {
        let record = Record::read(sgf.as_bytes(), 1, line).unwrap();
        assert!(record.moves() >= 2, "{sgf}");
        let played = judge(&record, &Options::default()).unwrap();
        assert_eq!(played.report.refused, None, "{sgf}");
    }
}

#[test]
fn there_is_nothing_to_explain_without_an_analysis() {
    let text = STRAIGHT_THREE.replace("\"B pass\", \"W pass\"", "\"B pass\"");
    let judged = judged(&text, &Options::default());
    let place = judged.sitting.game().board().parse_point("D4").unwrap();
    let why = explain(&judged.sitting, place, None, None).unwrap_err();
    assert!(why.starts_with("there is no Analysis under `japanese-1989` in the phase"), "{why}");
}

/// All proofs of a record's chains as files, with the game they are of.
fn saved(text: &str) -> (Judged, Vec<String>) {
    let judged = judged(text, &Options::default());
    let (game, proven) =
        (judged.sitting.game(), Prover::default().prove_due(judged.sitting.game()));
    let board = game.board();
    let of = |chain: &Vec<Point>| {
        SavedProof::of(board, &proven, chain[0]).map(|proof| proof.to_json().unwrap())
    };
    let files = game.position().chains(board).iter().filter_map(of).collect();
    (judged, files)
}

#[test]
fn a_proof_is_kept_in_a_file_and_checked_again() {
    let graph = r#"
rules = "japanese-1989"
board = { points = ["a", "b", "c", "d"], edges = [["a", "b"], ["b", "c"], ["c", "d"]] }
position = { b = "black", c = "black" }
moves = ["B pass", "W pass"]
"#;
    for text in [MARKED, STRAIGHT_THREE, graph] {
        let (judged, files) = saved(text);
        let game = judged.sitting.game();
        assert_eq!(files.len(), game.position().chains(game.board()).len());
        for file in files {
            let checked = SavedProof::check(file.as_bytes()).unwrap();
            assert_eq!(checked.position.codes(), game.position().codes());
            let chain = judged_chain(&judged, &checked.report().points);
            assert_eq!((checked.report().player, checked.report().status), chain);
        }
    }
}

/// Whose a chain is, and its status, by the Analysis.
fn judged_chain(judged: &Judged, points: &[String]) -> (String, String) {
    let mut sitting = judged.sitting.clone();
    sitting.analyse(&Prover::default());
    let chains = shinpan_referee::Report::of(&sitting).chains.unwrap();
    let chain = chains.into_iter().find(|chain| chain.points == points).unwrap();
    (chain.player, chain.status)
}

#[test]
fn a_file_that_claims_more_than_it_proves_is_not_accepted() {
    let (_, files) = saved(STRAIGHT_THREE);
    let of_black = files.iter().find(|file| file.contains(r#""player":"black""#)).unwrap();
    let whole: serde_json::Value = serde_json::from_str(of_black).unwrap();
    let rejected = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut other = whole.clone();
        change(&mut other);
        SavedProof::check(other.to_string().as_bytes()).unwrap_err().to_string()
    };
    let other_claim = |file: &mut serde_json::Value| {
        let lives = file["claim"] == "lives";
        file["claim"] = if lives { "never-lives" } else { "lives" }.into();
    };
    assert!(rejected(&other_claim).ends_with("it is about something else"));
    assert!(rejected(&|file| file["player"] = "white".into()).ends_with("no chain of white"));
    assert!(rejected(&|file| file["points"] = vec!["E4"].into()).ends_with("no chain of black"));
    assert!(rejected(&|file| file["nodes"] = serde_json::json!([])).ends_with("there is no node"));
    assert!(
        rejected(&|file| file["board"] = "4x5".into()).starts_with("the proof is not accepted")
    );
    assert!(rejected(&|file| file["board"] = "0x5".into()).starts_with("board: "));
    assert_eq!(rejected(&|file| file["points"][0] = "Z9".into()), "points: there is no point `Z9`");
    let none = SavedProof::check(b"(;SZ[9])").unwrap_err().to_string();
    assert!(none.starts_with("expected a proof: "), "{none}");
}

/// Numbers and letters of proofs are changed at random: a changed file is refused, or it says nothing that the whole
/// one does not say of the same chain. None makes the checker fall.
#[test]
fn changed_files_prove_nothing_new() {
    let mut dice = shinpan_testkit::Dice::new(11);
    let mut refused = 0;
    for text in [MARKED, STRAIGHT_THREE] {
        let (judged, files) = saved(text);
        let stands = judged.sitting.game().position().codes();
        for file in files.iter().flat_map(|file| std::iter::repeat_n(file, 200)) {
            let mut bytes = file.clone().into_bytes();
            for _ in 0..=dice.roll(3) {
                let at = dice.roll(bytes.len());
                bytes[at] = match bytes[at] {
                    b'0'..=b'9' => b'0' + dice.roll(10) as u8,
                    b',' => b'1',
                    other => other,
                };
            }
            match SavedProof::check(&bytes) {
                Err(_) => refused += 1,
                Ok(checked) if checked.position.codes() == stands => {
                    let told = checked.report();
                    assert_eq!((told.player, told.status), judged_chain(&judged, &told.points));
                }
                Ok(_) => {}
            }
        }
    }
    assert!(refused > 200, "{refused}");
}

/// A chain that is led to a living one is told so, in words and in the file, and one that living ones shut in. Each of the first is cut
/// off by a stone of White's or could be.
#[test]
fn what_a_chain_is_led_to_or_shut_in_by_is_told() {
    let rows = [
        ".X.XO..O.\nXXXX.....\n...OX.X..\n....X...O\n...X.....\n..O....O.",
        ".X.X.....\nXXXX.X.O.\n......X..\n......O..\n......O..\n.O.X...O.",
        ".X.X.....\nXXXX.....\n...O.....\n......O..\n.XXO.....\n...X.....",
        ".X.XX....\nXXXXXXXXX\n..OO.O.OO\n.XOOOXOXO\nX.XOXXX..\n..XX.XX.O",
        ".X.X.....\nXXXX....O\nOOXX.X..X\nXO.OX.X..\n.XOXX.X.O\nOX..X.O.X",
    ];
    // With more nodes those that are led to another live by a proof of their own, with fewer none is shut in.
    let prover = Prover { states: 30_000, check_proofs: true, ..Prover::default() };
    let (mut led, mut shut_in, mut others) = (0, 0, 0);
    for (rows, nodes) in rows.iter().flat_map(|rows| [(rows, 20), (rows, 50)]) {
        let prover = Prover { nodes, ..prover.clone() };
        let text = format!(
            "rules = \"japanese-1989\"\nboard = \"9x6\"\nmoves = [\"B pass\", \"W pass\"]\nposition = \"\"\"\n{rows}\n\"\"\""
        );
        let mut judged = judged(&text, &Options::default());
        let proven = prover.prove_due(judged.sitting.game());
        judged.sitting.analyse(&proven);
        let board = Arc::clone(judged.sitting.game().board());
        for chain in judged.sitting.game().position().chains(&board) {
            let proof = proven.proof(chain[0]);
            let beside = proof.filter(|proof| {
                let nodes = proof.line(&board, Reading::Basic, &chain).unwrap().nodes;
                nodes.windows(2).any(|two| matches!(proof.nodes[two[0]].step, Step::Linked(_, tree) if tree == two[1]))
            });
            let claim = beside.map(|proof| proof.nodes.last().unwrap().claim);
            let told = explain(&judged.sitting, chain[0], proof, None).unwrap();
            let found: Vec<_> = told
                .because
                .iter()
                .filter_map(|step| match &step.fact {
                    Fact::LedTo { player, points } => Some((step, player, points, true)),
                    Fact::ShutInBy { opponent, points } => Some((step, opponent, points, false)),
                    _ => None,
                })
                .collect();
            let sgf = explained_sgf(&judged.sitting, chain[0], proof, None).unwrap();
            let Some(claim) = claim else {
                others += 1;
                continue;
            };
            let [(step, player, points, leads)] = found[..] else { panic!("{rows}\n{found:?}") };
            assert_eq!(leads, claim == Claim::Lives);
            let (status, count) = match leads {
                true => ("alive", &mut led),
                false => ("not-alive", &mut shut_in),
            };
            *count += 1;
            assert_eq!((told.chain.status.as_str(), told.chain.checked), (status, Some(true)));
            assert_eq!(told.chain.player == player.0.to_string(), leads);
            assert!(!points.0.is_empty());
            for name in &points.0 {
                let at = board.parse_point(name).unwrap();
                let other = explain(&judged.sitting, at, proven.proof(at), None).unwrap().chain;
                assert_eq!((other.status.as_str(), other.player), ("alive", player.0.to_string()));
                assert!(!chain.contains(&at), "{name}");
            }
            let (before, after) = match leads {
                true => ("it lives by itself or is connected to chains of", ""),
                false => ("chains of", " shut it in"),
            };
            let words = format!(
                "whatever is played, {before} {} that live by another proof{after}: {points}",
                player.0
            );
            assert_eq!((step.fact.to_string(), step.clause.as_str()), (words.clone(), "J-5"));
            // The same in the file, with what it is led to marked, and lines that can be played.
            assert!(sgf.contains(&words), "{sgf}");
            assert!(sgf.contains("SQ["), "{sgf}");
            let record = Record::read(sgf.as_bytes(), 1, &[]).unwrap();
            assert!(record.moves() >= 1, "{sgf}");
            assert_eq!(judge(&record, &Options::default()).unwrap().report.refused, None, "{sgf}");
            // Without the proof nothing is said of how.
            let silent = explain(&judged.sitting, chain[0], None, None).unwrap();
            assert!(!silent.because.contains(step) && told.because.contains(&silent.because[0]));
        }
    }
    assert!(led > 0 && shut_in > 0 && others > 5, "{led} {shut_in} {others}");
}

/// A killer who need not begin passes first, in the line and in the file: here in a proof without its first move.
#[test]
fn a_killer_who_is_not_needed_yet_passes_first() {
    let mut judged = judged(STRAIGHT_THREE, &Options::default());
    let proven = Prover { states: 0, ..Prover::default() }.prove_due(judged.sitting.game());
    judged.sitting.analyse(&proven);
    let board = Arc::clone(judged.sitting.game().board());
    let middle = board.parse_point("B4").unwrap();
    let chain = board.parse_point("D4").unwrap();
    let proof = proven.proof(chain).unwrap();
    let child = match proof.nodes.last().unwrap().step {
        Step::Own(Some(point), child) if usize::from(point) == middle.index() => child,
        ref step => panic!("{step:?}"),
    };
    let answers = Proof { nodes: proof.nodes[..=child].to_vec() };
    assert!(matches!(answers.nodes[child].step, Step::Other(_)));
    let line = |proof: &Proof| proof.line(&board, Reading::Basic, &[chain]).unwrap().plays;
    let (played, passed) = (line(proof), line(&answers));
    assert_eq!((played[0], passed[0]), (Some(middle), None));
    // A pass after a pass would end the play.
    let points =
        |line: &[Option<Point>]| line.iter().map(|at| at.map(Point::index)).collect::<Vec<_>>();
    assert_eq!(points(&played), [Some(1), None, Some(0), Some(2), Some(0)]);
    assert_eq!(points(&passed), [None, Some(0), Some(2)]);
    let moves = |proof| {
        let file = explained_sgf(&judged.sitting, chain, Some(proof), None).unwrap();
        file[file.find(";W[").unwrap()..].to_owned()
    };
    assert_eq!(moves(&answers), moves(proof).replacen(";W[ba]", ";W[]", 1));
}

/// A dead stone in the only territory of the chains around it: what shuts it in lives by the same points.
#[test]
fn what_is_shut_in_by_those_that_live_by_its_points_is_told() {
    let rows = ".O.O.....\n..OXOO...\nOOXXXO...\nOXX.XXO..\nX...XOO..\n.XOXOO.O.\n..XXXXO.O\n...XOXXOO\n......XXO";
    let text = format!(
        "rules = \"japanese-1989\"\nboard = \"9x9\"\nmoves = [\"B pass\", \"W pass\"]\nposition = \"\"\"\n{rows}\n\"\"\""
    );
    let mut judged = judged(&text, &Options::default());
    let prover = Prover { nodes: 1600, states: 0, check_proofs: true, ..Prover::default() };
    let proven = prover.prove_due(judged.sitting.game());
    judged.sitting.analyse(&proven);
    let dead = judged.sitting.game().board().parse_point("C4").unwrap();
    let proof = proven.proof(dead).unwrap();
    assert!(proof.nodes.iter().any(|node| matches!(node.step, Step::Stands(_))));
    let told = explain(&judged.sitting, dead, Some(proof), None).unwrap();
    assert_eq!((told.chain.status.as_str(), told.chain.checked), ("not-alive", Some(true)));
    let facts: Vec<String> = told.because.iter().map(|step| step.fact.to_string()).collect();
    let words = "black, moving first, keeps white from every two-eye-formation on it";
    assert!(facts.iter().any(|fact| fact.starts_with(words)), "{facts:?}");
    let sgf = explained_sgf(&judged.sitting, dead, Some(proof), None).unwrap();
    assert!(sgf.contains("chains of black that stand for good leave white no room"), "{sgf}");
}
