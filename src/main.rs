//! The page's entry: mounts the app.

fn main() {
    leptos::mount::mount_to_body(|| leptos::prelude::view! { <p>"x"</p> });
}
