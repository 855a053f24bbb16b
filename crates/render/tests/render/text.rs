//! Boards as text, in full.

use shinpan_render::{Area, Mark, MarkKind, Scene, Stone, TextOptions, to_text};

use super::{banned, grid, last_move};

const PLAIN: TextOptions = TextOptions { colour: false, coordinates: false, unicode: false };
const SIDES: TextOptions = TextOptions { colour: false, coordinates: true, unicode: false };

fn text(scene: &Scene, options: TextOptions) -> String {
    to_text(scene, options).unwrap()
}

fn five() -> Scene {
    let mut scene = grid(5, 5);
    scene.title = "Move 9".to_owned();
    scene.stones = [(0, 0), (1, 0), (6, 0), (12, 1), (13, 1), (18, 0)]
        .map(|(point, player)| Stone::new(point, player))
        .to_vec();
    scene.marks = vec![last_move(12), banned(24, "superko"), banned(20, "")];
    scene.caption = vec!["White to play.".to_owned()];
    scene
}

#[test]
fn a_position_with_coordinates() {
    assert_eq!(
        text(&five(), SIDES),
        "\
Move 9

  A B C D E
5 X X . . . 5
4 . X . . . 4
3 . .(O)O . 3
2 . . . X . 2
1 ! . . . ! 1
  A B C D E

X Black   O White   (O) last play
! banned: E1 (superko), A1

White to play.
"
    );
}

#[test]
fn without_coordinates_a_bracket_at_the_side_keeps_its_room() {
    let mut scene = five();
    scene.marks = vec![];
    scene.title = String::new();
    assert!(text(&scene, PLAIN).starts_with("X X . . .\n. X . . .\n. . O O .\n"));
    scene.marks = vec![last_move(0), last_move(1), last_move(24)];
    assert!(
        text(&scene, PLAIN)
            .starts_with("(X|X). . .\n . X . . .\n . . O O .\n . . . X .\n . . . .(.)\n")
    );
}

#[test]
fn numbers_widen_the_board() {
    let mut scene = grid(3, 2);
    for (index, player) in [(0, 0), (4, 1), (5, 2)] {
        let label = Some((index + 8).to_string());
        scene.stones.push(Stone { label, ..Stone::new(index, player) });
    }
    scene.marks.push(last_move(5));
    assert_eq!(
        text(&scene, SIDES),
        "     A    B    C\n\
         2   X8    .    . 2\n\
         1    .  O12(3:13)1\n     A    B    C\n\n\
         X Black   O White   3 player 3   X8 stone with its label   (3:13) last play\n"
    );
}

#[test]
fn territory_and_dead_stones() {
    let mut scene = grid(4, 2);
    scene.players = vec!["Ann".to_owned(), "Bea".to_owned()];
    scene.stones = vec![
        Stone::new(1, 0),
        Stone { dead: true, ..Stone::new(4, 1) },
        Stone::new(5, 0),
        Stone { dead: true, ..Stone::new(7, 0) },
    ];
    scene.areas = [(0, 0), (1, 0), (4, 0), (5, 0), (3, 2)]
        .map(|(point, player)| Area { point, player })
        .to_vec();
    assert_eq!(
        text(&scene, PLAIN),
        " x  X  .  c
Ox  X  . X'

X Ann   O Bea   x point of Ann   c point of player 3
Ox dead stone on a point of Ann   X' dead stone
"
    );
    // Those of every player, those that are dead first.
    scene.stones[3].dead = false;
    scene.stones.extend([2, 6].map(|point| Stone { dead: point == 2, ..Stone::new(point, 0) }));
    scene.areas.extend([2, 6].map(|point| Area { point, player: 1 }));
    assert!(
        text(&scene, PLAIN).ends_with(
            "Ox dead stone on a point of Ann   Xo dead stone on a point of Bea\n\
             Xo stone on a point of Bea\n"
        ),
        "{}",
        text(&scene, PLAIN)
    );
}

