//! The long-cycle rule once more, by other means: the slow twin's plays, states written out with a
//! counter of what a cycle gains, and sweeps over all of them until nothing changes.
//!
//! It shares no code with the solvers. RULES.md 3.1 to 3.3: a play may not bring back what stood before
//! the play just made; a ban that stood when the first of two passes ended `main` stands again at the
//! start of `resolution`; a cycle is won by who passed more often in it.

use std::collections::BTreeMap;
use std::sync::Arc;

use shinpan_board::{Board, Player, Stone};
use shinpan_rules::{Game, Ruleset, Setup, set_option};
use shinpan_solve::{End, solve};
use shinpan_twin::{area, play};

use crate::nodes;

/// Who gains this much wins.
const MOST: i32 = 6;
/// More than any margin.
const WON: i32 = 1000;

/// What a player has before him: the position, who he is, whether the other has just passed, what may
/// not be brought back, and how much was gained since the stage began.
type State = (Vec<u8>, usize, bool, Option<Vec<u8>>, i32);

/// The values of a stage's states, cycles being bad for Black (`worst`) or for White.
struct Stage<'a> {
    neighbours: &'a [Vec<usize>],
    /// The values of `resolution` when this is `main`.
    later: Option<&'a BTreeMap<State, i32>>,
    ko_stands: bool,
    worst: i32,
}

enum Next {
    State(State),
    End(i32),
}

impl Stage<'_> {
    fn next(&self, state: &State) -> Vec<Next> {
        let (position, player, passed, banned, gained) = state;
        let sign = if *player == 0 { 1 } else { -1 };
        let main = self.later.is_some();
        let counted = |gained: i32, next: State| match gained {
            // In `main` the count is of Black's plays less White's: who played more, passed less.
            MOST.. => Next::End(if main { -WON } else { WON }),
            gained if gained <= -MOST => Next::End(if main { WON } else { -WON }),
            _ => Next::State(next),
        };
        let mut found = Vec::new();
        let passes = if main { *gained } else { gained + sign };
        if !passed {
            let next = (position.clone(), 1 - player, true, banned.clone(), passes);
            found.push(counted(passes, next));
        } else if let Some(later) = self.later {
            let ban = banned.clone().filter(|_| self.ko_stands);
            let value = later[&(position.clone(), 1 - player, false, ban, 0)];
            found.push(Next::End(if value.abs() == WON { value } else { value - gained }));
        } else {
            let areas = area(self.neighbours, position, 2);
            found.push(Next::End((areas[0] - areas[1]) as i32));
        }
        for point in 0..position.len() {
            let played = (position[point] == 0)
                .then(|| play(self.neighbours, position, 2, *player, point, false))
                .flatten()
                .filter(|played| *passed || banned.as_ref() != Some(&played.position));
            let Some(played) = played else { continue };
            let plays = if main { gained + sign } else { *gained };
            // A ban only matters if one play of the other could bring this position back.
            let back = (0..position.len()).any(|point| {
                played.position[point] == 0
                    && play(self.neighbours, &played.position, 2, 1 - player, point, false)
                        .is_some_and(|back| back.position == *position)
            });
            let ban = back.then(|| position.clone());
            found.push(counted(plays, (played.position, 1 - player, false, ban, plays)));
        }
        found
    }

    /// Sweeps over all states that can be reached from these until nothing changes.
    fn solve(&self, starts: Vec<State>) -> BTreeMap<State, i32> {
        let mut values: BTreeMap<State, i32> = BTreeMap::new();
        let mut queue = starts;
        while let Some(state) = queue.pop() {
            if values.contains_key(&state) {
                continue;
            }
            let next = self.next(&state);
            values.insert(state, self.worst);
            queue.extend(next.into_iter().filter_map(|next| match next {
                Next::State(state) => Some(state),
                Next::End(_) => None,
            }));
        }
        loop {
            let mut changed = false;
            let states: Vec<State> = values.keys().cloned().collect();
            for state in states {
                let ends = self.next(&state).into_iter().map(|next| match next {
                    Next::State(next) => values[&next],
                    Next::End(value) => value,
                });
                let best = if state.1 == 0 { ends.max() } else { ends.min() }.unwrap();
                changed |= values.insert(state, best) != Some(best);
            }
            if !changed {
                return values;
            }
        }
    }
}

