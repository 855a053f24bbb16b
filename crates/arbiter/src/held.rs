//! Of what match a folder holds the games: `match.json` in it.

use std::fs::{File, TryLockError};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::PathBuf;

use serde_json::{Map, Value};

use crate::plan::Plan;

impl Plan {
    fn about(&self) -> PathBuf {
        self.folder.join("match.json")
    }

    /// What makes games those of one match: the programs, from what they begin, and how they are played. How many games,
    /// how many at the same time and what the Analysis may cost are not of it.
    fn terms(&self) -> Result<Map<String, Value>> {
        let opening = self.opening.opening().map_err(|fault| Error::other(fault.to_string()))?;
        let (_, events) = self.opening.done_again().map_err(Error::other)?;
        let mut terms = opening.as_object().cloned().unwrap_or_default();
        terms.remove("event");
        let acts: Vec<String> = events.into_iter().map(|event| event.act).collect();
        if !acts.is_empty() {
            terms.insert("acts".to_owned(), acts.into());
        }
        let [black, white] = self.commands.clone();
        terms.insert("black".to_owned(), black.into());
        terms.insert("white".to_owned(), white.into());
        if let Some(referee) = self.referee.clone() {
            terms.insert("referee".to_owned(), referee.into());
        }
        terms.insert("alternate".to_owned(), self.alternate.into());
        terms.insert("seconds".to_owned(), self.patience.as_secs_f64().into());
        terms.insert("max-moves".to_owned(), self.most_moves.into());
        Ok(terms)
    }

    /// Keeps others from the folder for as long as what is given is there; `None` where a folder cannot be locked.
    pub(crate) fn lock(&self) -> Result<Option<File>> {
        if !cfg!(unix) {
            return Ok(None);
        }
        let lock = File::open(&self.folder)?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(lock)),
            Err(TryLockError::WouldBlock) => {
                let why = format!("{}: another match is at work in it", self.folder.display());
                Err(Error::new(ErrorKind::ResourceBusy, why))
            }
            Err(TryLockError::Error(why)) => Err(why),
        }
    }

    /// Refuses a folder with games of another match, or of one that is not known.
    pub(crate) fn hold(&self) -> Result<()> {
        let refused = |why: String| Err(Error::new(ErrorKind::InvalidInput, why));
        let begun = match std::fs::read(self.about()) {
            Ok(content) => {
                serde_json::from_slice::<Map<String, Value>>(&content).map_err(|fault| {
                    Error::new(ErrorKind::InvalidData, format!("match.json: {fault}"))
                })?
            }
            Err(why) if why.kind() == ErrorKind::NotFound => {
                let journals = (1..=self.games).map(|number| self.file(number, "journal"));
                return match journals.chain([self.reports()]).find(|path| path.exists()) {
                    Some(path) => refused(format!(
                        "{}: expected `match.json` beside it, which says of what match it is, found none; another folder begins a new match",
                        path.file_name().unwrap_or_default().to_string_lossy()
                    )),
                    None => Ok(()),
                };
            }
            Err(why) => return Err(why),
        };
        let terms = self.terms()?;
        let told = |value: Option<&Value>| value.map_or("none".to_owned(), Value::to_string);
        let differ: Vec<String> = begun
            .keys()
            .chain(terms.keys().filter(|term| !begun.contains_key(*term)))
            .map(|term| (term, begun.get(term), terms.get(term)))
            .filter(|(_, begun, asked)| begun != asked)
            .map(|(term, begun, asked)| {
                format!("{term}: expected {}, found {}", told(begun), told(asked))
            })
            .collect();
        if differ.is_empty() {
            return Ok(());
        }
        refused(format!(
            "match.json: the match in this folder was begun otherwise; {}; another folder begins a new match",
            differ.join("; ")
        ))
    }

    /// Says of what match the folder is, before the first of its games begins. Games that begin at the same time may each
    /// say it: it is the same.
    pub(crate) fn tell(&self, number: usize) -> Result<()> {
        let path = self.about();
        if path.exists() {
            return Ok(());
        }
        let beside = self.folder.join(format!("match.json.{number}.part"));
        let mut file = File::create(&beside)?;
        let text = serde_json::to_string_pretty(&self.terms()?).map_err(Error::from)?;
        file.write_all(format!("{text}\n").as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    }
}
