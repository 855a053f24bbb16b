//! Draws a few boards as PNG files, to be looked at: `cargo run -p shinpan-render --example gallery -- PREFIX`.

use shinpan_render::{
    Area, Extent, Mark, MarkKind, Scene, Stone, TextOptions, Theme, to_png, to_svg, to_text,
};

fn stone(point: usize, player: u8, label: &str) -> Stone {
    let label = (!label.is_empty()).then(|| label.to_owned());
    Stone { label, ..Stone::new(point, player) }
}

fn nine() -> Result<Scene, shinpan_render::Error> {
    let mut scene = Scene::grid(9, 9)?;
    scene.title = "Lasker-Maas, move 112".to_owned();
    scene.players = vec!["Honinbo Shusaku".to_owned(), "Gennan Inseki".to_owned()];
    for (number, (x, y)) in
        [(2, 2), (6, 2), (6, 6), (2, 6), (4, 4), (3, 4), (4, 3), (5, 4)].into_iter().enumerate()
    {
        let label = if number < 4 { (number + 1).to_string() } else { (number + 105).to_string() };
        scene.stones.push(stone(y * 9 + x, (number % 2) as u8, &label));
    }
    for (x, y, player) in [(0, 7, 0), (1, 7, 0), (2, 8, 0), (7, 0, 1), (7, 1, 1), (8, 2, 1)] {
        scene.stones.push(Stone::new(y * 9 + x, player));
    }
    for (x, y, player) in [(0, 8, 1), (8, 0, 0)] {
        scene.stones.push(Stone { dead: true, ..Stone::new(y * 9 + x, player) });
    }
    for (x, y, player) in [
        (0, 8, 0),
        (1, 8, 0),
        (0, 7, 0),
        (1, 7, 0),
        (2, 8, 0),
        (8, 0, 1),
        (8, 1, 1),
        (7, 0, 1),
        (7, 1, 1),
        (8, 2, 1),
    ] {
        scene.areas.push(Area { point: y * 9 + x, player });
    }
    let banned = |text: &str| MarkKind::Banned { text: Some(text.to_owned()) };
    let letter = MarkKind::Label { text: "a".to_owned() };
    for (x, y, kind) in [
        (4, 5, banned("superko")),
        (0, 0, MarkKind::Banned { text: None }),
        (5, 4, MarkKind::LastMove),
        (1, 1, MarkKind::Triangle),
        (2, 1, MarkKind::Square),
        (3, 1, MarkKind::Circle),
        (4, 1, MarkKind::Cross),
        (0, 4, letter),
        (7, 1, MarkKind::Triangle),
        (1, 7, MarkKind::LastMove),
        (8, 8, banned("LM-4")),
    ] {
        scene.marks.push(Mark { point: y * 9 + x, kind });
    }
    scene.caption = vec![
        "refused: B e4 would bring back the position after move 7, and nobody has passed since"
            .to_owned(),
    ];
    Ok(scene)
}

fn nineteen() -> Result<Scene, shinpan_render::Error> {
    let mut scene = Scene::grid(19, 19)?;
    for number in 0..120_usize {
        let point = number * 137 % 361;
        scene.stones.push(stone(point, (number % 2) as u8, &(number + 1).to_string()));
    }
    Ok(scene)
}

fn line() -> Result<Scene, shinpan_render::Error> {
    let mut scene = Scene::grid(2, 1)?;
    scene.title = "Kee, two points".to_owned();
    scene.stones.push(Stone::new(1, 1));
    scene.marks.push(Mark { point: 0, kind: MarkKind::Banned { text: Some("K-13".to_owned()) } });
    scene.marks.push(Mark { point: 1, kind: MarkKind::LastMove });
    scene.caption = vec!["Black cannot retake at move 9.".to_owned()];
    Ok(scene)
}

fn graph() -> Result<Scene, shinpan_render::Error> {
    let names = ["a", "b", "c", "d", "e", "f"];
    let edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [0, 3]];
    let mut scene = Scene::graph(names, edges)?;
    scene.title = "Four players on six points".to_owned();
    scene.players = ["Ann", "Bea", "Cy", "Dan"].map(str::to_owned).to_vec();
    for (point, player) in [(0, 0), (1, 1), (2, 2), (3, 3)] {
        scene.stones.push(stone(point, player, if point == 2 { "7" } else { "" }));
    }
    scene.areas.push(Area { point: 4, player: 3 });
    scene.marks.push(Mark { point: 3, kind: MarkKind::LastMove });
    scene.marks.push(Mark { point: 5, kind: MarkKind::Banned { text: Some("K-13".to_owned()) } });
    Ok(scene)
}

fn torus() -> Result<Scene, shinpan_render::Error> {
    let mut scene = Scene::torus(5, 5)?;
    for player in 0..8 {
        scene.stones.push(Stone::new(usize::from(player) * 3, player));
    }
    scene.stones.push(stone(1, 4, "12"));
    scene.stones.push(stone(2, 6, "123"));
    scene.stones.push(Stone { dead: true, ..Stone::new(4, 5) });
    for player in 0..5 {
        scene.areas.push(Area { point: 10 + usize::from(player), player });
    }
    scene.areas.push(Area { point: 4, player: 7 });
    Ok(scene)
}

fn odd() -> Result<Scene, shinpan_render::Error> {
    let petersen = (0..5).flat_map(|i| [[i, (i + 1) % 5], [i, i + 5], [i + 5, (i + 2) % 5 + 5]]);
    let tail =
        [[9, 10], [10, 11], [11, 12], [13, 14], [14, 15], [13, 15], [13, 16], [14, 16], [15, 16]];
    let names =
        (1..=19).map(|i| if i == 12 { "a rather long name".to_owned() } else { format!("p{i}") });
    let mut scene = Scene::graph(names, petersen.chain(tail))?;
    scene.title = "囲碁 \u{e123} on a graph".to_owned();
    scene.stones.push(Stone::new(5, 0));
    scene.stones.push(Stone::new(16, 7));
    Ok(scene)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let prefix = std::env::args()
        .nth(1)
        .unwrap_or_else(|| std::env::temp_dir().join("render-").display().to_string());
    let scenes = [
        ("nine", nine()?),
        ("nineteen", nineteen()?),
        ("line", line()?),
        ("graph", graph()?),
        ("torus", torus()?),
        ("odd", odd()?),
        ("one", Scene::grid(1, 1)?),
        ("wide", Scene::grid(52, 52)?),
        ("graph-of-grid", {
            let grid = Scene::grid(5, 4)?;
            Scene::graph(grid.points.into_iter().map(|point| point.name), grid.edges)?
        }),
    ];
    for (name, scene) in &scenes {
        for theme in [Theme::wood(), Theme::print(), Theme::dark()] {
            let svg = to_svg(scene, &theme)?;
            let path = format!("{prefix}{name}-{}", theme.name);
            std::fs::write(format!("{path}.svg"), &svg)?;
            let picture = to_png(&svg, Extent::Scale(1.5))?;
            for warning in &picture.warnings {
                println!("{path}: {warning}");
            }
            std::fs::write(format!("{path}.png"), picture.bytes)?;
        }
        let options = TextOptions { coordinates: true, ..TextOptions::default() };
        if *name != "wide" {
            println!("--- {name}\n{}", to_text(scene, options)?);
        }
    }
    Ok(())
}
