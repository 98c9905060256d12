//! What was put into a hole, and how it becomes another.

use super::place::{Fixed, Held, Place};
use super::{Handler, Hole};
use leptos::prelude::*;
use leptos::tachys::renderer::types::{Element, Node};
use leptos::tachys::renderer::{RemoveEventHandler, Rndr};
use leptos::tachys::view::Mountable;
use leptos::tachys::view::any_view::AnyViewState;
use leptos::wasm_bindgen::JsCast as _;
use std::mem::replace;

/// What was put into a hole.
pub(super) enum Slot {
    /// A text, or the value of an attribute, class, property or style.
    Value(Place, Held),
    /// A child.
    View(AnyViewState),
    /// The listener of an element.
    Event(Element, &'static str, Option<RemoveEventHandler<Element>>),
    /// Nothing.
    Empty,
}

impl Slot {
    /// A child, not yet mounted.
    pub(super) fn child(hole: Hole) -> Self {
        let text = match &hole {
            Hole::Fixed(Fixed::Text(text)) => text.as_ref(),
            _ => "",
        };
        let node = Rndr::create_text_node(text);
        let place = Place {
            node: node.unchecked_into(),
            kind: '{',
            name: "",
        };
        match hole {
            Hole::View(view) => Self::View(view.build()),
            Hole::Fixed(text) => Self::Value(place, Held::Fixed(text)),
            Hole::Live(text) => {
                let held = Held::live(&place, None, text);
                Self::Value(place, held)
            }
            Hole::Event(_) => Self::Empty,
        }
    }

    /// A value or a listener of an element.
    pub(super) fn of(element: &Element, kind: char, name: &'static str, hole: Hole) -> Self {
        let place = Place {
            node: element.clone(),
            kind,
            name,
        };
        match hole {
            Hole::Event(handler) => {
                let listener = handler.listen(element, name);
                Self::Event(element.clone(), name, Some(listener))
            }
            Hole::Fixed(value) => {
                let held = Held::fixed(&place, None, value);
                Self::Value(place, held)
            }
            Hole::Live(value) => {
                let held = Held::live(&place, None, value);
                Self::Value(place, held)
            }
            Hole::View(_) => Self::Empty,
        }
    }

    /// Takes what another view of the same template has in this hole.
    pub(super) fn refill(&mut self, hole: Hole) {
        match (&mut *self, hole) {
            (Self::Event(element, name, listener), Hole::Event(handler)) => {
                // The old one is removed before the new one is added.
                drop(listener.take());
                *listener = Some(handler.listen(element, name));
            }
            (Self::View(old), Hole::View(new)) => new.rebuild(old),
            (Self::Value(place, held), Hole::Fixed(value)) => {
                let old = replace(held, Held::Fixed(Fixed::Nothing)).value();
                *held = Held::fixed(place, old.as_ref(), value);
            }
            (Self::Value(place, held), Hole::Live(value)) => {
                let old = replace(held, Held::Fixed(Fixed::Nothing)).value();
                *held = Held::live(place, old, value);
            }
            (old, hole) => {
                let mut new = Self::child(hole);
                old.insert_before_this(&mut new);
                old.unmount();
                *self = new;
            }
        }
    }
}

impl Mountable for Slot {
    fn unmount(&mut self) {
        match self {
            Self::View(view) => view.unmount(),
            Self::Value(place, _) => place.node.remove(),
            Self::Event(..) | Self::Empty => {}
        }
    }

    fn mount(&mut self, parent: &Element, marker: Option<&Node>) {
        match self {
            Self::View(view) => view.mount(parent, marker),
            Self::Value(place, _) => Rndr::insert_node(parent, &place.node, marker),
            Self::Event(..) | Self::Empty => {}
        }
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        match self {
            Self::View(view) => view.insert_before_this(child),
            Self::Value(place, _) => place.node.insert_before_this(child),
            Self::Event(..) | Self::Empty => false,
        }
    }

    fn elements(&self) -> Vec<Element> {
        match self {
            Self::View(view) => view.elements(),
            Self::Value(..) | Self::Event(..) | Self::Empty => Vec::new(),
        }
    }
}

impl Handler {
    fn listen(self, element: &Element, event: &str) -> RemoveEventHandler<Element> {
        let Self { owner, mut act } = self;
        let act = move |event| owner.with(|| act(event));
        Rndr::add_event_listener(element, event, Box::new(act))
    }
}
