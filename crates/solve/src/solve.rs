//! Which method solves a game: the axes of its ruleset decide.

use shinpan_rules::{Game, Score, Status};

use crate::by_history;
use crate::compact::is_line;
use crate::endgame;
use crate::forced::{self, Kept};
use crate::kee;
use crate::limits::Limits;
use crate::loopy::{self, LoopyRules};
use crate::plain::solve_plain;
use crate::proofs::Proofs;
use crate::several::{self, Share};
use crate::strategy::{Claim, Strategy};
use crate::superko;
use crate::value::{End, Limit, Method, Solution, Value};

/// Room for lines of thousands of moves. It is asked for, and used only as far as lines are long.
pub(crate) const STACK: usize = 512 << 20;

/// The most threads of a search.
const THREADS: usize = 256;

/// Does work that may nest deeply.
fn deeply<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Limit> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread
            .map_err(|fault| Limit::Beyond(format!("no thread with a deep stack: {fault}")))?;
        thread.join().map_err(|panic| std::panic::resume_unwind(panic))
    })
}

/// Solves a game from where it stands, by the best method that is exact for it.
#[must_use]
pub fn solve(game: &Game, limits: &Limits<'_>) -> Solution {
    solve_on_threads(game, limits, 1, None)
}

/// The same on several threads (at most 256), which share the nodes and the memory: under superko each asks its own
/// question, so two find the two proofs that make a value side by side; a search by depth for ends that can be forced runs on all
/// of them, and fewer are used where there is no room for more. The other methods run on one. What was kept of an earlier search is used, and what this one
/// found is left in its place.
#[must_use]
pub fn solve_on_threads(
    game: &Game,
    limits: &Limits<'_>,
    threads: usize,
    proofs: Option<&mut Proofs>,
) -> Solution {
    with_told(game, None, proofs, |proofs| {
        let found = deeply(|| solve_in_depth(game, limits, threads.clamp(1, THREADS), proofs));
        found.unwrap_or_else(|limit| Solution::of(Value::Unknown(limit), Method::Plain))
    })
}

/// What is kept of the very question that is asked, a margin or the value; else what is found of it, which is kept then.
fn with_told(
    game: &Game,
    margin: Option<Score>,
    proofs: Option<&mut Proofs>,
    find: impl FnOnce(Option<&mut Proofs>) -> Solution,
) -> Solution {
    let Some(proofs) = proofs else { return find(None) };
    if let Some(known) = proofs.answer(game, margin) {
        return known;
    }
    let found = find(Some(proofs));
    proofs.learn(game, margin, found)
}

/// Whether Black gets at least a margin, komi included, from where a game stands: [`Value::reaches`] of the value says it. It
/// may take much less than the value, of which bounds are told; a line is shown only where the value is found. Under
/// superko, and on larger boards where cycles are ruled on, nothing else is asked (but that other threads may ask what is next to it under superko);
/// elsewhere the value is found. What was kept of an earlier search is used, as by [`solve_on_threads`].
#[must_use]
pub fn at_least(
    game: &Game,
    margin: Score,
    limits: &Limits<'_>,
    threads: usize,
    proofs: Option<&mut Proofs>,
) -> Solution {
    let threads = threads.clamp(1, THREADS);
    with_told(game, Some(margin), proofs, |proofs| {
        let margin = up_to_a_half(margin);
        let found = deeply(|| ask_in_depth(game, margin, limits, threads, proofs));
        found.unwrap_or_else(|limit| Solution::of(Value::Unknown(limit), Method::Plain))
    })
}

/// Asks one question with room for deep lines.
fn ask_in_depth(
    game: &Game,
    margin: Score,
    limits: &Limits<'_>,
    threads: usize,
    mut proofs: Option<&mut Proofs>,
) -> Solution {
    let mut spent = 0;
    let asked = with_kept(&mut proofs, |mut proofs, kept| {
        solve_superko(game, Some(margin), limits, threads, proofs.as_deref_mut(), kept)
            .or_else(|_| ask_cycles(game, margin, limits, threads, &mut spent, kept))
            .or_else(|_| ask_before_proofs(game, margin, limits, proofs, &mut spent))
    });
    let found = asked.unwrap_or_else(|_| {
        let left = Limits { nodes: limits.nodes.saturating_sub(spent), ..*limits };
        solve_in_depth(game, &left, threads, proofs)
    });
    Solution { nodes: found.nodes + spent, ..found.with_limit_of(limits.nodes) }
}

