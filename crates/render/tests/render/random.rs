//! Scenes of all kinds, sensible and not.

use proptest::prelude::*;
use shinpan_render::{
    Area, Block, Film, Grid, Mark, MarkKind, Pile, Point, Scene, Shot, Stone, TextOptions, Theme,
    layout, to_animation, to_html, to_sheet, to_svg, to_text,
};

fn place() -> impl Strategy<Value = f64> {
    prop_oneof![
        8 => (0..4_u8).prop_map(f64::from),
        4 => -5.0..5.0_f64,
        1 => prop::num::f64::ANY,
    ]
}

fn point() -> impl Strategy<Value = Point> {
    (any::<String>(), place(), place()).prop_map(|(name, x, y)| Point { name, x, y })
}

/// Mostly a point that exists.
fn index() -> impl Strategy<Value = usize> {
    prop_oneof![30 => 0..9_usize, 1 => any::<usize>()]
}

fn player() -> impl Strategy<Value = u8> {
    prop_oneof![30 => 0..8_u8, 1 => any::<u8>()]
}

fn kind() -> impl Strategy<Value = MarkKind> {
    prop_oneof![
        Just(MarkKind::LastMove),
        Just(MarkKind::Triangle),
        Just(MarkKind::Square),
        Just(MarkKind::Circle),
        Just(MarkKind::Cross),
        any::<String>().prop_map(|text| MarkKind::Label { text }),
        any::<Option<String>>().prop_map(|text| MarkKind::Banned { text }),
    ]
}

fn stone() -> impl Strategy<Value = Stone> {
    (index(), player(), any::<Option<String>>(), any::<bool>())
        .prop_map(|(point, player, label, dead)| Stone { point, player, label, dead })
}

/// A grid, a torus, a graph, or nonsense; with all kinds of things on it.
fn scene() -> impl Strategy<Value = Scene> {
    let pair = || [index(), index()];
    let board = prop_oneof![
        (1..5_usize, 1..5_usize).prop_map(|(cols, rows)| Scene::grid(cols, rows).unwrap()),
        (1..5_usize, 1..5_usize).prop_map(|(cols, rows)| Scene::torus(cols, rows).unwrap()),
        (prop::collection::vec(point(), 0..10), prop::option::of((0..5_usize, 0..5_usize)))
            .prop_map(|(points, grid)| Scene {
                points,
                grid: grid.map(|(cols, rows)| Grid { cols, rows }),
                ..Scene::default()
            }),
    ];
    let stones = prop::collection::vec(stone(), 0..4);
    let marks = prop::collection::vec(
        (index(), kind()).prop_map(|(point, kind)| Mark { point, kind }),
        0..4,
    );
    let areas = prop::collection::vec(
        (index(), player()).prop_map(|(point, player)| Area { point, player }),
        0..3,
    );
    let block = (prop::collection::vec(index(), 0..4), player(), any::<String>())
        .prop_map(|(points, player, label)| Block { points, player, label });
    let pile = (player(), any::<u32>(), any::<String>()).prop_map(|(player, stones, label)| Pile {
        player,
        stones,
        label,
    });
    let counted = (prop::collection::vec(block, 0..3), prop::collection::vec(pile, 0..3));
    let words = || prop::collection::vec(any::<String>(), 0..3);
    let more_edges = prop::collection::vec(pair(), 0..3);
    (board, stones, marks, areas, counted, any::<String>(), words(), words(), more_edges).prop_map(
        |(board, stones, marks, areas, (blocks, piles), title, players, caption, more_edges)| {
            let things = Scene { stones, marks, areas, blocks, piles, ..board };
            let mut scene = Scene { title, players, caption, ..things };
            scene.edges.extend(more_edges);
            scene
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn no_scene_makes_it_panic(scene in scene(), cell in any::<u32>(), flags in 0..8_u8) {
        let good = scene.check();
        for theme in [Theme::wood(), Theme::print(), Theme { cell, ..Theme::dark() }] {
            let svg = to_svg(&scene, &theme);
            prop_assert_eq!(svg.is_ok(), good.is_ok());
            #[cfg(feature = "png")]
            if let Ok(svg) = svg {
                let tree = resvg::usvg::Tree::from_str(&svg, &Default::default());
                prop_assert!(tree.is_ok(), "{:?}\n{svg}", tree.err());
            }
        }
        let options = TextOptions {
            colour: flags & 1 > 0,
            coordinates: flags & 2 > 0,
            unicode: flags & 4 > 0,
        };
        prop_assert_eq!(to_text(&scene, options).is_ok(), good.is_ok());
        let shot = Shot { scene: scene.clone(), flights: Vec::new() };
        let film = Film { title: scene.title.clone(), shots: vec![shot.clone(), shot] };
        let theme = Theme { cell, ..Theme::wood() };
        prop_assert_eq!(film.check().is_ok(), good.is_ok());
        prop_assert_eq!(to_html(&film, &theme).is_ok(), good.is_ok());
        for svg in [to_sheet(&film, &theme, 2), to_animation(&film, &theme)] {
            prop_assert_eq!(svg.is_ok(), good.is_ok());
            #[cfg(feature = "png")]
            if let Ok(svg) = svg {
                let tree = resvg::usvg::Tree::from_str(&svg, &Default::default());
                prop_assert!(tree.is_ok(), "{:?}\n{svg}", tree.err());
            }
        }
        if good.is_ok() {
            prop_assert_eq!(Scene::from_json(&scene.to_json()), Ok(scene));
        }
    }

    #[test]
    fn every_graph_has_a_layout(
        points in 0..40_usize,
        edges in prop::collection::vec([0..45_usize, 0..45_usize], 0..80),
    ) {
        let places = layout::places(points, &edges);
        prop_assert_eq!(places.len(), points);
        prop_assert!(places.iter().flatten().all(|v| v.is_finite() && (0.0..2000.0).contains(v)));
        prop_assert_eq!(layout::places(points, &edges), places);
    }
}
