//! The state of the page: one question, one memo of its answer, and what is open.

use super::later::Second;
use crate::browser::{address, store};
use crate::catalog::{Catalog, OfferIx};
use crate::locale::Locale;
use crate::query::{Decoded, Member, Portfolio, Problem, Query, decode};
use crate::rank::{self, Answer};
use crate::units::{Currency, Date, Money};
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// Cards shown before “more”.
pub(super) const PAGE: usize = 20;

/// Quiet time before the address follows the question. Browsers limit how often it may change.
const ADDRESS_DELAY: Duration = Duration::from_millis(300);

/// Handles to the state, passed through context.
#[derive(Clone, Copy)]
pub struct App {
    /// Everything that is known.
    pub catalog: &'static Catalog,
    /// The day that ages of prices are counted to.
    pub today: Date,
    /// The language.
    pub locale: RwSignal<Locale>,
    /// The question.
    pub query: RwSignal<Query>,
    /// Its answer, computed anew at every change.
    pub answer: Memo<Arc<Answer>>,
    /// The questions of the plan beside it.
    pub plan: RwSignal<Vec<Member>>,
    /// What they ask, without their names: naming one changes neither its row nor the answer.
    pub plan_asked: Memo<Vec<Query>>,
    /// What was wrong in the link that was opened.
    pub problems: RwSignal<Vec<Problem>>,
    /// Cards whose explanation is open.
    pub open: RwSignal<Vec<OfferIx>>,
    /// Cards shown at most.
    pub shown: RwSignal<usize>,
    /// Whether the question is unfolded where it folds.
    pub unfolded: RwSignal<bool>,
    /// Whether the second module is there.
    pub second: RwSignal<Second>,
    /// Counts the times that the question came from elsewhere than its fields, which then drop
    /// the text that was typed.
    pub arrivals: RwSignal<usize>,
    /// The question and plan that the address stands for, as they are encoded.
    written: StoredValue<String>,
}

impl App {
    /// Builds the state for a question from a link.
    #[must_use]
    pub fn new(
        catalog: &'static Catalog,
        today: Date,
        locale: Locale,
        query: Query,
        mut problems: Vec<Problem>,
        portfolio: Portfolio,
    ) -> Self {
        let written = StoredValue::new(Portfolio::encode(&query, &portfolio.members));
        problems.extend(portfolio.problems);
        let query = RwSignal::new(query);
        // Comparing answers would take longer than following one that is the same.
        let answer = Memo::new_with_compare(
            move |_| Arc::new(query.with(|query| rank::answer(catalog, query, today))),
            |_, _| true,
        );
        let plan = RwSignal::new(portfolio.members);
        let plan_asked = Memo::new(move |_| {
            plan.with(|members: &Vec<Member>| {
                let questions = members.iter().map(|member| member.query.clone());
                questions.collect::<Vec<Query>>()
            })
        });
        let app = Self {
            catalog,
            today,
            locale: RwSignal::new(locale),
            query,
            answer,
            plan,
            plan_asked,
            problems: RwSignal::new(problems),
            open: RwSignal::new(Vec::new()),
            shown: RwSignal::new(PAGE),
            unfolded: RwSignal::new(false),
            second: RwSignal::new(Second::Coming),
            arrivals: RwSignal::new(0),
            written,
        };
        app.keep_address();
        address::on_pop(move || {
            let link = address::query();
            let portfolio = Portfolio::decode(&link).known_to(catalog);
            let mut decoded = decode(&link).known_to(catalog);
            decoded.problems.extend(portfolio.problems);
            app.arrive(decoded, portfolio.members);
        });
        app
    }

    /// The state from context. It is provided above every component.
    #[must_use]
    pub fn get() -> Self {
        expect_context()
    }

    /// Changes the question; unchanged values change nothing.
    pub fn change(self, edit: &dyn Fn(&mut Query)) {
        let mut query = self.query.get_untracked();
        edit(&mut query);
        self.set(query);
    }