/// The least multiple of a half that is no less, as far as numbers go: values under superko and where cycles are ruled on are
/// such multiples.
fn up_to_a_half(margin: Score) -> Score {
    let (twice, below) = (2 * i128::from(*margin.numer()), i128::from(*margin.denom()));
    let halves = twice.div_euclid(below) + i128::from(twice.rem_euclid(below) > 0);
    Score::new(halves.clamp(-MOST_HALVES, MOST_HALVES) as i64, 2)
}

/// No margin has more half points.
const MOST_HALVES: i128 = 1 << 40;

/// Does work with the proofs, and with what searches by depth have found, which belongs to them.
fn with_kept<T>(
    proofs: &mut Option<&mut Proofs>,
    work: impl FnOnce(Option<&mut Proofs>, &mut Kept) -> T,
) -> T {
    let mut kept =
        proofs.as_mut().map_or_else(Kept::default, |proofs| std::mem::take(&mut proofs.by_depth));
    let done = work(proofs.as_deref_mut(), &mut kept);
    if let Some(proofs) = proofs {
        proofs.by_depth = kept;
    }
    done
}

/// Solves a game with room for deep lines.
fn solve_in_depth(
    game: &Game,
    limits: &Limits<'_>,
    threads: usize,
    mut proofs: Option<&mut Proofs>,
) -> Solution {
    if *game.status() == Status::Stopped {
        return loopy::stopped(game, limits);
    }
    let found = with_kept(&mut proofs, |mut proofs, kept| {
        solve_superko(game, None, limits, threads, proofs.as_deref_mut(), kept)
            .or_else(|_| solve_cycles(game, limits, threads, proofs, kept))
    });
    found
        .or_else(|_| by_history::solve(game, limits, proofs.as_deref_mut()))
        .or_else(|_| solve_before_proofs(game, limits, proofs.as_deref_mut()))
        .or_else(|_| kee::solve(game, limits, proofs))
        .unwrap_or_else(|_| solve_plain(game, limits))
}

/// On boards of more points than this a player may get all there is before a search that remembers what stood is done, and
/// one question may be answered before a table of all states is.
const REMEMBERED: usize = 16;

/// On boards of so many points that search is done, with as many nodes on most of up to [`REMEMBERED`].
const SURELY_REMEMBERED: usize = 12;
const REMEMBERED_NODES: u64 = 80_000_000;

/// Solves a game under superko, or says whether Black gets a margin: by proofs that say what they rest on, on larger boards in turns
/// with the question whether one player gets everything.
fn solve_superko(
    game: &Game,
    margin: Option<Score>,
    limits: &Limits<'_>,
    threads: usize,
    mut proofs: Option<&mut Proofs>,
    kept: &mut Kept,
) -> Result<Solution, Limit> {
    let points = game.board().len();
    let mut all_open = points > SURELY_REMEMBERED
        && forced::may_ask_for_all(game)
        && margin.is_none_or(|margin| forced::is_all(game, margin));
    if !all_open {
        let proofs = proofs.map(|proofs| &mut proofs.superko);
        return superko::solve(game, margin, limits, limits.nodes, threads, proofs);
    }
    // Where everything is asked for the search that remembers has less.
    let (first, less) = match margin {
        None if points <= REMEMBERED => (REMEMBERED_NODES, 1),
        None => (QUICK_NODES, 1),
        Some(_) => (QUICK_NODES, 8),
    };
    let (mut spent, mut nodes) = (0, first);
    let answered = |value: &Value| margin.is_some_and(|margin| value.reaches(margin).is_some());
    let (mut low, mut high) = (End::Lost, End::Won);
    loop {
        let left = Limits {
            nodes: limits.nodes.saturating_sub(spent),
            memory: limits.memory.saturating_sub(kept.bytes()),
            ..*limits
        };
        let share = if all_open { left.nodes.min(nodes / less) } else { left.nodes };
        let known = proofs.as_deref_mut().map(|proofs| &mut proofs.superko);
        let found = superko::solve(game, margin, &left, share, threads, known)?;
        spent += found.nodes;
        let bounds = found.value.bounds();
        (low, high) = (low.max(bounds.0), high.min(bounds.1));
        let mut limit = match &found.value {
            Value::Between(_, _, limit) | Value::Unknown(limit) if !answered(&found.value) => {
                limit.clone()
            }
            _ => return Ok(Solution { nodes: spent, ..found }),
        };
        if matches!(limit, Limit::Nodes(_)) && all_open && spent < limits.nodes {
            nodes = nodes.saturating_mul(8);
            let half = (limits.nodes - spent) / 2;
            let black = margin.is_some();
            let left = Limits { nodes: limits.nodes - spent, ..*limits };
            let share = nodes.min(half);
            match forced::all_under_superko(game, black, &left, share, threads, &mut spent, kept) {
                Ok(found) => return Ok(Solution { nodes: spent, ..found }),
                Err(Limit::Nodes(_)) => {}
                Err(Limit::Stopped) => limit = Limit::Stopped,
                Err(_) => {
                    all_open = false;
                    *kept = Kept::default();
                }
            }
            if limit != Limit::Stopped && spent < limits.nodes {
                continue;
            }
        }
        let value = Value::between(low, high, limit);
        return Ok(Solution { value, nodes: spent, ..found }.with_limit_of(limits.nodes));
    }
}

