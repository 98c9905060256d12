//! Several questions in one link: repeated `q` keys, each with a whole percent-encoded query.

use super::codec::{Problem, ProblemReason, decode, encode, query_part};
use super::{Query, percent};
use crate::catalog::Catalog;

/// Most questions of one plan.
pub const MOST_MEMBERS: usize = 12;

/// Most characters of a member's name.
const LONGEST_NAME: usize = 40;

/// The key that holds a member, and the key inside it that names it.
const MEMBER: &str = "q";
const NAME: &str = "name";

/// Several questions to be answered as one plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Portfolio {
    /// The questions, in the order of the link.
    pub members: Vec<Member>,
    /// What is wrong with the list as a whole: members that are too many.
    pub problems: Vec<Problem>,
}

/// One question of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// What the asker calls it; empty where it has no name.
    pub name: String,
    /// The question.
    pub query: Query,
    /// What was wrong with its part of the link.
    pub problems: Vec<Problem>,
}

impl Portfolio {
    /// Reads the members of a page URL, `?query` or a bare query. Never fails: a link without `q`
    /// has no members, members beyond [`MOST_MEMBERS`] are left out and reported, and a `q` inside a
    /// member is reported and ignored.
    #[must_use]
    pub fn decode(text: &str) -> Self {
        let mut portfolio = Self::default();
        let values = pairs(query_part(text)).filter(|(name, _)| name == MEMBER);
        for (position, (_, value)) in values.enumerate() {
            let (link, malformed) = percent::decode(value);
            if position < MOST_MEMBERS {
                portfolio.members.push(Member::decode(&link, malformed));
            } else {
                portfolio.problems.push(Problem {
                    key: MEMBER.to_owned(),
                    value: link,
                    reason: ProblemReason::OutOfRange("1".to_owned(), MOST_MEMBERS.to_string()),
                });
            }
        }
        portfolio
    }

    /// The same with the catalog in hand, as [`Decoded::known_to`](super::Decoded::known_to).
    #[must_use]
    pub fn known_to(mut self, catalog: &Catalog) -> Self {
        for member in &mut self.members {
            let known = super::Decoded {
                query: std::mem::take(&mut member.query),
                problems: std::mem::take(&mut member.problems),
            }
            .known_to(catalog);
            member.query = known.query;
            member.problems = known.problems;
        }
        self
    }

    /// Writes the query of a link: the question beside the plan first, then a `q` for each member,
    /// without a leading `?`.
    #[must_use]
    pub fn encode(query: &Query, members: &[Member]) -> String {
        let mut link = encode(query);
        for member in members {
            if !link.is_empty() {
                link.push('&');
            }
            link.push_str(MEMBER);
            link.push('=');
            percent::encode(&member.encode(), &mut link);
        }
        link
    }
}

impl Member {
    /// Reads one member from its own query.
    fn decode(link: &str, malformed: bool) -> Self {
        let decoded = decode(link);
        let mut member = Self {
            name: String::new(),
            query: decoded.query,
            problems: decoded.problems,
        };
        if malformed {
            member.complain(link, ProblemReason::Malformed);
        }
        for (name, value) in pairs(query_part(link)) {
            if name == NAME {
                let (text, _) = percent::decode(value);
                member.name = tidy_name(&text);
            } else if name == MEMBER {
                let (nested, _) = percent::decode(value);
                member.complain(&nested, ProblemReason::Contradicts(MEMBER));
            }
        }
        member
    }

    fn complain(&mut self, value: &str, reason: ProblemReason) {
        self.problems.push(Problem {
            key: MEMBER.to_owned(),
            value: value.to_owned(),
            reason,
        });
    }

    /// Gives it a name, or none, kept to one line of at most 40 characters.
    pub fn rename(&mut self, name: &str) {
        self.name = tidy_name(name);
    }

    /// Writes the member's own query, its name first.
    #[must_use]
    pub fn encode(&self) -> String {
        let mut link = String::new();
        let name = tidy_name(&self.name);
        if !name.is_empty() {
            link.push_str(NAME);
            link.push('=');
            percent::encode(&name, &mut link);
        }
        let query = encode(&self.query);
        if !link.is_empty() && !query.is_empty() {
            link.push('&');
        }
        link.push_str(&query);
        link
    }
}

