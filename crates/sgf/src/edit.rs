//! Building and changing collections.

use std::borrow::Cow;

use crate::error::EditError;
use crate::property::capitals;
use crate::text::{escape, is_closed};
use crate::tree::{Collection, NONE, NodeId, PropertyRecord, Span};

/// A value to be written, before escaping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content<'a> {
    /// Text, or a word, number or point.
    Text(Cow<'a, str>),
    /// Two halves, such as a point and its label.
    Composed(Cow<'a, str>, Cow<'a, str>),
    /// A value with its escapes, as [`Value::raw`](crate::Value::raw) gives it.
    Raw(Cow<'a, str>),
}

impl<'a> From<&'a str> for Content<'a> {
    fn from(text: &'a str) -> Self {
        Content::Text(text.into())
    }
}

impl<'a> From<&'a String> for Content<'a> {
    fn from(text: &'a String) -> Self {
        Content::Text(text.into())
    }
}

impl From<String> for Content<'_> {
    fn from(text: String) -> Self {
        Content::Text(text.into())
    }
}

impl From<crate::Point> for Content<'_> {
    fn from(point: crate::Point) -> Self {
        Content::Text(point.to_string().into())
    }
}

impl From<crate::Where> for Content<'_> {
    fn from(at: crate::Where) -> Self {
        Content::Text(at.to_string().into())
    }
}

impl Collection {
    /// Adds a game after the others, and gives its root.
    pub fn add_game(&mut self) -> Result<NodeId, EditError> {
        self.push_node(NONE, NONE).map(NodeId)
    }

    /// Adds a node after `parent`, behind the children it has.
    pub fn add_child(&mut self, parent: NodeId) -> Result<NodeId, EditError> {
        self.check(parent)?;
        self.push_node(parent.0, NONE).map(NodeId)
    }

