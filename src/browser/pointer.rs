//! Pointers over the page: what lies under them, and whether they press.

use web_sys::{Element, PointerEvent};

/// Whether the first button of a mouse, a finger or a pen is down.
#[must_use]
pub fn presses(event: &PointerEvent) -> bool {
    event.buttons() & 1 == 1
}

/// An attribute of the element under a pointer, or of one around it. A finger's events stay with
/// the element on which it came down, so that the place is looked up anew.
#[must_use]
pub fn attribute_under(event: &PointerEvent, attribute: &str) -> Option<String> {
    #[expect(clippy::cast_precision_loss, reason = "pixels of a screen")]
    let (x, y) = (event.client_x() as f32, event.client_y() as f32);
    let under = web_sys::window()?.document()?.element_from_point(x, y)?;
    let holder: Element = under.closest(&format!("[{attribute}]")).ok()??;
    holder.get_attribute(attribute)
}
