//! The lines of play and the variations that show why a chain lives or not can be played.

use std::sync::Arc;

use shinpan_board::{Board, Player, Position, Stone};
use shinpan_life::{Claim, Step};
use shinpan_referee::{Judged, Options, Prover, Record, explain, explained_sgf, judge};
use shinpan_rules::{HypotheticalKo, Move};
use shinpan_sgf::Node;
use shinpan_testkit::Dice;

/// Where the losing side would play again where it was taken: suicide.
const SUICIDE: [&str; 2] = ["XX..\n.X..\n...X\nX...", ".X...\n.XOO.\nX...X\n..OX.\nXX..."];

fn judged(rows: &str, rest: &str) -> Judged {
    let (columns, lines) = (rows.lines().next().unwrap().len(), rows.lines().count());
    let text = format!(
        "rules = \"japanese-1989\"\nboard = \"{columns}x{lines}\"\nposition = \"\"\"\n{rows}\n\"\"\"\n{rest}"
    );
    judge(&Record::read(text.as_bytes(), 1, &[]).unwrap(), &Options::default()).unwrap()
}

/// Holds moves from a position to the rules of the game itself.
fn hold(rows: &str, moves: &[String]) {
    let begins =
        if moves.first().is_some_and(|made| made.starts_with('W')) { "white" } else { "black" };
    let played = judged(rows, &format!("to_move = \"{begins}\"\nmoves = {moves:?}"));
    assert_eq!(played.report.refused, None, "{rows}\n{moves:?}");
}

/// Every line of a file from a node on: at a pass after a pass the play is over.
fn variations(
    node: Node<'_>,
    board: &Board,
    moves: &mut Vec<String>,
    tell: &mut dyn FnMut(&[String]),
) {
    let before = moves.len();
    for letter in ["B", "W"] {
        let Some(property) = node.property(letter) else { continue };
        let point = match property.value().text().as_bytes() {
            &[column, row] => board
                .at(usize::from(column - b'a'), usize::from(row - b'a'))
                .map(|at| board.name(at)),
            _ => None,
        };
        moves.push(format!("{letter} {}", point.unwrap_or_else(|| "pass".to_owned())));
    }
    let over = moves.iter().rev().take_while(|made| made.ends_with("pass")).count() > 1;
    if over || node.first_child().is_none() {
        tell(moves);
    } else {
        node.children().for_each(|child| variations(child, board, moves, tell));
    }
    moves.truncate(before);
}

/// Holds every line, and every variation of the files, of all chains of a position. Answers how many there were.
fn hold_all(rows: &str) -> (usize, usize) {
    let mut judged = judged(rows, "moves = [\"B pass\", \"W pass\"]");
    let board = Arc::clone(judged.sitting.game().board());
    let prover = Prover { nodes: 200, states: 5_000, ..Prover::default() };
    let proven = prover.prove(&board, judged.sitting.game().position(), HypotheticalKo::Basic);
    judged.sitting.analyse(&proven);
    let chains = judged.sitting.analysis().unwrap().chains;
    let (mut lines, mut variants) = (0, 0);
    for chain in chains {
        let letters = ["B", "W"];
        let name = |(player, made): &(Player, Move)| {
            let point = match made {
                Move::Play(point) => board.name(*point),
                Move::Pass => "pass".to_owned(),
            };
            format!("{} {point}", letters[player.index()])
        };
        let line: Vec<String> = chain.line.iter().map(name).collect();
        lines += usize::from(!line.is_empty());
        hold(rows, &line);
        let Some(proof) = proven.proof(chain.points[0]) else { continue };
        let sgf = explained_sgf(&judged.sitting, chain.points[0], Some(proof), None).unwrap();
        let file = shinpan_sgf::parse(sgf.as_bytes()).unwrap();
        let root = file.games().next().unwrap().root();
        // Where a play of the attacker's is answered the line begins with one.
        let last = proof.nodes.last().unwrap();
        if matches!(last.step, Step::Other(_) | Step::Space(_))
            && last.claim == Claim::Lives
            && !line.is_empty()
        {
            let letter = letters[chain.player.next(2).index()];
            let plays = |node: Node<'_>| node.property(letter).unwrap().value().text().len() == 2;
            assert_eq!(root.children().any(plays), !line[0].ends_with("pass"), "{rows:?}\n{sgf}");
        }
        // Where a variation ends it is said why.
        let mut leaves = root.descendants().filter(|node| node.first_child().is_none());
        assert!(leaves.all(|leaf| leaf.property("C").is_some()), "{rows:?}\n{sgf}");
        variations(root, &board, &mut Vec::new(), &mut |moves| {
            // All of a file with thousands take too long.
            variants += 1;
            if variants % 200 == 1 {
                hold(rows, moves);
            }
        });
    }
    (lines, variants)
}

#[test]
fn lines_of_play_can_be_played() {
    let mut counts = (0, 0);
    let mut all = |rows: &str| {
        let (lines, variants) = hold_all(rows);
        counts = (counts.0 + lines, counts.1 + variants);
    };
    SUICIDE.into_iter().for_each(&mut all);
    let (board, mut dice) = (Board::rectangle(4, 4).unwrap(), Dice::new(7));
    let mut left = 40;
    while left > 0 {
        let codes = board.points().map(|_| [0, 0, 1, 2][dice.roll(4)]);
        let stones: Vec<Stone> = codes.filter_map(Stone::from_code).collect();
        if Position::from_stones(&board, 2, &stones).is_err() {
            continue;
        }
        left -= 1;
        let letters: Vec<char> =
            stones.iter().map(|stone| ['.', 'X', 'O'][usize::from(stone.code())]).collect();
        let rows: Vec<String> = letters.chunks(4).map(|row| row.iter().collect()).collect();
        all(&rows.join("\n"));
    }
    let (lines, variants) = counts;
    println!("{lines} lines, {variants} variations");
    assert!(lines > 70 && variants > 1000, "{lines} lines, {variants} variations");
}

/// A proof that covers several chains has moves which one of them does not need.
#[test]
fn what_lives_by_what_stands_has_no_line() {
    let judged = judged(
        ".X.OO.O\nXOOOOO.\nXXXXOOO\n.X.XXXO\nXXXX.XO\nX.XXXXO",
        "moves = [\"B pass\", \"W pass\"]",
    );
    let (board, game) = (judged.sitting.game().board(), judged.sitting.game());
    let proven = Prover::default().prove_due(game);
    let mut sitting = judged.sitting.clone();
    sitting.analyse(&proven);
    let chain = |name: &str| {
        let point = board.parse_point(name).unwrap();
        let told = explain(&sitting, point, proven.proof(point), None).unwrap();
        let led = told.because.iter().map(|step| step.fact.to_string());
        let led: Vec<String> = led.filter(|fact| fact.contains("live by another proof")).collect();
        (told.chain.line, led)
    };
    assert_eq!(chain("A5"), (Vec::new(), Vec::new()));
    let (line, led) = chain("B6");
    assert_eq!(line, ["W C6", "B A6"]);
    assert!(led.iter().all(|fact| fact.ends_with(": A5")), "{led:?}");
}
