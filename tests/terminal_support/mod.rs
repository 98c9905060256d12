//! The text and the JSON of the terminal program for one question.

use serde_json::Value;

/// What the program prints for a question.
#[track_caller]
pub fn run(link: &str, flags: &[&str]) -> String {
    let mut args = vec!["plan", link, "--today", "2026-11-30"];
    args.extend(flags);
    let args: Vec<String> = args.into_iter().map(str::to_owned).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = kasuan::terminal::run(&args, &mut out, &mut err);
    assert_eq!(code, 0, "{link}: {}", String::from_utf8_lossy(&err));
    String::from_utf8(out).unwrap()
}

/// The text and the object of one question.
#[track_caller]
pub fn both(link: &str, flags: &[&str]) -> (String, Value) {
    let json = run(link, &[flags, &["--json"]].concat());
    (run(link, flags), serde_json::from_str(&json).unwrap())
}

/// That a text has a part.
#[track_caller]
pub fn says(text: &str, part: &str) {
    assert!(text.contains(part), "`{part}` is not in\n{text}");
}

/// A value that is a number.
#[track_caller]
pub fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("no number: {value}"))
}

/// An amount in US dollars as text has it.
#[track_caller]
pub fn usd(value: &Value) -> String {
    format!("USD {:.2}", number(value))
}
