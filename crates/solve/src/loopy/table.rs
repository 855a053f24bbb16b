//! The values of all states of all stages of a loopy game.

use super::fixpoint::{CAP, ENDLESS, Levels, Weights};
use super::graph::{Graph, State};
use super::life::Life;
use super::rules::LoopyRules;
use crate::compact::{Field, Stones};
use crate::limits::Budget;
use crate::value::Limit;

/// A value that a table keeps: a margin in points, or beyond [`ENDLESS`] a win without a count.
pub(crate) type Level = i8;

/// For each stage the value of each state, if play without end is Black's loss, and when it was found.
pub(crate) struct Values {
    pub(crate) graph: Graph,
    pub(crate) stages: Vec<Stage>,
    margins: Vec<Level>,
}

/// The values of one stage.
pub(crate) struct Stage {
    pub(crate) values: Vec<Level>,
    pub(crate) when: Vec<u32>,
}

impl Values {
    /// Solves all states of a board.
    pub(crate) fn of(
        field: &Field<u32>,
        rules: &LoopyRules,
        budget: &mut Budget<'_>,
    ) -> Result<Values, Limit> {
        let graph = Graph::new(field, budget.limits.memory)?;
        let margins: Vec<Level> = if rules.life {
            let life = Life::of(field, &graph, budget)?;
            (0..graph.positions.stones.len())
                .map(|position| life.margin(field, &graph, position))
                .collect()
        } else {
            graph.positions.stones.iter().map(|stones| stones.margin(field) as Level).collect()
        };
        let mut stages: Vec<Stage> = Vec::new();
        for stage in rules.stages.iter().rev() {
            let exits: Vec<(usize, Level)> = (0..graph.len())
                .filter(|&state| graph.passed(state))
                .map(|number| {
                    let state = graph.state(number);
                    let value = match stages.last() {
                        None => margins[state.position],
                        Some(later) => {
                            let ban = state.ban.filter(|_| rules.ko_stands);
                            // The player who passed first is to move again.
                            let to_move = 1 - state.to_move;
                            let start = State { to_move, passed: false, ban, ..state };
                            later.values[graph.number(start)]
                        }
                    };
                    (number, value)
                })
                .collect();
            let solved = if stage.cost != 0 {
                by_sums(&graph, &exits, stage.cost as i8, budget)?
            } else {
                by_thresholds(&graph, &exits, stage.favours, budget)?
            };
            stages.push(solved);
        }
        stages.reverse();
        Ok(Values { graph, stages, margins })
    }

    /// Black's margin where the last stage ends in a position.
    pub(crate) fn counted(&self, position: usize) -> Level {
        self.margins[position]
    }

    /// The state with the colours exchanged.
    pub(crate) fn exchanged(&self, number: usize) -> usize {
        let state = self.graph.state(number);
        let [black, white] = self.graph.positions.stones[state.position].0;
        let position = self.graph.positions.number(Stones([white, black]));
        self.graph.number(State { position, to_move: 1 - state.to_move, ..state })
    }
}

/// A stage whose plays cost points: what was paid in a cycle is the difference of the passes in it,
/// so sums and cycles are judged by the same weights.
fn by_sums(
    graph: &Graph,
    exits: &[(usize, Level)],
    cost: i8,
    budget: &mut Budget<'_>,
) -> Result<Stage, Limit> {
    let mut levels = Levels::new(graph, Weights { play: -cost, pass: 0 });
    for &(state, value) in exits {
        levels.open(state, if value >= ENDLESS { CAP } else { value });
    }
    levels.settle(graph, budget, |_, _, _| {})?;
    Ok(Stage { values: levels.of, when: levels.when })
}

/// A stage whose plays cost nothing: for each margin, from the highest, whether Black can reach it or
/// a cycle in his favour. What is won for one margin is won for all lower ones, so the levels go on
/// rising from where they were.
fn by_thresholds(
    graph: &Graph,
    exits: &[(usize, Level)],
    favours: bool,
    budget: &mut Budget<'_>,
) -> Result<Stage, Limit> {
    let mut levels = Levels::new(graph, Weights { play: 0, pass: i8::from(favours) });
    let mut values = vec![-CAP; graph.len()];
    let mut when = vec![0; graph.len()];
    let mut margins: Vec<Level> = exits.iter().map(|&(_, value)| value).collect();
    margins.push(CAP);
    margins.sort_unstable();
    margins.dedup();
    for &margin in margins.iter().rev() {
        if margin == -CAP {
            break;
        }
        for &(state, value) in exits {
            if value == margin {
                levels.open(state, CAP);
            }
        }
        levels.settle(graph, budget, |state, level, raise| {
            if level > 0 && values[state] == -CAP {
                values[state] = margin;
                when[state] = raise;
            }
        })?;
    }
    Ok(Stage { values, when })
}
