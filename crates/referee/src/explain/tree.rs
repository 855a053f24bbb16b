//! A proof as variations of an SGF file.

use std::collections::HashSet;

use shinpan_board::{Board, Player};
use shinpan_life::{Claim, Pair, Proof, Reading, Replay, Space, Step};
use shinpan_rules::{Fact, When};
use shinpan_sgf::{Collection, EditError, NodeId};

use super::letter;
use super::reasons::{Here, Reasons};

/// Nodes that are written at most: a reader follows hundreds, and proofs can have millions.
const MOST: usize = 5_000;

/// Where the writing goes on.
struct Task<'b> {
    parent: NodeId,
    /// The node of the proof, and that above which rests on it: a later one. One that was never checked might not be.
    at: usize,
    above: usize,
    mover: Player,
    now: Replay<'b>,
    /// Pairs that tie the chain to others, by nodes on the way.
    ties: Vec<Pair>,
}

/// A node of the file, who is to move after it, and what stands there.
type Written<'b> = (NodeId, Player, Replay<'b>);

/// Writes the proof's moves below a node: the prover's move, and every answer to it that may be played. The proof is about the board.
pub(super) fn write(
    file: &mut Collection,
    root: NodeId,
    (proof, board, reading): (&Proof, &Board, Reading),
    reasons: &Reasons<'_>,
    place: &dyn Fn(u16) -> String,
) -> Result<(), EditError> {
    let (Some(owner), Some(now)) = (proof.player(), Replay::of(proof, board, reading)) else {
        return Ok(());
    };
    let mut written = 0;
    let (above, mover) = (proof.nodes.len(), owner.next(2));
    let mut tasks = vec![Task { parent: root, at: above - 1, above, mover, now, ties: Vec::new() }];
    while let Some(Task { parent, at, above, mover, now, mut ties }) = tasks.pop() {
        let Some(node) = proof.nodes.get(at).filter(|_| at < above) else { continue };
        let here = Here { now: now.position(), when: When::Now, ties: &ties };
        let below = reasons.below(node, now.position());
        tell(file, parent, &reasons.of(node, below, here))?;
        match &node.step {
            Step::Stands(certificate) => {
                let stones = certificate.clusters.iter().flat_map(|cluster| &cluster.stones);
                let points = certificate.eyes.iter().flat_map(|eye| &eye.points);
                mark(file, parent, "SQ", stones.copied(), place)?;
                mark(file, parent, "CR", points.copied(), place)?;
            }
            Step::Walled(_) | Step::Reached => {}
            Step::Space(space) => {
                mark(file, parent, "CR", space.points.iter().copied(), place)?;
                // None where a move cannot be made, and for those after it.
                let mut nodes: Vec<Option<Written<'_>>> = Vec::new();
                for shown in &space.shown {
                    let before = match shown.before {
                        Some(before) => nodes.get(before).cloned().flatten(),
                        None => Some((parent, mover, now.clone())),
                    };
                    let made = before.and_then(|(before, mover, now)| {
                        Some((before, mover, now.after(mover, shown.play)?))
                    });
                    let Some((before, mover, now)) = made else {
                        nodes.push(None);
                        continue;
                    };
                    let next = play_move(file, before, mover, shown.play, place)?;
                    if shown.play.is_none() {
                        comment(file, next, "a pass, or a play elsewhere")?;
                    }
                    if shown.settles {
                        let here = Here { now: now.position(), when: When::Now, ties: &ties };
                        let facts = reasons.standing(node, here);
                        tell(file, next, &facts)?;
                    }
                    nodes.push(Some((next, mover.next(2), now)));
                    written += 1;
                }
                let other = if node.claim == Claim::Lives { owner.next(2) } else { owner };
                tell_left_out(file, space, &nodes, (parent, mover, now), other)?;
            }
            Step::Windows(_, windows) => {
                let points = windows.iter().flat_map(|window| &window.points);
                mark(file, parent, "CR", points.copied(), place)?;
            }
            Step::Apart(parts) => {
                let points = parts.iter().flat_map(|part| &part.points);
                mark(file, parent, "CR", points.copied(), place)?;
            }
            Step::Again(_) | Step::Joined(..) | Step::Linked(..) => {
                let Some(below) = below else { continue };
                if let Step::Joined(_, pair) = node.step {
                    ties.push(pair);
                }
                if let Step::Linked(_, tree) = node.step
                    && tree == below
                {
                    let home = proof.nodes.get(tree).into_iter().flat_map(|node| &node.home);
                    mark(file, parent, "SQ", home.copied(), place)?;
                }
                tasks.push(Task { parent, at: below, above: at, mover, now, ties });
            }
            Step::Own(play, child) => {
                let Some(now) = now.after(mover, *play) else { continue };
                let next = play_move(file, parent, mover, *play, place)?;
                written += 1;
                let mover = mover.next(2);
                tasks.push(Task { parent: next, at: *child, above: at, mover, now, ties });
            }
            // A killer who is not needed yet passes first.
            Step::Other(_) if node.claim == Claim::NeverLives && mover != owner => {
                let Some(now) = now.after(mover, None) else { continue };
                let next = play_move(file, parent, mover, None, place)?;
                tasks.push(Task { parent: next, at, above, mover: owner, now, ties });
            }
            Step::Other(answers) => {
                if written + answers.len() > MOST {
                    comment(file, parent, "the proof goes on; it is cut off here")?;
                    continue;
                }
                // The plays first, the pass last: the main line then shows resistance.
                let plays = answers.iter().filter(|(play, _)| play.is_some());
                let passes = answers.iter().filter(|(play, _)| play.is_none());
                let mut next = Vec::new();
                for (play, child) in plays.chain(passes) {
                    // A node answers, too, what cannot be played where it is used.
                    let Some(now) = now.after(mover, *play) else { continue };
                    let node = play_move(file, parent, mover, *play, place)?;
                    written += 1;
                    if play.is_none() {
                        comment(file, node, "a pass, or a play elsewhere")?;
                    }
                    let (mover, ties) = (mover.next(2), ties.clone());
                    next.push(Task { parent: node, at: *child, above: at, mover, now, ties });
                }
                tasks.extend(next.into_iter().rev());
            }
        }
    }
    Ok(())
}

