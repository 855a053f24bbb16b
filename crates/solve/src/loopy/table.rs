//! The values of all states of all stages of a loopy game.

use super::fixpoint::{Levels, Weights};
use super::graph::{Graph, State};
use super::life::Life;
use super::rules::LoopyRules;
use crate::compact::Field;
use crate::limits::Budget;
use crate::value::Limit;

/// A value that a table keeps: a margin in points, or [`ENDLESS`] or its contrary.
pub(crate) type Level = i8;

/// A win without a count.
pub(crate) const ENDLESS: Level = 100;

/// For each stage the value of each state, if play without end is Black's loss, and when it was found.
pub(crate) struct Values<'a> {
    pub(crate) graph: Graph<'a>,
    pub(crate) stages: Vec<Stage>,
    margins: Vec<Level>,
}

/// The values of one stage.
pub(crate) struct Stage {
    pub(crate) values: Vec<Level>,
    pub(crate) when: Vec<u32>,
}

impl<'a> Values<'a> {
    /// Solves all states of a board.
    pub(crate) fn of(
        field: &'a Field<u32>,
        rules: &LoopyRules,
        budget: &mut Budget<'_>,
    ) -> Result<Values<'a>, Limit> {
        let graph = Graph::new(field, budget.limits.memory)?;
        let margins: Vec<Level> = if rules.life {
            let life = Life::of(field, &graph, budget)?;
            let stones = graph.positions.stones.iter();
            stones.map(|&stones| life.margin(field, &graph, stones)).collect()
        } else {
            graph.positions.stones.iter().map(|stones| stones.margin(field) as Level).collect()
        };
        let mut stages: Vec<Stage> = Vec::new();
        for stage in rules.stages.iter().rev() {
            let exits: Vec<(usize, Level)> = graph
                .ending()
                .map(|(number, state)| {
                    let value = match stages.last() {
                        None => margins[graph.position(number)],
                        Some(later) => {
                            later.values[graph.number(state.next_stage(rules.ko_stands))]
                        }
                    };
                    (number, value)
                })
                .collect();
            let solved = if stage.cost != 0 {
                by_sums(&graph, &exits, (stage.cost as i8, field.points as i8), budget)?
            } else {
                by_thresholds(&graph, &exits, stage.favours, budget)?
            };
            stages.push(solved);
        }
        stages.reverse();
        Ok(Values { graph, stages, margins })
    }

    /// Black's margin where the last stage ends in a state.
    pub(crate) fn counted(&self, state: State) -> Level {
        self.margins[self.graph.positions.number(state.stones).0]
    }
}

/// A stage whose plays cost points: what was paid in a cycle is the difference of the passes in it,
/// so sums and cycles are judged by the same weights.
fn by_sums(
    graph: &Graph<'_>,
    exits: &[(usize, Level)],
    (cost, points): (i8, i8),
    budget: &mut Budget<'_>,
) -> Result<Stage, Limit> {
    let mut levels = Levels::new(graph, Weights { play: -cost, pass: 0 }, points);
    for &(state, value) in exits {
        levels.open(state, value);
    }
    levels.settle(graph, budget, |_, _, _| {})?;
    let value = |&level: &i8| match levels.endless(level) {
        0 => level,
        sign => sign * ENDLESS,
    };
    Ok(Stage { values: levels.of.iter().map(value).collect(), when: levels.when })
}

/// A stage whose plays cost nothing: for each margin, from the highest, whether Black can reach it or
/// a cycle in his favour. What is won for one margin is won for all lower ones, so the levels go on
/// rising from where they were.
fn by_thresholds(
    graph: &Graph<'_>,
    exits: &[(usize, Level)],
    favours: bool,
    budget: &mut Budget<'_>,
) -> Result<Stage, Limit> {
    let mut levels = Levels::new(graph, Weights { play: 0, pass: i8::from(favours) }, 0);
    let mut values = vec![-ENDLESS; graph.len()];
    let mut when = vec![0; graph.len()];
    let mut margins: Vec<Level> = exits.iter().map(|&(_, value)| value).collect();
    margins.push(ENDLESS);
    margins.sort_unstable();
    margins.dedup();
    for &margin in margins.iter().rev() {
        if margin == -ENDLESS {
            break;
        }
        for &(state, value) in exits {
            if value == margin {
                levels.open(state, i8::MAX);
            }
        }
        levels.settle(graph, budget, |state, level, raise| {
            if level > 0 && values[state] == -ENDLESS {
                values[state] = margin;
                when[state] = raise;
            }
        })?;
    }
    Ok(Stage { values, when })
}
