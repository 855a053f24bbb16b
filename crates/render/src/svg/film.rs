//! A film as a sheet of pictures, as an SVG that moves, and as a page with buttons.

use std::fmt::Write as _;

use super::words::Escaped;
use super::{Anchor, Frame, MARGIN, Sheet, TITLE, beside, block, board, mark, name, stone, words};
use crate::film::{Film, Spot};
use crate::grid::Crossings;
use crate::overlay::Overlay;
use crate::{Error, Scene, Theme, to_svg};

/// Seconds that a shot stays, and the last one.
const STAY: f64 = 4.0;
const LAST: f64 = 8.0;
/// Seconds that a stone flies, and within which all stones of a shot start.
const FLIGHT: f64 = 0.7;
const STARTS: f64 = 1.2;

/// The page, with places for what belongs into it.
const PAGE: &str = include_str!("page.html");

/// Draws all shots of a film on one sheet, `columns` side by side.
///
/// # Errors
/// As [`Film::check`].
pub fn to_sheet(film: &Film, theme: &Theme, columns: usize) -> Result<String, Error> {
    film.check()?;
    let mut drawn = Vec::new();
    for shot in &film.shots {
        drawn.push((frame(&shot.scene, theme), to_svg(&shot.scene, theme)?));
    }
    let columns = columns.clamp(1, drawn.len().max(1));
    let widest = drawn.iter().map(|(frame, _)| frame.width).fold(0.0, f64::max);
    let row_of = |index: usize| index / columns;
    let mut heights = vec![0.0_f64; row_of(drawn.len().saturating_sub(1)) + 1];
    for (index, (frame, _)) in drawn.iter().enumerate() {
        heights[row_of(index)] = heights[row_of(index)].max(frame.height);
    }
    let head = 2.0 * TITLE + MARGIN;
    let page = Frame {
        left: 0.0,
        top: 0.0,
        width: widest * columns as f64,
        height: head + heights.iter().sum::<f64>(),
        ..frame(&Scene::default(), theme)
    };
    let mut sheet = Sheet::new(theme, &page);
    sheet.open(&film.title, &format!("{} pictures.", drawn.len()), &page);
    sheet.add(format_args!("<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n", theme.page));
    let title = words::clip(&film.title, 100);
    let at = (page.width / 2.0, TITLE + MARGIN);
    let size = words::fit(&title, 1.3 * TITLE, page.width - 2.0 * MARGIN);
    sheet.words(&title, at, size, Anchor::Middle, theme.text);
    for (index, (_, svg)) in drawn.iter().enumerate() {
        let x = sheet.length(widest * (index % columns) as f64);
        let y = sheet.length(head + heights[..row_of(index)].iter().sum::<f64>());
        let inner = svg.strip_prefix("<svg ").unwrap_or(svg);
        sheet.add(format_args!("<svg x=\"{x}\" y=\"{y}\" {inner}"));
    }
    Ok(sheet.close())
}

/// Draws a film as one SVG picture that plays by itself, over and over, wherever CSS animations are
/// known. Elsewhere, and for those who want no motion, it shows the last shot.
///
/// # Errors
/// As [`Film::check`].
pub fn to_animation(film: &Film, theme: &Theme) -> Result<String, Error> {
    film.check()?;
    let scenes: Vec<Scene> = film.shots.iter().map(|shot| shot.scene.clone()).collect();
    let tracks = tracks(film);
    let style = |sheet: &Sheet<'_>, frame: &Frame| keyframes(sheet, frame, film, &tracks);
    Ok(draw(film, &scenes, theme, &tracks, style))
}

