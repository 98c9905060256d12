//! The link codec: properties over all questions and all texts, and agreement with `docs/url.md`.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper of tests fails the test by panicking"
)]

#[path = "query/question.rs"]
mod question;

use kasuan::query::{Method, Pay, Problem, ProblemReason, decode, encode, field_range, keys};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use question::question;

/// Text near a link: keys with words, numbers, escapes and noise.
fn link_like() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        8 => select(keys().map(str::to_owned).collect::<Vec<_>>()),
        1 => "\\PC{0,6}",
    ];
    let value = prop_oneof![
        "-?[0-9]{0,20}\\.?[0-9]{0,9}",
        "[a-z0-9,_.~x%+-]{0,30}",
        "(%[0-9a-fA-F]{2}){0,6}",
        "([0-9]{1,3}x[0-9]{1,3}[._~]?){0,8}",
        select(vec![
            "od", "cloud,od", "bf16", "serve", "week", "1", "0", ",", "8192", "CNY"
        ])
        .prop_map(str::to_owned),
        "\\PC{0,12}",
    ];
    vec((key, value), 0..12).prop_map(|pairs| {
        let pairs: Vec<String> = pairs.iter().map(|(k, v)| format!("{k}={v}")).collect();
        pairs.join("&")
    })
}

/// What holds of every text.
fn check_text(text: &str) -> Result<(), TestCaseError> {
    let first = decode(text);
    for problem in &first.problems {
        prop_assert!(keys().any(|key| key == problem.key), "{problem:?}");
    }
    let link = encode(&first.query);
    let again = decode(&link);
    prop_assert_eq!(&again.query, &first.query, "{}", link);
    prop_assert_eq!(encode(&again.query), link);
    prop_assert!(again.problems.is_empty(), "{:?}", again.problems);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_question_survives_its_link(query in question()) {
        let link = encode(&query);
        let decoded = decode(&link);
        prop_assert!(decoded.problems.is_empty(), "{}: {:?}", link, decoded.problems);
        prop_assert_eq!(&decoded.query, &query, "{}", link);
        for around in [format!("?{link}"), format!("https://a.example/b/?{link}#top")] {
            prop_assert_eq!(&decode(&around).query, &query);
        }
    }

    #[test]
    fn any_text_is_a_question(text in "\\PC{0,80}") {
        check_text(&text)?;
    }

    #[test]
    fn any_bytes_are_a_question(bytes in vec(any::<u8>(), 0..80)) {
        check_text(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn anything_like_a_link_is_a_question(text in link_like()) {
        check_text(&text)?;
    }
}

#[test]
fn the_random_questions_set_every_key() {
    let mut runner = TestRunner::deterministic();
    let strategy = question();
    let mut links = String::new();
    for _ in 0..50 {
        links.push('&');
        links.push_str(&encode(&strategy.new_tree(&mut runner).unwrap().current()));
    }
    for key in keys() {
        assert!(links.contains(&format!("&{key}=")), "{key}");
    }
}

#[track_caller]
fn check(link: &str, canonical: &str, problems: &[(&str, &str, ProblemReason)]) {
    let decoded = decode(link);
    assert_eq!(encode(&decoded.query), canonical);
    let expected: Vec<Problem> = problems
        .iter()
        .map(|(key, value, reason)| Problem {
            key: (*key).to_owned(),
            value: (*value).to_owned(),
            reason: reason.clone(),
        })
        .collect();
    assert_eq!(decoded.problems, expected);
}

fn range(low: &str, high: &str) -> ProblemReason {
    ProblemReason::OutOfRange(low.to_owned(), high.to_owned())
}

#[test]
fn a_page_address_and_its_query_are_the_same() {
    let canonical = "m=qwen3-8b&gpu=h100-sxm";
    for text in [
        "m=qwen3-8b&gpu=h100-sxm",
        "?m=qwen3-8b&gpu=h100-sxm",
        "  https://kasuan.example/a=b/?m=qwen3-8b&gpu=h100-sxm#why\n",
        "http://127.0.0.1:8080/index.html?m=qwen3-8b&gpu=h100-sxm",
        "/sub/?gpu=h100-sxm&m=qwen3-8b",
        "kasuan.example/?gpu=h100-sxm&m=qwen3-8b",
        "%6d=qwen3-8b&&gpu=+H100-SXM+&",
    ] {
        check(text, canonical, &[]);
    }
    for text in ["", "?", "#", "https://kasuan.example/m=1", "/", "?#m=1"] {
        check(text, "", &[]);
    }
}

#[test]
fn other_keys_are_ignored() {
    check("lang=zh&utm_source=x&v=9&q=a&W=hpc&=&nonsense", "", &[]);
}

#[test]
fn defaults_are_left_out() {
    check(
        "w=serve&ctx=8192.0&pay=sub,c1,od&cur=usd&mon=12&gb=0&prov=",
        "",
        &[],
    );
}

#[test]
fn lists_are_put_in_order_once() {
    check(
        "pay=SPOT,od,spot&tier=broker,cloud&gpu=h100,A100-40gb-sxm,h100",
        "pay=od,spot&tier=cloud,broker&gpu=h100,a100-40gb-sxm",
        &[],
    );
    check(
        "comp=ISO+27001,%E7%AD%89%E4%BF%9D",
        "comp=iso+27001,%E7%AD%89%E4%BF%9D",
        &[],
    );
}

#[test]
fn a_bad_value_falls_back_and_is_reported() {
    check(
        "ctx=many",
        "",
        &[("ctx", "many", ProblemReason::NotANumber)],
    );
    check("ctx=", "", &[("ctx", "", ProblemReason::NotANumber)]);
    check("ctx=1e4", "", &[("ctx", "1e4", ProblemReason::NotANumber)]);
    check("con=2.5", "", &[("con", "2.5", ProblemReason::NotANumber)]);
    check("con=0", "", &[("con", "0", range("1", "100000"))]);
    check("mon=-1", "", &[("mon", "-1", range("0.01", "120"))]);
    check(
        "n=99999999999999",
        "",
        &[("n", "99999999999999", range("0.001", "20000"))],
    );
    check(
        "hpd=24.000001",
        "",
        &[("hpd", "24.000001", range("0.01", "24"))],
    );
    check(
        "method=dora",
        "",
        &[("method", "dora", ProblemReason::UnknownWord(Method::WORDS))],
    );
    check(
        "ckpt=yes",
        "",
        &[(
            "ckpt",
            "yes",
            ProblemReason::UnknownWord(&["0", "1", "s", "o"]),
        )],
    );
    check("m=a/b", "", &[("m", "a/b", ProblemReason::Malformed)]);
    check("m=50%", "", &[("m", "50%", ProblemReason::Malformed)]);
    check("comp=%zz", "", &[("comp", "%zz", ProblemReason::Malformed)]);
    check("cur=%C2%A5", "", &[("cur", "¥", ProblemReason::Malformed)]);
    check(
        "gpu=h100,<b>,l4&pay=od,card",
        "pay=od&gpu=h100,l4",
        &[
            ("gpu", "<b>", ProblemReason::Malformed),
            ("pay", "card", ProblemReason::UnknownWord(Pay::WORDS)),
        ],
    );
    check(
        "pay=",
        "",
        &[("pay", "", ProblemReason::UnknownWord(Pay::WORDS))],
    );
    check(
        "pay=cash",
        "",
        &[("pay", "cash", ProblemReason::UnknownWord(Pay::WORDS))],
    );
}

#[test]
fn the_last_of_a_repeated_key_holds() {
    check(
        "con=4&con=16",
        "con=16",
        &[("con", "4", ProblemReason::Contradicts("con"))],
    );
    check("con=16&w=serve&con=16", "con=16", &[]);
    check(
        "con=x&con=4&con=y",
        "",
        &[
            ("con", "x", ProblemReason::Contradicts("con")),
            ("con", "4", ProblemReason::Contradicts("con")),
            ("con", "y", ProblemReason::NotANumber),
        ],
    );
}

#[test]
fn keys_that_depend_on_each_other_are_settled() {
    check("ctx=256", "ctx=256&out=256", &[]);
    check("ctx=1024&out=1024", "ctx=1024&out=1024", &[]);
    check(
        "ctx=1024&out=1025",
        "ctx=1024",
        &[("out", "1025", range("1", "1024"))],
    );
    check(
        "ctx=256&out=300",
        "ctx=256&out=256",
        &[("out", "300", range("1", "256"))],
    );
    check(
        "tpd=1000&rps=2",
        "rps=2",
        &[("tpd", "1000", ProblemReason::Contradicts("rps"))],
    );
    check("na=3", "", &[("na", "3", ProblemReason::Contradicts("m"))]);
    check("n=30.5&na=3.3", "n=30.5&na=3.3", &[]);
    check(
        "na=31&n=30.5",
        "n=30.5",
        &[("na", "31", range("0.001", "30.5"))],
    );
    check("m=qwen3-8b&n=13", "m=qwen3-8b&n=13", &[]);
}

#[test]
fn a_week_and_conditions_survive() {
    let week = "wk=0x9.100x9.0x6~5_0x24~2";
    for link in [
        week,
        "use=week&wk=60x168",
        "lam=0.05",
        "ckh=2",
        "disc=15",
        "credit=500",
    ] {
        check(link, link, &[]);
    }
    check("use=recurring", "use=recurring", &[]);
    check("wk=1x167", "", &[("wk", "1x167", ProblemReason::Malformed)]);
    check(
        "use=week",
        "",
        &[("use", "week", ProblemReason::Needs("wk"))],
    );
    // A week of zeros is no load, and the hours that stand in for it are said.
    check(
        "use=week&wk=0x168",
        "",
        &[
            ("use", "week", ProblemReason::Needs("wk")),
            ("wk", "0x168", ProblemReason::NoLoad),
        ],
    );
    check("wk=0x168", "", &[("wk", "0x168", ProblemReason::NoLoad)]);
    check("wk=0x167.1", "wk=0x167.1", &[]);
    let levels = decode(week).query.week.unwrap();
    assert_eq!(
        levels.iter().map(|level| u32::from(*level)).sum::<u32>(),
        45 * 100
    );
}

/// The cells of a key's row in `docs/url.md`.
struct Row {
    key: String,
    values: String,
    range: String,
    default: String,
}

fn documented() -> Vec<Row> {
    let text = include_str!("../docs/url.md");
    let (_, keys) = text.split_once("\n## Keys\n").unwrap();
    let (keys, _) = keys.split_once("\n## ").unwrap();
    keys.lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let [_, key, _, values, range, default, _since, _] = cells[..] else {
                panic!("a row has six cells: {line}");
            };
            let plain = |cell: &str| cell.trim_matches('`').to_owned();
            Row {
                key: plain(key),
                values: values.to_owned(),
                range: range.to_owned(),
                default: plain(default),
            }
        })
        .collect()
}

