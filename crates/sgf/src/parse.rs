//! From text to a collection.

use std::collections::HashSet;

use crate::Limits;
use crate::encoding::{Decoded, decode};
use crate::error::{Error, ErrorKind, Limit};
use crate::lexer::{Lexeme, Lexer, Token, find_game, is_blank};
use crate::location::Places;
use crate::property::capitals;
use crate::repair::{Repair, RepairKind};
use crate::tree::{Collection, NONE, PropertyRecord, Span};

/// Reads all games of a file, within the default [`Limits`].
///
/// ```
/// let collection = shinpan_sgf::parse(b"(;GM[1]SZ[9];B[ee];W[gc]")?;
/// assert_eq!(collection.node_count(), 3);
/// assert_eq!(
///     collection.repairs()[0].to_string(),
///     "1:25: missing \")\" at the end of the file, supplied"
/// );
/// # Ok::<(), shinpan_sgf::Error>(())
/// ```
pub fn parse(bytes: &[u8]) -> Result<Collection, Error> {
    parse_with(bytes, &Limits::default())
}

/// Reads all games of a file, within the given limits.
pub fn parse_with(bytes: &[u8], limits: &Limits) -> Result<Collection, Error> {
    // Places in the text are 32 bits wide, and decoding may treble the bytes.
    let most = limits.bytes.min(NONE as usize / 4);
    if bytes.len() > most {
        let what = ErrorKind::OverLimit { limit: Limit::Bytes, most };
        return Err(Error { at: None, what });
    }
    let Decoded { text, steps, encoding, repairs } = decode(bytes);
    let places = Places::new(steps, text.len());
    let repairs: Vec<_> =
        repairs.into_iter().map(|(offset, kind)| (places.text_at(&text, offset), kind)).collect();
    let collection = Collection { text: String::new(), places, encoding, ..Collection::new() };
    let mut parser = Parser {
        text: &text,
        limits,
        collection,
        repairs,
        spellings: HashSet::new(),
        names: Vec::new(),
        node: NONE,
        open: Vec::new(),
        word: None,
        property: NONE,
        state: State::Opened,
    };
    let outcome = parser.collection_of_games();
    let Parser { mut collection, mut repairs, .. } = parser;
    let at = |collection: &Collection, at| collection.places.locate(&text, at);
    if let Err((place, what)) = outcome {
        return Err(Error { at: at(&collection, place), what });
    }
    repairs.sort_by_key(|&(place, _)| place);
    collection.repairs = repairs
        .into_iter()
        .map(|(place, what)| Repair { at: at(&collection, place), what })
        .collect();
    collection.text = text;
    Ok(collection)
}

type Fault = (usize, ErrorKind);

struct Parser<'t> {
    text: &'t str,
    limits: &'t Limits,
    collection: Collection,
    /// With places in the text.
    repairs: Vec<(usize, RepairKind)>,
    /// Unusual identifiers that were reported.
    spellings: HashSet<&'t str>,
    /// The identifiers of the current node, to find doubles.
    names: Vec<&'t str>,
    /// The node that the next one follows.
    node: u32,
    /// For each open parenthesis, the node before it.
    open: Vec<u32>,
    /// A word that may turn out to be an identifier.
    word: Option<Lexeme>,
    /// The property that the next value belongs to.
    property: u32,
    state: State,
}

/// What a property or a node comes after.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    InNode,
    Opened,
    Closed,
}

impl<'t> Parser<'t> {
    fn collection_of_games(&mut self) -> Result<(), Fault> {
        let bytes = self.text.as_bytes();
        let mut from = 0;
        while let Some(start) = find_game(bytes, from) {
            self.skipped(from, start)?;
            from = self.game(start)?;
        }
        if self.collection.roots.is_empty() {
            let blank = bytes.iter().all(|&b| is_blank(b));
            let none = ErrorKind::NoGame { bytes: bytes.len() };
            return Err((0, if blank { ErrorKind::Empty } else { none }));
        }
        self.skipped(from, bytes.len())
    }

