//! Where a game under Kee Rules is played out: on a whole board, or on what is left of a settled one
//! (docs/findings/proofs.md, "Kee Rules on settled boards").

use shinpan_board::Point;

use crate::compact::{BLACK, Field, Mask, Safe, Stones, safe};
use crate::endgame::Rest;

/// What a player can be sure of.
#[derive(Clone, Copy)]
pub(crate) struct Sure {
    /// Chains that are never captured, and the points they can fill.
    pub(crate) safe: Safe<u32>,
    /// How many points he will have.
    pub(crate) area: i32,
    /// Empty points next to them, of which he can have half.
    pub(crate) beside: u32,
}

/// The points that are looked at, seen from the player who wants to hold something: he is Black here.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) field: &'a Field<u32>,
    /// Where plays are looked at.
    pub(crate) open: u32,
    /// What is added to a margin counted here: Black's settled points less White's.
    pub(crate) settled: i32,
    /// After so many fills of White's Black spares his walls; more are not counted.
    pub(crate) breaking: u8,
    rest: Option<&'a Rest<u32>>,
}

impl<'a> Ground<'a> {
    /// All of a board.
    pub(crate) fn whole(field: &'a Field<u32>) -> Ground<'a> {
        Ground { field, open: field.all, settled: 0, breaking: 0, rest: None }
    }

    /// Whether it is all of a board.
    pub(crate) fn is_whole(&self) -> bool {
        self.rest.is_none()
    }

    /// The point of the board that a place is.
    pub(crate) fn point(&self, place: usize) -> Point {
        self.rest.map_or(Point::new(place as u16), |rest| rest.points[place])
    }

    /// What walls leave of one.
    pub(crate) fn left(rest: &'a Rest<u32>) -> Ground<'a> {
        Ground {
            field: &rest.field,
            open: rest.open,
            settled: rest.settled,
            breaking: rest.outside.breaking as u8,
            rest: Some(rest),
        }
    }

    /// What a player can be sure of where somebody is to move and White has made so many fills.
    pub(crate) fn sure(
        &self,
        stones: Stones<u32>,
        player: usize,
        to_move: usize,
        fills: u8,
    ) -> Sure {
        let safe = safe(self.field, stones, player, false);
        let beside = safe.beside(self.field, stones);
        // Who begins has one more of an odd number. White's fills are moves that he does not make here, and after enough of them
        // Black leaves the last liberty of each wall.
        let to_come = self.breaking.saturating_sub(fills);
        let spared = match self.rest {
            Some(rest) if player == BLACK => rest.open_walls() as i32 - i32::from(to_come),
            _ => 0,
        };
        let begins = i32::from(player == to_move);
        let more = (beside.size() as i32 - spared.max(0) + begins) / 2;
        let area = (safe.stones | safe.regions).size() as i32 + more.max(0);
        Sure { safe, area, beside }
    }

    /// Whether Black makes a play once White has made so many fills.
    pub(crate) fn allows(&self, fills: u8, before: Stones<u32>, after: Stones<u32>) -> bool {
        let Some(rest) = self.rest else { return true };
        // Where White has no walls there is nothing to spare, and nothing that breaks.
        fills < self.breaking || !rest.breaks(before, after)
    }
}