#[test]
fn the_document_lists_every_key_in_order() {
    let documented: Vec<String> = documented().into_iter().map(|row| row.key).collect();
    assert_eq!(documented, keys().map(str::to_owned).collect::<Vec<_>>());
}

#[test]
fn the_document_tells_ranges_and_defaults() {
    for row in documented() {
        let range = field_range(&row.key).map(|(low, high)| format!("{low} – {high}"));
        assert_eq!(row.range, range.unwrap_or_default(), "{}", row.key);
        if !row.default.is_empty() {
            check(&format!("{}={}", row.key, row.default), "", &[]);
        }
    }
}

#[test]
fn the_document_lists_every_word() {
    for row in documented() {
        let words: Vec<&str> = row.values.split('`').skip(1).step_by(2).collect();
        let wrong = decode(&format!("{}=%2A", row.key)).problems;
        let known = match wrong.first().map(|problem| &problem.reason) {
            Some(ProblemReason::UnknownWord(known)) => *known,
            _ => &[],
        };
        assert_eq!(words, known, "{}", row.key);
    }
}

#[test]
fn a_shape_is_read_in_any_order_and_written_in_one() {
    let written = "arch=l32.h4096.f14336.a32.k8.v128256.c131072";
    check(written, written, &[]);
    check(
        "arch=v128256.c131072.d128.k8.a32.f14336.h4096.l32",
        written,
        &[],
    );
    check("arch=L32.H4096.F14336.A32.K8.V128256.C131072", written, &[]);
    // What follows from the rest is left out.
    check(
        "arch=l2.h64.f128.a4.v100.k4.d16.y0.g2",
        "arch=l2.h64.f128.a4.v100",
        &[],
    );
    check(
        "arch=enc.l2.h64.f128.a4.v100",
        "arch=enc.l2.h64.f128.a4.v100",
        &[],
    );
    check(
        "arch=l2.h64.f128.a4.v100.w8.ws1.e8.et2",
        "arch=l2.h64.f128.a4.v100.w8.ws1.e8.et2",
        &[],
    );
}

