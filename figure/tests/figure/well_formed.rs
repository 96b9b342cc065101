//! A small check that a fragment is XML: tags balance, attributes are quoted, identifiers are
//! unique. It knows what figures write and no more.

use std::collections::BTreeSet;

/// What is wrong with `fragment`, if something is.
pub(crate) fn fault(fragment: &str) -> Option<String> {
    if fragment.lines().any(|line| line.trim().is_empty()) {
        return Some("a blank line".to_owned());
    }
    let (mut open, mut ids, mut rest) = (Vec::new(), BTreeSet::new(), fragment);
    while let Some(start) = rest.find('<') {
        if rest[..start].contains('>') {
            return Some(format!("a bare > in `{}`", &rest[..start]));
        }
        let Some(length) = rest[start..].find('>') else { return Some("a tag without end".to_owned()) };
        let tag = &rest[start + 1..start + length];
        rest = &rest[start + length + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Some(format!("</{name}> closes nothing"));
            }
            continue;
        }
        let (body, empty) = tag.strip_suffix('/').map_or((tag, false), |body| (body, true));
        let (name, attributes) = body.split_once(' ').unwrap_or((body, ""));
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Some(format!("<{tag}> is no tag"));
        }
        match attribute_fault(attributes, &mut ids) {
            Some(fault) => return Some(format!("{fault} in <{tag}>")),
            None if !empty => open.push(name),
            None => {}
        }
    }
    let loose = rest.contains('>') || fragment.split('&').skip(1).any(|after| !is_entity(after));
    if loose {
        Some("a bare > or &".to_owned())
    } else {
        open.pop().map(|name| format!("<{name}> stays open"))
    }
}

fn attribute_fault<'a>(mut attributes: &'a str, ids: &mut BTreeSet<&'a str>) -> Option<String> {
    let mut names = BTreeSet::new();
    while !attributes.trim().is_empty() {
        let Some((name, after)) = attributes.trim_start().split_once("=\"") else {
            return Some(format!("`{attributes}` is not quoted"));
        };
        let Some((value, after)) = after.split_once('"') else { return Some(format!("{name} does not end")) };
        if value.contains('<') || !names.insert(name) || (name == "id" && !ids.insert(value)) {
            return Some(format!("{name}=\"{value}\" is unsafe or there twice"));
        }
        attributes = after;
    }
    None
}

fn is_entity(after: &str) -> bool {
    ["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|entity| after.starts_with(entity))
}

#[test]
fn the_check_finds_each_fault() {
    assert_eq!(fault("<g id=\"a\"><path d=\"M0 0\"/>\n<text>a &amp; b</text></g>"), None);
    let broken = [
        "<g>",
        "</g>",
        "<g></p>",
        "<g\n\n/>",
        "<g a=b/>",
        "<g a=\"1\" a=\"2\"/>",
        "<g id=\"a\"/><g id=\"a\"/>",
        "a & b",
        "<p>1 > 0</p>",
        "<g a=\"<\"/>",
        "<p>1 < 0</p>",
    ];
    for fragment in broken {
        assert!(fault(fragment).is_some(), "{fragment} passes");
    }
}