/// Writes a film as a page for a browser: one file that needs nothing else, with buttons, keys and
/// the words of every shot. Stones move as they are carried, unless the reader wants no motion.
///
/// # Errors
/// As [`Film::check`].
pub fn to_html(film: &Film, theme: &Theme) -> Result<String, Error> {
    film.check()?;
    // The words stand beside the picture.
    let scenes: Vec<Scene> = film
        .shots
        .iter()
        .map(|shot| Scene { title: String::new(), caption: Vec::new(), ..shot.scene.clone() })
        .collect();
    let picture = draw(film, &scenes, theme, &tracks(film), |_, _| String::new());
    let mut steps = String::new();
    for shot in &film.shots {
        let _ = write!(steps, "<li><h2>{}</h2>", Escaped(&shot.scene.title));
        for line in &shot.scene.caption {
            let _ = write!(steps, "<p>{}</p>", Escaped(line));
        }
        steps.push_str("</li>\n");
    }
    let mut page = String::new();
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        page.push_str(before);
        let (place, after) = after.split_once("}}").unwrap_or((after, ""));
        let _ = match place {
            "title" => write!(page, "{}", Escaped(&film.title)),
            "picture" => write!(page, "{picture}"),
            "steps" => write!(page, "{steps}"),
            "paper" => write!(page, "{}", theme.page),
            _ => write!(page, "{}", theme.text),
        };
        rest = after;
    }
    page.push_str(rest);
    Ok(page)
}

fn frame(scene: &Scene, theme: &Theme) -> Frame {
    let crossings = Crossings::of(scene);
    let names = if crossings.is_none() { name::of(scene) } else { Vec::new() };
    Frame::of(scene, theme, crossings.as_ref(), &names)
}

/// A stone's places through a film.
struct Track {
    player: u8,
    /// By shot: the place, and whether the stone is drawn as dead.
    lies: Vec<(Lie, bool)>,
}

/// Where a stone lies in a shot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lie {
    Point(usize),
    /// In a pile: which, the stone's number, and how many stones the pile shows at most.
    Pile {
        pile: usize,
        number: usize,
        most: usize,
    },
}

/// The stones of a checked film, each with its places. Of a pile, as many stones are shown as leave
/// it and some more.
fn tracks(film: &Film) -> Vec<Track> {
    let Some(first) = film.shots.first().map(|shot| &shot.scene) else { return Vec::new() };
    let mut at: Vec<Option<usize>> = vec![None; first.points.len()];
    let mut places: Vec<(u8, Vec<Spot>)> = Vec::new();
    for stone in &first.stones {
        at[stone.point] = Some(places.len());
        places.push((stone.player, vec![Spot::Point(stone.point)]));
    }
    let flights = || film.shots.iter().skip(1).flat_map(|shot| &shot.flights);
    let mut heaps: Vec<Vec<usize>> = Vec::new();
    let mut numbers: Vec<Vec<usize>> = vec![vec![0]; places.len()];
    for pile in &first.piles {
        let leaving = flights().filter(|f| f.player == pile.player && f.from == Spot::Pile).count();
        let shown = (pile.stones as usize).min(beside::MOST + leaving);
        heaps.push((places.len()..places.len() + shown).collect());
        for number in 0..shown {
            places.push((pile.player, vec![Spot::Pile]));
            numbers.push(vec![number]);
        }
    }
    let heap_of = |player: u8| first.piles.iter().position(|pile| pile.player == player);
    let mut most: Vec<usize> = heaps.iter().map(Vec::len).collect();
    for shot in film.shots.iter().skip(1) {
        for (place, number) in places.iter_mut().zip(&mut numbers) {
            place.1.extend(place.1.last().copied());
            number.extend(number.last().copied());
        }
        for flight in &shot.flights {
            let heap = heap_of(flight.player);
            let stone = match flight.from {
                Spot::Point(point) => at[point].take(),
                Spot::Pile => heap.and_then(|heap| heaps[heap].pop()),
            };
            let Some(stone) = stone else { continue };
            let (place, number) = (&mut places[stone].1, &mut numbers[stone]);
            if let (Some(place), Some(number)) = (place.last_mut(), number.last_mut()) {
                *place = flight.to;
                match (flight.to, heap) {
                    (Spot::Point(point), _) => at[point] = Some(stone),
                    (Spot::Pile, Some(heap)) => {
                        *number = heaps[heap].len();
                        heaps[heap].push(stone);
                        most[heap] = most[heap].max(heaps[heap].len());
                    }
                    (Spot::Pile, None) => {}
                }
            }
        }
    }
    let overlays: Vec<Overlay<'_>> =
        film.shots.iter().map(|shot| Overlay::of(&shot.scene)).collect();
    let lie = |player: u8, shot: usize, spot: Spot, number: usize| match spot {
        Spot::Point(point) => {
            let dead = overlays[shot].stone(point).is_some_and(|stone| stone.dead);
            (Lie::Point(point), dead)
        }
        Spot::Pile => {
            let pile = heap_of(player).unwrap_or_default();
            (Lie::Pile { pile, number, most: most[pile] }, false)
        }
    };
    places
        .into_iter()
        .zip(numbers)
        .map(|((player, spots), numbers)| {
            let lies = spots.into_iter().zip(numbers).enumerate();
            let lies = lies.map(|(shot, (spot, number))| lie(player, shot, spot, number));
            Track { player, lies: lies.collect() }
        })
        .collect()
}

