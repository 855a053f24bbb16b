//! From a collection back to text.

use std::borrow::Cow;

use crate::encoding::for_label;
use crate::tree::{Collection, Node, NodeId};
use crate::{Property, Value};

/// A node begins a new line when the line has this many bytes.
const WIDTH: usize = 70;

impl Collection {
    /// Writes all games, to be stored as UTF-8.
    ///
    /// Values stand as they were found, unknown ones too, with their escapes and soft line breaks;
    /// only the blanks between them change. A collection with any character beyond ASCII declares
    /// `CA[UTF-8]` in each game, whatever was declared before.
    ///
    /// ```
    /// let collection = shinpan_sgf::parse(b"(; KBX [a\\]b\\\\c]\n[two] )")?;
    /// assert_eq!(collection.to_sgf(), "(;KBX[a\\]b\\\\c][two])\n");
    /// # Ok::<(), shinpan_sgf::Error>(())
    /// ```
    pub fn to_sgf(&self) -> String {
        let mut writer = Writer { out: String::with_capacity(self.text.len()), line: 0 };
        let declare = !self.is_ascii();
        for &root in &self.roots {
            writer.game(Node::new(self, NodeId(root)), declare);
        }
        writer.out
    }

    fn is_ascii(&self) -> bool {
        self.text.is_ascii()
            || self.roots.iter().all(|&root| {
                let nodes = Node::new(self, NodeId(root)).descendants();
                nodes.flat_map(|node| node.properties()).all(|property| {
                    property.found().is_ascii() && property.values().all(|v| v.raw().is_ascii())
                })
            })
    }
}

struct Writer {
    out: String,
    /// Where the current line starts.
    line: usize,
}

impl Writer {
    fn break_line(&mut self) {
        self.out.push('\n');
        self.line = self.out.len();
    }

    fn game(&mut self, root: Node<'_>, declare: bool) {
        self.out.push('(');
        self.node(root, declare);
        let mut at = root;
        'tree: loop {
            if let Some(child) = at.first_child() {
                if at.branches() {
                    self.open();
                }
                at = child;
            } else {
                loop {
                    if at == root {
                        break 'tree;
                    }
                    let Some(parent) = at.parent() else { break 'tree };
                    if parent.branches() {
                        self.out.push(')');
                    }
                    if let Some(sibling) = at.next_sibling() {
                        self.open();
                        at = sibling;
                        break;
                    }
                    at = parent;
                }
            }
            self.node(at, false);
        }
        self.out.push(')');
        self.break_line();
    }

    fn open(&mut self) {
        self.break_line();
        self.out.push('(');
    }

    fn node(&mut self, node: Node<'_>, declare: bool) {
        if self.out.len() - self.line >= WIDTH {
            self.break_line();
        }
        self.out.push(';');
        let mut declared = false;
        for property in node.properties() {
            if declare && property.is("CA") {
                declared = true;
                self.charset(property);
            } else {
                self.property(property.found(), property.values().map(|value| value.raw()));
            }
        }
        if declare && !declared {
            self.property("CA", ["UTF-8"]);
        }
    }

    fn property<'a>(&mut self, identifier: &str, values: impl IntoIterator<Item = &'a str>) {
        self.out.push_str(identifier);
        for raw in values {
            self.out.push('[');
            self.out.push_str(raw);
            self.out.push(']');
        }
    }

    /// Keeps a declaration of UTF-8 in its own spelling, replaces any other.
    fn charset(&mut self, property: Property<'_>) {
        let names_utf8 = |value: Value<'_>| {
            let label: Cow<'_, str> = value.simple_text();
            for_label(label.trim()) == Some(encoding_rs::UTF_8)
        };
        if property.values().all(names_utf8) {
            self.property(property.found(), property.values().map(|value| value.raw()));
        } else {
            self.property(property.found(), ["UTF-8"]);
        }
    }
}

#[cfg(test)]
mod tests {
    fn rewritten(text: &str) -> String {
        crate::parse(text.as_bytes()).expect("readable").to_sgf()
    }

    #[test]
    fn trees_keep_their_shape() {
        for text in [
            "(;)\n",
            "(;A[];B[])\n",
            "(;A[]\n(;B[];C[])\n(;D[]))\n",
            "(;A[]\n(;B[]\n(;C[])\n(;D[];E[]))\n(;F[]))\n",
            "(;A[]\n(;B[])\n(;C[])\n(;D[]\n(;E[])\n(;F[])))\n(;G[])\n",
        ] {
            assert_eq!(rewritten(text), text);
        }
        assert_eq!(rewritten("(;A[](;B[](;C[])))"), "(;A[];B[];C[])\n");
    }

    #[test]
    fn long_lines_break_between_nodes() {
        let long = format!("(;{})", "B[aa];W[bb];".repeat(20).trim_end_matches(';'));
        let written = rewritten(&long);
        assert!(written.lines().all(|line| line.len() < super::WIDTH + 6), "{written}");
        assert_eq!(written.replace('\n', ""), long);
    }

    #[test]
    fn utf8_is_declared_where_it_is_needed() {
        for (text, expected) in [
            ("(;C[a])", "(;C[a])\n"),
            ("(;CA[GB2312]C[a])", "(;CA[GB2312]C[a])\n"),
            ("(;C[é])", "(;C[é]CA[UTF-8])\n"),
            ("(;CA[utf8]C[é])", "(;CA[utf8]C[é])\n"),
            ("(;GM[1]);(;C[é])", "(;GM[1]CA[UTF-8])\n(;C[é]CA[UTF-8])\n"),
        ] {
            assert_eq!(rewritten(text), expected);
        }
        let gbk = crate::parse(b"(;CA[GB2312]C[\xce\xa7])(;CA[x])").expect("readable");
        assert_eq!(gbk.to_sgf(), "(;CA[UTF-8]C[围])\n(;CA[UTF-8])\n");
    }
}