#[test]
fn marks_stand_alone_or_after_a_stone() {
    let mut scene = grid(6, 1);
    scene.stones.push(Stone::new(0, 0));
    let kinds = [
        MarkKind::Triangle,
        MarkKind::Square,
        MarkKind::Circle,
        MarkKind::Cross,
        MarkKind::Label { text: "a".to_owned() },
    ];
    scene.marks = kinds.into_iter().enumerate().map(|(point, kind)| Mark { point, kind }).collect();
    assert_eq!(
        text(&scene, PLAIN),
        "X^  #  @  *  a  .\n\nX Black   ^ triangle   # square   @ circle   * cross\n"
    );
}

#[test]
fn prettier_signs_on_request() {
    let mut scene = grid(4, 1);
    scene.stones = vec![Stone::new(0, 0), Stone::new(1, 1), Stone::new(2, 2)];
    let unicode = TextOptions { unicode: true, ..PLAIN };
    assert_eq!(text(&scene, unicode), "● ○ ③ ·\n\n● Black   ○ White   ③ player 3\n");
}

#[test]
fn colour_only_on_request() {
    let mut scene = five();
    let coloured = text(&scene, TextOptions { colour: true, ..PLAIN });
    assert!(coloured.contains("\u{1b}["));
    scene.title = "\u{1b}[2J".to_owned();
    scene.caption = vec!["a\u{202e}b\u{7}\nc".to_owned()];
    scene.players = vec!["\u{9b}x".to_owned()];
    scene.points[24].name = "\u{1b}]0;".to_owned();
    let plain = text(&scene, SIDES);
    assert!(plain.chars().all(|c| c == '\n' || !c.is_control()));
    assert!(plain.contains("a\u{fffd}b\u{fffd} c"));
}

#[test]
fn a_torus_says_so_and_so_does_a_grid_with_lines_of_its_own() {
    assert_eq!(
        text(&Scene::torus(3, 3).unwrap(), PLAIN),
        ". . .\n. . .\n. . .\n\n\
         the left and right sides are joined\nthe top and bottom sides are joined\n"
    );
    let mut scene = grid(3, 2);
    scene.edges.retain(|edge| *edge != [0, 1]);
    scene.edges.extend([[0, 2], [5, 0], [0, 5]]);
    assert_eq!(
        text(&scene, PLAIN),
        ". . .\n. . .\n\nalso joined: A2-C1, A2-C2\nnot joined: A2-B2\n"
    );
}

#[test]
fn crossings_may_be_missing() {
    let mut scene = grid(3, 2);
    scene.points.truncate(4);
    scene.edges.retain(|edge| edge.iter().all(|&point| point < 4));
    assert_eq!(text(&scene, SIDES), "  A B C\n2 . . . 2\n1 .     1\n  A B C\n");
}

#[test]
fn boards_of_every_size() {
    assert_eq!(text(&grid(1, 1), SIDES), "  A\n1 . 1\n  A\n");
    assert_eq!(text(&grid(2, 1), SIDES), "  A B\n1 . . 1\n  A B\n");
    let wide = text(&grid(52, 52), SIDES);
    let mut lines = wide.lines();
    assert!(lines.next().unwrap().ends_with(
        "  Y  Z AA AB AC AD AE AF AG AH AJ AK AL AM AN AO AP AQ AR AS AT AU AV AW AX AY AZ BA BB"
    ));
    assert!(lines.next().unwrap().starts_with("52  .  .  "));
    assert_eq!(text(&Scene::default(), SIDES), "point  stone  neighbours\n");
}

#[test]
fn a_graph_is_a_table() {
    let mut scene = Scene::graph(["a", "b", "the third"], [[0, 1], [2, 1], [1, 2]]).unwrap();
    scene.stones.push(Stone::new(0, 0));
    scene.stones.push(Stone { label: Some("12".to_owned()), ..Stone::new(1, 3) });
    scene.marks = vec![last_move(1), banned(2, "K-13")];
    assert_eq!(
        text(&scene, SIDES),
        "\
point      stone   neighbours
a          X       b
b          (4:12)  a, the third
the third  !       b

X Black   4 player 4   4:12 stone with its label   (4:12) last play
! banned: the third (K-13)
"
    );
}
