//! Our preprocessor: in this process, and as the command that a plain `mdbook build` starts.

use crate::fault::Fault;
use crate::theme;
use crate::transform;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use mdbook_preprocessor::book::{Book, BookItem};
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use std::io::{Read, Write};

/// Its name in `book.toml`; an in-process preprocessor of this name takes the place of the command.
pub const NAME: &str = "workbook";

/// Stands below every chapter. A theme of our own would have to follow each release of mdBook.
const LICENCE: &str = "\n\n<footer class=\"licence\">\nText: \
    <a href=\"https://creativecommons.org/licenses/by/4.0/\">CC BY 4.0</a>. \
    Code: MIT OR Apache-2.0.\n</footer>\n";

/// Expands `{{#trace …}}` and its kin. It runs before mdBook's `links`, so that a mistake's line
/// is the line in the chapter's file.
#[derive(Debug, Clone, Copy, Default)]
pub struct Workbook;

impl Preprocessor for Workbook {
    fn name(&self) -> &str {
        NAME
    }

    fn run(&self, context: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let root = context.root.parent().context("the book has no workspace above it")?;
        let workspace = Workspace::at(root);
        theme::write_generated(&workspace)?;
        let sources = context.root.join(&context.config.book.src);
        let shelf = transform::Shelf::default();
        let mut problems = Vec::new();
        book.for_each_mut(|item| {
            let BookItem::Chapter(chapter) = item else { return };
            let Some(path) = &chapter.source_path else { return };
            let file = workspace.shown(&sources.join(path));
            match transform::expand(&workspace, &shelf, &file, &chapter.content) {
                Ok(text) => chapter.content = text + LICENCE,
                Err(found) => problems.extend(found),
            }
        });
        if problems.is_empty() { Ok(book) } else { Err(Fault(problems).into()) }
    }

    fn supports_renderer(&self, renderer: &str) -> Result<bool> {
        Ok(supports(renderer))
    }
}

/// HTML is valid in all of these; "test" is what `mdbook test` calls itself.
pub fn supports(renderer: &str) -> bool {
    matches!(renderer, "html" | "markdown" | "test")
}

/// The protocol of mdBook: a context and a book as JSON come in, the book goes out.
pub fn serve_mdbook(input: impl Read, output: impl Write) -> Result<()> {
    let (context, book) = mdbook_preprocessor::parse_input(input)
        .context("this is not the JSON that mdBook 0.5 sends; `book preprocess` is for mdBook alone")?;
    let book = Workbook.run(&context, book)?;
    serde_json::to_writer(output, &book).context("cannot hand the book back to mdBook")
}
