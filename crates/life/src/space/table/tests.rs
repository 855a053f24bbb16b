use shinpan_board::Board;
use shinpan_testkit::Dice;

use super::*;
use crate::analysis::Reading;
use crate::bits::Bits;
use crate::ground::Ground;
use crate::space::outline::outline;
use crate::space::terms;
use crate::state::State;

/// A position of a small board, of which some chains have no liberty: they are taken off.
fn random(ground: &Ground<1>, dice: &mut Dice) -> State<1> {
    let mut stones = [Bits::NONE; 2];
    for point in ground.all.iter() {
        if let Some(side) = dice.roll(3).checked_sub(1) {
            stones[side].insert(point);
        }
    }
    for side in [0, 1] {
        let all = State::new(ground, stones);
        let mut rest = stones[side];
        while let Some(stone) = rest.first() {
            let chain = ground.component(stone, &all.stones[side]);
            rest = rest.without(&chain);
            if all.liberties(ground, &chain).is_empty() {
                stones[side] = stones[side].without(&chain);
            }
        }
    }
    State::new(ground, stones)
}

/// Whichever table comes before, even one about another chain, or in which the owner may not lose what stands on the goal, the answer is
/// the same. Who lives without losing it lives.
#[test]
fn a_guide_changes_no_answer() {
    let never = || false;
    let (mut narrow, mut widened, mut alive, mut retaken) = (0, 0, 0, 0);
    for seed in 0..600 {
        let mut dice = Dice::new(seed);
        let name = ["2x4", "3x3", "2x5", "3x4"][dice.roll(4)];
        let board = Board::parse(name).expect("a board");
        let ground = Ground::<1>::of(&board).expect("a small board");
        let state = random(&ground, &mut dice);
        let Some(stone) = state.stones[OWNER].first() else { continue };
        let goal = ground.component(stone, &state.stones[OWNER]);
        let elsewhere = state.stones[OWNER].without(&goal);
        let goals = [goal, if elsewhere.is_empty() { goal } else { elsewhere }];
        let reading = [Reading::Basic, Reading::KoPass][dice.roll(2)];
        let of_all =
            |prover| outline(&ground, &state, OWNER, prover, &[], &Bits::NONE, &ground.all);
        let outlines = [OWNER, ATTACKER].map(|prover| of_all(prover).expect("a part"));
        let table_of = |prover: usize, goal: &Bits<1>, mortal: bool| {
            let outline: &crate::space::outline::Outline = &outlines[prover];
            let terms = Terms { mortal, ..terms(outline, reading, prover, 0) };
            Table::new(&outline.field, terms, outline.places(goal))
        };
        let table = |prover: usize, goal: &Bits<1>| table_of(prover, goal, false);
        let start = outlines[OWNER].start;
        let whole = table(OWNER, &goal).forced(start, 1 << 20, &never);
        match table_of(OWNER, &goal, true).forced(start, 1 << 20, &never) {
            Ok(true) => {
                assert_eq!(whole, Ok(true), "{seed} {name}");
                alive += 1;
            }
            lost => {
                assert_eq!(lost, Ok(false), "{seed} {name}");
                retaken += usize::from(whole == Ok(true));
            }
        }
        for prover in [OWNER, ATTACKER] {
            let start = outlines[prover].start;
            let alone = table(prover, &goal).forced(start, 1 << 20, &never);
            for (other, mortal) in goals.iter().flat_map(|goal| [(goal, false), (goal, true)]) {
                let mut guide = table_of(prover ^ 1, other, mortal && prover == ATTACKER);
                assert!(guide.forced(outlines[prover ^ 1].start, 1 << 20, &never).is_ok());
                let mut guided = table(prover, &goal).guided_by(guide);
                assert_eq!(guided.forced(start, 1 << 20, &never), alone, "{seed} {name}");
                for (moment, entry) in guided.moments.iter().zip(&guided.entries) {
                    let looked_into = entry.moves != NOT_YET;
                    narrow += usize::from(entry.narrow);
                    widened += usize::from(
                        looked_into && !entry.narrow && guided.advice(*moment).is_some(),
                    );
                }
            }
        }
    }
    assert!(narrow > 100 && widened > 10, "{narrow} {widened}");
    assert!(alive > 50 && retaken > 0, "{alive} {retaken}");
}