    /// Adds a property behind the others of the node, even if there is one of this name.
    pub fn add_property<'v, V: Into<Content<'v>>>(
        &mut self,
        node: NodeId,
        identifier: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Result<(), EditError> {
        self.check(node)?;
        let made = self.make(identifier, values)?;
        let last = self.property_indices(node).last();
        self.link(node, last.unwrap_or(NONE), made);
        Ok(())
    }

    /// Puts a property in the place of the first of this name, or behind the others if there is
    /// none, and removes the rest of the name.
    pub fn set_property<'v, V: Into<Content<'v>>>(
        &mut self,
        node: NodeId,
        identifier: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Result<(), EditError> {
        self.check(node)?;
        let made = self.make(identifier, values)?;
        let before = self
            .property_indices(node)
            .take_while(|&index| !self.named(index, identifier))
            .last()
            .unwrap_or(NONE);
        self.unlink(node, identifier);
        self.link(node, before, made);
        Ok(())
    }

    /// Removes all properties of this name from the node, and says whether there were any.
    pub fn remove_property(&mut self, node: NodeId, identifier: &str) -> Result<bool, EditError> {
        self.check(node)?;
        Ok(self.unlink(node, identifier))
    }

    fn check(&self, node: NodeId) -> Result<(), EditError> {
        let index = node.index();
        if index < self.nodes.len() { Ok(()) } else { Err(EditError::NoSuchNode { index }) }
    }

    fn named(&self, index: u32, identifier: &str) -> bool {
        capitals(self.slice(self.properties[index as usize].identifier)) == identifier
    }

    fn property_indices(&self, node: NodeId) -> impl Iterator<Item = u32> {
        let known = |index: u32| (index != NONE).then_some(index);
        std::iter::successors(known(self.nodes[node.index()].first_property), move |&index| {
            known(self.properties[index as usize].next)
        })
    }

    /// The link that leads to the property after `before`.
    fn link_after(&mut self, node: NodeId, before: u32) -> &mut u32 {
        match self.properties.get_mut(before as usize) {
            Some(before) => &mut before.next,
            None => &mut self.nodes[node.index()].first_property,
        }
    }

    fn link(&mut self, node: NodeId, before: u32, made: u32) {
        let after = std::mem::replace(self.link_after(node, before), made);
        self.properties[made as usize].next = after;
    }

    fn unlink(&mut self, node: NodeId, identifier: &str) -> bool {
        let mut found = false;
        let mut before = NONE;
        let mut at = self.nodes[node.index()].first_property;
        while at != NONE {
            let next = self.properties[at as usize].next;
            if self.named(at, identifier) {
                *self.link_after(node, before) = next;
                found = true;
            } else {
                before = at;
            }
            at = next;
        }
        found
    }

    /// Makes a property that no node has yet.
    fn make<'v, V: Into<Content<'v>>>(
        &mut self,
        identifier: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Result<u32, EditError> {
        if identifier.is_empty() || !identifier.bytes().all(|b| b.is_ascii_uppercase()) {
            return Err(EditError::BadIdentifier { found: identifier.to_owned() });
        }
        let (text, first) = (self.text.len(), self.values.len());
        let made = self.append(identifier, values);
        if made.is_err() {
            self.text.truncate(text);
            self.values.truncate(first);
        }
        made
    }

    fn append<'v, V: Into<Content<'v>>>(
        &mut self,
        identifier: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Result<u32, EditError> {
        let first_value = narrow(self.values.len())?;
        let start = self.text.len();
        self.text.push_str(identifier);
        let name = self.span_from(start)?;
        for value in values {
            let start = self.text.len();
            match value.into() {
                Content::Text(text) => escape(&text, false, &mut self.text),
                Content::Composed(left, right) => {
                    escape(&left, true, &mut self.text);
                    self.text.push(':');
                    escape(&right, true, &mut self.text);
                }
                Content::Raw(raw) if is_closed(&raw) => self.text.push_str(&raw),
                Content::Raw(raw) => {
                    return Err(EditError::BadRawValue { found: raw.into_owned() });
                }
            }
            let span = self.span_from(start)?;
            self.values.push(span);
        }
        let value_count = narrow(self.values.len())? - first_value;
        if value_count == 0 {
            return Err(EditError::NoValue { identifier: identifier.to_owned() });
        }
        let index = narrow(self.properties.len())?;
        let record = PropertyRecord { identifier: name, first_value, value_count, next: NONE };
        self.properties.push(record);
        Ok(index)
    }

    fn span_from(&self, start: usize) -> Result<Span, EditError> {
        let length = self.text.len() - start;
        narrow(self.text.len())?;
        Ok(Span { start: narrow(start)?, length: narrow(length)? })
    }
}

fn narrow(number: usize) -> Result<u32, EditError> {
    u32::try_from(number).ok().filter(|&n| n != NONE).ok_or(EditError::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(collection: &Collection) -> String {
        collection.to_sgf().replace('\n', "")
    }

    #[test]
    fn a_game_from_scratch() -> Result<(), EditError> {
        let mut collection = Collection::new();
        let root = collection.add_game()?;
        collection.add_property(root, "GM", ["1"])?;
        collection.add_property(root, "AB", [crate::Point { col: 0, row: 27 }])?;
        let first = collection.add_child(root)?;
        collection.add_property(first, "B", [crate::Where::Pass])?;
        let label = Content::Composed("aa".into(), "x:y]\\".into());
        collection.add_property(first, "LB", [label])?;
        let other = collection.add_child(root)?;
        collection.add_property(other, "C", [String::from("a:b]")])?;
        collection.add_property(other, "XX", [Content::Raw("a\\:b".into())])?;
        assert_eq!(
            written(&collection),
            "(;GM[1]AB[aB](;B[]LB[aa:x\\:y\\]\\\\])(;C[a:b\\]]XX[a\\:b]))"
        );
        assert_eq!(collection.node(first).and_then(|n| n.location()), None);
        Ok(())
    }

    #[test]
    fn setting_keeps_the_place_and_removes_doubles() -> Result<(), EditError> {
        let mut collection = crate::parse(b"(;GaMe[1]KM[6,5]SZ[9]KM[7.5]C[x])").expect("readable");
        let root = collection.games().next().expect("a game").root().id();
        collection.set_property(root, "KM", ["7"])?;
        assert_eq!(written(&collection), "(;GaMe[1]KM[7]SZ[9]C[x])");
        collection.set_property(root, "GM", ["1"])?;
        collection.set_property(root, "RU", ["Chinese"])?;
        assert_eq!(written(&collection), "(;GM[1]KM[7]SZ[9]C[x]RU[Chinese])");
        assert!(collection.remove_property(root, "C")?);
        assert!(!collection.remove_property(root, "C")?);
        assert!(collection.remove_property(root, "GM")?);
        assert!(collection.remove_property(root, "RU")?);
        assert_eq!(written(&collection), "(;KM[7]SZ[9])");
        Ok(())
    }

    #[test]
    fn what_would_not_be_readable_is_refused() -> Result<(), EditError> {
        let mut collection = Collection::new();
        let root = collection.add_game()?;
        for identifier in ["", "b", "A1", "Ä", "A B"] {
            let found = identifier.to_owned();
            let refused = collection.add_property(root, identifier, ["x"]);
            assert_eq!(refused, Err(EditError::BadIdentifier { found }));
        }
        for raw in ["]", "a\\"] {
            let found = raw.to_owned();
            let refused = collection.set_property(root, "C", [Content::Raw(raw.into())]);
            assert_eq!(refused, Err(EditError::BadRawValue { found }));
        }
        let none: [&str; 0] = [];
        let identifier = "AB".to_owned();
        let refused = collection.add_property(root, "AB", none);
        assert_eq!(refused, Err(EditError::NoValue { identifier }));
        let stranger = NodeId(7);
        assert_eq!(collection.add_child(stranger), Err(EditError::NoSuchNode { index: 7 }));
        assert_eq!(written(&collection), "(;)");
        Ok(())
    }
}
