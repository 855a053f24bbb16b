//! A collection of games as flat lists of nodes, properties and values.
//!
//! Nodes know their neighbours by index, so nothing here recurses, however deep the tree.

use std::fmt;

use crate::error::EditError;
use crate::location::Places;
use crate::property::Property;
use crate::{Encoding, Game, How, Location, Repair};

/// No node, or no property.
pub(crate) const NONE: u32 = u32::MAX;

/// A part of the collection's text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) length: u32,
}

pub(crate) type ValueRecord = Span;

#[derive(Clone, Copy, Debug)]
pub(crate) struct PropertyRecord {
    pub(crate) identifier: Span,
    pub(crate) first_value: u32,
    pub(crate) value_count: u32,
    /// The next property of the same node.
    pub(crate) next: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeRecord {
    pub(crate) parent: u32,
    pub(crate) first_child: u32,
    pub(crate) last_child: u32,
    pub(crate) next_sibling: u32,
    pub(crate) first_property: u32,
    /// Where its `;` stands in the text.
    pub(crate) start: u32,
}

/// Names a node of one collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The number of the node, from 0, in the order of the file.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// All games of a file, with everything that stands in them.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The decoded input, then whatever was added since.
    pub(crate) text: String,
    pub(crate) places: Places,
    pub(crate) nodes: Vec<NodeRecord>,
    pub(crate) properties: Vec<PropertyRecord>,
    pub(crate) values: Vec<ValueRecord>,
    pub(crate) roots: Vec<u32>,
    pub(crate) encoding: Encoding,
    pub(crate) repairs: Vec<Repair>,
}

impl Default for Collection {
    fn default() -> Self {
        Collection::new()
    }
}

impl Collection {
    /// A collection without games, to be filled.
    pub fn new() -> Self {
        Collection {
            text: String::new(),
            places: Places::default(),
            nodes: Vec::new(),
            properties: Vec::new(),
            values: Vec::new(),
            roots: Vec::new(),
            encoding: Encoding { name: "UTF-8", how: How::Utf8 },
            repairs: Vec::new(),
        }
    }

    /// The games, in the order of the file.
    pub fn games(&self) -> impl ExactSizeIterator<Item = Game<'_>> {
        self.roots.iter().map(|&root| Game::new(Node::new(self, NodeId(root))))
    }

    /// The game with this number, from 0.
    pub fn game(&self, index: usize) -> Option<Game<'_>> {
        self.games().nth(index)
    }

    /// The node with this id; nothing if the id is another collection's.
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        (id.index() < self.nodes.len()).then(|| Node::new(self, id))
    }

    /// How many nodes all games have together.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// What the reader put right, in the order of the file.
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// How the bytes were read.
    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    pub(crate) fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..][..span.length as usize]
    }

    pub(crate) fn locate(&self, start: u32) -> Option<Location> {
        let start = start as usize;
        if start < self.places.length { self.places.locate(&self.text, start) } else { None }
    }

    /// Puts a new node last among the children of `parent`.
    pub(crate) fn push_node(&mut self, parent: u32, start: u32) -> Result<u32, EditError> {
        let id = u32::try_from(self.nodes.len()).ok().filter(|&id| id != NONE);
        let id = id.ok_or(EditError::TooLarge)?;
        self.nodes.push(NodeRecord {
            parent,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            first_property: NONE,
            start,
        });
        if parent == NONE {
            self.roots.push(id);
            return Ok(id);
        }
        let elder = std::mem::replace(&mut self.nodes[parent as usize].last_child, id);
        if elder == NONE {
            self.nodes[parent as usize].first_child = id;
        } else {
            self.nodes[elder as usize].next_sibling = id;
        }
        Ok(id)
    }
}

/// A node of a collection.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    collection: &'a Collection,
    id: NodeId,
}

impl<'a> Node<'a> {
    pub(crate) fn new(collection: &'a Collection, id: NodeId) -> Self {
        Node { collection, id }
    }

    fn record(&self) -> &'a NodeRecord {
        &self.collection.nodes[self.id.index()]
    }

    fn other(&self, id: u32) -> Option<Node<'a>> {
        (id != NONE).then(|| Node::new(self.collection, NodeId(id)))
    }

    /// Its name in the collection.
    pub fn id(&self) -> NodeId {
        self.id
    }

    /// The node before it; nothing for the root of a game.
    pub fn parent(&self) -> Option<Node<'a>> {
        self.other(self.record().parent)
    }

    /// The first of the nodes that may follow.
    pub fn first_child(&self) -> Option<Node<'a>> {
        self.other(self.record().first_child)
    }

    /// The next of the nodes with the same parent.
    pub fn next_sibling(&self) -> Option<Node<'a>> {
        self.other(self.record().next_sibling)
    }

    /// The nodes that may follow, the main one first.
    pub fn children(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        std::iter::successors(self.first_child(), Node::next_sibling)
    }

    /// Whether several nodes may follow.
    pub fn branches(&self) -> bool {
        self.record().first_child != self.record().last_child
    }

    /// The properties, in the order of the file.
    pub fn properties(&self) -> impl Iterator<Item = Property<'a>> + use<'a> {
        let Node { collection, id } = *self;
        let mut next = self.record().first_property;
        std::iter::from_fn(move || {
            let index = next;
            next = collection.properties.get(index as usize)?.next;
            Some(Property::new(collection, id, index))
        })
    }

    /// The first property with this identifier, in whatever spelling.
    pub fn property(&self, identifier: &str) -> Option<Property<'a>> {
        self.properties().find(|property| property.is(identifier))
    }

    /// Where its `;` stands in the input; nothing for nodes made here.
    pub fn location(&self) -> Option<Location> {
        self.collection.locate(self.record().start)
    }

    /// The node and all below it, parents before children and variations in order.
    pub fn descendants(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        let top = self.id;
        std::iter::successors(Some(*self), move |node| {
            node.first_child().or_else(|| {
                let mut at = *node;
                while at.id != top {
                    if let Some(sibling) = at.next_sibling() {
                        return Some(sibling);
                    }
                    at = at.parent()?;
                }
                None
            })
        })
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && std::ptr::eq(self.collection, other.collection)
    }
}

impl Eq for Node<'_> {}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Node({}, ;", self.id.0)?;
        self.properties().try_for_each(|property| write!(f, "{property}"))?;
        f.write_str(")")
    }
}
