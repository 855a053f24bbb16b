//! Pictures: SVG that can be read, PNG of the right size with something on it.

use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Options, Tree, roxmltree};
use shinpan_render::{
    Area, Error, Extent, Mark, MarkKind, Scene, Stone, Theme, Warning, to_png, to_svg,
};

use super::{banned, grid, last_move};

const THEMES: [Theme; 3] = [Theme::wood(), Theme::print(), Theme::dark()];

fn nine() -> Scene {
    let mut scene = grid(9, 9);
    scene.title = "A <b>& \"c\"".to_owned();
    for player in 0..8 {
        scene.stones.push(Stone::new(usize::from(player) * 3, player));
    }
    scene.stones.push(Stone { label: Some("101".to_owned()), ..Stone::new(40, 0) });
    scene.stones.push(Stone { dead: true, ..Stone::new(41, 1) });
    scene.marks = vec![
        last_move(40),
        banned(50, "<ko>"),
        banned(51, ""),
        Mark { point: 52, kind: MarkKind::Label { text: "a".to_owned() } },
    ];
    scene.areas = vec![Area { point: 41, player: 0 }, Area { point: 42, player: 5 }];
    scene.caption = vec!["x < y".to_owned()];
    scene
}

fn classes(svg: &str, class: &str) -> usize {
    let document = roxmltree::Document::parse(svg).unwrap();
    let has = |node: &roxmltree::Node<'_, '_>| {
        node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class))
    };
    document.descendants().filter(has).count()
}

#[test]
fn a_picture_has_its_parts() {
    for theme in THEMES {
        let svg = to_svg(&nine(), &theme).unwrap();
        assert_eq!(svg, to_svg(&nine(), &theme).unwrap());
        assert!(Tree::from_str(&svg, &Options::default()).is_ok());
        assert_eq!(classes(&svg, "stone"), 10);
        assert_eq!(classes(&svg, "player-5"), 1);
        assert_eq!(classes(&svg, "territory"), 2);
        assert_eq!(classes(&svg, "banned"), 2);
        assert_eq!(classes(&svg, "last-move"), 1);
        assert_eq!(classes(&svg, "star"), 5);
        assert_eq!(classes(&svg, "coordinates"), 1);
    }
}

#[test]
fn a_picture_is_told_in_words() {
    let svg = to_svg(&nine(), &Theme::wood()).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let words = |tag: &str| {
        root.children().find(|node| node.has_tag_name(tag)).and_then(|node| node.text()).unwrap()
    };
    assert_eq!(words("title"), "A <b>& \"c\"");
    assert_eq!(
        words("desc"),
        "A board of 9 columns and 9 rows. Black: A9, E5 (101). White: D9. White, dead: F5. \
         player 3: G9. player 4: A8. player 5: D8. player 6: G8. player 7: A7. player 8: D7. \
         Area of Black: F5. Area of player 6: G5. \
         Last move: E5. Banned: F4 (<ko>). Banned: G4. Marked a: H4."
    );
    let drawn: String = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .collect();
    assert!(drawn.contains("ABCDEFGHJ") || drawn.contains("AABBCCDDEEFFGGHHJJ"), "{drawn}");
    assert!(drawn.contains("<ko>") && drawn.ends_with("x < y"));
}

#[test]
fn the_lines_of_a_torus_leave_the_board() {
    let theme = Theme { coordinates: false, ..Theme::print() };
    let plain = to_svg(&grid(5, 5), &theme).unwrap();
    let torus = to_svg(&Scene::torus(5, 5).unwrap(), &theme).unwrap();
    // Ten lines; and two pieces for each of them.
    assert_eq!((plain.matches('M').count(), torus.matches('M').count()), (10, 30));
    assert_eq!(classes(&plain, "coordinates"), 0);
}

#[test]
fn a_line_through_a_point_is_bent() {
    let mut scene = grid(4, 2);
    scene.edges.push([0, 2]);
    scene.edges.push([0, 5]);
    let svg = to_svg(&scene, &Theme::print()).unwrap();
    assert_eq!(svg.matches('Q').count(), 1);
}

