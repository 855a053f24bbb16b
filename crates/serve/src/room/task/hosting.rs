//! Names and links of seats, and the end of a room.

use shinpan_board::Player;

use super::super::ask::Told;
use super::Room;
use crate::error::ApiError;
use crate::secret::{Secret, SecretHash};
use crate::store::StoredSeat;
use crate::wire::SeatView;

/// The longest name of a player, in characters.
const NAME: usize = 40;

impl Room {
    pub(super) async fn name(
        &mut self,
        tokens: &[SecretHash],
        player: Player,
        name: &str,
    ) -> Result<SeatView, ApiError> {
        self.seats.player_only(tokens, player)?;
        let name = read_name(name)?;
        let mut seat = self.seat_of(player)?;
        seat.name = name;
        seat.taken = true;
        self.set_seat(player, seat).await
    }

    pub(super) async fn new_link(
        &mut self,
        tokens: &[SecretHash],
        player: Player,
    ) -> Result<String, ApiError> {
        self.seats.host_only(tokens)?;
        let mut seat = self.seat_of(player)?;
        let secret = Secret::random()?;
        let before = seat.secret.replace(secret.hash());
        seat.engine = None;
        seat.taken = false;
        self.set_seat(player, seat).await?;
        // Sockets that came with the old secret are nobody's now.
        if let Some(seat) = self.seats.seats.get_mut(player.index()) {
            (seat.sockets, seat.complaint) = (0, None);
        }
        if let Some(before) = before {
            let _ = self.tell.send(Told::Void(before));
        }
        self.start_engines();
        self.tell_seats();
        Ok(secret.reveal().to_owned())
    }

    pub(super) fn seat_of(&self, player: Player) -> Result<StoredSeat, ApiError> {
        let seat = self.seats.seats.get(player.index());
        let seat =
            seat.ok_or_else(|| ApiError::not_found(format!("{player} does not take part")))?;
        Ok(seat.stored.clone())
    }

    pub(super) async fn set_seat(
        &mut self,
        player: Player,
        stored: StoredSeat,
    ) -> Result<SeatView, ApiError> {
        self.shared.store.set_seat(&self.id, player.index(), &stored).await?;
        if let Some(seat) = self.seats.seats.get_mut(player.index()) {
            seat.stored = stored;
        }
        self.tell_seats();
        let view = self.seats.view(player.index());
        view.ok_or_else(|| ApiError::not_found(format!("{player} does not take part")))
    }

    pub(super) async fn close(&mut self, tokens: &[SecretHash]) -> Result<(), ApiError> {
        self.seats.host_only(tokens)?;
        Ok(self.shared.store.delete(&self.id).await?)
    }
}

/// A name as a player types it; empty for none.
pub(crate) fn read_name(name: &str) -> Result<Option<String>, ApiError> {
    let name = name.trim();
    if name.chars().count() > NAME || name.chars().any(char::is_control) {
        return Err(ApiError::bad_input(format!(
            "name: expected at most {NAME} characters, none of them a control character"
        )));
    }
    Ok((!name.is_empty()).then(|| name.to_owned()))
}
