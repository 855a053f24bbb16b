//! `shinpan render`: the state of a record as a picture.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use shinpan_referee::{Shows, judge, picture};
use shinpan_render::{Extent, TextOptions, Theme, to_png, to_svg, to_text};

use crate::args::{Picture, RenderArgs};
use crate::{input, show};

pub(crate) fn run(args: &RenderArgs) -> Result<ExitCode> {
    let record = input::record(&args.file, &args.ruling.variation, args.ruling.game)?;
    let options = input::options(&args.ruling, &record)?;
    let judged = judge(&record, &options).map_err(|fault| input::placed(&args.file, &fault))?;
    let shows = Shows {
        numbers_from: args.numbers.then(|| args.numbers_from.unwrap_or(1)),
        banned: args.banned,
        territory: args.territory,
    };
    let mut scene = picture(&judged.sitting, shows)?;
    if let Some(refused) = &judged.report.refused {
        scene.caption.push(format!(
            "move {} is refused: {} [{}]",
            refused.number, refused.why, refused.clause
        ));
    }
    if let Some(result) = &judged.report.result {
        scene.caption.push(result.sgf.clone().unwrap_or_else(|| result.outcome.clone()));
    }
    let mut theme: Theme = args.theme.parse().map_err(|fault| anyhow!("--theme: {fault}"))?;
    theme.coordinates = !args.no_coordinates;
    let content = match kind(args)? {
        Picture::Text => {
            let colour = args.output.is_none() && show::colours();
            let options = TextOptions { colour, coordinates: !args.no_coordinates, unicode: false };
            to_text(&scene, options)?.into_bytes()
        }
        Picture::Json => scene.to_json().into_bytes(),
        Picture::Svg => to_svg(&scene, &theme)?.into_bytes(),
        Picture::Png => {
            let drawn = to_png(&to_svg(&scene, &theme)?, Extent::Width(args.width))?;
            for warning in &drawn.warnings {
                super::tell(&format!("warning: {warning}"));
            }
            drawn.bytes
        }
    };
    write(args.output.as_deref(), &content)?;
    Ok(ExitCode::from(u8::from(judged.refused.is_some())))
}

fn kind(args: &RenderArgs) -> Result<Picture> {
    if let Some(kind) = args.kind {
        return Ok(kind);
    }
    let Some(output) = &args.output else { return Ok(Picture::Text) };
    match output.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => Ok(Picture::Svg),
        Some("png") => Ok(Picture::Png),
        Some("json") => Ok(Picture::Json),
        Some("txt") => Ok(Picture::Text),
        _ => bail!("--output: expected a name ending in .svg, .png, .json or .txt, or --as"),
    }
}

fn write(output: Option<&Path>, content: &[u8]) -> Result<()> {
    use std::io::Write;
    match output {
        Some(path) => std::fs::write(path, content).with_context(|| path.display().to_string()),
        None => Ok(std::io::stdout().lock().write_all(content)?),
    }
}
