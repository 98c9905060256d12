//! What follows a signal, behind one type each for views, texts, words and flags.
//!
//! Every closure has a type of its own, and a view is compiled anew for every type in it. Boxed
//! here, all closures of one kind share that code, which is a large part of the page's size.

use leptos::prelude::*;

/// A view that follows what it reads.
pub(super) type LiveView = Box<dyn FnMut() -> AnyView + Send>;
/// A text that follows what it reads.
pub(super) type LiveText = Box<dyn FnMut() -> String + Send>;
/// A word of an attribute, or none.
pub(super) type LiveWord = Box<dyn FnMut() -> Option<&'static str> + Send>;
/// A flag of an element.
pub(super) type LiveFlag = Box<dyn FnMut() -> bool + Send>;

/// A word that tells its readers of changes alone.
pub(super) type WordMemo = Memo<&'static str>;

/// Boxes a view.
pub(super) fn live(view: impl FnMut() -> AnyView + Send + 'static) -> LiveView {
    Box::new(view)
}

/// Boxes a text.
pub(super) fn text(text: impl FnMut() -> String + Send + 'static) -> LiveText {
    Box::new(text)
}

/// Boxes a word.
pub(super) fn word(word: impl FnMut() -> Option<&'static str> + Send + 'static) -> LiveWord {
    Box::new(word)
}

/// Boxes a flag.
pub(super) fn flag(flag: impl FnMut() -> bool + Send + 'static) -> LiveFlag {
    Box::new(flag)
}

/// Boxes a flag that an attribute states in words.
pub(super) fn truth(mut flag: impl FnMut() -> bool + Send + 'static) -> LiveWord {
    Box::new(move || Some(if flag() { "true" } else { "false" }))
}

/// A word that tells its readers of changes alone.
pub(super) fn word_memo(word: impl Fn() -> &'static str + Send + Sync + 'static) -> WordMemo {
    let word: Box<dyn Fn() -> &'static str + Send + Sync> = Box::new(word);
    word_memo_of(word)
}

fn word_memo_of(word: Box<dyn Fn() -> &'static str + Send + Sync>) -> WordMemo {
    Memo::new(move |_| word())
}

/// A text that tells its readers of changes alone.
pub(super) fn text_memo(text: impl Fn() -> String + Send + Sync + 'static) -> Memo<String> {
    text_memo_of(Box::new(text))
}

fn text_memo_of(text: Box<dyn Fn() -> String + Send + Sync>) -> Memo<String> {
    Memo::new(move |_| text())
}

/// A view or nothing.
pub(super) fn any(view: Option<impl IntoView + 'static>) -> AnyView {
    view.map_or_else(|| ().into_any(), |view| view.into_view().into_any())
}

/// Collects views behind one type, so that lists of all elements share their code.
pub(super) trait CollectAny {
    /// The views in their order.
    fn collect_any(self) -> Vec<AnyView>;
}

impl<V: IntoAny, I: IntoIterator<Item = V>> CollectAny for I {
    fn collect_any(self) -> Vec<AnyView> {
        self.into_iter().map(IntoAny::into_any).collect()
    }
}
