//! What is where on the screen.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use shinpan_referee::{Report, Sitting};
use shinpan_render::Scene;
use shinpan_rules::{Move, Status, Supply};

use super::board::Board;
use super::{Mode, Screen};
use crate::commands::play::host::Host;
use crate::show;

/// The columns of the panel beside the board, where there is room for both.
const PANEL: u16 = 44;

pub(super) fn draw(frame: &mut Frame, host: &Host, scene: &Scene, screen: &Screen) {
    let [upper, said, keys] =
        Layout::vertical([Constraint::Min(3), Constraint::Length(4), Constraint::Length(1)])
            .areas(frame.area());
    let beside = upper.width >= PANEL + 20;
    let [board, panel] = if beside {
        Layout::horizontal([Constraint::Min(10), Constraint::Length(PANEL)]).areas(upper)
    } else {
        Layout::vertical([Constraint::Percentage(60), Constraint::Percentage(40)]).areas(upper)
    };
    let sitting = host.sitting();
    let marked: Vec<usize> = screen
        .marked()
        .into_iter()
        .flatten()
        .flat_map(|&first| sitting.game().position().chain(first))
        .map(|point| point.index())
        .collect();
    let drawn = Board { scene, cursor: screen.cursor, marked: &marked };
    drawn.draw(board, frame.buffer_mut());
    let mut lines = panel_lines(host);
    if let Some(under) = under_cursor(sitting, screen.cursor) {
        // Where there is little room it comes first, or it would be cut off.
        let at = if beside { lines.about } else { 0 };
        lines.text.insert(at, Line::styled(under, Style::new().fg(Color::Cyan)));
    }
    let text = Paragraph::new(lines.text).wrap(Wrap { trim: false });
    frame.render_widget(text, panel);
    let latest = screen.said.len().saturating_sub(usize::from(said.height));
    let latest: Vec<Line> =
        screen.said[latest..].iter().map(|text| Line::from(text.as_str())).collect();
    frame.render_widget(Paragraph::new(latest), said);
    let bottom = Paragraph::new(bottom(host, screen));
    frame.render_widget(bottom.style(Style::new().add_modifier(Modifier::REVERSED)), keys);
    if let Mode::Reading(text, from) = &screen.mode {
        read(frame, text, *from);
    }
}

/// A text over everything else.
fn read(frame: &mut Frame, text: &str, from: u16) {
    const TITLE: &str = "any key goes back";
    let whole = frame.area();
    let lines = text.lines().map(|line| line.chars().count());
    let wide = lines.max().unwrap_or(0).max(TITLE.len());
    let width = u16::try_from(wide + 4).unwrap_or(u16::MAX).min(whole.width);
    let height = u16::try_from(text.lines().count() + 2).unwrap_or(u16::MAX).min(whole.height);
    let area = Rect { x: (whole.width - width) / 2, y: (whole.height - height) / 2, width, height };
    let text = Paragraph::new(text.to_owned())
        .wrap(Wrap { trim: false })
        .scroll((from, 0))
        .block(Block::bordered().title(TITLE));
    frame.render_widget(Clear, area);
    frame.render_widget(text, area);
}

/// What is typed, or what the keys mean now.
fn bottom(host: &Host, screen: &Screen) -> String {
    match &screen.mode {
        Mode::Typing(line) => format!(":{line}_"),
        Mode::Marking(_) => {
            "dead stones: Space marks a chain, Enter proposes, Esc leaves it".to_owned()
        }
        Mode::Reading(..) => "up and down, any other key goes back".to_owned(),
        Mode::Table => match host.engines.thinks(host.sitting()) {
            Some(player) => format!("{player}'s program is asked; Ctrl-C leaves"),
            None if host.sitting().pending().is_some() => {
                format!("{}: a accepts, x declines", host.asked())
            }
            None => "Enter plays  p pass  d dead stones  u undo  w why  ? keys  q leave".to_owned(),
        },
    }
}

/// What the panel says, and the place in it for what is under the cursor.
struct Panel {
    text: Vec<Line<'static>>,
    about: usize,
}

