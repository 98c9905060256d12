//! The three kinds of column, read from the top with every value checked.
//!
//! A wrong value is noted once and read as a harmless one, and the note is looked at after each
//! table. So a row is put together without a way out at each of its values, which makes the page
//! 35 kB smaller (9 kB after brotli) than returning an error from each.

use super::super::SourceIx;
use super::{CatalogError, Document, NONE};
use crate::units::{Currency, Date};
use std::cell::RefCell;
use std::slice::Iter;

/// What stands for a day that could not be read.
const NO_DAY: Date = match Date::new(2000, 1, 1) {
    Ok(day) => day,
    // Evaluated by the compiler only.
    Err(_) => unreachable!(),
};

/// The document with the first thing that was wrong in it.
pub(super) struct Columns<'a> {
    document: &'a Document,
    sources: usize,
    wrong: RefCell<Option<CatalogError>>,
}

/// A column of integers.
pub(super) struct Ints<'a> {
    name: &'static str,
    values: Iter<'a, i64>,
    columns: &'a Columns<'a>,
}

/// A column of texts.
pub(super) struct Texts<'a> {
    name: &'static str,
    values: &'a [String],
    picks: Option<Iter<'a, i64>>,
    position: usize,
    columns: &'a Columns<'a>,
}

/// A column of quantities.
pub(super) struct Nums<'a> {
    name: &'static str,
    values: Iter<'a, Option<f64>>,
    columns: &'a Columns<'a>,
}

impl<'a> Columns<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        let mut columns = Self {
            document,
            sources: 0,
            wrong: RefCell::new(None),
        };
        columns.sources = columns.texts("source.title").rows();
        columns
    }

    /// A column that is absent is empty: tables without rows need not be written.
    pub(super) fn ints(&'a self, name: &'static str) -> Ints<'a> {
        Ints {
            name,
            values: self.document.int.get(name).map_or([].iter(), |v| v.iter()),
            columns: self,
        }
    }

    pub(super) fn texts(&'a self, name: &'static str) -> Texts<'a> {
        let values = self.document.text.get(name);
        Texts {
            name,
            values: values.map_or(&[], |v| v.as_slice()),
            picks: self.document.int.get(name).map(|v| v.iter()),
            position: 0,
            columns: self,
        }
    }

    pub(super) fn nums(&'a self, name: &'static str) -> Nums<'a> {
        Nums {
            name,
            values: self.document.num.get(name).map_or([].iter(), |v| v.iter()),
            columns: self,
        }
    }

    fn damaged(&self, name: &'static str) {
        self.note(CatalogError::Column(name));
    }

    /// Notes that a row breaks a rule.
    pub(super) fn broken(&self, id: &str, rule: &'static str) {
        let id = id.to_owned();
        self.note(CatalogError::Row { id, rule });
    }

    fn note(&self, error: CatalogError) {
        let mut wrong = self.wrong.borrow_mut();
        if wrong.is_none() {
            *wrong = Some(error);
        }
    }

    /// The first thing that was wrong so far.
    pub(super) fn check(&self) -> Result<(), CatalogError> {
        match self.wrong.take() {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }
}

