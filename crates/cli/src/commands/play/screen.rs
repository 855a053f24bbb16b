//! The table as a full screen: the board with a cursor, and a key for everything that can be done.

mod board;
mod view;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::{Context, Result};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use shinpan_board::Point;
use shinpan_referee::{Action, Shows, picture};
use shinpan_render::Scene;

use super::host::Host;
use super::words::{Said, understand};
use crate::show::plain;

/// Whether the terminal shows us.
static SHOWN: AtomicBool = AtomicBool::new(false);

/// Gives the terminal back as it was, if it shows us.
pub(super) fn leave() {
    if SHOWN.swap(false, Ordering::Relaxed) {
        ratatui::restore();
    }
}

/// Shows the table until it is left.
pub(super) fn run(host: &mut Host, kept: &str) -> Result<()> {
    let mut terminal = ratatui::try_init().context("the terminal")?;
    SHOWN.store(true, Ordering::Relaxed);
    let keys = listen(&host.stop);
    let middle = host.sitting().game().board().len() / 2;
    let mut screen = Screen {
        cursor: middle,
        mode: Mode::Table,
        said: vec![kept.to_owned(), "? lists the keys".to_owned()],
    };
    let done = screen.run(&mut terminal, host, &keys);
    leave();
    done
}

/// Keys arrive while programs think, too: Ctrl-C has to stop them, and is a key here. With Ctrl no other key means anything.
fn listen(stop: &Arc<AtomicBool>) -> Receiver<Event> {
    let stop = Arc::clone(stop);
    let (sender, receiver) = channel();
    // Not joined: it waits for a key that may never come.
    std::thread::spawn(move || {
        while let Ok(event) = event::read() {
            if let Event::Key(KeyEvent { code: KeyCode::Char(key), modifiers, .. }) = event
                && modifiers.contains(KeyModifiers::CONTROL)
            {
                if key == 'c' {
                    stop.store(true, Ordering::Relaxed);
                }
                continue;
            }
            if sender.send(event).is_err() {
                return;
            }
        }
    });
    receiver
}

/// What the keys mean now.
enum Mode {
    /// Moves and acts.
    Table,
    /// Chains are marked as dead, each by its first point.
    Marking(BTreeSet<Point>),
    /// A line is typed.
    Typing(String),
    /// Something is read, from this line on.
    Reading(String, u16),
}

struct Screen {
    /// The point the cursor is on.
    cursor: usize,
    mode: Mode,
    /// What was said, the latest last.
    said: Vec<String>,
}

const KEYS: &str = "\
arrows, h j k l   move the cursor
Enter, Space      play there
p                 pass
u                 take back (programs agree; those at one keyboard do)
d                 mark dead stones: Space marks a chain, Enter proposes, Esc leaves it
a, x              accept, decline what is proposed or claimed
c                 claim a cycle
r                 ask for what may follow the end, or dispute it
v                 have the chains analysed (Japanese rules)
w                 why the point under the cursor is banned, or how the game ended
b                 the banned points, with reasons
L                 everything done so far
s                 save the record: s, then the file's name
R                 resign: R, then Enter
:                 type anything that can be said at a table; `:help` lists it
q                 leave; the journal keeps the game";