/// All legal positions, with each player to move.
fn starts(neighbours: &[Vec<usize>]) -> Vec<State> {
    let points = neighbours.len();
    let mut found = Vec::new();
    for code in 0..3_usize.pow(points as u32) {
        let position: Vec<u8> =
            (0..points).map(|point| (code / 3_usize.pow(point as u32) % 3) as u8).collect();
        let breathes = |point: usize| {
            let chain = shinpan_twin::chain(neighbours, &position, point);
            chain.iter().any(|&stone| neighbours[stone].iter().any(|&next| position[next] == 0))
        };
        if (0..points).all(|point| position[point] == 0 || breathes(point)) {
            found.extend([0, 1].map(|player| (position.clone(), player, false, None, 0)));
        }
    }
    found
}

/// Every position of these boards, each player to move: what Black can force if draws are his losses,
/// and if they are his wins.
#[test]
fn every_start_agrees_with_counters() {
    for (spec, ko_ban) in
        [("1x3", "stands"), ("1x4", "stands"), ("1x4", "lifted"), ("2x2", "stands")]
    {
        let board = Arc::new(Board::parse(spec).unwrap());
        let neighbours: Vec<Vec<usize>> = board
            .points()
            .map(|point| board.neighbours(point).map(|near| near.index()).collect())
            .collect();
        let mut rules = Ruleset::builtin("long-cycle-1").unwrap();
        set_option(&mut rules, "ko_ban", ko_ban).unwrap();
        let rules = Arc::new(rules);
        let found = [-WON, WON].map(|worst| {
            let ko_stands = ko_ban == "stands";
            let last = Stage { neighbours: &neighbours, later: None, ko_stands, worst };
            // Starts of `resolution` with bans: those with which `main` can end.
            let main = |later| Stage { neighbours: &neighbours, later, ko_stands, worst };
            let none = BTreeMap::new();
            let mut seen = starts(&neighbours);
            let mut reached: BTreeMap<State, ()> = BTreeMap::new();
            while let Some(state) = seen.pop() {
                let forgot = (state.0, state.1, state.2, state.3, 0);
                if reached.insert(forgot.clone(), ()).is_none() && !forgot.2 {
                    let next = main(Some(&none)).next(&forgot);
                    seen.extend(next.into_iter().filter_map(|next| match next {
                        Next::State(state) => Some(state),
                        Next::End(_) => None,
                    }));
                }
            }
            let resolution = last.solve(reached.into_keys().filter(|state| !state.2).collect());
            main(Some(&resolution)).solve(starts(&neighbours))
        });
        for state in starts(&neighbours) {
            let mut setup = Setup::empty(Arc::clone(&board), 2);
            setup.stones = state.0.iter().map(|&code| Stone::from_code(code).unwrap()).collect();
            setup.to_move = [Player::BLACK, Player::WHITE][state.1];
            let game = Game::new(Arc::clone(&rules), &setup).unwrap();
            let (low, high) = solve(&game, &nodes(u64::MAX)).without_draws.unwrap();
            // Stones set up count against their owner there.
            let paid: i32 = state.0.iter().map(|&stone| [0, -1, 1][usize::from(stone)]).sum();
            let end = |value: i32| match value {
                WON => End::Won,
                value if value == -WON => End::Lost,
                value => End::Margin(i64::from(value + paid).into()),
            };
            let expected = (end(found[0][&state]), end(found[1][&state]));
            assert_eq!((low, high), expected, "{spec} {ko_ban} {:?}", (&state.0, state.1));
        }
        let empty = (vec![0; board.len()], 0, false, None, 0);
        let value = found[0][&empty];
        match (spec, ko_ban) {
            ("1x4", "stands") => assert_eq!(value, 3),
            ("1x4", "lifted") => assert_eq!(value, 2),
            _ => {}
        }
    }
}