/// A name as it is kept: one line without spaces around it, of at most 40 characters.
fn tidy_name(text: &str) -> String {
    let line: String = text.chars().filter(|c| !c.is_control()).collect();
    let kept: String = line.trim().chars().take(LONGEST_NAME).collect();
    kept.trim_end().to_owned()
}

/// The keys of a query, unescaped, with their values as they stand.
fn pairs(query: &str) -> impl Iterator<Item = (String, &str)> {
    query.split('&').filter_map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (!name.is_empty()).then(|| (percent::decode(name).0, value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn members_are_whole_questions_with_names() {
        let plan = Portfolio::decode(
            "https://example.org/kasuan/?cur=CNY&q=name%3DDev+box%26m%3Dqwen3-32b&q=w%3Drender&q=#top",
        );
        assert_eq!(plan.members.len(), 3);
        assert!(plan.problems.is_empty());
        assert_eq!(plan.members[0].name, "Dev box");
        assert_eq!(plan.members[0].query.model, "qwen3-32b");
        assert_eq!(plan.members[1].query, decode("w=render").query);
        // An empty one is the default question.
        assert_eq!(plan.members[2], Member::default());
        assert!(Portfolio::decode("m=llama-3.1-70b").members.is_empty());
    }

    #[test]
    fn a_plan_in_a_plan_is_refused_and_said() {
        let plan = Portfolio::decode("q=m%3Dqwen3-32b%26q%3Dw%253Drender");
        assert_eq!(plan.members.len(), 1);
        assert_eq!(plan.members[0].query.model, "qwen3-32b");
        assert_eq!(
            plan.members[0].problems,
            [Problem {
                key: "q".to_owned(),
                value: "w=render".to_owned(),
                reason: ProblemReason::Contradicts("q"),
            }]
        );
    }

    #[test]
    fn what_is_wrong_is_said_of_the_member_that_has_it() {
        let plan = Portfolio::decode("q=ctx%3D0&q=w%3Drender&q=50%");
        let problems: Vec<usize> = plan.members.iter().map(|m| m.problems.len()).collect();
        assert_eq!(problems, [1, 0, 1]);
        assert_eq!(plan.members[0].problems[0].key, "ctx");
    }

    #[test]
    fn at_most_twelve_members() {
        let plan = Portfolio::decode(&"&q=w%3Drender".repeat(15));
        assert_eq!(plan.members.len(), MOST_MEMBERS);
        assert_eq!(plan.problems.len(), 3);
    }

    proptest! {
        #[test]
        fn reading_never_fails(text in ".{0,200}") {
            let plan = Portfolio::decode(&text);
            // What was read is written so that it is read again.
            let link = Portfolio::encode(&Query::default(), &plan.members);
            let again = Portfolio::decode(&link);
            let bare = |plan: &Portfolio| -> Vec<(String, Query)> {
                plan.members.iter().map(|m| (m.name.clone(), m.query.clone())).collect()
            };
            prop_assert_eq!(bare(&again), bare(&plan));
        }

        #[test]
        fn writing_and_reading_gives_the_same_plan(
            names in prop::collection::vec("[ -~卡算]{0,50}", 0..12),
            week in prop::collection::vec(0_u8..=100, 168),
        ) {
            let members: Vec<Member> = names
                .iter()
                .enumerate()
                .map(|(i, name)| {
                    let mut query = decode(["", "w=render&frames=10", "use=week&m=qwen3-32b"][i % 3]).query;
                    query.week = (i % 3 == 2).then(|| week.clone());
                    Member { name: tidy_name(name), query, problems: Vec::new() }
                })
                .collect();
            let beside = decode("cur=CNY&comp=iso 27001").query;
            let link = Portfolio::encode(&beside, &members);
            prop_assert_eq!(&decode(&link).query, &beside);
            let again = Portfolio::decode(&link);
            prop_assert_eq!(&again.members, &members);
            prop_assert_eq!(Portfolio::encode(&beside, &again.members), link);
        }
    }
}
