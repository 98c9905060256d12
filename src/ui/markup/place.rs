//! Where a value goes in the document, once or whenever what it reads changes.

use super::super::live::{LiveFlag, LiveText, LiveWord};
use leptos::prelude::*;
use leptos::tachys::renderer::Rndr;
use leptos::tachys::renderer::types::{Element, Text};
use leptos::wasm_bindgen::{JsCast as _, JsValue};
use std::borrow::Cow;

/// A value that stays.
#[derive(PartialEq)]
pub(super) enum Fixed {
    Nothing,
    Text(Cow<'static, str>),
    Flag(bool),
    Style(&'static str, String),
}

/// A value that follows what it reads.
pub(super) enum Live {
    Text(LiveText),
    Word(LiveWord),
    Flag(LiveFlag),
}

impl Live {
    fn value(&mut self) -> Fixed {
        match self {
            Self::Text(text) => Fixed::Text(Cow::Owned(text())),
            Self::Word(word) => {
                word().map_or(Fixed::Nothing, |word| Fixed::Text(Cow::Borrowed(word)))
            }
            Self::Flag(flag) => Fixed::Flag(flag()),
        }
    }
}

/// A place of a value.
#[derive(Clone)]
pub(super) struct Place {
    /// The element, or the text node of a text.
    pub(super) node: Element,
    /// The token's first character.
    pub(super) kind: char,
    /// The name of the attribute, class or property.
    pub(super) name: &'static str,
}

impl Place {
    fn set(&self, value: &Fixed) {
        let Self { node, kind, name } = self;
        match (kind, value) {
            ('{', Fixed::Text(text)) => Rndr::set_text(node.unchecked_ref::<Text>(), text),
            ('{', _) => Rndr::set_text(node.unchecked_ref::<Text>(), ""),
            (':', Fixed::Text(text)) => {
                Rndr::set_property_or_value(node, name, &JsValue::from_str(text));
            }
            (':', value) => {
                let flag = JsValue::from_bool(*value == Fixed::Flag(true));
                Rndr::set_property(node, name, &flag);
            }
            ('.', Fixed::Flag(true)) => Rndr::add_class(&Rndr::class_list(node), name),
            ('.', _) => Rndr::remove_class(&Rndr::class_list(node), name),
            (_, Fixed::Text(text)) => Rndr::set_attribute(node, name, text),
            (_, Fixed::Flag(true)) => Rndr::set_attribute(node, name, ""),
            (_, Fixed::Style(property, text)) => {
                Rndr::set_css_property(&Rndr::style(node), property, text);
            }
            (_, Fixed::Nothing | Fixed::Flag(false)) => Rndr::remove_attribute(node, name),
        }
    }

    /// Goes from one value to another. A property is set even so: a reader may have changed it.
    fn change(&self, old: Option<&Fixed>, new: &Fixed) {
        if self.kind == ':' || old.map_or(*new != Fixed::Nothing, |old| old != new) {
            self.set(new);
        }
    }
}

/// A value in its place.
pub(super) enum Held {
    Fixed(Fixed),
    Live(RenderEffect<Fixed>),
}

impl Held {
    /// Puts a value into its place, where another may have been.
    pub(super) fn fixed(place: &Place, old: Option<&Fixed>, value: Fixed) -> Self {
        place.change(old, &value);
        Self::Fixed(value)
    }

    /// Lets a place follow a value.
    pub(super) fn live(place: &Place, old: Option<Fixed>, mut live: Live) -> Self {
        let place = place.clone();
        let follow = move |old: Option<Fixed>| {
            let value = live.value();
            place.change(old.as_ref(), &value);
            value
        };
        Self::Live(RenderEffect::new_with_value(follow, old))
    }

    /// The value that it holds now.
    pub(super) fn value(self) -> Option<Fixed> {
        match self {
            Self::Fixed(value) => Some(value),
            Self::Live(effect) => effect.take_value(),
        }
    }
}
