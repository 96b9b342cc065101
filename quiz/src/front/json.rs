//! JSON that is safe to show. A text in it may be anything; what could move the cursor or deceive the
//! eye stands there as JSON can write it.

use super::line::harmful;
use std::fmt::Write;

/// The same document. Such characters stand inside strings alone, where `\\u` means the same.
pub(crate) fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if !harmful(c) {
            out.push(c);
            continue;
        }
        // Above U+FFFF a character is written as two.
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    #[test]
    fn what_could_deceive_is_escaped() {
        let text = json!({"a": "\u{9b}31m\u{7f}\u{202e}\u{61c}\u{2028}\u{e0041} ₹70"}).to_string();
        assert_eq!(escaped(&text), r#"{"a":"\u009b31m\u007f\u202e\u061c\u2028\udb40\udc41 ₹70"}"#);
    }

    proptest! {
        #[test]
        fn it_says_the_same(text in "\\PC*|[\u{0}-\u{ff}\u{2028}-\u{202e}\u{e0000}-\u{e007f}\"\\\\]*") {
            let document = json!({ text.clone(): [text] });
            for shown in [document.to_string(), format!("{document:#}")] {
                let safe = escaped(&shown);
                prop_assert!(!safe.contains(harmful));
                prop_assert_eq!(serde_json::from_str::<Value>(&safe).expect("JSON"), document.clone());
            }
        }
    }
}
