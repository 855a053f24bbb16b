//! The table as lines: over a pipe, for scripts, and for those whom a full screen does not serve.

use std::io::{BufRead, IsTerminal, Write};
use std::sync::atomic::Ordering;

use anyhow::Result;
use shinpan_referee::{Action, Event, Report};

use super::host::Host;
use super::words::{Said, understand};
use crate::args::Format;
use crate::show;
use crate::show::plain;

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 16;

/// Reads lines and does what they say, until the end or `quit`.
pub(super) fn run(host: &mut Host, format: Format, kept: &str) -> Result<()> {
    let mut lines = Lines { host, format };
    if format == Format::Text {
        crate::commands::print(&format!("{kept}; `help` lists what can be said\n"))?;
        lines.show()?;
    }
    lines.run()
}

struct Lines<'a> {
    host: &'a mut Host,
    format: Format,
}

impl Lines<'_> {
    fn run(&mut self) -> Result<()> {
        let mut input = std::io::stdin().lock();
        loop {
            while let Some(action) = self.host.next_of_programs() {
                self.act(&action)?;
            }
            for word in self.host.complaints() {
                self.tell(&word)?;
            }
            if self.host.stopped() {
                return Ok(());
            }
            self.prompt()?;
            let mut line = Vec::new();
            self.host.waiting.store(true, Ordering::Relaxed);
            let read = std::io::Read::take(&mut input, LONGEST).read_until(b'\n', &mut line)?;
            self.host.waiting.store(false, Ordering::Relaxed);
            if read == 0 {
                return Ok(());
            }
            let line = String::from_utf8_lossy(&line).into_owned();
            if !self.answer(line.trim())? {
                return Ok(());
            }
        }
    }

    /// Does what a line says; whether the game goes on here.
    fn answer(&mut self, line: &str) -> Result<bool> {
        match understand(line, self.host.sitting(), &self.host.engines.seated()) {
            Said::Nothing => {}
            Said::Quit => return Ok(false),
            Said::Act(action) => self.act(&action)?,
            Said::Show => self.show()?,
            Said::Analyse => self.analyse()?,
            Said::Tell(text) => self.tell(&text)?,
            Said::Save(file) => self.save(&file)?,
            Said::Fault(why) => self.refuse(&why)?,
        }
        Ok(true)
    }

    fn act(&mut self, action: &Action) -> Result<()> {
        match self.host.act(action)? {
            Ok(event) => self.accepted(&event),
            Err(refused) if self.format == Format::Json => {
                let refusal = self.host.sitting().refusal(action, &refused);
                crate::commands::print_json(&serde_json::json!({ "refused": refusal }))
            }
            Err(refused) => self.tell(&format!("refused: {} [{}]", refused.why, refused.clause)),
        }
    }

    /// Has the chains analysed, where that is due, and shows what is known.
    fn analyse(&mut self) -> Result<()> {
        self.host.analyse();
        match self.format {
            Format::Text => self.show(),
            Format::Json => {
                let ruling = Report::of(self.host.sitting());
                crate::commands::print_json(&serde_json::json!({ "ruling": ruling }))
            }
        }
    }

    fn accepted(&mut self, event: &Event) -> Result<()> {
        if self.format == Format::Json {
            crate::commands::print_json(event)?;
            std::io::stdout().flush()?;
            return Ok(());
        }
        let mut text = format!("{}. {}\n", event.event, event.act);
        for step in &event.because {
            text += &format!("   {} [{}]\n", step.fact, step.clause);
        }
        crate::commands::print(&text)?;
        self.show()
    }

    fn show(&mut self) -> Result<()> {
        if self.format == Format::Text {
            crate::commands::print(&show::table(self.host.sitting())?)?;
        }
        Ok(())
    }

    fn tell(&mut self, text: &str) -> Result<()> {
        match self.format {
            Format::Text => crate::commands::print(&format!("{}\n", plain(text))),
            Format::Json => crate::commands::print_json(&serde_json::json!({ "told": text })),
        }
    }

    fn refuse(&mut self, why: &str) -> Result<()> {
        match self.format {
            Format::Text => crate::commands::print(&format!("{}\n", plain(why))),
            Format::Json => crate::commands::print_json(&serde_json::json!({ "fault": why })),
        }
    }

    fn save(&mut self, file: &str) -> Result<()> {
        match self.host.save(file) {
            Ok(()) => self.tell(&format!("saved in {file}")),
            Err(why) => self.refuse(&format!("{file}: {why}")),
        }
    }

    /// Who is asked for what, on a terminal only.
    fn prompt(&self) -> Result<()> {
        if self.format == Format::Json || !std::io::stdin().is_terminal() {
            return Ok(());
        }
        crate::commands::print(&format!("{}> ", self.host.asked()))
    }
}
