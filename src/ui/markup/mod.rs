//! What `view!` makes: a template and what fills its holes, all views of one type.
//!
//! The macro is in `markup/`. A template has one token a line, of which the first character is:
//!
//! | token | meaning |
//! | --- | --- |
//! | `<`, `%` | an element begins, of HTML or of SVG |
//! | `/` | the element ends |
//! | `"` | a text |
//! | `=` | an attribute: its name, a space, its value |
//! | `?` `.` `:` `~` | an attribute, class, property, style whose value is the next hole |
//! | `@` | an event whose handler is the next hole |
//! | `{` | the next hole is a child |

mod build;
mod fill;
mod place;
mod render;
mod slot;

pub(super) use fill::{Child, Value, component};
pub(super) use kasuan_markup::view;

use leptos::ev::EventDescriptor;
use leptos::prelude::*;
use leptos::tachys::renderer::types::Event;
use place::{Fixed, Live};

/// A view: a text that [`build`] reads, and its holes in the order in which it meets them.
pub(super) struct View {
    template: &'static str,
    holes: Vec<Hole>,
}

/// What fills a hole.
enum Hole {
    /// A value.
    Fixed(Fixed),
    /// A value that follows what it reads.
    Live(Live),
    /// A child that is more than a text.
    View(Box<AnyView>),
    /// The handler of an event.
    Event(Handler),
}

/// The handler of an event, with the owner of what it makes.
struct Handler {
    owner: Owner,
    act: Box<dyn FnMut(Event) + Send>,
}

impl View {
    /// A view whose holes are to be filled. Inlined it would be more code than the call.
    #[inline(never)]
    pub(super) fn new(template: &'static str) -> Self {
        Self {
            template,
            holes: Vec::new(),
        }
    }

    /// Fills the next hole with the handler of an event.
    pub(super) fn on<E>(&mut self, _: E, mut act: impl FnMut(E::EventType) + Send + 'static)
    where
        E: EventDescriptor,
        E::EventType: From<Event>,
    {
        self.handle(Box::new(move |event| act(E::EventType::from(event))));
    }

    fn handle(&mut self, act: Box<dyn FnMut(Event) + Send>) {
        let owner = Owner::current().unwrap_or_default();
        self.push(Hole::Event(Handler { owner, act }));
    }

    #[inline(never)]
    fn push(&mut self, hole: Hole) {
        self.holes.push(hole);
    }
}
