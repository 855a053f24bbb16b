//! Who may do what in a room.

use shinpan_board::Player;
use shinpan_referee::Action;

use crate::error::{ApiError, Code};
use crate::secret::SecretHash;
use crate::store::StoredSeat;
use crate::wire::{SeatView, You};

/// A seat, and who is there.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) stored: StoredSeat,
    /// Sockets that came with its secret.
    pub(super) sockets: usize,
    /// Why its engine has left, if it has.
    pub(super) complaint: Option<String>,
}

/// The seats of a room, and its host.
#[derive(Clone, Debug)]
pub(super) struct Seats {
    pub(super) seats: Vec<Seat>,
    pub(super) host: SecretHash,
    pub(super) spectators: usize,
}

/// Who has to do an act.
enum Doer {
    Seat(Player),
    Host,
    /// Everybody together, which nobody can.
    All,
}

impl Seats {
    pub(super) fn new(seats: Vec<StoredSeat>, host: SecretHash) -> Seats {
        let seats =
            seats.into_iter().map(|stored| Seat { stored, sockets: 0, complaint: None }).collect();
        Seats { seats, host, spectators: 0 }
    }

    fn opens(&self, index: usize, token: &SecretHash) -> bool {
        self.seats.get(index).and_then(|seat| seat.stored.secret).is_some_and(|s| s.same(token))
    }

    /// What tokens open.
    ///
    /// # Errors
    /// If one of them opens nothing.
    pub(super) fn you(&self, tokens: &[SecretHash]) -> Result<You, ApiError> {
        let mut you = You::default();
        for token in tokens {
            let host = self.host.same(token);
            let seats: Vec<usize> =
                (0..self.seats.len()).filter(|&index| self.opens(index, token)).collect();
            if !host && seats.is_empty() {
                let why = "the token is for no seat of this room; a new link may have replaced it";
                return Err(ApiError::new(Code::WrongToken, why));
            }
            you.host |= host;
            let players = seats.into_iter().filter_map(Player::new);
            you.seats.extend(players.map(|player| player.to_string()));
        }
        Ok(you)
    }

    /// The name of whoever does an act with these tokens: a player or `host`.
    ///
    /// # Errors
    /// If the tokens do not allow it.
    pub(super) fn actor(&self, tokens: &[SecretHash], action: &Action) -> Result<String, ApiError> {
        if tokens.is_empty() {
            return Err(ApiError::new(
                Code::WrongToken,
                "expected the token of a seat, found none",
            ));
        }
        let you = self.you(tokens)?;
        let mine = |player: Player| you.seats.iter().any(|seat| seat == player.name());
        match doer(action) {
            Doer::Seat(player) if mine(player) => Ok(player.to_string()),
            Doer::Seat(player) => Err(ApiError::new(
                Code::NotYours,
                format!("only {player}'s token does this, found {}", described(&you)),
            )),
            Doer::Host if you.host => Ok("host".to_owned()),
            Doer::Host => Err(ApiError::new(
                Code::NotYours,
                format!("only the host's token does this, found {}", described(&you)),
            )),
            Doer::All => Err(ApiError::new(
                Code::NotYours,
                "nobody speaks for all here: one player proposes, the others accept",
            )),
        }
    }

    /// # Errors
    /// If it is not the host.
    pub(super) fn host_only(&self, tokens: &[SecretHash]) -> Result<(), ApiError> {
        match self.you(tokens)? {
            you if you.host => Ok(()),
            you if you.seats.is_empty() => {
                Err(ApiError::new(Code::WrongToken, "expected the host's token, found none"))
            }
            you => Err(ApiError::new(
                Code::NotYours,
                format!("only the host's token does this, found {}", described(&you)),
            )),
        }
    }

    /// # Errors
    /// If it is not that player.
    pub(super) fn player_only(
        &self,
        tokens: &[SecretHash],
        player: Player,
    ) -> Result<(), ApiError> {
        self.actor(tokens, &Action::Accept(player)).map(|_| ())
    }

    /// The seats that tokens open.
    pub(super) fn opened(&self, tokens: &[SecretHash]) -> Vec<usize> {
        let open = |index: &usize| tokens.iter().any(|token| self.opens(*index, token));
        (0..self.seats.len()).filter(open).collect()
    }

    pub(super) fn views(&self) -> Vec<SeatView> {
        (0..self.seats.len()).filter_map(|index| self.view(index)).collect()
    }

    pub(super) fn view(&self, index: usize) -> Option<SeatView> {
        let Seat { stored, sockets, complaint } = self.seats.get(index)?;
        Some(SeatView {
            player: Player::new(index)?.to_string(),
            name: stored.name.clone(),
            taken: stored.taken,
            online: *sockets > 0 || (stored.engine.is_some() && complaint.is_none()),
            engine: stored.engine.clone(),
            complaint: complaint.clone(),
        })
    }
}

fn doer(action: &Action) -> Doer {
    match action {
        Action::Move(player, _)
        | Action::Resign(player)
        | Action::Claim(player)
        | Action::Accept(player)
        | Action::Decline(player)
        | Action::Request(player) => Doer::Seat(*player),
        Action::Dead(by, _) => by.map_or(Doer::All, Doer::Seat),
        Action::Result(by, _) => by.map_or(Doer::All, Doer::Seat),
        Action::Undo(by, _) => by.map_or(Doer::All, Doer::Seat),
        Action::RefereeRules | Action::Lost(..) | Action::Edit(_) => Doer::Host,
    }
}

fn described(you: &You) -> String {
    let mut held: Vec<&str> = you.seats.iter().map(String::as_str).collect();
    held.extend(you.host.then_some("the host"));
    format!("the token of {}", held.join(" and "))
}
