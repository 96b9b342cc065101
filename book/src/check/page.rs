//! A built page, as the checks see it.

use super::tokens::{Tag, Token, tokens};
use std::collections::BTreeMap;

/// One HTML file below the build folder.
#[derive(Debug)]
pub(super) struct Page {
    /// From the build folder, with `/`.
    pub(super) name: String,
    pub(super) elements: Vec<Element>,
    /// How often each id occurs.
    pub(super) ids: BTreeMap<String, usize>,
}

/// A start tag and where it stands.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) tag: Tag,
    /// Indices of the elements around it, outermost first.
    pub(super) parents: Vec<usize>,
    /// All text inside it.
    pub(super) text: String,
}

impl Page {
    pub(super) fn parse(name: &str, html: &str) -> Page {
        let mut elements: Vec<Element> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for token in tokens(html) {
            match token {
                Token::Start(tag) => {
                    let empty = tag.empty;
                    elements.push(Element { tag, parents: open.clone(), text: String::new() });
                    if !empty {
                        open.push(elements.len() - 1);
                    }
                }
                Token::End(name) => {
                    // An end tag closes what stands open inside its element, as browsers do.
                    if let Some(depth) = open.iter().rposition(|&index| elements[index].tag.name == name) {
                        open.truncate(depth);
                    }
                }
                Token::Text(text) => {
                    for &index in &open {
                        elements[index].text.push_str(&text);
                    }
                }
            }
        }
        let mut ids = BTreeMap::new();
        for id in elements.iter().filter_map(|element| element.tag.get("id")) {
            *ids.entry(id.to_owned()).or_default() += 1;
        }
        Page { name: name.to_owned(), elements, ids }
    }

    /// Elements with this tag name, in order.
    pub(super) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.elements.iter().filter(move |element| element.tag.name == name)
    }

    /// Whether an element is part of the chapter rather than of mdBook's frame.
    pub(super) fn in_main(&self, element: &Element) -> bool {
        self.inside(element, |tag| tag.name == "main")
    }

    pub(super) fn inside(&self, element: &Element, wanted: impl Fn(&Tag) -> bool) -> bool {
        element.parents.iter().any(|&index| wanted(&self.elements[index].tag))
    }

    /// Whether it has an element directly inside with this tag name.
    pub(super) fn has_child(&self, index: usize, name: &str) -> bool {
        self.elements[index + 1..]
            .iter()
            .take_while(|element| element.parents.contains(&index))
            .any(|element| element.tag.name == name && element.parents.last() == Some(&index))
    }

    /// Position of the first element of the chapter with this class. What a question of a bank
    /// shows is part of the question.
    pub(super) fn first(&self, class: &str) -> Option<usize> {
        self.elements.iter().position(|element| {
            element.tag.has_class(class)
                && self.in_main(element)
                && !self.inside(element, |tag| tag.has_class("quiz"))
        })
    }
}
