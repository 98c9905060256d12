//! What may stand in a hole.

use super::super::live::{LiveFlag, LiveText, LiveView, LiveWord, flag, text};
use super::place::{Fixed, Live};
use super::{Hole, View};
use leptos::prelude::*;
use std::any::Any;
use std::borrow::Cow;

/// A child of an element.
pub(in super::super) trait Child {
    /// Fills the next hole.
    fn fill(self, view: &mut View);
}

/// A value of an attribute, class, property or style.
pub(in super::super) trait Value {
    /// Fills the next hole.
    fn fill(self, view: &mut View);
}

macro_rules! fixed {
    ($($of:ty: $text:ident => $fixed:expr;)+) => { $(
        impl Child for $of {
            fn fill(self, view: &mut View) {
                let $text = self;
                view.push(Hole::Fixed($fixed));
            }
        }
        impl Value for $of {
            fn fill(self, view: &mut View) {
                Child::fill(self, view);
            }
        }
    )+ };
}

fixed! {
    &'static str: text => Fixed::Text(Cow::Borrowed(text));
    String: text => Fixed::Text(Cow::Owned(text));
    Cow<'static, str>: text => Fixed::Text(text);
    u32: count => Fixed::Text(Cow::Owned(count.to_string()));
    usize: count => Fixed::Text(Cow::Owned(count.to_string()));
    bool: flag => Fixed::Flag(flag);
}

macro_rules! live {
    ($($of:ty: $value:ident => $live:ident($follow:expr);)+) => { $(
        impl Child for $of {
            fn fill(self, view: &mut View) {
                let $value = self;
                view.push(Hole::Live(Live::$live($follow)));
            }
        }
        impl Value for $of {
            fn fill(self, view: &mut View) {
                Child::fill(self, view);
            }
        }
    )+ };
}

live! {
    LiveText: text => Text(text);
    LiveWord: word => Word(word);
    LiveFlag: flag => Flag(flag);
    RwSignal<String>: signal => Text(text(move || signal.get()));
    RwSignal<bool>: signal => Flag(flag(move || signal.get()));
    Memo<bool>: memo => Flag(flag(move || memo.get()));
}

impl<T: Value> Value for Option<T> {
    fn fill(self, view: &mut View) {
        match self {
            Some(value) => value.fill(view),
            None => view.push(Hole::Fixed(Fixed::Nothing)),
        }
    }
}

impl<T: Child> Child for Option<T> {
    fn fill(self, view: &mut View) {
        match self {
            Some(child) => child.fill(view),
            None => ().into_any().fill(view),
        }
    }
}

/// A property of the style by its name.
impl Value for (&'static str, String) {
    fn fill(self, view: &mut View) {
        let (name, value) = self;
        view.push(Hole::Fixed(Fixed::Style(name, value)));
    }
}

impl Child for AnyView {
    fn fill(self, view: &mut View) {
        view.push(Hole::View(Box::new(self)));
    }
}

macro_rules! views {
    ($($of:ty),+) => { $(
        impl Child for $of {
            fn fill(self, view: &mut View) {
                self.into_any().fill(view);
            }
        }
    )+ };
}

views!(View, LiveView, Vec<AnyView>);

/// Fills the next hole with what a component returned: an erased view already, which its type
/// hides.
#[inline(never)]
pub(in super::super) fn component(component: impl IntoView + 'static, view: &mut View) {
    let mut component = Some(component);
    let known = (&mut component as &mut dyn Any).downcast_mut::<Option<AnyView>>();
    match known.and_then(Option::take) {
        Some(erased) => erased.fill(view),
        None => component.into_any().fill(view),
    }
}
