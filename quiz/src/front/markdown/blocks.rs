//! What the text is made of: pulldown-cmark's events as a small tree.

use crate::front::line::{Style, clean};
use crate::front::wrap::Piece;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Lists and quotes deeper than this lie flat: nobody can read them, and a tree has to be walked.
const DEEPEST: usize = 8;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Block {
    Paragraph(Vec<Piece>),
    Heading(Vec<Piece>),
    Code(Vec<String>),
    List(List),
    Quote(Vec<Block>),
    Table(Table),
    Rule,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct List {
    /// The number of the first entry, if they have numbers.
    pub first: Option<u64>,
    pub entries: Vec<Vec<Block>>,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Table {
    pub head: Vec<Vec<Piece>>,
    pub rows: Vec<Vec<Vec<Piece>>>,
}

pub(super) fn read(text: &str, marks: bool) -> Vec<Block> {
    let mut reader = Reader { marks, open: vec![Frame::default()], ..Reader::default() };
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        reader.take(event);
    }
    while reader.open.len() > 1 {
        reader.close();
    }
    reader.end_paragraph();
    reader.open.pop().map(|frame| frame.blocks).unwrap_or_default()
}

/// A list, a quote or the whole text, while it is read.
#[derive(Default)]
struct Frame {
    /// `None` for a quote.
    list: Option<List>,
    blocks: Vec<Block>,
}

#[derive(Default)]
struct Reader {
    marks: bool,
    open: Vec<Frame>,
    /// Containers that lie flat.
    flat: usize,
    pieces: Vec<Piece>,
    strong: usize,
    emphasis: usize,
    links: Vec<Link>,
    code: Option<String>,
    table: Option<Table>,
    row: Vec<Vec<Piece>>,
}

struct Link {
    address: String,
    /// What had been read before it.
    from: usize,
}

impl Reader {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(end) => self.end(end),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.text(&text),
            },
            Event::Code(text) => {
                // A fence longer than any run of backticks in it, as the author had to write it.
                let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
                let fence = "`".repeat(longest + 1);
                let gap = if longest > 0 { " " } else { "" };
                self.piece(&format!("{fence}{gap}{text}{gap}{fence}"), Style::Code);
            }
            Event::SoftBreak => self.text(" "),
            Event::HardBreak => self.pieces.push(Piece::Break),
            Event::Rule => self.block(Block::Rule),
            Event::Html(text) => {
                for line in text.lines() {
                    self.text(line);
                    self.pieces.push(Piece::Break);
                }
            }
            Event::InlineHtml(text) | Event::InlineMath(text) | Event::DisplayMath(text) => self.text(&text),
            Event::FootnoteReference(name) => self.text(&format!("[{name}]")),
            Event::TaskListMarker(done) => self.text(if done { "[x] " } else { "[ ] " }),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph | Tag::Heading { .. } | Tag::HtmlBlock => self.end_paragraph(),
            Tag::List(first) => self.open(Some(List { first, entries: Vec::new() })),
            Tag::BlockQuote(_) => self.open(None),
            Tag::CodeBlock(_) => {
                self.end_paragraph();
                self.code = Some(String::new());
            }
            Tag::Emphasis => self.emphasise(Style::Emphasis, true),
            Tag::Strong => self.emphasise(Style::Strong, true),
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                self.links.push(Link { address: dest_url.into_string(), from: self.pieces.len() });
            }
            Tag::Table(_) => {
                self.end_paragraph();
                self.table = Some(Table::default());
            }
            _ => {}
        }
    }

    fn end(&mut self, end: TagEnd) {
        match end {
            TagEnd::Paragraph | TagEnd::HtmlBlock => self.end_paragraph(),
            TagEnd::Heading(_) => {
                let pieces = std::mem::take(&mut self.pieces);
                self.block(Block::Heading(pieces));
            }
            TagEnd::Item if self.flat == 0 => self.end_entry(),
            TagEnd::Item => self.end_paragraph(),
            TagEnd::List(_) | TagEnd::BlockQuote(_) if self.flat > 0 => {
                self.end_paragraph();
                self.flat -= 1;
            }
            TagEnd::List(_) | TagEnd::BlockQuote(_) => self.close(),
            TagEnd::CodeBlock => {
                let code = self.code.take().unwrap_or_default();
                self.block(Block::Code(code.lines().map(clean).collect()));
            }
            TagEnd::Emphasis => self.emphasise(Style::Emphasis, false),
            TagEnd::Strong => self.emphasise(Style::Strong, false),
            TagEnd::Link | TagEnd::Image => self.end_link(),
            TagEnd::TableCell => self.row.push(std::mem::take(&mut self.pieces)),
            TagEnd::TableHead | TagEnd::TableRow => {
                let row = std::mem::take(&mut self.row);
                match &mut self.table {
                    Some(table) if matches!(end, TagEnd::TableHead) => table.head = row,
                    Some(table) => table.rows.push(row),
                    None => {}
                }
            }
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    self.block(Block::Table(table));
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let style = match (self.strong, self.emphasis) {
            (0, 0) => Style::Plain,
            (0, _) => Style::Emphasis,
            _ => Style::Strong,
        };
        self.piece(text, style);
    }

    fn piece(&mut self, text: &str, style: Style) {
        self.pieces.push(Piece::text(text, style));
    }

    fn emphasise(&mut self, style: Style, begins: bool) {
        let (depth, mark) = match style {
            Style::Strong => (&mut self.strong, "**"),
            _ => (&mut self.emphasis, "*"),
        };
        *depth = if begins { *depth + 1 } else { depth.saturating_sub(1) };
        if self.marks {
            self.piece(mark, style);
        }
    }

    /// The address behind the words, unless it is the words.
    fn end_link(&mut self) {
        let Some(link) = self.links.pop() else { return };
        let words = self.pieces.get(link.from..).unwrap_or_default();
        let text = |piece: &Piece| match piece {
            Piece::Text(text, _) => text.clone(),
            Piece::Break => String::new(),
        };
        let words: String = words.iter().map(text).collect();
        let address = clean(&link.address);
        if !address.is_empty() && words != address && format!("mailto:{words}") != address {
            self.text(&format!(" ({address})"));
        }
    }

    fn block(&mut self, block: Block) {
        self.end_paragraph();
        if let Some(frame) = self.open.last_mut() {
            frame.blocks.push(block);
        }
    }

    /// Also ends the text of a list's entry, which need not be a paragraph.
    fn end_paragraph(&mut self) {
        let pieces = std::mem::take(&mut self.pieces);
        if let (false, Some(frame)) = (pieces.is_empty(), self.open.last_mut()) {
            frame.blocks.push(Block::Paragraph(pieces));
        }
    }

    fn open(&mut self, list: Option<List>) {
        self.end_paragraph();
        match self.open.len() {
            DEEPEST.. => self.flat += 1,
            _ => self.open.push(Frame { list, blocks: Vec::new() }),
        }
    }

    fn end_entry(&mut self) {
        self.end_paragraph();
        if let Some(Frame { list: Some(list), blocks }) = self.open.last_mut() {
            list.entries.push(std::mem::take(blocks));
        }
    }

    fn close(&mut self) {
        self.end_paragraph();
        if self.open.len() > 1
            && let Some(frame) = self.open.pop()
        {
            self.block(match frame.list {
                Some(list) => Block::List(list),
                None => Block::Quote(frame.blocks),
            });
        }
    }
}
