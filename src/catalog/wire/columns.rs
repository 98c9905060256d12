//! The three kinds of column, read from the top with every value checked.

use super::super::{Source, SourceIx};
use super::{CatalogError, Document};
use crate::units::{Currency, Date};
use std::slice::Iter;

/// What reading gives.
pub(super) type Read<T> = Result<T, CatalogError>;

/// A column of integers, read from the top.
pub(super) struct Ints<'a> {
    name: &'static str,
    values: Iter<'a, i64>,
}

/// A column of texts, read from the top.
pub(super) struct Texts<'a> {
    name: &'static str,
    values: &'a [String],
    picks: Option<Iter<'a, i64>>,
    position: usize,
}

/// A column of quantities, read from the top.
pub(super) struct Nums<'a> {
    name: &'static str,
    values: Iter<'a, Option<f64>>,
}

impl Document {
    /// A column that is absent is empty: tables without rows need not be written.
    pub(super) fn ints(&self, name: &'static str) -> Ints<'_> {
        let values = self.int.get(name).map_or([].iter(), |v| v.iter());
        Ints { name, values }
    }

    pub(super) fn texts(&self, name: &'static str) -> Texts<'_> {
        Texts {
            name,
            values: self.text.get(name).map_or(&[], |v| v.as_slice()),
            picks: self.int.get(name).map(|v| v.iter()),
            position: 0,
        }
    }

    pub(super) fn nums(&self, name: &'static str) -> Nums<'_> {
        let values = self.num.get(name).map_or([].iter(), |v| v.iter());
        Nums { name, values }
    }
}

impl Ints<'_> {
    pub(super) fn next(&mut self) -> Read<i64> {
        self.values
            .next()
            .copied()
            .ok_or(CatalogError::Column(self.name))
    }

    /// The next value, which must fit the wanted type.
    pub(super) fn small<T: TryFrom<i64>>(&mut self) -> Read<T> {
        T::try_from(self.next()?).map_err(|_| CatalogError::Column(self.name))
    }

    pub(super) fn optional<T: TryFrom<i64>>(&mut self) -> Read<Option<T>> {
        match self.next()? {
            super::NONE => Ok(None),
            value => T::try_from(value)
                .map(Some)
                .map_err(|_| CatalogError::Column(self.name)),
        }
    }

    /// The next value as a position in a list of so many things.
    pub(super) fn index(&mut self, length: usize) -> Read<u16> {
        let index: u16 = self.small()?;
        if usize::from(index) < length {
            Ok(index)
        } else {
            Err(CatalogError::Column(self.name))
        }
    }

    pub(super) fn source(&mut self, sources: &[Source]) -> Read<SourceIx> {
        self.index(sources.len()).map(SourceIx)
    }

    /// The next value as one of a list.
    pub(super) fn choice<T: Copy>(&mut self, choices: &[T]) -> Read<T> {
        let index = self.index(choices.len())?;
        choices
            .get(usize::from(index))
            .copied()
            .ok_or(CatalogError::Column(self.name))
    }

    /// The next value as one of a list, or none of it.
    pub(super) fn optional_choice<T: Copy>(&mut self, choices: &[T]) -> Read<Option<T>> {
        match self.optional::<usize>()? {
            None => Ok(None),
            Some(index) => match choices.get(index) {
                Some(choice) => Ok(Some(*choice)),
                None => Err(CatalogError::Column(self.name)),
            },
        }
    }

    pub(super) fn date(&mut self) -> Read<Date> {
        let value = self.next()?;
        self.to_date(value)
    }

    pub(super) fn optional_date(&mut self) -> Read<Option<Date>> {
        match self.next()? {
            super::NONE => Ok(None),
            value => self.to_date(value).map(Some),
        }
    }

    fn to_date(&self, value: i64) -> Read<Date> {
        let wrong = CatalogError::Column(self.name);
        let Ok(value) = u32::try_from(value) else {
            return Err(wrong);
        };
        let Ok(year) = u16::try_from(value / 10_000) else {
            return Err(wrong);
        };
        // Both remainders are below 100.
        Date::new(year, (value / 100 % 100) as u8, (value % 100) as u8).map_err(|_| wrong)
    }

    /// That nothing is left over: else a count before it is damaged.
    pub(super) fn end(mut self) -> Read<()> {
        match self.values.next() {
            None => Ok(()),
            Some(_) => Err(CatalogError::Column(self.name)),
        }
    }
}

impl Texts<'_> {
    /// Rows of the column.
    pub(super) fn rows(&self) -> usize {
        self.picks.as_ref().map_or(self.values.len(), Iter::len)
    }

    pub(super) fn optional(&mut self) -> Read<Option<String>> {
        let wrong = CatalogError::Column(self.name);
        let position = match &mut self.picks {
            None => {
                self.position += 1;
                self.position - 1
            }
            Some(picks) => match picks.next() {
                Some(&super::NONE) => return Ok(None),
                Some(&pick) => usize::try_from(pick).unwrap_or(usize::MAX),
                None => return Err(wrong),
            },
        };
        self.values.get(position).cloned().map(Some).ok_or(wrong)
    }

    pub(super) fn next(&mut self) -> Read<String> {
        self.optional()?.ok_or(CatalogError::Column(self.name))
    }

    /// A list of as many texts as the counting column says.
    pub(super) fn list(&mut self, counts: &mut Ints<'_>) -> Read<Vec<String>> {
        let count: u16 = counts.small()?;
        (0..count).map(|_| self.next()).collect()
    }

    pub(super) fn currency(&mut self) -> Read<Currency> {
        Currency::from_code(&self.next()?).ok_or(CatalogError::Column(self.name))
    }

    pub(super) fn end(&self) -> Read<()> {
        let left = match &self.picks {
            Some(picks) => picks.len(),
            None => self.values.len() - self.position.min(self.values.len()),
        };
        if left == 0 {
            Ok(())
        } else {
            Err(CatalogError::Column(self.name))
        }
    }
}

impl Nums<'_> {
    pub(super) fn optional<Q>(&mut self, make: fn(f64) -> Q) -> Read<Option<Q>> {
        match self.values.next() {
            None => Err(CatalogError::Column(self.name)),
            Some(None) => Ok(None),
            Some(Some(value)) if *value < 0.0 => Err(CatalogError::Column(self.name)),
            Some(Some(value)) => Ok(Some(make(*value))),
        }
    }

    pub(super) fn next<Q>(&mut self, make: fn(f64) -> Q) -> Read<Q> {
        self.optional(make)?.ok_or(CatalogError::Column(self.name))
    }
}