/// Asks one question where cycles are ruled on, on a board for which there is no table of all states. Nodes that led to nothing
/// are added to those spent.
fn ask_cycles(
    game: &Game,
    margin: Score,
    limits: &Limits<'_>,
    threads: usize,
    spent: &mut u64,
    kept: &mut Kept,
) -> Result<Solution, Limit> {
    if game.board().len() <= REMEMBERED {
        return Err(Limit::Beyond("the value is found as soon".to_owned()));
    }
    let found = forced::ask(game, margin, limits, threads, kept)?;
    if let Value::Unknown(limit @ Limit::Beyond(_)) = found.value {
        *spent += found.nodes;
        return Err(limit);
    }
    Ok(found)
}

/// Boards of so many points are also searched plainly, for so many nodes, where nothing else is for them.
const TINY: usize = 9;
const PLAIN_NODES: u64 = 1_000_000;

/// The table of all states of a board of so many points takes no time, and what it says is proven for the states of RULES.
const SMALL: usize = 9;

/// Where a board has walls, what can be forced is looked for first, for so many nodes: it is often clear at once.
const QUICK_NODES: u64 = 500_000;

/// On boards that are then searched with all that stood a player may get all there is; this is looked for first, for so many nodes.
const ALL_NODES: u64 = 2_000_000;

/// So many nodes are spent on all that stood where the board is larger, up to so many points, and all else tells bounds.
const LAST_NODES: u64 = 20_000_000;
const LAST_POINTS: usize = 64;

/// Solves a game whose cycles are ruled on.
fn solve_cycles(
    game: &Game,
    limits: &Limits<'_>,
    threads: usize,
    proofs: Option<&mut Proofs>,
    kept: &mut Kept,
) -> Result<Solution, Limit> {
    // The last method had what the others had left.
    Ok(solve_in_turns(game, limits, threads, proofs, kept)?.with_limit_of(limits.nodes))
}

/// Asks one question where proof games may follow, between walls. Nodes that led to nothing are added to those spent.
fn ask_before_proofs(
    game: &Game,
    margin: Score,
    limits: &Limits<'_>,
    proofs: Option<&mut Proofs>,
    spent: &mut u64,
) -> Result<Solution, Limit> {
    if !endgame::has_walls(game) {
        return Err(Limit::Beyond("there are no walls".to_owned()));
    }
    let left = Limits { nodes: limits.nodes.saturating_sub(*spent), ..*limits };
    let answers = proofs.and_then(|proofs| proofs.answers(game));
    let found = endgame::solve_before_proofs(game, Some(margin), &left, answers)?;
    if found.value.reaches(margin).is_none() && game.board().len() <= REMEMBERED {
        *spent += found.nodes;
        return Err(Limit::Beyond("the bounds do not say it".to_owned()));
    }
    Ok(found)
}

/// Where proof games may follow and a table of all states will do, what is left between walls is looked at first, for so many nodes.
const SETTLED_NODES: u64 = 2_000_000;