    fn repair(&mut self, at: usize, kind: RepairKind) -> Result<(), Fault> {
        self.within(Limit::Repairs, self.limits.repairs, self.repairs.len(), at)?;
        self.repairs.push((at, kind));
        Ok(())
    }

    /// Refuses one more than `most`.
    fn within(&self, limit: Limit, most: usize, count: usize, at: usize) -> Result<(), Fault> {
        if count < most { Ok(()) } else { Err((at, ErrorKind::OverLimit { limit, most })) }
    }

    /// Reports what stands outside the games.
    fn skipped(&mut self, from: usize, to: usize) -> Result<(), Fault> {
        let between = &self.text[from..to];
        let trimmed = between.trim_matches(|c: char| c <= ' ');
        if trimmed.is_empty() {
            return Ok(());
        }
        let at = from + between.find(trimmed).unwrap_or(0);
        let bytes = trimmed.len();
        let first = self.collection.roots.is_empty();
        let closes = trimmed.bytes().filter(|&b| b == b')').count();
        let only_closes = trimmed.bytes().all(|b| b == b')' || is_blank(b));
        self.repair(
            at,
            if first {
                RepairKind::TextBeforeGame { bytes }
            } else if only_closes {
                RepairKind::ExtraClose { count: closes }
            } else if to == self.text.len() {
                RepairKind::TextAfterGame { bytes }
            } else {
                RepairKind::TextBetweenGames { bytes }
            },
        )
    }

    /// Reads the game whose `(` is at `start`, and says where it ends.
    fn game(&mut self, start: usize) -> Result<usize, Fault> {
        self.node = NONE;
        self.property = NONE;
        self.state = State::Opened;
        let mut end = self.text.len();
        for lexeme in Lexer::new(self.text.as_bytes(), start) {
            match lexeme.token {
                Token::Value { closed } => self.value(lexeme, closed)?,
                Token::Word => {
                    self.end_word()?;
                    self.word = Some(lexeme);
                }
                Token::Semicolon => {
                    self.end_node()?;
                    if self.state == State::Closed {
                        self.repair(lexeme.start, RepairKind::NodeAfterVariation)?;
                    }
                    self.new_node(lexeme.start)?;
                }
                Token::Open => {
                    self.end_node()?;
                    if let Some(most) = self.limits.depth {
                        self.within(Limit::Depth, most, self.open.len(), lexeme.start)?;
                    }
                    self.open.push(self.node);
                    self.state = State::Opened;
                }
                Token::Close => {
                    self.end_node()?;
                    if self.state == State::Opened {
                        self.repair(lexeme.start, RepairKind::EmptyVariation)?;
                    }
                    self.node = self.open.pop().unwrap_or(NONE);
                    self.state = State::Closed;
                    if self.open.is_empty() {
                        end = lexeme.end;
                        break;
                    }
                }
                Token::StrayBracket => {
                    self.end_word()?;
                    self.repair(lexeme.start, RepairKind::StrayBracket)?;
                }
            }
        }
        self.end_node()?;
        if !self.open.is_empty() {
            let count = self.open.len();
            self.open.clear();
            self.repair(self.text.len(), RepairKind::MissingClose { count })?;
        }
        Ok(end)
    }

    fn new_node(&mut self, at: usize) -> Result<(), Fault> {
        self.within(Limit::Nodes, self.limits.nodes, self.collection.nodes.len(), at)?;
        self.node = self
            .collection
            .push_node(self.node, narrow(at))
            .map_err(|_| (at, ErrorKind::OverLimit { limit: Limit::Nodes, most: NONE as usize }))?;
        self.state = State::InNode;
        Ok(())
    }

    /// A word that no value followed is no identifier.
    fn end_word(&mut self) -> Result<(), Fault> {
        self.property = NONE;
        let Some(Lexeme { start, end, .. }) = self.word.take() else { return Ok(()) };
        let word = self.excerpt(start, end);
        self.repair(start, RepairKind::WordWithoutValue { word })
    }

