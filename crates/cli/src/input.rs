//! Reading records, rulesets and options.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use shinpan_board::Point;
use shinpan_referee::{
    Options, Record, RecordError, read_points, rules_file, with_options, with_rules_file,
};
use shinpan_rules::{Analyst, Komi, ReadRuleset, Ruleset, notice};

use crate::args::{AnalysisArgs, GameArgs, RulingArgs};
use crate::prover;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// A file's name for messages: `-` is standard input.
pub(crate) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads a file, or standard input for `-`, up to a limit.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>> {
    bytes_to(path, LARGEST)
}

/// The same up to a limit that may be larger.
pub(crate) fn bytes_to(path: &Path, most: u64) -> Result<Vec<u8>> {
    let most = most.max(LARGEST);
    let mut content = Vec::new();
    let more = most.saturating_add(1);
    let mut read = |source: &mut dyn Read| source.take(more).read_to_end(&mut content);
    let done = if path.as_os_str() == "-" {
        read(&mut std::io::stdin().lock())
    } else {
        std::fs::File::open(path).and_then(|mut file| read(&mut file))
    };
    done.with_context(|| name(path))?;
    if content.len() as u64 > most {
        bail!("{}: larger than {} MiB, which is the most that is read", name(path), most >> 20);
    }
    Ok(content)
}

/// Reads a record and the rules file it may name.
pub(crate) fn record(path: &Path, variation: &[usize], game: usize) -> Result<Record> {
    let mut content = bytes(path)?;
    if let Some(file) = rules_file(&content) {
        let beside = path.parent().unwrap_or(Path::new("")).join(&file);
        // A record may come from anybody: no pipes or devices, which could be read for ever.
        if !beside.is_file() {
            let (path, file) = (name(path), beside.display());
            if beside.exists() {
                bail!("{path}: rules: expected a file, found something else: `{file}`");
            }
            bail!("{path}: rules: there is no file `{file}`");
        }
        let rules = bytes(&beside)?;
        let rules = String::from_utf8(rules)
            .map_err(|_| anyhow!("{}: a ruleset is UTF-8 text", beside.display()))?;
        content = with_rules_file(&content, &rules).map_err(|fault| placed(path, &fault))?;
    }
    Record::read(&content, game, variation).map_err(|fault| placed(path, &fault))
}

/// A fault with its file: `game.sgf:3:17: ...`.
pub(crate) fn placed(path: &Path, fault: &RecordError) -> anyhow::Error {
    let file = name(path);
    match fault.place.as_str() {
        "" => anyhow!("{file}: {}", fault.what),
        option if option.starts_with("--") => anyhow!("{option}: {}", fault.what),
        place if place.starts_with(|c: char| c.is_ascii_digit()) => {
            anyhow!("{file}:{place}: {}", fault.what)
        }
        place => anyhow!("{file}: {place}: {}", fault.what),
    }
}

/// Reads a ruleset by name, from a file, or as KataGo rules, as some argument gives it.
pub(crate) fn ruleset(argument: &str, text: &str, options: &[String]) -> Result<ReadRuleset> {
    let path = Path::new(text);
    let named = Ruleset::read(text);
    let mut read = match named {
        Ok(read) => read,
        Err(fault) if !path.is_file() => return Err(anyhow!("{argument}: {fault}")),
        Err(_) => {
            let content = bytes(path)?;
            let content = String::from_utf8(content)
                .map_err(|_| anyhow!("{text}: a ruleset is UTF-8 text"))?;
            Ruleset::read(&content).map_err(|fault| anyhow!("{text}: {fault}"))?
        }
    };
    if !options.is_empty() {
        with_options(&mut read, &pairs(options)?).map_err(|fault| anyhow!("{fault}"))?;
    }
    Ok(read)
}

/// Columns and rows: `9`, `9x7`.
pub(crate) fn size(text: &str) -> Result<(usize, usize)> {
    let fault = || anyhow!("--size: expected a size like 9 or 9x7, found `{text}`");
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| fault());
    let (columns, rows) = text.split_once('x').unwrap_or((text, text));
    Ok((number(columns)?, number(rows)?))
}

/// The ruleset and komi of a game to be played; a komi given with KataGo's rules is theirs.
pub(crate) fn game(args: &GameArgs) -> Result<ReadRuleset> {
    let read = ruleset("--rules", args.rules.as_deref().unwrap_or("chinese"), &args.options)?;
    let komi = komi(args.komi.as_deref().unwrap_or("7.5"))?;
    Ok(ReadRuleset { komi: Some(read.komi.unwrap_or(komi)), ..read })
}

/// The komi that an option gives.
fn komi(text: &str) -> Result<Komi> {
    text.parse().map_err(|fault| anyhow!("--komi: {fault}"))
}

fn pairs(options: &[String]) -> Result<Vec<(String, String)>> {
    options
        .iter()
        .map(|option| match option.split_once('=') {
            Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
            None => bail!("--option: expected KEY=VALUE, found `{option}`"),
        })
        .collect()
}

fn split(names: &str) -> Vec<String> {
    names.split(',').map(str::to_owned).collect()
}

/// The points that an option names.
pub(crate) fn points(option: &str, names: &str, record: &Record) -> Result<Vec<Point>> {
    read_points(option, &split(names), &record.board).map_err(|fault| placed(Path::new(""), &fault))
}

/// What the options on the command line ask of a ruling on this record.
/// Life and death is proven within the budget, if one is given.
pub(crate) fn options(
    args: &RulingArgs,
    analysis: Option<(&AnalysisArgs, usize)>,
    record: &Record,
) -> Result<Options> {
    let asked = &args.asked;
    let rules = match (&asked.rules, &record.rules) {
        (Some(text), _) => Some(ruleset("--rules", text, &asked.options)?),
        (None, Some(own)) if !asked.options.is_empty() => {
            let mut own = own.clone();
            with_options(&mut own, &pairs(&asked.options)?).map_err(|fault| anyhow!("{fault}"))?;
            Some(own)
        }
        (None, None) if !asked.options.is_empty() => {
            bail!("--option: give the ruleset with --rules too")
        }
        (None, _) => None,
    };
    let komi = asked.komi.as_deref().map(komi).transpose()?;
    let cycles = match &args.cycles {
        Some(text) => Some(notice(text).ok_or_else(|| {
            anyhow!("--cycles: expected automatic, claim or a number from 2, found `{text}`")
        })?),
        None => None,
    };
    let dead = args.dead.as_deref().map(split);
    let analyst: Option<Arc<dyn Analyst>> = match analysis {
        Some((budget, records)) => Some(prover::of(budget, records)?),
        None => None,
    };
    Ok(Options { rules, komi, dead, at: args.at, passes: args.passes, cycles, analyst })
}