impl Screen {
    fn run(
        &mut self,
        terminal: &mut DefaultTerminal,
        host: &mut Host,
        keys: &Receiver<Event>,
    ) -> Result<()> {
        loop {
            self.draw(terminal, host)?;
            if host.stopped() {
                return Ok(());
            }
            if let Some(action) = host.next_of_programs() {
                self.act(host, &action)?;
                continue;
            }
            let complaints = host.complaints();
            if !complaints.is_empty() {
                self.said.extend(complaints);
                continue;
            }
            match keys.recv_timeout(Duration::from_millis(250)) {
                Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                    if !self.key(host, key)? {
                        return Ok(());
                    }
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    fn draw(&self, terminal: &mut DefaultTerminal, host: &Host) -> Result<()> {
        let shows = Shows { banned: true, territory: true, numbers_from: None };
        let scene = picture(host.sitting(), shows)?;
        terminal.draw(|frame| view::draw(frame, host, &scene, self))?;
        Ok(())
    }

    /// Does what a key says; whether the game goes on here.
    fn key(&mut self, host: &mut Host, key: KeyEvent) -> Result<bool> {
        match &mut self.mode {
            Mode::Reading(_, from) => {
                match key.code {
                    KeyCode::Down | KeyCode::Char('j') => *from = from.saturating_add(1),
                    KeyCode::Up | KeyCode::Char('k') => *from = from.saturating_sub(1),
                    _ => self.mode = Mode::Table,
                }
                Ok(true)
            }
            Mode::Typing(line) => {
                match key.code {
                    KeyCode::Char(c) => line.push(c),
                    KeyCode::Backspace => drop(line.pop()),
                    KeyCode::Esc => self.mode = Mode::Table,
                    KeyCode::Enter => {
                        let line = std::mem::take(line);
                        self.mode = Mode::Table;
                        return self.line(host, line.trim());
                    }
                    _ => {}
                }
                Ok(true)
            }
            Mode::Marking(_) => {
                self.mark(host, key)?;
                Ok(true)
            }
            Mode::Table => self.table_key(host, key),
        }
    }

    fn table_key(&mut self, host: &mut Host, key: KeyEvent) -> Result<bool> {
        if self.steer(host, key.code)? {
            return Ok(true);
        }
        let here = || {
            let board = host.sitting().game().board();
            board.points().nth(self.cursor).map(|point| board.name(point)).unwrap_or_default()
        };
        let line = match key.code {
            KeyCode::Enter | KeyCode::Char(' ') => here(),
            KeyCode::Char('p') => "pass".to_owned(),
            KeyCode::Char('u') => "undo".to_owned(),
            KeyCode::Char('a') => "accept".to_owned(),
            KeyCode::Char('x') => "decline".to_owned(),
            KeyCode::Char('c') => "claim".to_owned(),
            KeyCode::Char('r') => "request".to_owned(),
            KeyCode::Char('v') => "analyse".to_owned(),
            KeyCode::Char('w') if host.sitting().outcome().is_some() => "why".to_owned(),
            KeyCode::Char('w') => format!("why {}", here()),
            KeyCode::Char('b') => "bans".to_owned(),
            KeyCode::Char('L') => "log".to_owned(),
            KeyCode::Char('q') => return Ok(false),
            KeyCode::Char('d') => {
                self.mode = Mode::Marking(BTreeSet::new());
                return Ok(true);
            }
            KeyCode::Char('s') => {
                self.mode = Mode::Typing("save ".to_owned());
                return Ok(true);
            }
            KeyCode::Char('R') => {
                self.mode = Mode::Typing("resign".to_owned());
                return Ok(true);
            }
            KeyCode::Char(':') => {
                self.mode = Mode::Typing(String::new());
                return Ok(true);
            }
            KeyCode::Char('?') => {
                self.mode = Mode::Reading(KEYS.to_owned(), 0);
                return Ok(true);
            }
            _ => return Ok(true),
        };
        self.line(host, &line)
    }

    /// Moves the cursor; whether the key was one for that.
    fn steer(&mut self, host: &Host, code: KeyCode) -> Result<bool> {
        let (right, down) = match code {
            KeyCode::Left | KeyCode::Char('h') => (-1.0, 0.0),
            KeyCode::Right | KeyCode::Char('l') => (1.0, 0.0),
            KeyCode::Up | KeyCode::Char('k') => (0.0, -1.0),
            KeyCode::Down | KeyCode::Char('j') => (0.0, 1.0),
            _ => return Ok(false),
        };
        let scene = picture(host.sitting(), Shows::default())?;
        self.cursor = board::neighbour(&scene, self.cursor, right, down);
        Ok(true)
    }

    fn mark(&mut self, host: &mut Host, key: KeyEvent) -> Result<()> {
        if self.steer(host, key.code)? {
            return Ok(());
        }
        let Mode::Marking(marked) = &mut self.mode else { return Ok(()) };
        match key.code {
            KeyCode::Char(' ') => {
                let game = host.sitting().game();
                let at = game.board().points().nth(self.cursor);
                let chain = at.filter(|&at| !game.position().stone(at).is_empty());
                if let Some(first) = chain.and_then(|at| game.position().chain(at).min())
                    && !marked.remove(&first)
                {
                    marked.insert(first);
                }
            }
            KeyCode::Enter => {
                let board = host.sitting().game().board();
                let names: Vec<String> = marked.iter().map(|&point| board.name(point)).collect();
                self.mode = Mode::Table;
                self.line(host, format!("dead {}", names.join(" ")).trim())?;
            }
            KeyCode::Esc => self.mode = Mode::Table,
            _ => {}
        }
        Ok(())
    }

    /// Does what a line says; whether the game goes on here.
    fn line(&mut self, host: &mut Host, line: &str) -> Result<bool> {
        match understand(line, host.sitting(), &host.engines.seated()) {
            Said::Nothing | Said::Show => {}
            Said::Quit => return Ok(false),
            Said::Act(action) => self.act(host, &action)?,
            Said::Analyse => {
                self.said.push("the chains are analysed".to_owned());
                host.analyse();
            }
            Said::Tell(text) if text.contains('\n') => self.mode = Mode::Reading(plain(&text), 0),
            Said::Tell(text) | Said::Fault(text) => self.said.push(plain(&text)),
            Said::Save(file) => self.said.push(match host.save(&file) {
                Ok(()) => format!("saved in {}", plain(&file)),
                Err(why) => plain(&format!("{file}: {why}")),
            }),
        }
        Ok(true)
    }

    fn act(&mut self, host: &mut Host, action: &Action) -> Result<()> {
        match host.act(action)? {
            Ok(event) => {
                self.said.push(format!("{}. {}", event.event, event.act));
                let steps = event.because.iter();
                self.said.extend(steps.map(|step| format!("   {} [{}]", step.fact, step.clause)));
            }
            Err(refused) => {
                self.said.push(format!("refused: {} [{}]", refused.why, refused.clause));
            }
        }
        Ok(())
    }

    /// The first points of the chains that are marked.
    fn marked(&self) -> Option<&BTreeSet<Point>> {
        match &self.mode {
            Mode::Marking(marked) => Some(marked),
            _ => None,
        }
    }
}

/// Where the points of a scene are, in its own measure.
fn place(scene: &Scene, point: usize) -> (f64, f64) {
    scene.points.get(point).map_or((0.0, 0.0), |point| (point.x, point.y))
}
