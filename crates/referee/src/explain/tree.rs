//! A proof as variations of an SGF file.

use std::collections::HashSet;

use shinpan_board::{Board, Player};
use shinpan_life::{Claim, Proof, Reading, Replay, Step};
use shinpan_sgf::{Collection, EditError, NodeId};

use super::letter;

/// Nodes that are written at most: a reader follows hundreds, and proofs can have millions.
const MOST: usize = 5_000;

/// Where the writing goes on.
struct Task<'b> {
    parent: NodeId,
    /// The node of the proof.
    at: usize,
    mover: Player,
    now: Replay<'b>,
}

/// Writes the proof's moves below a node: the prover's move, and every answer to it that may be played. The proof is about the board.
pub(super) fn write(
    file: &mut Collection,
    root: NodeId,
    (proof, board, reading): (&Proof, &Board, Reading),
    place: &dyn Fn(u16) -> String,
) -> Result<(), EditError> {
    let (Some(owner), Some(now)) = (proof.player(), Replay::of(proof, board, reading)) else {
        return Ok(());
    };
    let names = |points: &[u16]| -> String {
        let name = |&point: &u16| board.point(usize::from(point)).map(|point| board.name(point));
        points.iter().filter_map(name).collect::<Vec<_>>().join(" ")
    };
    let mut written = 0;
    let mut tasks =
        vec![Task { parent: root, at: proof.nodes.len() - 1, mover: owner.next(2), now }];
    while let Some(Task { parent, at, mover, now }) = tasks.pop() {
        let Some(node) = proof.nodes.get(at) else { continue };
        let by = match node.claim {
            Claim::Lives => owner,
            Claim::NeverLives => owner.next(2),
        };
        match &node.step {
            Step::Stands(certificate) => {
                let stones: Vec<u16> = certificate
                    .clusters
                    .iter()
                    .flat_map(|cluster| cluster.stones.iter().copied())
                    .collect();
                let points: Vec<u16> =
                    certificate.eyes.iter().flat_map(|eye| eye.points.iter().copied()).collect();
                let text = match (node.claim, stones.is_empty()) {
                    (_, false) => format!("{by} stands here for good, with two eyes"),
                    (Claim::Lives, true) => format!("{by} has a two-eye-formation"),
                    (Claim::NeverLives, true) => {
                        format!("{owner} has no room left for a two-eye-formation")
                    }
                };
                comment(file, parent, &text)?;
                for (key, points) in [("SQ", stones), ("CR", points)] {
                    mark(file, parent, key, points, place)?;
                }
            }
            Step::Walled(_) => {
                let text = format!(
                    "living chains of {} shut it in: no room for a two-eye-formation",
                    owner.next(2)
                );
                comment(file, parent, &text)?;
            }
            Step::Space(space) => {
                let part = match space.points.len() == board.len() {
                    true => "on the whole board",
                    false => "chains that stay close off a part of the board; in it",
                };
                let count = space.answers.len();
                let text = format!("{part} {by} has an answer to everything ({count} of them)");
                comment(file, parent, &text)?;
                mark(file, parent, "CR", space.points.iter().copied(), place)?;
                // None where a move cannot be made, and for those after it.
                let mut nodes: Vec<Option<(NodeId, Player, Replay<'_>)>> = Vec::new();
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
                        comment(
                            file,
                            next,
                            match node.claim {
                                Claim::Lives => "that is life",
                                Claim::NeverLives => {
                                    "there is no room left for a two-eye-formation"
                                }
                            },
                        )?;
                    }
                    nodes.push(Some((next, mover.next(2), now)));
                    written += 1;
                }
                let shown = space.shown.iter().zip(&nodes).enumerate();
                let made: Vec<_> = shown
                    .filter_map(|(at, (shown, node))| Some((at, shown, node.as_ref()?.0)))
                    .collect();
                let goes_on: HashSet<usize> =
                    made.iter().filter_map(|(_, shown, _)| shown.before).collect();
                for (at, shown, leaf) in made {
                    if !shown.settles && !goes_on.contains(&at) {
                        let text = "what follows is shown where the same arises by other moves, or left out";
                        comment(file, leaf, text)?;
                    }
                }
            }
            Step::Windows(_, windows) => {
                let text = format!(
                    "in {} small parts of the board, each of which {owner} can answer in whatever happens elsewhere, \
                     the chains are joined and eyes are made",
                    windows.len()
                );
                comment(file, parent, &text)?;
                let points = windows.iter().flat_map(|window| window.points.iter().copied());
                mark(file, parent, "CR", points, place)?;
            }
            Step::Apart(parts) => {
                let text =
                    "in each of two parts of the board, whatever happens elsewhere, it gets an eye";
                comment(file, parent, text)?;
                let points = parts.iter().flat_map(|part| part.points.iter().copied());
                mark(file, parent, "CR", points, place)?;
            }
            Step::Joined(child, pair) => {
                let text = format!(
                    "{} and {} tie it to a chain that lives: when one is taken, the other is played",
                    names(&[pair.0]),
                    names(&[pair.1])
                );
                comment(file, parent, &text)?;
                tasks.push(Task { parent, at: *child, mover, now });
            }
            Step::Reached => {
                comment(file, parent, "it is connected to chains that live by another proof")?;
            }
            Step::Linked(_, tree) => {
                let text = match node.claim {
                    Claim::Lives => {
                        "chains that live stay, whatever is played here; it is led to them"
                    }
                    Claim::NeverLives => {
                        "chains that live stay, whatever is played here; they shut it in"
                    }
                };
                comment(file, parent, text)?;
                let home = proof.nodes.get(*tree).into_iter().flat_map(|node| &node.home);
                mark(file, parent, "SQ", home.copied(), place)?;
                tasks.push(Task { parent, at: *tree, mover, now });
            }
            Step::Again(child) => tasks.push(Task { parent, at: *child, mover, now }),
            Step::Own(play, child) => {
                let Some(now) = now.after(mover, *play) else { continue };
                let next = play_move(file, parent, mover, *play, place)?;
                written += 1;
                tasks.push(Task { parent: next, at: *child, mover: mover.next(2), now });
            }
            // A killer who is not needed yet passes first.
            Step::Other(_) if node.claim == Claim::NeverLives && mover != owner => {
                let Some(now) = now.after(mover, None) else { continue };
                let next = play_move(file, parent, mover, None, place)?;
                tasks.push(Task { parent: next, at, mover: owner, now });
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
                    next.push(Task { parent: node, at: *child, mover: mover.next(2), now });
                }
                tasks.extend(next.into_iter().rev());
            }
        }
    }
    Ok(())
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
