//! What walls leave of a settled board, seen from both players (docs/findings/proofs.md, "Kee Rules on settled boards").

use shinpan_rules::{Game, Move};

use super::ground::Ground;
use super::held::Side;
use crate::compact::{BLACK, Field, Mask, Stones, WHITE, walls, with_sets};
use crate::endgame::Rest;
use crate::value::Limit;

/// The points that are left, for each player, and what stood there since the last pass.
pub(super) struct Left {
    rests: [Rest<u32>; 2],
    histories: [Vec<Stones<u32>>; 2],
    to_move: usize,
    /// What stands on all of the board, which tells what is left.
    codes: Vec<u8>,
}

impl Left {
    /// What is left where a game stands.
    ///
    /// # Errors
    /// There are no walls, too many points are left, or what stood before could come back in a way that is not followed here.
    pub(super) fn of(game: &Game) -> Result<Left, Limit> {
        with_sets!(game.board().len(), M => Left::on::<M>(game))
    }

    fn on<W: Mask>(game: &Game) -> Result<Left, Limit> {
        let beyond = |why: &str| Limit::Beyond(why.to_owned());
        let whole = Field::<W>::of(game.board())?;
        let codes = game.position().codes();
        let stones = Stones::<W>::of_codes(codes);
        let found = [BLACK, WHITE].map(|player| walls(&whole, stones, player).stones);
        if found.iter().all(|walls| !walls.any()) {
            return Err(beyond("on more than 32 points Kee Rules are searched between walls"));
        }
        let rest = |side: usize| Rest::<u32>::of(&whole, stones, side, 2);
        let (Some(black), Some(white)) = (rest(BLACK), rest(WHITE)) else {
            return Err(beyond("more points than 26 are left unsettled"));
        };
        let mut histories = [Vec::new(), Vec::new()];
        let mut passed = false;
        for number in (game.first_move()..=game.moves_made()).rev() {
            let Some(then) = game.position_after(number) else { break };
            let pass = matches!(game.move_at(number), Some((_, Move::Pass)));
            let before = Stones::<W>::of_codes(&then);
            let walls_stand = [BLACK, WHITE].iter().all(|&of| found[of].within(before.0[of]));
            // What lacks a stone of a wall comes never back.
            if walls_stand {
                if !black.same_settled(&then, codes) {
                    return Err(beyond(
                        "what stood before had other stones between the same walls",
                    ));
                }
                if pass {
                    return Err(beyond("passes that were made could end the game"));
                }
                if !passed {
                    histories[BLACK].push(black.seen(&then, BLACK));
                    histories[WHITE].push(white.seen(&then, WHITE));
                }
            }
            passed |= pass;
        }
        histories.iter_mut().for_each(|history| history.reverse());
        let to_move = game.to_move().index();
        Ok(Left { rests: [black, white], histories, to_move, codes: codes.to_vec() })
    }

    /// Both players' sides.
    pub(super) fn sides(&self) -> [Side<'_>; 2] {
        [BLACK, WHITE].map(|side| Side {
            ground: Ground::left(&self.rests[side]),
            name: [&self.codes[..], &[side as u8]].concat(),
            history: self.histories[side].clone(),
            to_move: self.to_move ^ side,
        })
    }
}