    fn value(&mut self, lexeme: Lexeme, closed: bool) -> Result<(), Fault> {
        let Lexeme { start, end, .. } = lexeme;
        if let Some(word) = self.word.take() {
            self.new_property(word)?;
        }
        if !closed {
            self.repair(self.text.len(), RepairKind::MissingBracket)?;
        }
        if self.property == NONE {
            let raw = self.excerpt(start, end);
            return self.repair(start - 1, RepairKind::ValueWithoutIdentifier { raw });
        }
        let Limits { values, values_per_property, value_bytes, .. } = *self.limits;
        let in_property = self.collection.properties[self.property as usize].value_count as usize;
        self.within(Limit::Values, values, self.collection.values.len(), start)?;
        self.within(Limit::ValuesPerProperty, values_per_property, in_property, start)?;
        if end - start > value_bytes {
            let (limit, most) = (Limit::ValueBytes, value_bytes);
            return Err((start, ErrorKind::OverLimit { limit, most }));
        }
        self.collection.values.push(Span { start: narrow(start), length: narrow(end - start) });
        self.collection.properties[self.property as usize].value_count += 1;
        Ok(())
    }

    fn new_property(&mut self, word: Lexeme) -> Result<(), Fault> {
        let Lexeme { start, end, .. } = word;
        let count = self.collection.properties.len();
        let Limits { properties, properties_per_node, .. } = *self.limits;
        self.within(Limit::Properties, properties, count, start)?;
        self.within(Limit::PropertiesPerNode, properties_per_node, self.names.len(), start)?;
        if self.state != State::InNode {
            self.repair(start, RepairKind::MissingSemicolon)?;
            self.new_node(start)?;
        }
        let found = &self.text[start..end];
        self.unusual(found, start)?;
        let index = narrow(count);
        if self.names.is_empty() {
            self.collection.nodes[self.node as usize].first_property = index;
        } else {
            self.collection.properties[count - 1].next = index;
        }
        self.names.push(found);
        self.property = index;
        self.collection.properties.push(PropertyRecord {
            identifier: Span { start: narrow(start), length: narrow(end - start) },
            first_value: narrow(self.collection.values.len()),
            value_count: 0,
            next: NONE,
        });
        Ok(())
    }

    /// Reports identifiers that are not of capital letters and digits.
    fn unusual(&mut self, found: &'t str, at: usize) -> Result<(), Fault> {
        if found.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
            && !found.bytes().all(|b| b.is_ascii_digit())
        {
            return Ok(());
        }
        if !self.spellings.insert(found) {
            return Ok(());
        }
        let read_as = capitals(found);
        let kind = if read_as == found {
            RepairKind::OddIdentifier { found: self.excerpt(at, at + found.len()) }
        } else {
            let found = self.excerpt(at, at + found.len());
            RepairKind::Respelled { found, read_as: read_as.into_owned() }
        };
        self.repair(at, kind)
    }

    /// Ends the properties of the current node, and reports doubles among them.
    fn end_node(&mut self) -> Result<(), Fault> {
        self.end_word()?;
        let names = std::mem::take(&mut self.names);
        if names.len() > 1 {
            self.doubles(&names)?;
        }
        self.names = names;
        self.names.clear();
        Ok(())
    }

    fn doubles(&mut self, names: &[&str]) -> Result<(), Fault> {
        let mut doubled = Vec::new();
        if names.len() <= 8 {
            for (i, name) in names.iter().enumerate() {
                let same = |other: &&str| other == name || capitals(other) == capitals(name);
                if names[..i].iter().any(same) {
                    doubled.push(i);
                }
            }
        } else {
            let mut seen = HashSet::new();
            doubled.extend((0..names.len()).filter(|&i| !seen.insert(capitals(names[i]))));
        }
        let first = self.collection.properties.len() - names.len();
        for i in doubled {
            let start = self.collection.properties[first + i].identifier.start as usize;
            let identifier = capitals(names[i]).into_owned();
            self.repair(start, RepairKind::Doubled { identifier })?;
        }
        Ok(())
    }

    /// A part of the text for a report, not too long.
    fn excerpt(&self, start: usize, end: usize) -> String {
        self.text[start..end].chars().take(60).collect()
    }
}

/// The text is shorter than `u32::MAX`, which `parse_with` has checked.
fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(NONE)
}
