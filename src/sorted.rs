//! Sorting by one compiled sort, where places are sorted and items of any type move once, and a
//! map for few entries.
//!
//! The standard library's sorts and trees are compiled anew for each type, at about 5 kB and 3 kB
//! each, which the page would have to transfer.

use std::borrow::Borrow;
use std::cmp::Ordering;

/// Sorts by an order; equal items keep theirs.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut places = places(items.len(), &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    // Along each cycle of moves, the item of its start travels until its place is free.
    for start in 0..places.len() {
        let mut at = start;
        while let Some(place) = places.get_mut(at) {
            let from = std::mem::replace(place, at);
            if from == start {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

/// Sorts ascending.
pub(crate) fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Sorts by keys ascending; items of equal keys keep their order.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// The places of so many items in their order.
pub(crate) fn places(items: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..items).collect();
    places.sort_by(|a, b| compare(*a, *b));
    places
}

/// A map of few entries in the order of their keys. A new entry moves those after it: where there
/// may be thousands of them, a tree is the better choice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// The value of a key.
    pub(crate) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let place = self.0.binary_search_by(|(own, _)| own.borrow().cmp(key));
        self.0.get(place.ok()?).map(|(_, value)| value)
    }

    /// The value of a key, made of it first where there is none.
    pub(crate) fn get_or_insert_with(&mut self, key: K, make: impl FnOnce(&K) -> V) -> &mut V {
        let place = match self.0.binary_search_by(|(own, _)| own.cmp(&key)) {
            Ok(place) => place,
            Err(place) => {
                let value = make(&key);
                self.0.insert(place, (key, value));
                place
            }
        };
        &mut self.0[place].1
    }

    /// The value of a key, made empty first where there is none.
    pub(crate) fn get_or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.get_or_insert_with(key, |_| V::default())
    }

    /// All entries in the order of their keys.
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, (K, V)> {
        self.0.iter()
    }

    /// All entries in the order of their keys, taken out.
    pub(crate) fn into_vec(self) -> Vec<(K, V)> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cmp::Reverse;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn it_sorts_like_the_standard_library(items: Vec<(u8, u16)>) {
            let (mut ours, mut theirs) = (items.clone(), items);
            sort_by_key(&mut ours, |item| Reverse(item.0));
            theirs.sort_by_key(|item| Reverse(item.0));
            prop_assert_eq!(&ours, &theirs);
            sort(&mut ours);
            theirs.sort();
            prop_assert_eq!(&ours, &theirs);
        }

        #[test]
        fn a_map_keeps_what_a_tree_keeps(entries: Vec<(u8, u16)>, wanted: u8) {
            let mut ours: SortedMap<u8, Vec<u16>> = SortedMap::default();
            let mut theirs: BTreeMap<u8, Vec<u16>> = BTreeMap::new();
            for (key, value) in entries {
                ours.get_or_default(key).push(value);
                theirs.entry(key).or_default().push(value);
            }
            prop_assert_eq!(ours.get(&wanted), theirs.get(&wanted));
            prop_assert_eq!(ours.into_vec(), theirs.into_iter().collect::<Vec<_>>());
        }
    }
}
