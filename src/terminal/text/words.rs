//! Figures and names as the terminal writes them: English, with plain spaces.

use crate::catalog::PriceKind;
use crate::locale::{Locale, fixed};
use crate::units::{Bytes, Ratio};

/// The language of the terminal.
pub const T: Locale = Locale::En;

/// A text of the page for a terminal, which has no use for spaces that do not break.
pub fn plain(text: &str) -> String {
    text.replace('\u{a0}', " ").replace('\u{2060}', "")
}

/// Memory in binary units.
pub fn gib(bytes: Bytes) -> String {
    format!("{:.1} GiB", bytes.to_gib())
}

/// A share in percent, with one place.
pub fn percent(share: Ratio) -> String {
    format!("{} %", fixed(share.get() * 100.0, 1))
}

/// How something is sold, as it stands within a sentence.
pub fn kind(kind: PriceKind) -> String {
    within(T.price_kind(kind))
}

/// A name or sentence as it stands within a sentence: a first word in capitals stays.
pub fn within(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_within_a_sentence() {
        assert_eq!(kind(PriceKind::OnDemand), "on demand");
        assert_eq!(within("GPU-hours"), "GPU-hours");
        assert_eq!(within(""), "");
        assert_eq!(plain("2\u{a0}×\u{a0}L4"), "2 × L4");
        assert_eq!(percent(Ratio::new(0.0049)), "0.5 %");
    }
}
