//! Pages of Markdown: the heading, the fenced cases, and the text around them.

/// A fenced case of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Block<'a> {
    /// What follows the word `case` on the fence.
    pub(crate) name: &'a str,
    /// The line of the fence, from 1.
    pub(crate) line: usize,
    /// The lines between the fences.
    pub(crate) lines: Vec<&'a str>,
    /// The text since the heading or since the block before.
    pub(crate) prose: String,
    /// Whether the page ends before the block does.
    pub(crate) open: bool,
}

/// A page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Page<'a> {
    /// Its first heading.
    pub(crate) title: &'a str,
    pub(crate) blocks: Vec<Block<'a>>,
    /// The text after the last block.
    pub(crate) rest: String,
}

/// Takes a page apart. Fenced blocks that are no cases are text.
pub(crate) fn page(text: &str) -> Page<'_> {
    let mut page = Page { title: "", blocks: Vec::new(), rest: String::new() };
    let mut prose = Vec::new();
    // The fence that closes a block which is no case.
    let mut other: Option<&str> = None;
    let mut lines = text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let trimmed = line.trim();
        if let Some(fence) = other {
            if trimmed == fence {
                other = None;
            }
            prose.push(line);
            continue;
        }
        if let Some(name) = case_name(trimmed) {
            let mut block = Block {
                name,
                line: index + 1,
                lines: Vec::new(),
                prose: paragraphs(&prose),
                open: true,
            };
            prose.clear();
            for (_, line) in lines.by_ref() {
                if line.trim() == "```" {
                    block.open = false;
                    break;
                }
                block.lines.push(line);
            }
            page.blocks.push(block);
            continue;
        }
        let fence_length = trimmed.bytes().take_while(|&byte| byte == b'`').count();
        if fence_length >= 3 {
            other = trimmed.get(..fence_length);
        }
        match trimmed.strip_prefix("# ") {
            Some(title) if page.title.is_empty() => page.title = title.trim(),
            _ => prose.push(line),
        }
    }
    page.rest = paragraphs(&prose);
    page
}

/// The name on a fence that opens a case.
fn case_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("```case")?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

fn paragraphs(lines: &[&str]) -> String {
    lines.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_taken_apart() {
        let text = "# Title\n\nIntro.\n\n```text\n```case no\n```\n```case one\nrules kee\n```\n\
                    More.\n```case two\nboard 2x2\n";
        let page = page(text);
        assert_eq!(page.title, "Title");
        let [one, two] = page.blocks.as_slice() else { panic!("{page:?}") };
        assert_eq!((one.name, one.line, one.open), ("one", 8, false));
        assert_eq!(one.prose, "Intro.\n\n```text\n```case no\n```");
        assert_eq!((two.name, two.line, two.open, two.prose.as_str()), ("two", 12, true, "More."));
        assert_eq!(two.lines, ["board 2x2"]);
    }
}
