//! Every fault and error, as it reads.

use shinpan_render::{Area, Error, Grid, Point, Scene, Stone, TextOptions, Theme, to_svg, to_text};

use super::{banned, grid};

/// What `check` and all writers say about a scene.
fn said(scene: &Scene) -> String {
    let error = scene.check().unwrap_err();
    assert_eq!(to_svg(scene, &Theme::default()), Err(error.clone()));
    assert_eq!(to_text(scene, TextOptions::default()), Err(error.clone()));
    let text = error.to_string();
    text.strip_prefix("this scene cannot be drawn: ").unwrap().to_owned()
}

#[test]
fn all_faults_are_told_at_once() {
    let mut scene = grid(2, 2);
    scene.edges.push([1, 7]);
    scene.edges.push([2, 2]);
    scene.stones = vec![Stone::new(0, 0), Stone::new(0, 8), Stone::new(4, 1)];
    scene.marks.push(banned(usize::MAX, ""));
    scene.areas = vec![Area { point: 3, player: 255 }, Area { point: 3, player: 0 }];
    assert_eq!(
        said(&scene),
        "edge 4 names point 7, and there are 4 points; \
         edge 5 joins point 2 to itself; \
         stone 1 belongs to player 8, and players are 0 to 7; \
         point 0 has more than one stone; \
         stone 2 names point 4, and there are 4 points; \
         mark 0 names point 18446744073709551615, and there are 4 points; \
         area 0 belongs to player 255, and players are 0 to 7; \
         point 3 has more than one area"
    );
}

#[test]
fn places_must_be_places() {
    let mut scene = Scene::default();
    for x in [0.5, f64::NAN, f64::INFINITY, -10_000.5] {
        scene.points.push(Point { name: String::new(), x, y: 0.0 });
    }
    assert_eq!(
        said(&scene),
        "point 1 has no place on the page: x and y must be within 10000 of 0; \
         point 2 has no place on the page: x and y must be within 10000 of 0; \
         point 3 has no place on the page: x and y must be within 10000 of 0"
    );
    scene.grid = Some(Grid { cols: 3, rows: 1 });
    scene.points.push(Point { name: String::new(), x: 2.0, y: 0.0 });
    scene.points.push(Point { name: String::new(), x: 2.0, y: -0.0 });
    assert!(said(&scene).starts_with(
        "point 0 is not on a crossing of the grid: x must be a whole number below 3, y one below \
         1; point 1 is not"
    ));
    assert!(said(&scene).ends_with("; points 4 and 5 are on the same crossing of the grid"));
}

#[test]
fn sizes_have_limits() {
    let size = "this scene cannot be drawn: a grid of 0 columns and 9 rows: both must be positive, \
                with at most 65536 points";
    assert_eq!(Scene::grid(0, 9).unwrap_err().to_string(), size);
    for (cols, rows) in [(257, 256), (usize::MAX, 2), (usize::MAX, usize::MAX), (1, 0)] {
        assert!(Scene::grid(cols, rows).is_err() && Scene::torus(cols, rows).is_err());
    }
    let mut scene = grid(1, 1);
    scene.grid = Some(Grid { cols: usize::MAX, rows: usize::MAX });
    assert!(said(&scene).starts_with("a grid of 18446744073709551615 columns"));
    let mut scene = grid(1, 1);
    scene.players = vec![String::new(); 9];
    assert_eq!(said(&scene), "9 players, where at most 8 can be drawn");
    scene.players.clear();
    scene.edges = vec![[3, 3]; 50];
    assert_eq!(said(&scene).matches("; ").count(), 19);
    assert!(Scene::graph(["a"], [[0, 1]]).is_err());
}

#[test]
fn a_long_thin_grid_is_drawn() {
    let scene = grid(65_536, 1);
    assert_eq!(scene.check(), Ok(()));
    assert!(to_text(&scene, TextOptions::default()).is_ok());
}

#[test]
fn bad_json_and_unknown_themes_are_refused() {
    let error = Scene::from_json("{\"points\": [{\"x\": 1}]}").unwrap_err();
    assert_eq!(error.to_string(), "not a scene in JSON: missing field `y` at line 1 column 20");
    assert!(Scene::from_json("{\"stone\": []}").is_err());
    let error: Error = "marble".parse::<Theme>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "no theme is called `marble`; there are `wood`, `print` and `dark`"
    );
}
