//! Ids of offers by what they are made of. Most say the seller, the instance and the region once
//! more, and are a seventh of the shipped catalog where they are spelled out.

/// What begins an id that says its seller and its instance, and then what follows.
const SELLER_AND_INSTANCE: char = '=';

/// A text in lower case with one `-` for whatever is neither letter nor digit.
fn push(out: &mut String, text: &str) {
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.ends_with('-') {
            out.push('-');
        }
    }
    if out.ends_with('-') {
        out.pop();
    }
}

/// The id of an instance of a seller.
fn base(provider: &str, instance: &str) -> String {
    let mut out = provider.to_owned();
    out.push('-');
    push(&mut out, instance);
    out
}

/// The id as it is shipped: nothing where it is seller, instance and region.
#[cfg(feature = "terminal")]
pub(super) fn shipped(id: &str, provider: &str, instance: &str, region: &str) -> String {
    match id.strip_prefix(&base(provider, instance)) {
        Some(_) if restored(String::new(), provider, instance, region) == id => String::new(),
        Some(rest) => format!("{SELLER_AND_INSTANCE}{rest}"),
        None => id.to_owned(),
    }
}

/// The id of what was shipped.
pub(super) fn restored(shipped: String, provider: &str, instance: &str, region: &str) -> String {
    if let Some(rest) = shipped.strip_prefix(SELLER_AND_INSTANCE) {
        return base(provider, instance) + rest;
    }
    if !shipped.is_empty() {
        return shipped;
    }
    let mut out = base(provider, instance);
    out.push('-');
    push(&mut out, region);
    out
}

#[cfg(test)]
#[cfg(feature = "terminal")]
mod tests {
    use super::{restored, shipped};

    #[test]
    fn an_id_comes_back_whatever_it_is() {
        for (id, as_shipped) in [
            ("aws-p5-48xlarge-us-east-1", ""),
            ("aws-p5-48xlarge", "="),
            ("aws-p5-48xlarge-us-east-1-2", "=-us-east-1-2"),
            ("aws-p5-48xlarge-", "=-"),
            ("aws-p5-48xlargest", "=st"),
            ("aws-p5", "aws-p5"),
            ("p5", "p5"),
        ] {
            let (instance, region) = ("p5.48xlarge", "us-east-1");
            let short = shipped(id, "aws", instance, region);
            assert_eq!(short, as_shipped);
            assert_eq!(restored(short, "aws", instance, region), id);
        }
        // Signs run together, and none begins or ends a part.
        let name = "1x RTX PRO 6000 (SE) — market";
        let id = "akash-1x-rtx-pro-6000-se-market";
        assert_eq!(shipped(id, "akash", name, ""), "");
        assert_eq!(restored(String::new(), "akash", name, ""), id);
        assert_eq!(restored(String::new(), "a", "", ""), "a");
    }
}
