//! Names that must be unique among all files: banks, and the keys that questions had before.

use crate::bank::Problem;
use crate::bank::load::Loaded;
use crate::bank::locate::{Target, way};
use std::collections::BTreeMap;

pub(in crate::bank) fn unique_names(files: &[Loaded], problems: &mut Vec<Problem>) {
    let mut owners: BTreeMap<&str, &Loaded> = BTreeMap::new();
    for file in files.iter().filter(|file| !file.bank.id.is_empty()) {
        if let Some(owner) = owners.get(file.bank.id.as_str()) {
            let line = owner.page.place(&way!["bank"], Target::Value).line;
            let message =
                format!("the bank id `{}` is taken: {}:{line} has it", file.bank.id, owner.page.file);
            problems.push(file.page.problem(&way!["bank"], Target::Value, message, "choose another `bank:`"));
        } else {
            owners.insert(&file.bank.id, file);
        }
    }
    old_keys(files, problems);
}

fn old_keys(files: &[Loaded], problems: &mut Vec<Problem>) {
    let alive = files.iter().flat_map(|file| &file.bank.items).map(|item| item.key.as_str());
    let retired = files.iter().flat_map(|file| &file.bank.retired).map(String::as_str);
    let mut taken: BTreeMap<&str, &str> =
        alive.map(|key| (key, "is asked now")).chain(retired.map(|key| (key, "is retired"))).collect();
    for file in files {
        for (item, index) in file.bank.items.iter().zip(&file.indexes) {
            for (n, old) in item.was.iter().enumerate() {
                if let Some(how) = taken.insert(old, "is claimed by another question") {
                    let message = format!("`{old}` cannot be what this question was: it {how}");
                    let help = "one history has one heir; delete it here or there";
                    let at = way!["items", *index, "was", n];
                    problems.push(file.page.problem(&at, Target::Value, message, help));
                }
            }
        }
    }
}
