//! Files that the reader chose or dropped. Of each no more is read than is asked for.

use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{ArrayBuffer, Uint8Array};
use web_sys::{DragEvent, Event, File, FileList, HtmlInputElement};

/// A file on the reader's device.
pub struct LocalFile(File);

impl LocalFile {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> String {
        self.0.name()
    }

    /// Its length in bytes.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number below 2^53"
    )]
    pub fn length(&self) -> u64 {
        self.0.size() as u64
    }

    /// Its first bytes; `None` where the browser cannot read them.
    pub async fn head(&self, bytes: u64) -> Option<Vec<u8>> {
        #[expect(clippy::cast_precision_loss, reason = "no head is longer than 2^53")]
        let slice = self.0.slice_with_f64_and_f64(0.0, bytes as f64).ok()?;
        let buffer = JsFuture::from(slice.array_buffer()).await.ok()?;
        let buffer: ArrayBuffer = buffer.dyn_into().ok()?;
        Some(Uint8Array::new(&buffer).to_vec())
    }
}

fn all(list: Option<FileList>) -> Vec<LocalFile> {
    let Some(list) = list else {
        return Vec::new();
    };
    let files = (0..list.length()).filter_map(|position| list.get(position));
    files.map(LocalFile).collect()
}

/// The files of a file input whose choice changed. The input forgets them, so that the same file
/// can be chosen again.
#[must_use]
pub fn chosen(event: &Event) -> Vec<LocalFile> {
    let input: Option<HtmlInputElement> = event.target().and_then(|target| target.dyn_into().ok());
    let Some(input) = input else {
        return Vec::new();
    };
    let files = all(input.files());
    input.set_value("");
    files
}

/// The files that were dropped.
#[must_use]
pub fn dropped(event: &DragEvent) -> Vec<LocalFile> {
    all(event.data_transfer().and_then(|transfer| transfer.files()))
}
