//! `docs/cli.md` lists every warning and reject code.

use kasuan::rank::{Reject, Warning};

#[test]
fn every_code_is_documented() {
    let manual = include_str!("../docs/cli.md");
    let codes = Warning::ALL
        .iter()
        .map(|w| w.code())
        .chain(Reject::ALL.iter().map(|r| r.code()));
    for code in codes {
        assert!(
            manual.contains(&format!("| `{code}` |")),
            "{code} is missing in docs/cli.md"
        );
    }
}
