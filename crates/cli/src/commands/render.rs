//! `shinpan render`: the state of a record as a picture.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use shinpan_referee::{Judged, Shows, judge, judged_picture};
use shinpan_render::{Extent, Scene, TextOptions, Theme, to_png, to_svg, to_text};

use crate::args::{Picture, RenderArgs};
use crate::{input, show};

/// Width of a picture in pixels.
const WIDTH: u32 = 800;

pub(crate) fn run(args: &RenderArgs) -> Result<ExitCode> {
    let record = input::record(&args.file, &args.ruling.variation, args.ruling.game)?;
    // A fault is told before anything takes its time.
    theme(args)?;
    let mut options = input::options(&args.ruling, Some((&args.analysis, 1)), &record)?;
    // Who lives matters where it is drawn, and the players have not said so.
    if options.dead.is_some() || !(args.territory || args.fill_in) {
        options.analyst = None;
    }
    let judged = judge(&record, &options).map_err(|fault| input::placed(&args.file, &fault))?;
    if args.analysis.check_proofs {
        let told = checked(&judged)?;
        told.lines().for_each(super::tell);
    }
    let content =
        if args.fill_in { super::fill_in::content(args, &judged)? } else { state(args, &judged)? };
    write(args.output.as_deref(), &content)?;
    Ok(ExitCode::from(u8::from(judged.refused.is_some())))
}

/// What the checker says of the proofs that the picture rests on.
fn checked(judged: &Judged) -> Result<String> {
    let mut told = String::new();
    show::proofs_checked(&mut told, judged.report.chains.as_deref().unwrap_or_default(), "")?;
    if told.is_empty() && judged.refused.is_none() {
        bail!("--check-proofs: this picture shows nothing that is proven");
    }
    Ok(told)
}

/// The state of the record.
fn state(args: &RenderArgs, judged: &Judged) -> Result<Vec<u8>> {
    let shows = Shows {
        numbers_from: args.numbers.then(|| args.numbers_from.unwrap_or(1)),
        banned: args.banned,
        territory: args.territory,
    };
    let scene = judged_picture(judged, shows)?;
    match kind(args)? {
        Picture::Text => text(args, &scene),
        Picture::Json => Ok(scene.to_json().into_bytes()),
        Picture::Svg => Ok(to_svg(&scene, &theme(args)?)?.into_bytes()),
        Picture::Png => png(&to_svg(&scene, &theme(args)?)?, args.width.unwrap_or(WIDTH)),
        Picture::Animation | Picture::Html => {
            bail!("--as: animations and pages are made of the steps of a count: add --fill-in")
        }
    }
}

pub(super) fn theme(args: &RenderArgs) -> Result<Theme> {
    let theme: Theme = args.theme.parse().map_err(|fault| anyhow!("--theme: {fault}"))?;
    Ok(Theme { coordinates: !args.no_coordinates, ..theme })
}

pub(super) fn text(args: &RenderArgs, scene: &Scene) -> Result<Vec<u8>> {
    let colour = args.output.is_none() && show::colours();
    let options = TextOptions { colour, coordinates: !args.no_coordinates, unicode: false };
    Ok(to_text(scene, options)?.into_bytes())
}

pub(super) fn png(svg: &str, width: u32) -> Result<Vec<u8>> {
    let drawn = to_png(svg, Extent::Width(width))?;
    for warning in &drawn.warnings {
        super::tell(&format!("warning: {warning}"));
    }
    Ok(drawn.bytes)
}

/// What is to be drawn. All but a PNG is as wide as whoever shows it likes.
pub(super) fn kind(args: &RenderArgs) -> Result<Picture> {
    let kind = named(args)?;
    if args.width.is_some() && kind != Picture::Png {
        bail!("--width: only a PNG has a width in pixels");
    }
    Ok(kind)
}

fn named(args: &RenderArgs) -> Result<Picture> {
    if let Some(kind) = args.kind {
        return Ok(kind);
    }
    let Some(output) = &args.output else { return Ok(Picture::Text) };
    match output.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => Ok(Picture::Svg),
        Some("png") => Ok(Picture::Png),
        Some("json") => Ok(Picture::Json),
        Some("txt") => Ok(Picture::Text),
        Some("html") => Ok(Picture::Html),
        _ => bail!("--output: expected a name ending in .svg, .png, .json, .txt or .html, or --as"),
    }
}

fn write(output: Option<&Path>, content: &[u8]) -> Result<()> {
    use std::io::Write;
    match output {
        Some(path) => super::write_file(path, content),
        None => Ok(std::io::stdout().lock().write_all(content)?),
    }
}
