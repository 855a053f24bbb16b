//! Who plays, and what can stand on a point.

use std::fmt;
use std::ops::{Index, IndexMut};

use smallvec::SmallVec;

/// The most players a game can have.
pub const MAX_PLAYERS: usize = 8;

/// A player, and the colour of that player's stones. Black and White are the first two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    /// The first player.
    pub const BLACK: Player = Player(0);
    /// The second player.
    pub const WHITE: Player = Player(1);

    /// The player with this index, counted from 0; `None` from [`MAX_PLAYERS`] on.
    #[must_use]
    pub const fn new(index: usize) -> Option<Player> {
        if index < MAX_PLAYERS { Some(Player(index as u8)) } else { None }
    }

    /// Counted from 0: Black is 0, White is 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The player after this one in the fixed order of turns among `players`.
    #[must_use]
    pub const fn next(self, players: usize) -> Player {
        let next = self.0 + 1;
        if next as usize >= players { Player(0) } else { Player(next) }
    }

    /// The first `players` players in the order of turns.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Player> + Clone {
        (0..players.min(MAX_PLAYERS) as u8).map(Player)
    }

    /// `black`, `white`, `player-3`, ...
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["black", "white", "player-3", "player-4", "player-5", "player-6", "player-7", "player-8"]
            [self.0 as usize]
    }

    /// Reads `black`, `B`, `X`, `white`, `W`, `O`, `player-3`, `3`, ... in either case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Player> {
        let lower = text.trim().to_ascii_lowercase();
        match lower.as_str() {
            "b" | "x" | "black" => return Some(Player::BLACK),
            "w" | "o" | "white" => return Some(Player::WHITE),
            _ => {}
        }
        let digits = lower.strip_prefix("player-").unwrap_or(&lower);
        let number: usize = match digits.as_bytes() {
            [digit @ b'1'..=b'9'] => usize::from(digit - b'0'),
            _ => return None,
        };
        Player::new(number - 1)
    }

    /// This player's stone.
    #[must_use]
    pub const fn stone(self) -> Stone {
        Stone(self.0 + 1)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What stands on a point: nothing, or a player's stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stone(u8);

impl Stone {
    /// No stone.
    pub const EMPTY: Stone = Stone(0);

    /// Whether nothing stands there.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whose stone it is.
    #[must_use]
    pub const fn player(self) -> Option<Player> {
        if self.0 == 0 { None } else { Some(Player(self.0 - 1)) }
    }

    /// 0 for empty, 1 for Black, 2 for White, ...
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The inverse of [`Stone::code`].
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Stone> {
        if code as usize <= MAX_PLAYERS { Some(Stone(code)) } else { None }
    }

    /// The same for a code that is known to be one.
    pub(crate) const fn of_code(code: u8) -> Stone {
        Stone(code)
    }
}

impl fmt::Debug for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.player() {
            None => f.write_str("empty"),
            Some(player) => write!(f, "{player}"),
        }
    }
}

/// One value for each player of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ByPlayer<T>(SmallVec<[T; 2]>);

impl<T> ByPlayer<T> {
    /// One value for each of the first `players` players.
    pub fn new(players: usize, value: impl FnMut(Player) -> T) -> ByPlayer<T> {
        ByPlayer(Player::all(players).map(value).collect())
    }

    /// How many players there are.
    #[must_use]
    pub fn players(&self) -> usize {
        self.0.len()
    }

    /// The players with their values, in the order of turns.
    pub fn iter(&self) -> impl Iterator<Item = (Player, &T)> {
        Player::all(self.0.len()).zip(self.0.iter())
    }

    /// The players with their values, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Player, &mut T)> {
        Player::all(self.0.len()).zip(self.0.iter_mut())
    }

    /// The same players with other values.
    pub fn map<U>(&self, mut value: impl FnMut(Player, &T) -> U) -> ByPlayer<U> {
        ByPlayer(self.iter().map(|(player, item)| value(player, item)).collect())
    }

    /// The value of a player, if that player takes part.
    #[must_use]
    pub fn get(&self, player: Player) -> Option<&T> {
        self.0.get(player.index())
    }
}

/// Panics if the player does not take part (a fault of the program, never of its input).
impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;
    fn index(&self, player: Player) -> &T {
        &self.0[player.index()]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_have_names_that_are_read_back() {
        let names: Vec<String> = Player::all(99).map(|player| player.to_string()).collect();
        assert_eq!(
            names.join(" "),
            "black white player-3 player-4 player-5 player-6 player-7 player-8"
        );
        assert_eq!(format!("{:>6}", Player::BLACK), " black");
        for (index, player) in Player::all(MAX_PLAYERS).enumerate() {
            assert_eq!((player.index(), Player::new(index)), (index, Some(player)));
            assert_eq!(Player::parse(&player.to_string()), Some(player));
            assert_eq!(Player::parse(&format!(" {} ", index + 1)), Some(player));
        }
        assert_eq!(Player::new(MAX_PLAYERS), None);
        for text in ["b", "B", "x", "X", "Black"] {
            assert_eq!(Player::parse(text), Some(Player::BLACK), "{text}");
        }
        for text in ["w", "W", "o", "O", "White"] {
            assert_eq!(Player::parse(text), Some(Player::WHITE), "{text}");
        }
        for text in ["", "0", "9", "10", "player-", "player-0", "player-9", "player", "green"] {
            assert_eq!(Player::parse(text), None, "{text}");
        }
    }

    #[test]
    fn turns_go_round() {
        let turns = |players: usize| -> Vec<usize> {
            std::iter::successors(Some(Player::BLACK), |player| Some(player.next(players)))
                .take(4)
                .map(Player::index)
                .collect()
        };
        assert_eq!((turns(2), turns(3)), (vec![0, 1, 0, 1], vec![0, 1, 2, 0]));
    }

    #[test]
    fn a_stone_is_its_players_code() {
        assert_eq!((Stone::EMPTY.code(), Stone::EMPTY.player()), (0, None));
        for player in Player::all(MAX_PLAYERS) {
            let code = player.index() as u8 + 1;
            assert_eq!((player.stone().code(), player.stone().player()), (code, Some(player)));
            assert_eq!(Stone::from_code(code), Some(player.stone()));
            assert!(!player.stone().is_empty());
        }
        assert_eq!(Stone::from_code(MAX_PLAYERS as u8 + 1), None);
    }

    #[test]
    fn values_belong_to_players() {
        let mut values = ByPlayer::new(3, |player| player.index() * 10);
        for (player, value) in values.iter_mut() {
            *value += player.index();
        }
        values[Player::WHITE] += 100;
        let told: Vec<(usize, usize)> =
            values.iter().map(|(player, &value)| (player.index(), value)).collect();
        assert_eq!(told, [(0, 0), (1, 111), (2, 22)]);
        assert_eq!(values.players(), 3);
        assert_eq!(values.map(|_, value| value + 1).get(Player::WHITE), Some(&112));
        assert_eq!(Player::new(3).and_then(|fourth| values.get(fourth)), None);
    }
}
