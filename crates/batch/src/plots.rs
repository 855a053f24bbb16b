//! The pictures of a summary, as SVG.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::error::BatchError;
use crate::summary::{Disagreement, Summary};

const COLOURS: [RGBColor; 9] = [
    RGBColor(40, 40, 40),
    RGBColor(225, 215, 190),
    RGBColor(90, 150, 200),
    RGBColor(150, 110, 190),
    RGBColor(120, 120, 60),
    RGBColor(230, 170, 60),
    RGBColor(190, 190, 190),
    RGBColor(200, 80, 70),
    RGBColor(120, 20, 20),
];

fn fault(why: impl ToString) -> BatchError {
    BatchError::Picture(why.to_string())
}

fn drawn(
    width: u32,
    height: u32,
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> Result<(), BatchError>,
) -> Result<String, BatchError> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
        area.fill(&WHITE).map_err(fault)?;
        draw(&area)?;
        area.present().map_err(fault)?;
    }
    Ok(svg)
}

fn words(size: i32) -> TextStyle<'static> {
    TextStyle::from(("sans-serif", size).into_font()).color(&BLACK)
}

const LEFT: i32 = 250;
const BAR: i32 = 26;

fn width_of(count: u64, all: u64, width: i32) -> i32 {
    (count as f64 / all.max(1) as f64 * f64::from(width)).round() as i32
}

/// What each ruleset made of the records: a bar for each.
pub(crate) fn outcomes(summary: &Summary) -> Result<String, BatchError> {
    let rows = summary.rules.len() as i32;
    let (width, legend) = (640, 54);
    let height = legend + rows * BAR + 12;
    drawn((LEFT + width + 20) as u32, height as u32, |area| {
        let used: Vec<(usize, &str)> = (0..COLOURS.len())
            .filter(|&at| summary.rules.iter().any(|tally| tally.parts()[at].1 > 0))
            .map(|at| (at, summary.rules[0].parts()[at].0))
            .collect();
        for (place, &(at, name)) in used.iter().enumerate() {
            let (x, y) = (LEFT + (place as i32 % 5) * 128, 6 + (place as i32 / 5) * 22);
            let square = Rectangle::new([(x, y), (x + 14, y + 14)], COLOURS[at].filled());
            area.draw(&square).map_err(fault)?;
            area.draw(&Text::new(name, (x + 20, y), words(14))).map_err(fault)?;
        }
        for (row, tally) in summary.rules.iter().enumerate() {
            let top = legend + row as i32 * BAR;
            let right = words(14).pos(Pos::new(HPos::Right, VPos::Top));
            area.draw(&Text::new(tally.name.clone(), (LEFT - 8, top + 4), right)).map_err(fault)?;
            let mut before = 0;
            for (at, (_, count)) in tally.parts().into_iter().enumerate() {
                let from = LEFT + width_of(before, summary.records, width);
                before += count;
                let to = LEFT + width_of(before, summary.records, width);
                if to > from {
                    let corners = [(from, top), (to, top + BAR - 6)];
                    area.draw(&Rectangle::new(corners, COLOURS[at].filled())).map_err(fault)?;
                }
            }
        }
        Ok(())
    })
}

/// How often each two of the rulesets differ: a table of squares, the darker the oftener.
pub(crate) fn matrix(summary: &Summary) -> Result<String, BatchError> {
    let count = summary.rules.len() as i32;
    let cell = 58;
    let top = 40;
    drawn((LEFT + count * cell + 20) as u32, (top + count * cell + 12) as u32, |area| {
        let place = |name: &str| summary.rules.iter().position(|tally| tally.name == name);
        for (at, tally) in summary.rules.iter().enumerate() {
            let at = at as i32;
            let right = words(14).pos(Pos::new(HPos::Right, VPos::Center));
            let label = format!("{}  {}", tally.name, at + 1);
            area.draw(&Text::new(label, (LEFT - 8, top + at * cell + cell / 2), right))
                .map_err(fault)?;
            let middle = words(14).pos(Pos::new(HPos::Center, VPos::Bottom));
            let number = (at + 1).to_string();
            area.draw(&Text::new(number, (LEFT + at * cell + cell / 2, top - 6), middle))
                .map_err(fault)?;
        }
        for pair in &summary.pairs {
            let (Some(one), Some(other)) = (place(&pair.one), place(&pair.other)) else { continue };
            let share = if pair.compared == 0 {
                continue;
            } else {
                (pair.compared - pair.same - pair.undecided) as f64 / pair.compared as f64
            };
            // The square root shows small shares too.
            let shade = |full: u8| {
                (255.0 - (255.0 - f64::from(full)) * share.sqrt()).round().clamp(0.0, 255.0) as u8
            };
            let colour = RGBColor(shade(200), shade(60), shade(40));
            for (x, y) in [(one as i32, other as i32), (other as i32, one as i32)] {
                let corner = (LEFT + x * cell, top + y * cell);
                let opposite = (corner.0 + cell - 3, corner.1 + cell - 3);
                area.draw(&Rectangle::new([corner, opposite], colour.filled())).map_err(fault)?;
                let middle = words(13).pos(Pos::new(HPos::Center, VPos::Center));
                let at = (corner.0 + cell / 2, corner.1 + cell / 2);
                let label = format!("{:.1} %", 100.0 * share);
                area.draw(&Text::new(label, at, middle)).map_err(fault)?;
            }
        }
        Ok(())
    })
}

/// Why they differ: the commonest reasons over all pairs, `None` if there is none.
pub(crate) fn reasons(summary: &Summary) -> Result<Option<String>, BatchError> {
    let mut found: std::collections::BTreeMap<(Disagreement, &str), u64> = Default::default();
    for pair in &summary.pairs {
        for (how, reasons) in &pair.differ {
            for (why, count) in reasons {
                *found.entry((*how, why)).or_default() += count;
            }
        }
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|&(reason, count)| (std::cmp::Reverse(count), reason));
    found.truncate(14);
    let Some(&(_, most)) = found.first() else { return Ok(None) };
    let width = 560;
    let svg = drawn((LEFT + width + 100) as u32, (found.len() as i32 * BAR + 12) as u32, |area| {
        for (row, ((how, why), count)) in found.into_iter().enumerate() {
            let top = 6 + row as i32 * BAR;
            let right = words(14).pos(Pos::new(HPos::Right, VPos::Top));
            let label = format!("{}: {why}", how.as_str());
            area.draw(&Text::new(label, (LEFT - 8, top + 4), right)).map_err(fault)?;
            let to = LEFT + width_of(count, most, width).max(1);
            let corners = [(LEFT, top), (to, top + BAR - 6)];
            area.draw(&Rectangle::new(corners, COLOURS[2].filled())).map_err(fault)?;
            area.draw(&Text::new(count.to_string(), (to + 6, top + 4), words(14)))
                .map_err(fault)?;
        }
        Ok(())
    })?;
    Ok(Some(svg))
}