/// Says of the moves of a strategy that are written where others follow or might: where a variation ends before it is settled, and where
/// not all that the other side may play is shown. The first moves come after what had begun.
fn tell_left_out(
    file: &mut Collection,
    space: &Space,
    nodes: &[Option<Written<'_>>],
    begun: Written<'_>,
    other: Player,
) -> Result<(), EditError> {
    let shown = space.shown.iter().zip(nodes).enumerate();
    let made: Vec<_> =
        shown.filter_map(|(at, (shown, node))| Some((at, shown, node.as_ref()?.0))).collect();
    let goes_on: HashSet<usize> = made.iter().filter_map(|(_, shown, _)| shown.before).collect();
    for (at, shown, leaf) in made {
        if !shown.settles && !goes_on.contains(&at) {
            let text = "what follows is shown where the same arises by other moves, or left out";
            comment(file, leaf, text)?;
        }
    }
    let then = nodes.iter().enumerate().map(|(at, node)| (Some(at), node.as_ref()));
    for (at, node) in then.chain([(None, Some(&begun))]) {
        let Some((written, mover, now)) = node else { continue };
        let after = || space.shown.iter().filter(|shown| shown.before == at);
        let made = |&&point: &&u16| now.after(*mover, Some(point)).is_some();
        let shown = |&point: &u16| after().any(|shown| shown.play == Some(point));
        if *mover == other
            && after().next().is_some()
            && !space.points.iter().filter(made).all(shown)
        {
            comment(file, *written, "not all moves that may follow are shown")?;
        }
    }
    Ok(())
}

/// Adds facts to a node's comment.
fn tell(file: &mut Collection, node: NodeId, facts: &[Fact]) -> Result<(), EditError> {
    facts.iter().try_for_each(|fact| comment(file, node, &fact.to_string()))
}

/// Marks points of the board, each once.
fn mark(
    file: &mut Collection,
    parent: NodeId,
    key: &str,
    points: impl IntoIterator<Item = u16>,
    place: &dyn Fn(u16) -> String,
) -> Result<(), EditError> {
    let mut places: Vec<String> =
        points.into_iter().map(place).filter(|at| !at.is_empty()).collect();
    places.sort();
    places.dedup();
    if places.is_empty() { Ok(()) } else { file.set_property(parent, key, places) }
}

fn play_move(
    file: &mut Collection,
    parent: NodeId,
    mover: Player,
    play: Option<u16>,
    place: &dyn Fn(u16) -> String,
) -> Result<NodeId, EditError> {
    let node = file.add_child(parent)?;
    file.add_property(node, letter(mover), vec![play.map(place).unwrap_or_default()])?;
    Ok(node)
}

/// Adds a line to a node's comment.
fn comment(file: &mut Collection, node: NodeId, text: &str) -> Result<(), EditError> {
    let before = file.node(node).and_then(|node| node.property("C"));
    let before = before.map(|property| property.value().text().into_owned());
    let whole = match before {
        Some(before) if before.contains(text) => return Ok(()),
        Some(before) => format!("{before}\n{text}"),
        None => text.to_owned(),
    };
    file.set_property(node, "C", vec![whole])
}
