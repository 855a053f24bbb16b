//! Properties and their values as they stand in the file, with typed views on top.

use std::borrow::Cow;
use std::fmt;

use crate::text::{self, Kind};
use crate::tree::{Collection, Node, NodeId, PropertyRecord, ValueRecord};
use crate::{Area, Location, Size, Where};

/// One property of a node: an identifier and its values, in the order of the file.
#[derive(Clone, Copy)]
pub struct Property<'a> {
    collection: &'a Collection,
    node: NodeId,
    index: u32,
}

impl<'a> Property<'a> {
    pub(crate) fn new(collection: &'a Collection, node: NodeId, index: u32) -> Self {
        Property { collection, node, index }
    }

    fn record(&self) -> &'a PropertyRecord {
        &self.collection.properties[self.index as usize]
    }

    /// The node it belongs to.
    pub fn node(&self) -> Node<'a> {
        Node::new(self.collection, self.node)
    }

    /// The identifier as found, such as `B` or `Black`.
    pub fn found(&self) -> &'a str {
        self.collection.slice(self.record().identifier)
    }

    /// The identifier as the standard writes it today: `Black` is `B`, `GaMe` is `GM`.
    pub fn identifier(&self) -> Cow<'a, str> {
        capitals(self.found())
    }

    /// Whether the identifier is `identifier`, in whatever spelling.
    pub fn is(&self, identifier: &str) -> bool {
        let found = self.found();
        found == identifier || capitals(found) == identifier
    }

    /// The values, never none.
    pub fn values(&self) -> impl ExactSizeIterator<Item = Value<'a>> + use<'a> {
        let collection = self.collection;
        let PropertyRecord { first_value, value_count, .. } = *self.record();
        let values = first_value as usize..(first_value + value_count) as usize;
        collection.values[values].iter().map(move |&record| Value { collection, record })
    }

    /// The first value.
    pub fn value(&self) -> Value<'a> {
        let record = self.collection.values[self.record().first_value as usize];
        Value { collection: self.collection, record }
    }

    /// Where the identifier stands in the input; nothing for properties made here.
    pub fn location(&self) -> Option<Location> {
        self.collection.locate(self.record().identifier.start)
    }

    /// Whether no edition of the standard, `FF[1]` to `FF[4]`, knows the identifier.
    pub fn is_private(&self) -> bool {
        STANDARD.binary_search(&self.identifier().as_ref()).is_err()
    }
}

/// As it is written.
impl fmt::Display for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.found())?;
        self.values().try_for_each(|value| write!(f, "[{}]", value.raw()))
    }
}

impl fmt::Debug for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Property({self})")
    }
}

/// One value of a property.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    collection: &'a Collection,
    record: ValueRecord,
}

impl<'a> Value<'a> {
    /// What stands between the brackets, with its escapes.
    pub fn raw(&self) -> &'a str {
        self.collection.slice(self.record)
    }

    /// The value read as Text: escapes and soft line breaks taken out, line breaks as `\n`.
    pub fn text(&self) -> Cow<'a, str> {
        text::unescape(self.raw(), Kind::Text)
    }

    /// The value read as SimpleText: as [`text`](Self::text), line breaks as spaces.
    pub fn simple_text(&self) -> Cow<'a, str> {
        text::unescape(self.raw(), Kind::SimpleText)
    }

    /// The two halves of a composed value such as `aa:label`, read as SimpleText.
    pub fn composed(&self) -> Option<(Cow<'a, str>, Cow<'a, str>)> {
        let (left, right) = text::split_composed(self.raw())?;
        Some((text::unescape(left, Kind::SimpleText), text::unescape(right, Kind::SimpleText)))
    }

    /// The value read as a move on a board, blanks around it ignored.
    pub fn as_move(&self, size: Size) -> Option<Where> {
        size.read_move(self.simple_text().trim())
    }

    /// The value read as a point or a rectangle on a board, blanks around it ignored.
    pub fn as_area(&self, size: Size) -> Option<Area> {
        size.read_area(self.simple_text().trim())
    }

    /// Where its `[` stands in the input; nothing for values made here.
    pub fn location(&self) -> Option<Location> {
        self.collection.locate(self.record.start.saturating_sub(1))
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({})", self.raw())
    }
}

/// The capital letters and digits of an identifier that has lower-case letters too; any other
/// word as it is.
pub(crate) fn capitals(found: &str) -> Cow<'_, str> {
    let old = found.bytes().any(|b| b.is_ascii_lowercase())
        && found.bytes().any(|b| b.is_ascii_uppercase())
        && found.bytes().all(|b| b.is_ascii_alphanumeric());
    if old {
        Cow::Owned(found.chars().filter(|c| !c.is_ascii_lowercase()).collect())
    } else {
        Cow::Borrowed(found)
    }
}

/// The identifiers of `FF[1]` to `FF[4]`, sorted.
const STANDARD: [&str; 89] = [
    "AB", "AE", "AN", "AP", "AR", "AS", "AW", "B", "BL", "BM", "BR", "BS", "BT", "C", "CA", "CH",
    "CP", "CR", "DD", "DM", "DO", "DT", "EL", "EV", "EX", "FF", "FG", "GB", "GC", "GM", "GN", "GW",
    "HA", "HO", "ID", "IP", "IT", "IY", "KM", "KO", "L", "LB", "LN", "LT", "M", "MA", "MN", "N",
    "OB", "OM", "ON", "OP", "OT", "OV", "OW", "PB", "PC", "PL", "PM", "PW", "RE", "RG", "RO", "RU",
    "SC", "SE", "SI", "SL", "SO", "SQ", "ST", "SU", "SZ", "TB", "TC", "TE", "TM", "TR", "TW", "UC",
    "US", "V", "VW", "W", "WC", "WL", "WR", "WS", "WT",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_identifiers_are_sorted() {
        assert!(STANDARD.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn old_spellings_are_read_by_their_capitals() {
        for (found, read_as) in [
            ("GaMe", "GM"),
            ("SiZe", "SZ"),
            ("Black", "B"),
            ("B", "B"),
            ("A1", "A1"),
            ("b", "b"),
            ("B_x", "B_x"),
        ] {
            assert_eq!(capitals(found), read_as);
        }
    }
}
