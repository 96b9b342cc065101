//! Which entries were taken back: one pure function of the undos that there are.

use super::note::{Note, What};
use std::collections::{HashMap, HashSet};

/// The ids of all entries that count for nothing, given all notes of the log in any order.
///
/// An undo that is taken back itself takes nothing back. One whose entry is not there is harmless,
/// and comes into force when a merge brings the entry. Undos that take back one another in a ring,
/// which no program writes, do nothing.
pub(super) fn taken_back(notes: &[Note]) -> HashSet<String> {
    let undos: Vec<(&str, &str)> = notes
        .iter()
        .filter_map(|note| match &note.what {
            What::Undo { of } => Some((note.id.as_str(), of.as_str())),
            _ => None,
        })
        .collect();
    let mut by_id: HashMap<&str, Vec<usize>> = HashMap::new();
    for (undo, (id, _)) in undos.iter().enumerate() {
        by_id.entry(id).or_default().push(undo);
    }
    // How many undos of this undo are not decided yet.
    let mut open = vec![0usize; undos.len()];
    for target in undos.iter().filter_map(|(_, of)| by_id.get(of)).flatten() {
        open[*target] += 1;
    }
    let mut gone: HashSet<&str> = HashSet::new();
    let mut in_force: Vec<Option<bool>> = vec![None; undos.len()];
    // From those that nothing takes back, inwards.
    let mut ready: Vec<usize> = (0..undos.len()).filter(|undo| open[*undo] == 0).collect();
    while let Some(undo) = ready.pop() {
        let (id, of) = undos[undo];
        if in_force[undo].is_some() {
            continue;
        }
        let counts = !gone.contains(id);
        in_force[undo] = Some(counts);
        if counts {
            gone.insert(of);
        }
        for target in by_id.get(of).into_iter().flatten() {
            open[*target] -= 1;
            if counts || open[*target] == 0 {
                ready.push(*target);
            }
        }
    }
    gone.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Moment;
    use proptest::prelude::*;

    fn undo(id: &str, of: &str) -> Note {
        let at = Moment { utc_ms: 0, offset_min: 0 };
        Note { id: id.to_owned(), at, day: at.study_day(), what: What::Undo { of: of.to_owned() } }
    }

    fn gone(undos: &[(&str, &str)]) -> Vec<String> {
        let notes: Vec<Note> = undos.iter().map(|(id, of)| undo(id, of)).collect();
        let mut gone: Vec<String> = taken_back(&notes).into_iter().collect();
        gone.sort();
        gone
    }

    #[test]
    fn an_undo_of_an_undo_brings_back() {
        assert_eq!(gone(&[("u", "answer")]), ["answer"]);
        assert_eq!(gone(&[("u", "answer"), ("v", "u")]), ["u"]);
        assert_eq!(gone(&[("u", "answer"), ("v", "u"), ("w", "v")]), ["answer", "v"]);
        // Two undos of one entry: it takes two redos.
        assert_eq!(gone(&[("u", "answer"), ("v", "answer"), ("w", "u")]), ["answer", "u"]);
    }

    #[test]
    fn a_ring_does_nothing_unless_somebody_breaks_it() {
        assert_eq!(gone(&[("u", "u")]), [""; 0]);
        assert_eq!(gone(&[("u", "v"), ("v", "u"), ("v", "answer")]), [""; 0]);
        assert_eq!(gone(&[("u", "v"), ("v", "u"), ("w", "u")]), ["u"]);
    }

    proptest! {
        #[test]
        fn the_order_of_undos_makes_no_difference(
            undos in prop::collection::vec((0u8..8, 0u8..8), 0..12),
            turn in 0usize..12,
        ) {
            let notes = |undos: &[(u8, u8)]| -> Vec<Note> {
                undos.iter().map(|(id, of)| undo(&id.to_string(), &of.to_string())).collect()
            };
            let mut turned = undos.clone();
            turned.reverse();
            let by = turn.min(turned.len());
            turned.rotate_left(by);
            prop_assert_eq!(taken_back(&notes(&undos)), taken_back(&notes(&turned)));
        }
    }
}
