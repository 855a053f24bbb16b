//! The table as a full screen, driven through a pseudo-terminal.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::{SHINPAN, folder, ruling};

const SIZE: PtySize = PtySize { rows: 32, cols: 110, pixel_width: 0, pixel_height: 0 };

/// `shinpan play` on a terminal, with what it shows.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    shown: Arc<Mutex<vt100::Parser>>,
    master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    fn play(journal: &Path, words: &[&str]) -> Terminal {
        let pair = native_pty_system().openpty(SIZE).unwrap();
        let mut command = CommandBuilder::new(SHINPAN);
        command.arg("play");
        command.arg(journal);
        command.args(words);
        command.env("TERM", "xterm-256color");
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let shown = Arc::new(Mutex::new(vt100::Parser::new(SIZE.rows, SIZE.cols, 0)));
        let (mut output, heard) = (pair.master.try_clone_reader().unwrap(), Arc::clone(&shown));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                heard.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Terminal { child, keys, shown, master: pair.master }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    fn screen(&self) -> String {
        self.shown.lock().unwrap().screen().contents()
    }

    /// Waits until the screen shows this, perhaps over several lines.
    fn shows(&self, wanted: &str) {
        let begun = Instant::now();
        let in_one_line = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        while !self.screen().contains(wanted) && !in_one_line(self.screen()).contains(wanted) {
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "expected `{wanted}`, found\n{}",
                self.screen()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Its exit status, if it ends in so many seconds.
    fn ends_within(&mut self, seconds: u64) -> Option<u32> {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(seconds) {
            if let Some(status) = self.child.try_wait().unwrap() {
                return Some(status.exit_code());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        None
    }

    /// Waits until it has ended; its exit status.
    fn ended(&mut self) -> u32 {
        let status = self.ends_within(60);
        status.unwrap_or_else(|| panic!("it goes on and shows\n{}", self.screen()))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

const LEFT: &str = "\x1b[D";
const UP: &str = "\x1b[A";

#[test]
fn a_game_with_an_agreement_is_played_by_keys_and_gone_on_with() {
    let held = folder("screen");
    let folder = held.path();
    let journal = folder.join("game.journal");
    let rules = ["--rules", "lasker-maas", "--board", "3x3", "--komi", "0"];
    let mut terminal = Terminal::play(&journal, &rules);
    // The cursor begins in the middle.
    terminal.shows("2  . [.] .");
    terminal.shows("lasker-maas, komi 0");
    terminal.shows("B2: black may play there");
    terminal.press("\r");
    terminal.shows("1. B B2");
    terminal.shows("white to move");
    terminal.press(LEFT);
    terminal.press("j");
    terminal.shows("A1: white may play there");
    terminal.press(" ");
    terminal.shows("2. W A1");
    // With Ctrl the key that takes back does not.
    terminal.press("\x15\r");
    terminal.shows("refused: a stone of white stands there [LM-1]");
    terminal.press("p");
    terminal.shows("3. B pass");
    terminal.press("p");
    terminal.shows("phase resolution");
    terminal.shows("prisoner place: black 1, white 1");
    // White's stone is marked, proposed as dead, and the proposal declined.
    terminal.press("d");
    terminal.shows("Space marks a chain");
    terminal.press(" ");
    terminal.shows("[O'");
    terminal.press("\r");
    terminal.shows("waiting for an answer: the dead stones proposed by black (B dead A1)");
    terminal.shows("a accepts, x declines");
    terminal.press("x");
    terminal.shows("white declines [LM-9]");
    terminal.press("q");
    assert_eq!(terminal.ended(), 0);
    // The same journal goes on, and a key proposes and accepts.
    let mut terminal = Terminal::play(&journal, &[]);
    terminal.shows("the game goes on in");
    terminal.shows("phase resolution");
    terminal.press(":dead a1\r");
    terminal.shows("waiting for an answer");
    terminal.press("a");
    terminal.shows("result: black wins (B+9) [LM-12]");
    terminal.press("L");
    terminal.shows("6. W decline");
    terminal.press("q");
    terminal.press("?");
    terminal.shows("accept, decline what is proposed or claimed");
    terminal.press("\x1b");
    let sgf = folder.join("game.sgf");
    terminal.shows("? keys");
    terminal.press(&format!("s{}\r", sgf.display()));
    terminal.shows("saved in ");
    terminal.press(":quit\r");
    assert_eq!(terminal.ended(), 0);
    assert_eq!(ruling(&sgf)["result"]["sgf"], "B+9");
}

#[test]
fn three_players_see_what_is_banned_and_why() {
    let held = folder("screen-bans");
    let folder = held.path();
    let rules = ["--rules", "kee", "--board", "2x1", "--players", "3"];
    let mut terminal = Terminal::play(&folder.join("game.journal"), &rules);
    terminal.shows("black to move");
    terminal.press(":a1\r");
    terminal.shows("1. B A1");
    terminal.press(":b1\r");
    terminal.shows("2. W B1");
    terminal.shows("player-3 to move");
    terminal.press(":a1\r:pass\r");
    terminal.shows("4. B pass");
    terminal.press("w");
    terminal.shows("white may");
    terminal.press("u");
    terminal.shows("all undo");
    terminal.press(":b1\r:a1\r:b1\r");
    terminal.shows("A1 (cyclic)");
    terminal.shows("[K-13]");
    // A window that is made small still shows where the cursor is.
    terminal
        .master
        .resize(PtySize { rows: 14, cols: 40, pixel_width: 0, pixel_height: 0 })
        .unwrap();
    terminal.shown.lock().unwrap().screen_mut().set_size(14, 40);
    terminal.press(UP);
    terminal.shows("B1: player-3, stones 1");
    terminal.press("q");
    // The terminal library leaves keys that come at the same moment as a change of size until the next key.
    if terminal.ends_within(5).is_none() {
        terminal.press("q");
    }
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn the_key_that_stops_ends_a_program_that_thinks_and_keeps_the_game() {
    let held = folder("screen-stops");
    let folder = held.path();
    let journal = folder.join("game.journal");
    // A program that never answers when it is asked for a move.
    let script = folder.join("slow.sh");
    let program = "while read id command rest; do case $command in genmove) sleep 600;; esac; \
                   printf '=%s\\n\\n' $id; done\n";
    std::fs::write(&script, program).unwrap();
    let command = format!("sh {}", script.display());
    let mut terminal = Terminal::play(&journal, &["--board", "5x5", "--white", &command]);
    terminal.shows("black to move");
    terminal.press("\r");
    terminal.shows("white's program is asked");
    terminal.press("\x03");
    assert_eq!(terminal.ended(), 130);
    assert_eq!(ruling(&journal)["moves"], 1);
}
