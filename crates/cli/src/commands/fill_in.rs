//! `shinpan render --fill-in`: a count by filling in, step by step.

use anyhow::{Result, anyhow, bail};
use shinpan_referee::Judged;
use shinpan_referee::fill_in::{FillIn, Settled};
use shinpan_render::{to_animation, to_html, to_sheet, to_svg};

use super::render::{kind, png, text, theme};
use crate::args::{Picture, RenderArgs};

/// Pictures of a sheet side by side, at most.
const COLUMNS: usize = 3;
/// Width of each of them in pixels.
const WIDTH: u32 = 500;

/// All steps, or one of them, in the form asked for.
pub(crate) fn content(args: &RenderArgs, judged: &Judged) -> Result<Vec<u8>> {
    let settled = Settled::of(&judged.sitting).map_err(|fault| anyhow!("--fill-in: {fault}"))?;
    let count = FillIn::of(settled)?;
    let mut film = count.film()?;
    let steps = film.shots.len();
    if let Some(step) = args.step {
        if !(1..=steps).contains(&step) {
            bail!("--step: the count has steps 1 to {steps}, found {step}");
        }
        film.shots = vec![film.shots.swap_remove(step - 1)];
    }
    let one = match film.shots.as_slice() {
        [shot] => Some(&shot.scene),
        _ => None,
    };
    let columns = COLUMNS.min(film.shots.len());
    let sheet = || match one {
        Some(scene) => to_svg(scene, &theme(args)?).map_err(anyhow::Error::from),
        None => Ok(to_sheet(&film, &theme(args)?, columns)?),
    };
    match kind(args)? {
        Picture::Text => {
            let mut all = Vec::new();
            for (number, shot) in film.shots.iter().enumerate() {
                if number > 0 {
                    all.extend(b"\n\n");
                }
                all.extend(text(args, &shot.scene)?);
            }
            Ok(all)
        }
        Picture::Json => {
            let report = count.report();
            let mut json = match args.step {
                Some(step) => serde_json::to_vec(&report.steps[step - 1])?,
                None => serde_json::to_vec(&report)?,
            };
            json.push(b'\n');
            Ok(json)
        }
        Picture::Svg => Ok(sheet()?.into_bytes()),
        Picture::Png => png(&sheet()?, args.width.unwrap_or(WIDTH * columns as u32)),
        Picture::Animation | Picture::Html if one.is_some() => {
            bail!("--step: one step does not move; leave it out, or draw it as svg or png")
        }
        Picture::Animation => Ok(to_animation(&film, &theme(args)?)?.into_bytes()),
        Picture::Html => Ok(to_html(&film, &theme(args)?)?.into_bytes()),
    }
}
