//! Rupees for people, paise for the machine.
//!
//! Money is an `i64` number of paise everywhere in code and in the databases; only text that a
//! person reads or writes says ₹.

/// `10_000` paise as `₹100`, `-3_050` as `-₹30.50`.
pub fn rupees(paise: i64) -> String {
    let sign = if paise < 0 { "-" } else { "" };
    let whole = paise.unsigned_abs() / 100;
    match paise.unsigned_abs() % 100 {
        0 => format!("{sign}₹{whole}"),
        rest => format!("{sign}₹{whole}.{rest:02}"),
    }
}

/// Reads `₹30`, `₹30.50` or `-₹30` as paise; `None` for anything else, overflow included.
pub fn parse_rupees(text: &str) -> Option<i64> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let text = text.strip_prefix('₹')?;
    let (whole, rest) = text.split_once('.').unwrap_or((text, "00"));
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(rest) || rest.len() != 2 {
        return None;
    }
    let paise = whole.parse::<i64>().ok()?.checked_mul(100)?;
    paise.checked_add(rest.parse().ok()?)?.checked_mul(sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_printed_reads_back(paise in -1_000_000_000_000i64..1_000_000_000_000) {
            prop_assert_eq!(parse_rupees(&rupees(paise)), Some(paise));
        }
    }

    #[test]
    fn half_a_number_is_refused() {
        for text in ["30", "₹", "₹3.5", "₹.50", "₹99999999999999999999", "₹3 0", "₹-3"] {
            assert_eq!(parse_rupees(text), None, "{text}");
        }
    }
}