/// Solves a game that proof games may follow: what is left of a settled board, all of a small one.
fn solve_before_proofs(
    game: &Game,
    limits: &Limits<'_>,
    proofs: Option<&mut Proofs>,
) -> Result<Solution, Limit> {
    let mut answers = proofs.and_then(|proofs| proofs.answers(game));
    let points = game.board().len();
    let left = |spent: u64| Limits { nodes: limits.nodes.saturating_sub(spent), ..*limits };
    let fresh = points <= REMEMBERED && game.moves_in_phase() == 0;
    let table_first = fresh && (points <= SMALL || !endgame::has_walls(game));
    let mut found = if table_first {
        loopy::solve_before_proofs(game, limits, answers.as_deref_mut())?
    } else {
        let nodes = if fresh { limits.nodes.min(SETTLED_NODES) } else { limits.nodes };
        let first = Limits { nodes, ..*limits };
        endgame::solve_before_proofs(game, None, &first, answers.as_deref_mut())?
    };
    let memory = matches!(found.value, Value::Unknown(Limit::Memory { .. })) && table_first;
    // What is found by another method, where it says more.
    let mut or = |solved: &mut dyn FnMut(&Limits<'_>) -> Result<Solution, Limit>| {
        if found.value.exact().is_none()
            && let Ok(other) = solved(&left(found.nodes))
        {
            let nodes = found.nodes + other.nodes;
            let ((low, high), (least, most)) = (found.value.bounds(), other.value.bounds());
            if other.value.exact().is_some() || (low, high) == (End::Lost, End::Won) {
                found = other;
            } else if let Value::Between(_, _, limit) = &found.value {
                found.value = Value::between(low.max(least), high.min(most), limit.clone());
            }
            found.nodes = nodes;
        }
    };
    if fresh && !table_first {
        or(&mut |left| loopy::solve_before_proofs(game, left, answers.as_deref_mut()));
    }
    // On a board without walls that is all of it, which takes more memory than the table.
    if fresh && !memory {
        or(&mut |left| endgame::solve_before_proofs(game, None, left, answers.as_deref_mut()));
    }
    if points <= TINY {
        or(&mut |left| {
            let nodes = left.nodes.min(PLAIN_NODES);
            Ok(solve_plain(game, &Limits { nodes, ..*left }))
        });
    }
    Ok(found.with_limit_of(limits.nodes))
}

/// All of a small board, what is left of a settled one, ends that can be forced, all that stood.
fn solve_in_turns(
    game: &Game,
    limits: &Limits<'_>,
    threads: usize,
    mut proofs: Option<&mut Proofs>,
    kept: &mut Kept,
) -> Result<Solution, Limit> {
    let mut spent = 0;
    let left = |spent: u64| Limits { nodes: limits.nodes.saturating_sub(spent), ..*limits };
    let counted = |found: Solution, before: u64| Solution { nodes: found.nodes + before, ..found };
    let shot = |spent| Limits { nodes: left(spent).nodes.min(QUICK_NODES), ..*limits };
    let points = game.board().len();
    let walls = endgame::has_walls(game);
    let small = points <= SMALL;
    if small && let Some(found) = by_table(game, limits, proofs.as_deref_mut(), &mut spent) {
        return Ok(found);
    }
    // There are few states on a line, and many draws.
    let board = game.board();
    let line = is_line(board.points().map(|point| board.neighbours(point).count()));
    let remembered = points > SURELY_REMEMBERED && points <= REMEMBERED && !line;
    if !small && (walls || remembered) {
        let quick = if remembered { ALL_NODES } else { QUICK_NODES };
        let quick = Limits { nodes: limits.nodes.min(quick), ..*limits };
        if let Ok(found) = forced::solve(game, None, &quick, threads, kept) {
            if found.value.exact().is_some() {
                return Ok(found);
            }
            spent += found.nodes;
        }
        if walls
            && points <= REMEMBERED
            && let Ok(found) = by_history::solve(game, &shot(spent), proofs.as_deref_mut())
        {
            if found.value.exact().is_some() {
                return Ok(counted(found, spent));
            }
            spent += found.nodes;
        }
    }
    let settled = walls.then(|| endgame::solve(game, &left(spent))).transpose()?;
    spent += settled.as_ref().map_or(0, |found| found.nodes);
    if let Some(found) = settled.as_ref().filter(|found| found.value.exact().is_some()) {
        return Ok(Solution { nodes: spent, ..found.clone() });
    }
    if remembered && let Ok(found) = by_history::solve(game, &left(spent), proofs.as_deref_mut()) {
        return Ok(counted(found, spent));
    }
    if !small && let Some(found) = by_table(game, limits, proofs.as_deref_mut(), &mut spent) {
        return Ok(found);
    }
    let found = match forced::solve(game, settled.as_ref(), &left(spent), threads, kept) {
        Ok(found) => counted(found, spent),
        Err(_) => match settled {
            Some(found) => Solution { nodes: spent, ..found },
            None => counted(endgame::solve(game, &left(spent))?, spent),
        },
    };
    Ok(with_all_that_stood(game, limits, proofs, found))
}