impl Track {
    /// Whether the stone looks the same in all shots.
    fn rests(&self) -> bool {
        self.lies.iter().all(|lie| *lie == self.lies[0] && !lie.1)
    }

    /// Its place on the page in a shot.
    fn place(&self, shot: usize, scene: &Scene, frame: &Frame) -> (f64, f64) {
        match self.lies[shot].0 {
            Lie::Point(point) => (scene.points[point].x, scene.points[point].y),
            Lie::Pile { pile, number, most } => beside::place(frame, pile, number, most),
        }
    }

    /// How far it is in a shot from where it ends, in pixels, rounded.
    fn shift(&self, shot: usize, sheet: &Sheet<'_>, scene: &Scene, frame: &Frame) -> (f64, f64) {
        let (x, y) = self.place(shot, scene, frame);
        let (u, v) = self.place(self.lies.len() - 1, scene, frame);
        let pixels = |length: f64| (length * sheet.cell * 10.0).round() / 10.0 + 0.0;
        (pixels(x - u), pixels(y - v))
    }
}

/// The picture with all shots in it; the last one is shown where nothing says otherwise.
fn draw(
    film: &Film,
    scenes: &[Scene],
    theme: &Theme,
    tracks: &[Track],
    style: impl Fn(&Sheet<'_>, &Frame) -> String,
) -> String {
    let Some(first) = scenes.first() else { return String::new() };
    let frames: Vec<Frame> = scenes.iter().map(|scene| frame(scene, theme)).collect();
    // Room for the longest words.
    let longest = |lines: &dyn Fn(&Frame) -> usize| {
        (0..frames.len()).max_by_key(|&index| lines(&frames[index])).unwrap_or(0)
    };
    let roomy = Scene {
        title: scenes[longest(&|frame| frame.title.len())].title.clone(),
        caption: scenes[longest(&|frame| frame.caption.len())].caption.clone(),
        ..first.clone()
    };
    let frame = frame(&roomy, theme);
    let crossings = Crossings::of(first);
    let names = if crossings.is_none() { name::of(first) } else { Vec::new() };
    let mut sheet = Sheet::new(theme, &frame);
    let mut description = String::new();
    for shot in &film.shots {
        let _ = write!(description, "{}. {} ", shot.scene.title, shot.scene.caption.join(" "));
    }
    sheet.open(&film.title, description.trim_end(), &frame);
    let style = style(&sheet, &frame);
    sheet.add(format_args!("<style>.shot{{opacity:0}}.shot.last{{opacity:1}}{style}</style>\n"));
    stone::definitions(&mut sheet, first);
    board::ground(&mut sheet, &frame);
    for (number, scene) in scenes.iter().enumerate() {
        sheet.add(format_args!("<g class=\"{}\">\n", class(number, scenes.len())));
        board::areas(&mut sheet, scene);
        sheet.add(format_args!("</g>\n"));
    }
    super::board(&mut sheet, first, crossings.as_ref(), &names);
    frame.name_players(&mut sheet);
    let overlay = Overlay::of(first);
    for (number, track) in tracks.iter().enumerate() {
        match track.lies[0].0 {
            Lie::Point(point) if track.rests() => {
                if let Some(stone) = overlay.stone(point) {
                    stone::one(&mut sheet, first, &overlay, stone);
                }
            }
            _ => mover(&mut sheet, first, &frame, number, track),
        }
    }
    for (number, scene) in scenes.iter().enumerate() {
        sheet.add(format_args!("<g class=\"{}\">\n", class(number, scenes.len())));
        let overlay = Overlay::of(scene);
        stone::squares(&mut sheet, scene, &overlay);
        block::blocks(&mut sheet, scene);
        mark::marks(&mut sheet, scene, &overlay);
        for pile in 0..scene.piles.len() {
            beside::label(&mut sheet, scene, &frame, pile);
        }
        frame.words(&mut sheet, &frames[number].title, &frames[number].caption);
        sheet.add(format_args!("</g>\n"));
    }
    sheet.close()
}

fn class(number: usize, shots: usize) -> String {
    format!("shot shot-{number}{}", if number + 1 == shots { " last" } else { "" })
}

/// A stone that moves, drawn where it ends. `data-at` tells how far from there it is in each shot,
/// `data-dead` in which shots it is dead.
fn mover(sheet: &mut Sheet<'_>, scene: &Scene, frame: &Frame, number: usize, track: &Track) {
    let end = track.lies.len() - 1;
    let at: Vec<String> = (0..=end)
        .map(|shot| track.shift(shot, sheet, scene, frame))
        .map(|(x, y)| format!("{x},{y}"))
        .collect();
    let dead: String = track.lies.iter().map(|lie| if lie.1 { '1' } else { '0' }).collect();
    sheet.add(format_args!(
        "<g class=\"mover mover-{number}\" data-at=\"{}\" data-dead=\"{dead}\">\n",
        at.join(" ")
    ));
    stone::lone(sheet, track.player, track.place(end, scene, frame));
    sheet.add(format_args!("</g>\n"));
}

/// The animation of a film that plays by itself.
fn keyframes(sheet: &Sheet<'_>, frame: &Frame, film: &Film, tracks: &[Track]) -> String {
    let shots = film.shots.len();
    let total = STAY * (shots - 1) as f64 + LAST;
    let part = |seconds: f64| (seconds / total * 10_000.0).round() / 100.0;
    let scene = &film.shots[0].scene;
    let mut css = String::new();
    for shot in 0..shots {
        let begin = part(STAY * shot as f64);
        let _ = write!(css, "@keyframes s{shot}{{");
        if shot > 0 {
            css.push_str("0%{opacity:0}");
        }
        let _ = write!(css, "{begin}%{{opacity:1}}");
        if shot + 1 < shots {
            let _ = write!(css, "{}%{{opacity:0}}", part(STAY * (shot + 1) as f64));
        }
        let _ = write!(css, "}}.shot-{shot}{{animation:s{shot} {total}s step-end infinite}}");
    }
    let mut started = vec![0.0; shots];
    for (number, track) in tracks.iter().enumerate().filter(|(_, track)| !track.rests()) {
        let look = |shot: usize| {
            let (x, y) = track.shift(shot, sheet, scene, frame);
            let opacity = if track.lies[shot].1 { 0.6 } else { 1.0 };
            format!("{{transform:translate({x}px,{y}px);opacity:{opacity}}}")
        };
        let _ = write!(css, "@keyframes m{number}{{0%{}", look(0));
        for (shot, started) in started.iter_mut().enumerate().skip(1) {
            if track.lies[shot] != track.lies[shot - 1] {
                // Stones that fly in one shot start one after the other.
                let flying = film.shots[shot].flights.len().max(1) as f64;
                let begin = STAY * shot as f64 + STARTS * *started / flying;
                *started += 1.0;
                let _ = write!(css, "{}%{}", part(begin), look(shot - 1));
                let _ = write!(css, "{}%{}", part(begin + FLIGHT), look(shot));
            }
        }
        let end = look(shots - 1);
        let _ = write!(css, "100%{end}}}.mover-{number}{{animation:m{number} {total}s infinite}}");
    }
    css.push_str("@media(prefers-reduced-motion:reduce){.shot,.mover{animation:none}}");
    css
}
