//! Builds the nodes of a view from its template, and fills them anew.

use super::slot::Slot;
use super::{Hole, View};
use leptos::tachys::renderer::Rndr;
use leptos::tachys::renderer::types::Element;
use leptos::tachys::view::Mountable as _;
use leptos::wasm_bindgen::JsCast as _;

const SVG: &str = "http://www.w3.org/2000/svg";

/// What was built from a view.
pub(in super::super) struct Built {
    pub(super) template: &'static str,
    /// What stands at the top, in its order.
    pub(super) roots: Vec<Root>,
    /// What was put into the holes, in their order.
    pub(super) slots: Vec<Slot>,
}

/// A node at the top of a view.
pub(super) enum Root {
    Node(Element),
    /// The child in a slot.
    Slot(usize),
}

impl Built {
    /// Builds a view.
    pub(super) fn new(view: View) -> Self {
        let mut built = Self {
            template: view.template,
            roots: Vec::new(),
            slots: Vec::with_capacity(view.holes.len()),
        };
        let mut holes = view.holes.into_iter();
        let mut open: Vec<Element> = Vec::new();
        for line in view.template.split('\n') {
            let mut rest = line.chars();
            let Some(kind) = rest.next() else { continue };
            let name = rest.as_str();
            match kind {
                '<' => open.push(Rndr::create_element(name, None)),
                '%' => open.push(Rndr::create_element(name, Some(SVG))),
                '/' => {
                    if let Some(element) = open.pop() {
                        built.append(open.last(), element);
                    }
                }
                '"' => built.append(open.last(), Rndr::create_text_node(name).unchecked_into()),
                '=' => {
                    if let (Some(element), Some((name, value))) =
                        (open.last(), name.split_once(' '))
                    {
                        Rndr::set_attribute(element, name, value);
                    }
                }
                _ => {
                    if let Some(hole) = holes.next() {
                        built.fill(open.last(), kind, name, hole);
                    }
                }
            }
        }
        if built.roots.is_empty() {
            built.append(None, Rndr::create_placeholder().unchecked_into());
        }
        built
    }

    /// Puts a node under an element, or at the top.
    fn append(&mut self, parent: Option<&Element>, node: Element) {
        match parent {
            Some(parent) => Rndr::insert_node(parent, &node, None),
            None => self.roots.push(Root::Node(node)),
        }
    }

    fn fill(&mut self, parent: Option<&Element>, kind: char, name: &'static str, hole: Hole) {
        let slot = match (kind, parent) {
            ('{', _) => Slot::child(hole),
            (_, Some(element)) => Slot::of(element, kind, name, hole),
            (_, None) => return,
        };
        self.slots.push(slot);
        match (kind, parent, self.slots.last_mut()) {
            ('{', Some(parent), Some(slot)) => slot.mount(parent, None),
            ('{', None, _) => self.roots.push(Root::Slot(self.slots.len() - 1)),
            _ => {}
        }
    }

    /// Takes what another view of the same template holds.
    pub(super) fn refill(&mut self, holes: Vec<Hole>) {
        for (slot, hole) in self.slots.iter_mut().zip(holes) {
            slot.refill(hole);
        }
    }
}
