//! What labels and groups share: ids that no two fields have.

/// The id of a field's control.
pub(super) fn control_id(key: &str) -> String {
    format!("f-{key}")
}

/// The id of the note under a field.
pub(super) fn note_id(key: &str) -> String {
    format!("n-{key}")
}
