//! Whether two texts mean the same, and how much they differ, as any reader of YAML sees them.

use super::broken_at;
use serde_yaml::Value;

/// The document, if the text is one.
pub(super) fn document(text: &str) -> Option<Value> {
    serde_yaml::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).ok()
}

/// In how many things two documents differ: a scalar, a key, an entry more or less. `None` if one of
/// them is no document.
pub(super) fn differences_of(before: &str, after: &str) -> Option<usize> {
    Some(differences(&document(before)?, &document(after)?))
}

/// Whether the text is a document, or stops being one behind this line only.
pub(super) fn is_readable_beyond(text: &str, line: u32) -> bool {
    broken_at(text).is_none_or(|broken| broken > line)
}

fn differences(before: &Value, after: &Value) -> usize {
    match (before, after) {
        _ if before == after => 0,
        (Value::Sequence(before), Value::Sequence(after)) => in_order(before, after, differences),
        (Value::Mapping(before), Value::Mapping(after)) => {
            let pairs = |map: &serde_yaml::Mapping| {
                map.iter().map(|(k, v)| (k.clone(), v.clone())).collect::<Vec<_>>()
            };
            in_order(&pairs(before), &pairs(after), |(key, value), (other_key, other)| {
                usize::from(key != other_key) + differences(value, other)
            })
        }
        _ => 1,
    }
}

/// Entries one by one; where one list is longer by one, the odd one counts as one difference.
fn in_order<T: PartialEq>(before: &[T], after: &[T], differences: impl Fn(&T, &T) -> usize) -> usize {
    let pairs = before.iter().zip(after);
    match before.len().abs_diff(after.len()) {
        0 => pairs.map(|(before, after)| differences(before, after)).sum(),
        1 => {
            let same = pairs.take_while(|(before, after)| before == after).count();
            let (before, after) = (&before[same..], &after[same..]);
            let (longer, shorter) =
                if before.len() > after.len() { (before, after) } else { (after, before) };
            if longer[1..] == *shorter { 1 } else { usize::MAX / 2 }
        }
        _ => usize::MAX / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_one_thing() {
        for (before, after) in [
            ("a: 1", "a: \"1\""),
            ("{a: 1, b: [2]}", "{a: 1, c: [2]}"),
            ("[a, b, c]", "[a, c]"),
            ("{a: 1}", "{schema: 1, a: 1}"),
            ("{a: {b: 1}, c: 2}", "{a: {b: 3}, c: 2}"),
        ] {
            assert_eq!(differences_of(before, after), Some(1), "{before} {after}");
        }
        for (before, after) in [
            ("a: 1", "a: 1"),
            ("{a: 1, b: 2}", "{a: 2, b: 1}"),
            ("[a, b, c]", "[a]"),
            ("[a, b, c]", "[a, x]"),
            ("{a: 1}", "{b: 2}"),
            ("a: [", "a: 1"),
        ] {
            assert_ne!(differences_of(before, after), Some(1), "{before} {after}");
        }
    }
}
