use super::*;
use crate::scratch::Scratch;

fn module(name: &str, files: &[(&str, &str)]) -> Module {
    let files = files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
    Module { name: name.to_owned(), files }
}

#[test]
fn modules_are_written_with_the_list_that_includes_them() {
    let scratch = Scratch::new(&[]);
    let folder = scratch.path("target/proof/x");
    let idle = module("give-up", &[("src/lib.rs", "pub mod a;\n"), ("src/a/b.rs", "// b\n")]);
    write(&folder, &[module("reference", &[("src/lib.rs", "")]), idle]).unwrap();
    assert_eq!(scratch.read("target/proof/x/give_up/a/b.rs"), "// b\n");
    let list = scratch.read("target/proof/x/variants.rs").replace(&folder.display().to_string(), "…");
    insta::assert_snapshot!(list);
}

#[test]
fn what_is_right_already_is_not_touched_and_what_is_gone_goes() {
    let scratch = Scratch::new(&[]);
    let folder = scratch.path("proof");
    let first = [module("a", &[("src/lib.rs", "1"), ("src/x.rs", "x")]), module("b", &[("src/lib.rs", "2")])];
    write(&folder, &first).unwrap();
    // Nothing may be written here any more: a write would fail or change the time.
    let time = |path: &str| fs::metadata(folder.join(path)).unwrap().modified().unwrap();
    let before = (time("a/lib.rs"), time("variants.rs"));
    write(&folder, &first).unwrap();
    assert_eq!((time("a/lib.rs"), time("variants.rs")), before);
    write(&folder, &[module("a", &[("src/lib.rs", "1")])]).unwrap();
    assert!(!folder.join("a/x.rs").exists() && !folder.join("b").exists());
    assert!(!scratch.read("proof/variants.rs").contains("mod b"));
}

#[test]
fn sources_have_unix_line_ends_and_a_lib() {
    let scratch =
        Scratch::new(&[("s/src/lib.rs", "a\r\nb\r\n"), ("s/src/notes.txt", "no"), ("t/src/a.rs", "")]);
    let files = sources(&scratch.house(), &scratch.path("s")).unwrap();
    assert_eq!(files, Files::from([("src/lib.rs".to_owned(), "a\nb\n".to_owned())]));
    let stop = sources(&scratch.house(), &scratch.path("t")).unwrap_err();
    assert_eq!(stop, Stop::Input("t has no src/lib.rs\n".into()));
}