    /// Sets the question, as a field does while it is typed in.
    pub fn set(self, query: Query) {
        if self.query.with_untracked(|old| *old != query) {
            self.query.set(query);
            self.shown.set(PAGE);
        }
    }

    /// Goes to another question as a step of its own, so that Back undoes it. The plan stays.
    pub fn go(self, query: Query) {
        self.go_to(query, self.plan.get_untracked());
    }

    /// Goes to another question and plan.
    pub fn go_to(self, query: Query, members: Vec<Member>) {
        // What the delay still holds back belongs to the step before.
        self.write(&untrack(|| self.link()));
        let text = Portfolio::encode(&query, &members);
        address::push(&self.in_address(&text));
        self.written.set_value(text);
        let decoded = Decoded {
            query,
            problems: Vec::new(),
        };
        self.arrive(decoded, members);
    }

    /// Changes the plan.
    pub fn change_plan(self, edit: impl FnOnce(&mut Vec<Member>)) {
        let mut members = self.plan.get_untracked();
        edit(&mut members);
        if self.plan.with_untracked(|old| *old != members) {
            self.plan.set(members);
        }
    }

    /// The query of the link that holds the question and the plan.
    #[must_use]
    pub fn link(self) -> String {
        self.query
            .with(|query| self.plan.with(|members| Portfolio::encode(query, members)))
    }

    /// Takes a question and a plan from elsewhere than the fields.
    fn arrive(self, decoded: Decoded, members: Vec<Member>) {
        self.written
            .set_value(Portfolio::encode(&decoded.query, &members));
        if self.plan.with_untracked(|old| *old != members) {
            self.plan.set(members);
        }
        self.problems.set(decoded.problems);
        self.shown.set(PAGE);
        self.arrivals.update(|count| *count += 1);
        self.query.set(decoded.query);
    }

    /// Chooses the currency for display, and keeps what amounts in the question are worth.
    pub fn set_currency(self, currency: Currency) {
        store::write(store::CURRENCY, currency.code());
        let query = self.query.get_untracked();
        let query = query.in_currency(currency, |money| self.catalog.convert(money, currency));
        self.arrivals.update(|count| *count += 1);
        self.set(query);
    }

    /// An amount in the currency for display, or as it is where no rate is known.
    #[must_use]
    pub fn in_currency(self, money: Money) -> Money {
        let currency = self.query.with(|query| query.currency);
        self.catalog.convert(money, currency).unwrap_or(money)
    }

    /// The link of a question beside the plan, for `href`: relative to the page.
    #[must_use]
    pub fn href(self, query: &Query) -> String {
        self.plan
            .with(|members| format!("?{}", Portfolio::encode(query, members)))
    }

    /// A query as the address holds it: with the language where the link asked for one.
    fn in_address(self, text: &str) -> String {
        match address::parameter("lang") {
            Some(tag) if text.is_empty() => format!("lang={tag}"),
            Some(tag) => format!("{text}&lang={tag}"),
            None => text.to_owned(),
        }
    }

    /// Drops the language that a link asked for: the reader has chosen one.
    pub fn forget_language(self) {
        let rest: Vec<String> = address::query()
            .split('&')
            .filter(|pair| !pair.starts_with("lang="))
            .map(str::to_owned)
            .collect();
        address::replace(&rest.join("&"));
    }

    fn write(self, text: &str) {
        if self.written.with_value(|written| written != text) {
            address::replace(&self.in_address(text));
            self.written.set_value(text.to_owned());
        }
    }

    /// Lets the address follow the question after a quiet moment.
    fn keep_address(self) {
        Effect::new(move |pending: Option<Option<TimeoutHandle>>| {
            if let Some(Some(handle)) = pending {
                handle.clear();
            }
            let text = self.link();
            if self.written.with_value(|written| *written == text) {
                return None;
            }
            set_timeout_with_handle(move || self.write(&untrack(|| self.link())), ADDRESS_DELAY)
                .ok()
        });
    }
}
