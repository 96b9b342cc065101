//! What the repository cites is in the repository: ideas in `concepts.yaml`, real bugs in
//! `bugs.yaml`, and no path that leads out of the clone. (Banks are `cargo quiz check`'s.)

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use super::{House, files_below};

/// Its other fields are `cargo quiz check`'s.
#[derive(Deserialize)]
struct Concept {
    id: String,
    title: String,
    chapter: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bug {
    id: String,
    area: String,
    title: String,
    url: String,
    variants: BTreeSet<String>,
}

fn house() -> House {
    House::at(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap())
}

fn read(house: &House, path: &str) -> String {
    std::fs::read_to_string(house.root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn list<T: for<'a> Deserialize<'a>>(house: &House, path: &str) -> Vec<T> {
    serde_yaml::from_str(&read(house, path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Ids that stand once, with a title of one line.
fn assert_titled<'a>(file: &str, entries: impl Iterator<Item = (&'a str, &'a str)>) {
    let mut seen = BTreeSet::new();
    for (id, title) in entries {
        assert!(seen.insert(id), "{file}: `{id}` stands twice");
        let short = (1..=100).contains(&title.chars().count()) && !title.contains('\n');
        assert!(short, "{file}: the title of `{id}` needs one line of at most 100 characters");
    }
}

/// What `<!-- concepts: a, b -->` names, by chapter.
fn named_by_chapters(house: &House) -> BTreeMap<String, BTreeSet<String>> {
    let pages = files_below(&house.root().join("book/text")).unwrap();
    let pages = pages.iter().filter(|page| *page != Path::new("SUMMARY.md"));
    pages
        .map(|page| {
            let text = read(house, &format!("book/text/{}", page.display()));
            let named =
                text.lines().filter_map(|line| line.strip_prefix("<!-- concepts: ")?.strip_suffix(" -->"));
            let ids = named.flat_map(|ids| ids.split(", ")).map(str::to_owned).collect();
            (page.with_extension("").display().to_string(), ids)
        })
        .collect()
}

#[test]
fn chapters_name_the_concepts_that_they_teach() {
    let house = house();
    let concepts: Vec<Concept> = list(&house, "concepts.yaml");
    assert_titled("concepts.yaml", concepts.iter().map(|one| (one.id.as_str(), one.title.as_str())));
    for (chapter, named) in named_by_chapters(&house) {
        let page = format!("book/text/{chapter}.md");
        for id in &named {
            let known = concepts.iter().any(|concept| concept.id == *id);
            assert!(known, "{page} names the concept `{id}`: add it to concepts.yaml, or correct it");
        }
        for concept in concepts.iter().filter(|concept| concept.chapter == chapter) {
            let id = &concept.id;
            assert!(named.contains(id), "{page} teaches `{id}`: name it in `<!-- concepts: … -->`");
        }
    }
}

/// Address and name of each wrong variant that comes from a real bug.
fn cited_by_variants(house: &House) -> BTreeSet<(String, String)> {
    let mut cited = BTreeSet::new();
    for path in files_below(&house.root().join("solutions")).unwrap() {
        if path.parent().is_some_and(|folder| folder.ends_with("wrong")) {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let text = read(house, &format!("solutions/{}", path.display()));
            let urls = text.lines().take_while(|line| !line.is_empty());
            let urls = urls.filter_map(|line| line.strip_prefix("bug: "));
            cited.extend(urls.map(|url| (url.to_owned(), name.clone())));
        }
    }
    cited
}

#[test]
fn the_bugs_of_wrong_variants_are_listed_and_no_others() {
    let house = house();
    let bugs: Vec<Bug> = list(&house, "bugs.yaml");
    assert_titled("bugs.yaml", bugs.iter().map(|one| (one.id.as_str(), one.title.as_str())));
    assert!(bugs.iter().all(|bug| !bug.area.is_empty() && bug.url.starts_with("https://")));
    let listed: BTreeSet<(String, String)> = bugs
        .iter()
        .flat_map(|bug| bug.variants.iter().map(|variant| (bug.url.clone(), variant.clone())))
        .collect();
    let cited = cited_by_variants(&house);
    if let Some((url, variant)) = cited.difference(&listed).next() {
        panic!("the wrong variant {variant} cites {url}: bugs.yaml must list it with that variant");
    }
    let hidden = |exercise| !house.solution_folder(exercise).is_dir();
    if house.exercises().unwrap().iter().any(hidden) {
        println!("not checked: variants that bugs.yaml names, since some solutions are not here");
        return;
    }
    if let Some((url, variant)) = listed.difference(&cited).next() {
        panic!("bugs.yaml lists {variant} under {url}: no wrong variant of that name says `bug: {url}`");
    }
}

#[test]
fn no_file_leads_out_of_the_clone() {
    let house = house();
    let git = Command::new("git").args(["ls-files", "-z"]).current_dir(house.root()).output();
    let Some(git) = git.ok().filter(|git| git.status.success()) else {
        println!("not checked: paths out of the clone, since git does not list its files here");
        return;
    };
    // Put together here, or this file would be the first to be found.
    let outside = ["/work", "/root", "/tmp", "/home", "../shared"].map(|folder| format!("{folder}/"));
    for path in String::from_utf8_lossy(&git.stdout).split_terminator('\0') {
        // What is no text, or was deleted and not yet committed, says nothing.
        let Ok(text) = std::fs::read_to_string(house.root().join(path)) else { continue };
        for (number, line) in (1..).zip(text.lines()) {
            // `target/tmp/` is inside.
            let begins = |at: usize| !line[..at].ends_with(|before: char| before.is_alphanumeric());
            let found = outside.iter().find(|path| line.find(path.as_str()).is_some_and(begins));
            assert!(found.is_none(), "{path}:{number}: `{}` is a place on one machine", found.unwrap());
        }
    }
}