/// What a table of all states proves, so many nodes having been spent before; `None` if that is nothing, or bounds for lack of
/// room. The nodes are added to those.
fn by_table(
    game: &Game,
    limits: &Limits<'_>,
    proofs: Option<&mut Proofs>,
    spent: &mut u64,
) -> Option<Solution> {
    let left = Limits { nodes: limits.nodes.saturating_sub(*spent), ..*limits };
    let found = loopy::solve(game, &left).ok()?;
    *spent += found.nodes;
    let found = Solution { nodes: *spent, ..found };
    match found.value {
        Value::Exact(_) => Some(found),
        Value::Unknown(_) | Value::Between(_, _, Limit::Memory { .. }) => None,
        Value::Between(..) => Some(with_all_that_stood(game, limits, proofs, found)),
    }
}

/// A game searched with all that stood, where all else says less; the nodes are added.
fn with_all_that_stood(
    game: &Game,
    limits: &Limits<'_>,
    proofs: Option<&mut Proofs>,
    found: Solution,
) -> Solution {
    let points = game.board().len();
    if found.value.exact().is_some() || points > LAST_POINTS {
        return found;
    }
    let mut left = limits.nodes.saturating_sub(found.nodes);
    if points > REMEMBERED {
        left = left.min(LAST_NODES);
    }
    let other = match by_history::solve(game, &Limits { nodes: left, ..*limits }, proofs) {
        Ok(other) => other,
        Err(_) if game.board().len() <= TINY => {
            solve_plain(game, &Limits { nodes: left.min(PLAIN_NODES), ..*limits })
        }
        Err(_) => return found,
    };
    let nodes = found.nodes + other.nodes;
    match other.value {
        Value::Exact(_) => Solution { nodes, ..other },
        Value::Between(..) | Value::Unknown(_) => Solution { nodes, ..found },
    }
}

/// Writes down how players get what is claimed: under superko as trees of moves, where cycles are ruled on as
/// one answer for each situation, under Kee Rules as a tree of moves for each segment between passes. On larger boards without walls,
/// where a player is to get all there is, as answers by which nothing comes back.
///
/// # Errors
/// Why it cannot be written down: the ruleset is of none of these families, a limit, or that a player cannot get it.
pub fn strategies(
    game: &Game,
    claims: &[Claim],
    limits: &Limits<'_>,
) -> Result<Vec<Strategy>, Limit> {
    deeply(|| {
        let large = game.board().len() > SURELY_REMEMBERED;
        if large && !endgame::has_walls(game) && forced::shows_all(game, claims) {
            match forced::strategies(game, claims, limits) {
                Err(Limit::Beyond(_)) => {}
                found => return found,
            }
        }
        match LoopyRules::of(game.ruleset()) {
            Ok(_) if game.board().len() > REMEMBERED => endgame::strategies(game, claims, limits),
            Ok(_) => loopy::strategies(game, claims, limits)
                .or_else(|why| by_history::strategies(game, claims, limits).map_err(|_| why)),
            Err(_) if LoopyRules::before_superko(game.ruleset()).is_ok() => {
                by_history::strategies(game, claims, limits)
            }
            Err(_) if LoopyRules::before_proofs(game.ruleset()).is_ok() => {
                loopy::strategies_before_proofs(game, claims, limits)
            }
            Err(_) if kee::check(game.ruleset()).is_ok() => kee::strategies(game, claims, limits),
            Err(_) => claims.iter().map(|claim| superko::strategy(game, claim, limits)).collect(),
        }
    })?
}

/// What each player can get in a game under Kee Rules against all the others together, and how many nodes
/// that took.
///
/// # Errors
/// Why the ruleset, the board or the history is beyond this search.
pub fn shares(game: &Game, limits: &Limits<'_>) -> Result<(Vec<Share>, u64), Limit> {
    deeply(|| several::shares(game, limits))?
}
