//! Kee Rules for more than two: shares against plain search.

use std::sync::Arc;

use shinpan_board::{Board, Player};
use shinpan_rules::{Game, Move, Ruleset, Score, Setup};
use shinpan_solve::{Gain, Proven, Share, shares};
use shinpan_testkit::{Dice, setup};

use crate::nodes;

/// A game on an empty board.
fn begun(board: Board, players: usize) -> Game {
    let rules = Arc::new(Ruleset::builtin("kee").unwrap());
    Game::new(rules, &Setup::empty(Arc::new(board), players)).unwrap()
}

fn graph(edges: &[(&str, &str)]) -> Board {
    let mut names: Vec<String> =
        edges.iter().flat_map(|&(a, b)| [a.to_owned(), b.to_owned()]).collect();
    names.sort();
    names.dedup();
    let edges: Vec<(String, String)> =
        edges.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect();
    Board::graph(&names, &edges).unwrap()
}

/// What a player gets by plain search with cut-offs, all others being against him; unless that takes too long.
fn plain(
    game: &Game,
    player: Player,
    draw: Score,
    (mut low, mut high): (Score, Score),
    left: &mut usize,
) -> Option<Score> {
    *left = left.checked_sub(1)?;
    if let Some(outcome) = game.outcome() {
        return Some(outcome.scores().map_or(draw, |scores| scores[player]));
    }
    let own = game.to_move() == player;
    for made in [Move::Pass].into_iter().chain(game.legal().into_iter().map(Move::Play)) {
        let mut next = game.clone();
        next.play(made).unwrap();
        let found = plain(&next, player, draw, (low, high), left)?;
        if own {
            low = low.max(found)
        } else {
            high = high.min(found)
        }
        if low >= high {
            break;
        }
    }
    Some(if own { low } else { high })
}

/// Both shares of a player by plain search.
fn plainly(game: &Game, player: Player, nodes: usize) -> Option<[Gain; 2]> {
    let all = game.board().len() as i64 + 10;
    let found = [-all, all].map(|draw| {
        let (draw, all) = (Score::from(draw), Score::from(all));
        let found = plain(game, player, draw, (-all, all), &mut { nodes })?;
        Some(if found == draw { Gain::Draw } else { Gain::Average(found) })
    });
    Some([found[0]?, found[1]?])
}

fn exact(proven: &Proven) -> Option<Gain> {
    (proven.least == proven.most).then_some(proven.least)
}

#[test]
fn random_positions_agree_with_plain_search() {
    let rules = Arc::new(Ruleset::builtin("kee").unwrap());
    let (mut agreed, mut open, mut draws) = (0, 0, 0);
    for seed in 0..500 {
        let mut dice = Dice::new(seed);
        let players = 2 + dice.roll(3);
        let start = setup(&mut dice, players);
        if start.board.len() > 4 {
            continue;
        }
        let Ok(game) = Game::new(Arc::clone(&rules), &start) else { continue };
        let all: Vec<Player> = Player::all(players).collect();
        let player = all[dice.roll(players)];
        let Some(expected) = plainly(&game, player, 3_000) else { continue };
        let (found, _) = shares(&game, &nodes(200_000)).unwrap();
        let Share { draws_lost, draws_won, .. } = &found[player.index()];
        for (proven, expected) in [draws_lost, draws_won].into_iter().zip(expected) {
            match exact(proven) {
                Some(gain) => {
                    assert_eq!(gain, expected, "seed {seed}: {player} of {players}");
                    agreed += 1;
                    draws += usize::from(gain == Gain::Draw);
                }
                None => open += 1,
            }
        }
    }
    assert!(agreed > 100 && open * 20 < agreed && draws > 0, "{agreed} {open} {draws}");
}

/// Each player's shares, a draw being nothing and being all.
fn told(game: &Game) -> Vec<[String; 2]> {
    let (found, _) = shares(game, &nodes(2_000_000)).unwrap();
    let gain = |proven: &Proven| exact(proven).expect("proven").to_string();
    found.iter().map(|share| [gain(&share.draws_lost), gain(&share.draws_won)]).collect()
}

#[test]
fn known_shares_come_out() {
    let spec = |spec: &str| Board::parse(spec).unwrap();
    let star = graph(&[("a", "b"), ("a", "c"), ("a", "d")]);
    let (nothing, three, four) = (["draw", "0"], ["3", "3"], ["4", "4"]);
    for (board, expected) in [
        (spec("1x1"), [["0", "0"]; 3]),
        (spec("1x2"), [["0", "0"]; 3]),
        (spec("1x3"), [three, nothing, nothing]),
        (star, [four, nothing, nothing]),
        (spec("2x2"), [nothing; 3]),
    ] {
        assert_eq!(told(&begun(board, 3)), expected);
    }
    // With two players it is what they get as each other's opponents.
    assert_eq!(told(&begun(spec("1x3"), 2)), [["3", "3"], ["0", "0"]]);
}
