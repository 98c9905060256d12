//! What Leptos asks of a view.

use super::View;
use super::build::{Built, Root};
use leptos::attr::Attribute;
use leptos::attr::any_attribute::AnyAttribute;
use leptos::prelude::*;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::renderer::types::{Element, Node};
use leptos::tachys::view::{Mountable, Position, PositionState};

impl Render for View {
    type State = Built;

    fn build(self) -> Built {
        Built::new(self)
    }

    fn rebuild(self, built: &mut Built) {
        if self.template == built.template {
            built.refill(self.holes);
        } else {
            let mut new = Built::new(self);
            built.insert_before_this(&mut new);
            built.unmount();
            *built = new;
        }
    }
}

impl Mountable for Built {
    fn unmount(&mut self) {
        for root in &self.roots {
            match root {
                Root::Node(node) => node.remove(),
                Root::Slot(at) => {
                    if let Some(slot) = self.slots.get_mut(*at) {
                        slot.unmount();
                    }
                }
            }
        }
    }

    fn mount(&mut self, parent: &Element, marker: Option<&Node>) {
        for root in &mut self.roots {
            match root {
                Root::Node(node) => node.mount(parent, marker),
                Root::Slot(at) => {
                    if let Some(slot) = self.slots.get_mut(*at) {
                        slot.mount(parent, marker);
                    }
                }
            }
        }
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        self.roots.iter().any(|root| match root {
            Root::Node(node) => node.insert_before_this(child),
            Root::Slot(at) => {
                let slot = self.slots.get(*at);
                slot.is_some_and(|slot| slot.insert_before_this(child))
            }
        })
    }

    fn elements(&self) -> Vec<Element> {
        let mut all = Vec::new();
        for root in &self.roots {
            match root {
                Root::Node(node) => all.push(node.clone()),
                Root::Slot(at) => {
                    all.extend(
                        self.slots
                            .get(*at)
                            .into_iter()
                            .flat_map(Mountable::elements),
                    );
                }
            }
        }
        all
    }
}

/// The page is never rendered to a text, and no attribute is spread onto a view.
impl RenderHtml for View {
    type AsyncOutput = Self;
    type Owned = Self;

    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Self {
        self
    }

    fn to_html_with_buf(
        self,
        _: &mut String,
        _: &mut Position,
        _: bool,
        _: bool,
        _: Vec<AnyAttribute>,
    ) {
    }

    fn hydrate<const FROM_SERVER: bool>(self, _: &Cursor, _: &PositionState) -> Built {
        self.build()
    }

    fn into_owned(self) -> Self {
        self
    }
}

impl AddAnyAttr for View {
    type Output<SomeNewAttr: Attribute> = Self;

    fn add_any_attr<NewAttr: Attribute>(self, _: NewAttr) -> Self
    where
        Self::Output<NewAttr>: RenderHtml,
    {
        self
    }
}
