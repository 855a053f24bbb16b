//! What was found, written down: a line of best play, and what a player does to get what is claimed.

use shinpan_rules::Move;

use super::exit::Exit;
use super::question::Question;
use super::search::Search;
use crate::compact::{BLACK, Mask};
use crate::strategy::{Tree, as_move, known_first};
use crate::superko;
use crate::value::Limit;

/// Writes down what a player does from a question on that he is known to win, where the line has come to: its first moves have so many
/// before them.
///
/// # Errors
/// That the tree is too long, or what stopped the search.
pub(super) fn write_down<M: Mask>(
    search: &mut Search<'_, M>,
    question: &Question<M>,
    player: usize,
    depth: usize,
    tree: &mut Tree,
) -> Result<(), Limit> {
    tree.has_room()?;
    let own = question.state.to_move == player;
    let mut steps = search.moves(question);
    if own {
        let wins = |(winner, _): (usize, _)| winner == player;
        known_first(&mut steps, |step| search.known(question, step).is_some_and(wins));
    }
    for step in steps {
        let (winner, over) = search.wins(question, &step)?;
        if own && winner != player {
            continue;
        }
        tree.push(depth, step.point);
        match step.next {
            _ if over => {}
            Some((next, place)) => {
                search.line.enter(&next, &place, step.lead);
                write_down(search, &next, player, depth + 1, tree)?;
                search.line.leave(&next, step.lead);
            }
            None => {
                if let Exit::Superko(later) = &mut search.exit {
                    let stood = &search.line.stood;
                    let first = later.begin(question, stood);
                    superko::write_down(&mut later.search, &first, player, depth + 1, tree)?;
                }
            }
        }
        if own {
            return Ok(());
        }
    }
    Ok(())
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
            match search.wins(&at[mover], &step) {
                Ok((winner, over)) if winner == mover => {
                    kept = Some((place, step, over));
                    break;
                }
                Ok(_) => {}
                Err(_) => return line,
            }
        }
        let Some((place, step, over)) = kept else { break };
        line.push(as_move(step.point));
        if over {
            break;
        }
        // The same move in both questions.
        let next = at.map(|question| search.moves(&question)[place].next);
        let [Some((black, place)), Some((white, _))] = next else {
            if let Exit::Superko(later) = &mut search.exit {
                let stood = &search.line.stood;
                let first = later.begin(&at[BLACK], stood);
                let searches = std::slice::from_mut(&mut later.search);
                line.extend(superko::line(searches, [0; 2], first, i32::from(first.bound)));
            }
            break;
        };
        at = [black, white];
        search.line.enter(&black, &place, step.lead);
    }
    line
}
