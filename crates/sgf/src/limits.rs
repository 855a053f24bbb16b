//! How much a file may hold.

/// The most that [`parse_with`](crate::parse_with) takes before it refuses the file.
///
/// The defaults are far above any real collection; their purpose is that a hostile upload cannot
/// use up the memory.
///
/// ```
/// let limits = shinpan_sgf::Limits { nodes: 2, ..Default::default() };
/// let error = shinpan_sgf::parse_with(b"(;;B[aa];W[bb])", &limits).unwrap_err();
/// assert_eq!(error.to_string(), "1:9: expected at most 2 nodes, found more");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of input.
    pub bytes: usize,
    /// Nodes in all games together.
    pub nodes: usize,
    /// Parentheses open at the same time; `None` for any number, since nothing here recurses.
    pub depth: Option<usize>,
    /// Properties in all nodes together.
    pub properties: usize,
    /// Properties of one node.
    pub properties_per_node: usize,
    /// Values of all properties together.
    pub values: usize,
    /// Values of one property.
    pub values_per_property: usize,
    /// Bytes of one value, after decoding to UTF-8.
    pub value_bytes: usize,
    /// Repairs reported.
    pub repairs: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            bytes: 64 << 20,
            nodes: 2_000_000,
            depth: None,
            properties: 8_000_000,
            properties_per_node: 10_000,
            values: 16_000_000,
            values_per_property: 1_000_000,
            value_bytes: 16 << 20,
            repairs: 100_000,
        }
    }
}