fn panel_lines(host: &Host) -> Panel {
    let sitting = host.sitting();
    let report = Report::of(sitting);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let heading = format!("{}, komi {}", report.rules, sitting.setup().komi);
    let mut lines = vec![Line::styled(heading, bold)];
    lines.push(Line::from(match report.phase.as_str() {
        "ended" => format!("move {}, the game has ended", report.moves),
        phase => format!("move {}, phase {phase}", report.moves),
    }));
    if *sitting.game().status() == Status::InPlay {
        lines.push(Line::styled(format!("{} to move", report.to_move), bold));
    }
    let place = match sitting.game().stage().supply {
        Supply::Prisoners { .. } => "prisoner place",
        Supply::Bowl => "prisoners",
    };
    let prisoners: Vec<String> =
        report.prisoners.iter().map(|(player, count)| format!("{player} {count}")).collect();
    lines.push(Line::from(format!("{place}: {}", prisoners.join(", "))));
    if let Some(button) = &report.button {
        lines.push(Line::from(format!("button: {}", button.as_deref().unwrap_or("not taken"))));
    }
    if let Some(cycle) = &report.claimable {
        let told = match sitting.possible(sitting.game().to_move()).contains(&"claim") {
            true => "a cycle is complete: c claims it".to_owned(),
            false => format!("a cycle is {}", show::complete(sitting, cycle.occurrence)),
        };
        lines.push(Line::styled(told, Color::Yellow));
    }
    if let Some(pending) = &report.pending {
        lines.push(Line::styled(format!("waiting for an answer: {pending}"), Color::Yellow));
    }
    result(&mut lines, &report);
    let about = lines.len();
    if !report.banned.is_empty() {
        lines.push(Line::from(""));
        lines.push(Line::styled("banned", bold));
        lines.extend(show::bans(&report).into_iter().map(|ban| Line::styled(ban, Color::Red)));
    }
    Panel { text: lines, about }
}

/// How the game ended and why, or what the Analysis leaves open.
fn result(lines: &mut Vec<Line<'static>>, report: &Report) {
    if let Some(bounds) = report.bounds.as_ref().and_then(|bounds| bounds.get("black")) {
        let open = report.chains.iter().flatten().filter(|chain| chain.status == "unproven");
        let text = format!(
            "open which stones live: black's margin lies between {} and {}; {} chains unproven \
             (v has them analysed, d proposes dead stones)",
            bounds[0],
            bounds[1],
            open.count()
        );
        lines.push(Line::styled(text, Color::Yellow));
    }
    let Some(result) = &report.result else { return };
    let said = match (&result.winner, &result.sgf) {
        (Some(winner), Some(sgf)) => format!("{winner} wins ({sgf})"),
        (None, Some(sgf)) if sgf == "Void" => "no result".to_owned(),
        (None, Some(_)) => "a draw".to_owned(),
        _ => {
            let places = result.ranking.iter().flatten().map(|place| place.join(" = "));
            places.collect::<Vec<_>>().join(" > ")
        }
    };
    let style = Style::new().fg(Color::Green).add_modifier(Modifier::BOLD);
    lines.push(Line::styled(format!("result: {said} [{}]", result.clause), style));
    lines.extend(
        result.because.iter().map(|step| Line::from(format!("{} [{}]", step.fact, step.clause))),
    );
}

/// What there is to say about the point under the cursor.
fn under_cursor(sitting: &Sitting, cursor: usize) -> Option<String> {
    let game = sitting.game();
    let point = game.board().points().nth(cursor)?;
    let name = game.board().name(point);
    if let Some(owner) = game.position().stone(point).player() {
        let stones = game.position().chain(point).count();
        let liberties = game.position().liberties(game.board(), point).len();
        return Some(format!("{name}: {owner}, stones {stones}, liberties {liberties}"));
    }
    if *game.status() != Status::InPlay {
        return Some(name);
    }
    let player = game.to_move();
    Some(match game.ruling_for(player, Move::Play(point)) {
        Ok(()) => format!("{name}: {player} may play there"),
        Err(refusal) => {
            format!("{name}: {player} may not ({}) [{}]", refusal.reason, refusal.clause)
        }
    })
}
