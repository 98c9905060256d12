//! The page's entry: the panic hook, and the start.

fn main() {
    // After a panic the program is dead: the page says so with an element that is in it from the
    // start, and the console has the reason.
    std::panic::set_hook(Box::new(|panic| {
        kasuan::browser::document::log_error(&panic.to_string());
        kasuan::browser::document::show_broken();
    }));
    kasuan::ui::start();
}