#[test]
fn a_picture_in_pixels() {
    for theme in THEMES {
        let svg = to_svg(&nine(), &theme).unwrap();
        let picture = to_png(&svg, Extent::Width(500)).unwrap();
        assert_eq!((picture.width, picture.warnings.as_slice()), (500, [].as_slice()));
        let pixels = Pixmap::decode_png(&picture.bytes).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (picture.width, picture.height));
        let mut colours: Vec<_> =
            pixels.pixels().iter().map(|p| (p.red(), p.green(), p.blue())).collect();
        colours.sort_unstable();
        colours.dedup();
        assert!(colours.len() > 100, "{} colours", colours.len());
        assert!(pixels.pixels().iter().all(|pixel| pixel.alpha() == 255));
    }
}

#[test]
fn the_same_boards_in_all_sizes() {
    for scene in [grid(1, 1), grid(2, 1), grid(52, 52), Scene::default()] {
        let svg = to_svg(&scene, &Theme::wood()).unwrap();
        let once = to_png(&svg, Extent::Scale(1.0)).unwrap();
        let twice = to_png(&svg, Extent::Scale(2.0)).unwrap();
        assert_eq!((2 * once.width, 2 * once.height), (twice.width, twice.height));
    }
}

#[test]
fn too_big_or_too_small() {
    let svg = to_svg(&grid(9, 9), &Theme::wood()).unwrap();
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(to_png(&svg, Extent::Scale(scale)), Err(Error::Scale(_))));
    }
    assert_eq!(
        to_png(&svg, Extent::Width(0)).unwrap_err().to_string(),
        "a picture cannot be drawn at scale 0"
    );
    let thin = to_svg(&grid(500, 1), &Theme::wood()).unwrap();
    assert_eq!(
        to_png(&thin, Extent::Scale(1.0)).unwrap_err().to_string(),
        "a picture of 20082 by 126 pixels is too big: at most 16384 a side and 67108864 in all \
         are drawn"
    );
    assert!(matches!(to_png(&svg, Extent::Width(16_000)), Err(Error::Size { .. })));
    assert!(matches!(to_png(&svg, Extent::Scale(1e300)), Err(Error::Size { .. })));
    assert!(matches!(to_png("<svg", Extent::Scale(1.0)), Err(Error::Svg(_))));
    assert!(matches!(to_png("", Extent::Scale(1.0)), Err(Error::Svg(_))));
    let error = Error::Encode("disk full".to_owned());
    assert_eq!(error.to_string(), "the picture could not be written as PNG: disk full");
}

#[test]
fn characters_without_a_glyph_are_reported() {
    let mut scene = grid(3, 3);
    scene.title = "\u{e123}ĄЖΩ…囲 \u{e124}\u{e123}".to_owned();
    let svg = to_svg(&scene, &Theme::wood()).unwrap();
    let warnings = to_png(&svg, Extent::Scale(1.0)).unwrap().warnings;
    // Nobody has glyphs for private use; some machines have Chinese ones.
    assert!(warnings.contains(&Warning::Missing('\u{e123}')));
    assert_eq!(warnings.len(), 3);
    assert_eq!(Warning::Missing('囲').to_string(), "no font has the character `囲` (U+56F2)");
    assert_eq!(
        Warning::SystemFont('囲').to_string(),
        "the character `囲` (U+56F2) comes from a font of this machine"
    );
}

#[test]
fn pictures_within_a_picture_are_not_loaded() {
    let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">
        <image href="/etc/passwd" width="8" height="8"/>
        <image href="data:image/svg+xml,%3Csvg/%3E" width="8" height="8"/></svg>"#;
    let picture = to_png(svg, Extent::Scale(1.0)).unwrap();
    let pixels = Pixmap::decode_png(&picture.bytes).unwrap();
    assert!(pixels.pixels().iter().all(|pixel| pixel.alpha() == 0));
}
