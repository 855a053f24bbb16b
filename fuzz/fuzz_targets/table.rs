//! Any acts at a table: what is refused changes nothing, and the record of what was done is ruled on as
//! it was at the table.
#![no_main]

mod case;

use std::sync::Arc;

use case::Case;
use libfuzzer_sys::fuzz_target;
use shinpan_board::{ByPlayer, Player, Stone};
use shinpan_referee::{
    Action, AgreedResult, Dead, Entry, Options, Record, Report, Sitting, What, judge, write_toml,
};
use shinpan_rules::{Move, ReadRuleset, Setup, Verdict};

/// What a byte says to do. Most are plays and passes, few end the game.
fn action(sitting: &Sitting, byte: u8) -> Action {
    let game = sitting.game();
    let choice = usize::from(byte);
    let player = Player::all(game.players()).nth(choice / 16 % game.players());
    let player = player.unwrap_or(Player::BLACK);
    let point = game.board().point(choice % game.board().len());
    let dead = Dead { everywhere: point.into_iter().collect(), at: Vec::new() };
    match byte {
        0..160 => {
            let legal = game.legal();
            let made = legal.get(choice % (legal.len() + 1)).map_or(Move::Pass, |&p| Move::Play(p));
            Action::Move(game.to_move(), made)
        }
        160..190 => Action::Move(game.to_move(), Move::Pass),
        190..196 => Action::Move(player, point.map_or(Move::Pass, Move::Play)),
        196..206 => Action::Claim(player),
        206..220 => Action::Accept(player),
        220..224 => Action::Decline(player),
        224..228 => Action::RefereeRules,
        228..236 => Action::Dead(None, dead),
        236..242 => Action::Dead(Some(player), dead),
        242..252 => Action::Request(player),
        252 => Action::Resign(player),
        253 => Action::Result(None, AgreedResult { verdict: Verdict::Draw, margin: None }),
        _ => Action::Result(None, AgreedResult { verdict: Verdict::Win(player), margin: None }),
    }
}

fn record(case: &Case, setup: &Setup, entries: Vec<Entry>) -> Record {
    let mut stones = setup.stones.clone();
    stones.resize(setup.board.len(), Stone::EMPTY);
    Record {
        rules: Some(ReadRuleset::from(case.ruleset.clone())),
        rules_fault: None,
        komi: Some(setup.komi),
        komi_fault: None,
        board: Arc::clone(&setup.board),
        players: setup.players,
        stones,
        to_move: setup.to_move,
        prisoners: setup.prisoners.clone(),
        handicap: 0,
        entries,
        result: None,
        about: Vec::new(),
        notes: Vec::new(),
        left_out: Vec::new(),
        marked: ByPlayer::new(setup.players, |_| Vec::new()),
        tolerates_extra_passes: false,
    }
}

fn told(report: &Report) -> String {
    format!("{:?}", Report { notes: Vec::new(), recorded: None, ..report.clone() })
}

fuzz_target!(|case: Case| {
    let setup = Setup { handicap: 0, moves_before: 0, ..case.setup.clone() };
    let Ok(mut sitting) = Sitting::new(Arc::new(case.ruleset.clone()), &setup) else { return };
    let mut entries = Vec::new();
    for (number, &byte) in case.moves.iter().enumerate() {
        let action = action(&sitting, byte);
        let before = (byte % 4 == 0).then(|| told(&Report::of(&sitting)));
        match sitting.act(&action) {
            Ok(_) => {
                entries.push(Entry {
                    place: format!("moves[{}]", number + 1),
                    what: What::Act(action),
                });
            }
            Err(_) => {
                if let Some(before) = before {
                    assert_eq!(told(&Report::of(&sitting)), before);
                }
            }
        }
    }
    let text = write_toml(&record(&case, &setup, entries)).expect("a record can be written");
    let again = Record::read(text.as_bytes(), 1, &[]).expect("what is written is read");
    let judged = judge(&again, &Options::default()).expect("a ruling");
    assert!(judged.refused.is_none(), "{:?}\n{text}", judged.refused);
    assert_eq!(told(&judged.report), told(&Report::of(&sitting)), "{text}");
});