impl Ints<'_> {
    pub(super) fn next(&mut self) -> i64 {
        match self.values.next() {
            Some(value) => *value,
            None => {
                self.columns.damaged(self.name);
                0
            }
        }
    }

    /// The next value from 0 to `most`.
    fn up_to(&mut self, most: i64) -> i64 {
        let value = self.next();
        if (0..=most).contains(&value) {
            value
        } else {
            self.columns.damaged(self.name);
            0
        }
    }

    pub(super) fn u32(&mut self) -> u32 {
        u32::try_from(self.up_to(i64::from(u32::MAX))).unwrap_or(0)
    }

    /// The next value unless it says that there is none.
    pub(super) fn optional_u32(&mut self) -> Option<u32> {
        if self.values.as_slice().first() == Some(&NONE) {
            self.values.next();
            None
        } else {
            Some(self.u32())
        }
    }

    pub(super) fn optional_u16(&mut self) -> Option<u16> {
        self.optional_u32().map(|value| {
            u16::try_from(value).unwrap_or_else(|_| {
                self.columns.damaged(self.name);
                0
            })
        })
    }

    /// The next value as a position in a list of so many things.
    pub(super) fn index(&mut self, length: usize) -> u16 {
        match u16::try_from(self.u32()) {
            Ok(index) if usize::from(index) < length => index,
            _ => {
                self.columns.damaged(self.name);
                0
            }
        }
    }

    pub(super) fn optional_index(&mut self, length: usize) -> Option<u16> {
        if self.values.as_slice().first() == Some(&NONE) {
            self.values.next();
            None
        } else {
            Some(self.index(length))
        }
    }

    pub(super) fn optional_u8(&mut self) -> Option<u8> {
        self.optional_index(256).and_then(|v| u8::try_from(v).ok())
    }

    /// The next value as one of a list.
    pub(super) fn choice<T: Copy, const N: usize>(&mut self, choices: &[T; N]) -> T {
        // An index is below the length, or 0 where it is wrong; no list is empty.
        choices[usize::from(self.index(N))]
    }

    /// The next value as one of a list, or none of it.
    pub(super) fn optional_choice<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        let index = self.optional_index(choices.len())?;
        choices.get(usize::from(index)).copied()
    }

    pub(super) fn source(&mut self) -> SourceIx {
        SourceIx(self.index(self.columns.sources))
    }

    pub(super) fn flag(&mut self) -> bool {
        self.index(2) == 1
    }

    pub(super) fn optional_flag(&mut self) -> Option<bool> {
        self.optional_index(2).map(|value| value == 1)
    }

    pub(super) fn date(&mut self) -> Date {
        let value = self.u32();
        // Both remainders are below 100, and a year that is cut off is none.
        let year = u16::try_from(value / 10_000).unwrap_or(0);
        Date::new(year, (value / 100 % 100) as u8, (value % 100) as u8).unwrap_or_else(|_| {
            self.columns.damaged(self.name);
            NO_DAY
        })
    }

    pub(super) fn optional_date(&mut self) -> Option<Date> {
        if self.values.as_slice().first() == Some(&NONE) {
            self.values.next();
            None
        } else {
            Some(self.date())
        }
    }

    /// The next so many values; none of them where they are not there.
    pub(super) fn list(&mut self, count: u16) -> Vec<u32> {
        if self.values.len() < usize::from(count) {
            self.columns.damaged(self.name);
            return Vec::new();
        }
        (0..count).map(|_| self.u32()).collect()
    }

    pub(super) fn left(&self) -> usize {
        self.values.len()
    }

    /// Notes what is left over: else a count before it is damaged.
    pub(super) fn end(&self) {
        if self.left() != 0 {
            self.columns.damaged(self.name);
        }
    }
}

impl Texts<'_> {
    /// Rows of the table that this column begins. An index of a row is 16 bits wide.
    pub(super) fn rows(&self) -> usize {
        let left = self.left();
        if left > usize::from(u16::MAX) {
            self.columns.damaged(self.name);
            return 0;
        }
        left
    }

    fn left(&self) -> usize {
        match &self.picks {
            Some(picks) => picks.len(),
            None => self.values.len().saturating_sub(self.position),
        }
    }

    pub(super) fn optional(&mut self) -> Option<String> {
        let position = match &mut self.picks {
            None => {
                self.position += 1;
                self.position - 1
            }
            Some(picks) => match picks.next() {
                Some(&NONE) => return None,
                Some(pick) => usize::try_from(*pick).unwrap_or(usize::MAX),
                None => usize::MAX,
            },
        };
        let text = self.values.get(position);
        if text.is_none() {
            self.columns.damaged(self.name);
        }
        text.cloned()
    }

    pub(super) fn next(&mut self) -> String {
        self.optional().unwrap_or_else(|| {
            self.columns.damaged(self.name);
            String::new()
        })
    }

    /// A list of as many texts as the counting column says.
    pub(super) fn list(&mut self, counts: &mut Ints<'_>) -> Vec<String> {
        let count = counts.u32() as usize;
        if self.left() < count {
            self.columns.damaged(self.name);
            return Vec::new();
        }
        (0..count).map(|_| self.next()).collect()
    }

    pub(super) fn currency(&mut self) -> Currency {
        Currency::from_code(&self.next()).unwrap_or_else(|| {
            self.columns.damaged(self.name);
            Currency::USD
        })
    }

    pub(super) fn end(&self) {
        if self.left() != 0 {
            self.columns.damaged(self.name);
        }
    }
}

impl Nums<'_> {
    /// The next quantity, which is never negative.
    pub(super) fn optional(&mut self) -> Option<f64> {
        match self.values.next() {
            Some(value) if value.is_none_or(|v| v >= 0.0) => *value,
            _ => {
                self.columns.damaged(self.name);
                None
            }
        }
    }

    pub(super) fn next(&mut self) -> f64 {
        self.optional().unwrap_or_else(|| {
            self.columns.damaged(self.name);
            0.0
        })
    }
}
