//! 中文 and English: every sentence that a person reads, as one typed table.
//!
//! Texts without arguments are methods of [`Locale`], made by one macro that demands both
//! languages; names of enum values are exhaustive matches. So a missing text does not compile.

macro_rules! texts {
    ($($name:ident: $en:literal, $zh:literal;)+) => {
        impl crate::locale::Locale {
            $(
                #[doc = $en]
                #[must_use]
                pub const fn $name(self) -> &'static str {
                    self.pick($en, $zh)
                }
            )+
        }
    };
}

mod accuracy;
mod advice;
mod alternatives;
mod answer;
mod buying;
mod extras;
mod file;
mod form;
mod headline;
mod money;
mod money_form;
mod names;
mod number;
mod page;
mod portfolio;
mod problem;
mod reject;
mod rules;
mod value;
mod warning;
mod words;

pub use headline::{Asked, Found, Piece};
pub use money_form::{FieldText, Figure};
pub use number::{fixed, grouped, share_of, significant};
pub use words::Component;

pub mod terms;
mod training;

/// A language of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Locale {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl Locale {
    /// One of two texts.
    #[must_use]
    pub const fn pick(self, en: &'static str, zh: &'static str) -> &'static str {
        match self {
            Self::En => en,
            Self::Zh => zh,
        }
    }

    /// The tag for `lang` attributes.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        self.pick("en", "zh-CN")
    }

    /// The word in `?lang=` and in storage.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.pick("en", "zh")
    }

    /// The language of a tag such as `zh`, `zh-Hans-CN` or `en-GB`; `None` for others.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or(tag);
        if primary.eq_ignore_ascii_case("zh") {
            Some(Self::Zh)
        } else if primary.eq_ignore_ascii_case("en") {
            Some(Self::En)
        } else {
            None
        }
    }

    /// The other language.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::En => Self::Zh,
            Self::Zh => Self::En,
        }
    }

    /// Joins a list as a sentence does: commas, or 、 in Chinese.
    #[must_use]
    pub fn join(self, items: &[&str]) -> String {
        items.join(self.pick(", ", "、"))
    }
}

#[cfg(test)]
mod tests {
    use super::Locale;

    #[test]
    fn tags_are_read_by_their_first_part() {
        assert_eq!(Locale::from_tag("zh-Hans-CN"), Some(Locale::Zh));
        assert_eq!(Locale::from_tag("ZH_tw"), Some(Locale::Zh));
        assert_eq!(Locale::from_tag("en-GB"), Some(Locale::En));
        assert_eq!(Locale::from_tag("zhx"), None);
        assert_eq!(Locale::from_tag(""), None);
    }
}
