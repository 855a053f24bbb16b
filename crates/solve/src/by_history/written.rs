//! What was found, written down: a line of best play, and what a player does to get what is claimed.

use shinpan_board::Point;
use shinpan_rules::Move;

use super::exit::Exit;
use super::search::{Question, Search, Step};
use crate::compact::{BLACK, Mask, WHITE};
use crate::superko::{self, MOST_MOVES};
use crate::value::Limit;

fn made<M>(step: &Step<M>) -> Move {
    step.point.map_or(Move::Pass, |point| Move::Play(Point::new(point as u16)))
}

/// Writes down what a player does from a question on that he is known to win, where the line has come to.
///
/// # Errors
/// That the tree is too long, or what stopped the search.
pub(super) fn tree<M: Mask>(
    search: &mut Search<'_, M>,
    question: &Question<M>,
    player: usize,
    depth: usize,
    moves: &mut Vec<(usize, Move)>,
) -> Result<(), Limit> {
    if moves.len() > MOST_MOVES {
        return Err(Limit::Beyond(format!("a strategy has more than {MOST_MOVES} moves")));
    }
    let own = question.state.to_move == player;
    let mut steps = search.moves(question);
    if own {
        // What is known to win, so that nothing is looked for.
        let known = |step: &Step<M>| search.knows(question, step) == Some(player);
        if let Some(place) = steps.iter().position(known) {
            steps.swap(0, place);
        }
    }
    for step in steps {
        let (winner, over) = wins(search, question, &step)?;
        if own && winner != player {
            continue;
        }
        moves.push((depth, made(&step)));
        match step.next {
            _ if over => {}
            Some(next) => {
                search.enter(&next, step.lead);
                tree(search, &next, player, depth + 1, moves)?;
                search.leave(&next, step.lead);
            }
            None => {
                if let Exit::Superko(later) = &mut search.exit {
                    let stood = &search.line.stood;
                    let first = later.begin(&question.state, stood, question.bound);
                    superko::write_down(&mut later.search, &first, player, depth + 1, moves)?;
                }
            }
        }
        if own {
            return Ok(());
        }
    }
    Ok(())
}

/// Who wins by a move, and whether the game is over then.
fn wins<M: Mask>(
    search: &mut Search<'_, M>,
    question: &Question<M>,
    step: &Step<M>,
) -> Result<(usize, bool), Limit> {
    match &step.next {
        None => {
            let (winner, _) = search.end(question)?;
            Ok((winner, matches!(search.exit, Exit::Count(_))))
        }
        Some(next) => match search.returned(next, step.lead) {
            Some(winner) => Ok((winner, true)),
            None => {
                search.enter(next, step.lead);
                let black = search.decide(*next)?;
                search.leave(next, step.lead);
                Ok((if black { BLACK } else { WHITE }, false))
            }
        },
    }
}

/// The longest line that is shown.
const LONGEST: usize = 200;

/// Moves of best play, as far as the limits let them be found again: Black's are such as keep what he gets by the first question,
/// White's such as keep Black from what he does not get by the second.
pub(super) fn line<M: Mask>(search: &mut Search<'_, M>, questions: [Question<M>; 2]) -> Vec<Move> {
    let mut line = Vec::new();
    let mut at = questions;
    search.begin(&at[BLACK]);
    while line.len() < LONGEST {
        let mover = at[BLACK].state.to_move;
        let mut kept = None;
        for (place, step) in search.moves(&at[mover]).into_iter().enumerate() {
            match wins(search, &at[mover], &step) {
                Ok((winner, over)) if winner == mover => {
                    kept = Some((place, step, over));
                    break;
                }
                Ok(_) => {}
                Err(_) => return line,
            }
        }
        let Some((place, step, over)) = kept else { break };
        line.push(made(&step));
        if over {
            break;
        }
        // The same move in both questions.
        let next = at.map(|question| search.moves(&question)[place].next);
        let [Some(black), Some(white)] = next else {
            if let Exit::Superko(later) = &mut search.exit {
                let stood = &search.line.stood;
                let first = later.begin(&at[BLACK].state, stood, at[BLACK].bound);
                let searches = std::slice::from_mut(&mut later.search);
                line.extend(superko::line(searches, [0; 2], first, i32::from(first.bound)));
            }
            break;
        };
        at = [black, white];
        search.enter(&black, step.lead);
    }
    line
}
