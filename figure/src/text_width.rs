//! How wide a text will be in a browser, without asking a font.
//!
//! Widths are those of Open Sans, which mdBook ships. Other fonts differ by some percent, so
//! every measure is taken with a margin: two labels that keep clear here keep clear there.

/// How heavy the letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// The width of `text` in the units of `size` (the font size), a little on the wide side.
pub(crate) fn text_width(text: &str, size: f64, weight: Weight) -> f64 {
    let thousandths: u32 = text.chars().map(|c| char_width(c, weight)).sum();
    f64::from(thousandths) * size * MARGIN / 1000.0
}

const MARGIN: f64 = 1.04;

fn char_width(c: char, weight: Weight) -> u32 {
    let table = match weight {
        Weight::Regular => &REGULAR,
        Weight::Bold => &BOLD,
    };
    let code = u32::from(c);
    match code {
        0x20..=0x7e => u32::from(table[code as usize - 0x20]),
        // Combining marks stand on the letter before them.
        0x300..=0x36f => 0,
        0x20b9 => 696,
        0x80..=0x24f => 640,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xff00..=0xff60 => 1000,
        0x1f300..=0x1faff => 1300,
        _ => 850,
    }
}

/// Thousandths of the font size, from the space to the tilde.
#[rustfmt::skip]
const REGULAR: [u16; 95] = [
    260, 267, 401, 646, 572, 823, 730, 221, 296, 296, 552, 572, 245, 322, 266, 367,
    572, 572, 572, 572, 572, 572, 572, 572, 572, 572, 266, 266, 572, 572, 572, 429,
    899, 633, 648, 631, 729, 556, 516, 728, 738, 279, 267, 614, 519, 903, 754, 779,
    602, 779, 618, 549, 553, 728, 595, 926, 577, 560, 571, 329, 367, 329, 542, 448,
    577, 556, 613, 476, 613, 561, 339, 548, 614, 253, 253, 525, 253, 930, 614, 604,
    613, 613, 408, 477, 353, 614, 501, 778, 524, 504, 468, 379, 551, 379, 572,
];

#[rustfmt::skip]
const BOLD: [u16; 95] = [
    260, 286, 472, 646, 571, 901, 750, 266, 339, 339, 545, 571, 290, 322, 285, 413,
    571, 571, 571, 571, 571, 571, 571, 571, 571, 571, 285, 290, 571, 571, 571, 477,
    897, 690, 672, 637, 740, 560, 549, 724, 765, 331, 331, 664, 565, 943, 813, 796,
    628, 796, 660, 551, 579, 756, 650, 967, 667, 624, 579, 331, 413, 331, 532, 411,
    607, 604, 633, 514, 633, 591, 387, 565, 657, 305, 305, 620, 305, 982, 657, 619,
    633, 633, 454, 497, 434, 657, 569, 856, 578, 569, 488, 394, 551, 394, 571,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_letter_is_wider_than_a_narrow_one() {
        assert!(text_width("W", 10.0, Weight::Regular) > text_width("i", 10.0, Weight::Regular));
        assert!(text_width("pod", 10.0, Weight::Bold) > text_width("pod", 10.0, Weight::Regular));
    }

    #[test]
    fn a_text_is_as_wide_as_its_letters() {
        let both = text_width("₹100", 11.5, Weight::Regular);
        let parts = text_width("₹", 11.5, Weight::Regular) + text_width("100", 11.5, Weight::Regular);
        assert!((both - parts).abs() < 1e-9);
        assert_eq!(text_width("", 11.5, Weight::Bold), 0.0);
    }
}