#[test]
fn what_is_no_shape_names_the_part_at_fault() {
    let range = |low: &str, high: &str| ProblemReason::OutOfRange(low.to_owned(), high.to_owned());
    let base = "l2.h64.f128.a4.v100";
    for (text, part, reason) in [
        ("l0.h64.f128.a4.v100", "l0", range("1", "4096")),
        ("l2.h64.f128.a4", "v", range("1", "16777216")),
        ("", "", ProblemReason::Malformed),
        ("l2.h64.f128.a4.v100.k8", "k8", range("1", "4")),
        ("l2.h64.f128.a4.v100.ws1", "w", range("1", "16777216")),
        ("l2.h64.f128.a4.v100.w8.ws3", "ws3", range("0", "2")),
        ("l2.h64.f128.a4.v100.e8", "et", range("1", "8")),
        ("l2.h64.f128.a4.v100.et2", "e", range("2", "65536")),
        ("l2.h64.f128.a4.v100.l2", "l2", ProblemReason::Malformed),
        ("l2.h64.f128.a4.v100.j5", "j5", ProblemReason::Malformed),
        ("l2.h64.f128.a4.v100.", "", ProblemReason::Malformed),
        ("l2.h-64.f128.a4.v100", "h-64", ProblemReason::Malformed),
        ("l2.h64.f128.a4.v100.enc", "enc", ProblemReason::Malformed),
        (
            "l99999999999.h64.f128.a4.v100",
            "l99999999999",
            range("1", "4096"),
        ),
        (
            "l4096.h16777216.f16777216.a4.v100",
            "arch",
            range("0.001", "20000"),
        ),
    ] {
        check(&format!("arch={text}"), "", &[("arch", part, reason)]);
    }
    assert!(decode(&format!("arch={base}")).problems.is_empty());
}
