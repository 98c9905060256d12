//! Whole answers on the shipped catalog: what the first release must show.

mod support;

use kasuan::catalog::Tier;
use kasuan::fit::Verdict;
use kasuan::rank::{Candidate, Reject, Warning};
use support::{CATALOG, ask, card, offer, provider, rejection, today};

const GIB: f64 = 1_073_741_824.0;

#[track_caller]
fn is_near(value: f64, expected: f64, tolerance: f64) {
    assert!(
        (value - expected).abs() <= tolerance,
        "{value} is not {expected} ± {tolerance}"
    );
}

#[test]
fn llama_70b_needs_131_gib_of_weights_and_2_5_of_cache() {
    let answer = ask("w=serve&m=llama-3.1-70b&wq=bf16&ctx=8192&con=1");
    let need = answer.need.expect("a need");
    is_near(need.footprint.weights.get() / GIB, 131.4, 0.1);
    is_near(need.footprint.cache.get() / GIB, 2.5, 0.01);
    for c in &answer.candidates {
        let gpus = c.plan.shards;
        assert!(
            gpus > 1 || c.nominal.get() > 131.0 * GIB,
            "{} holds 131 GiB on one card of {:?}",
            offer(c).id,
            c.nominal
        );
    }
}

#[test]
fn two_80_gb_cards_are_judged_with_numbers() {
    let answer = ask("w=serve&m=llama-3.1-70b&wq=bf16&ctx=8192&con=1&gpu=h100-sxm&cnt=2");
    let judged = answer
        .candidates
        .first()
        .map(|c| (c.footprint.total.expected, c.usable, c.verdict))
        .or_else(|| {
            let closest = rejection(&answer, Reject::TooSmall).closest?;
            Some((closest.needed, closest.usable, Verdict::No))
        });
    let (needed, usable, _) = judged.expect("a verdict with numbers");
    assert!(needed.get() > 66.0 * GIB, "{needed:?}");
    is_near(usable.get(), 81_559.0 * 1_048_576.0, 1.0);
}

#[test]
fn four_rtx_4090_are_not_96_gb() {
    let answer = ask(
        "w=serve&m=llama-3.1-70b&wq=bf16&ctx=8192&con=1&gpu=rtx-4090&cnt=4&tier=cloud,specialist,market,community,broker",
    );
    assert!(answer.candidates.is_empty());
    let closest = rejection(&answer, Reject::TooSmall)
        .closest
        .expect("numbers");
    assert_eq!(closest.gpus, 4);
    assert!(closest.needed > closest.usable);
    is_near(closest.usable.get() / GIB, 24_564.0 / 1024.0, 0.01);
    assert!(!answer.ways.is_empty());
}

#[test]
fn deepseek_v3_takes_eight_big_cards_and_its_latent_cache_is_small() {
    let answer = ask("w=serve&m=deepseek-v3&wq=fp8&ctx=65536&con=1&pay=od,spot,c1,c3,sub,cb");
    let need = answer.need.expect("a need");
    // Each rank holds the whole latent cache, so a replica's sum is that of its cards.
    is_near(
        need.footprint.cache.get() / f64::from(need.gpus) / GIB,
        4.29,
        0.01,
    );
    assert!(!answer.candidates.is_empty());
    for c in &answer.candidates {
        let memory = c.usable.get() * f64::from(c.plan.shards);
        assert!(memory > 650.0 * GIB, "{}: {memory}", offer(c).id);
    }
    assert!(
        answer
            .candidates
            .iter()
            .any(|c| c.gpus_per_instance == 8 && ["h200-sxm", "mi300x"].contains(&card(c)))
    );
}

#[test]
fn qwen3_30b_a3b_weighs_all_its_experts_and_runs_like_a_small_model() {
    let moe = ask("m=qwen3-30b-a3b&con=1&gpu=h100-sxm&cnt=1");
    let dense = ask("m=qwen3-32b&con=1&gpu=h100-sxm&cnt=1");
    let need = moe.need.expect("a need");
    is_near(need.footprint.weights.get() / GIB, 57.0, 1.0);
    let (moe, dense) = (&moe.candidates[0], &dense.candidates[0]);
    assert!(
        moe.rate.expected.get() > 3.0 * dense.rate.expected.get(),
        "{:?} against {:?}",
        moe.rate,
        dense.rate
    );
}

#[test]
fn aws_leads_eight_h100_on_demand_at_its_price_of_today() {
    let answer = ask("m=llama-3.1-70b&con=1&pay=od&sort=cost&gpu=h100&cnt=8&prov=aws,azure,gcp");
    let first = &answer.candidates[0];
    assert_eq!(provider(first), "aws");
    assert_eq!(offer(first).instance, "p5.48xlarge");
    assert_eq!(
        first.purchases[0].rate_per_hour.to_decimal().to_string(),
        "55.04"
    );
    assert!(!CATALOG.source(first.price_source).title.is_empty());
    assert!(first.price_as_of.year() >= 2026);
}

#[test]
fn p4d_is_21_957642_and_carries_40_gb_cards() {
    let answer = ask("w=vram&vram=300&pay=od&prov=aws&gpu=a100&cnt=8&reg=na");
    let p4d = answer
        .candidates
        .iter()
        .find(|c| offer(c).instance == "p4d.24xlarge" && offer(c).region.name == "us-east-1")
        .expect("p4d in us-east-1");
    assert_eq!(
        p4d.purchases[0].rate_per_hour.to_decimal().to_string(),
        "21.957642"
    );
    assert_eq!(card(p4d), "a100-40gb-sxm");
}

#[test]
fn a_whole_rtx_pro_6000_on_azure_is_never_under_3_an_hour() {
    let answer = ask("w=vram&vram=90&pay=od&prov=azure&gpu=rtx-pro-6000-blackwell-server-edition");
    assert!(!answer.candidates.is_empty());
    for c in &answer.candidates {
        let per_card = c.purchases[0].rate_per_gpu_hour.to_f64();
        assert!(per_card >= 3.0, "{}: {per_card}", offer(c).id);
    }
}

#[test]
fn oci_sells_eight_h100_for_80_an_hour() {
    let answer = ask("w=vram&vram=70&pay=od&prov=oracle-oci&gpu=h100-sxm");
    let bare_metal = answer
        .candidates
        .iter()
        .find(|c| offer(c).instance.contains("BM.GPU.H100.8"))
        .expect("the bare-metal shape");
    assert_eq!(bare_metal.gpus_per_instance, 8);
    assert_eq!(
        bare_metal.purchases[0]
            .rate_per_hour
            .to_decimal()
            .to_string(),
        "80"
    );
}

#[test]
fn the_default_page_leads_with_offers_one_would_rent() {
    let answer = ask("");
    assert!(
        answer.candidates.len() >= 100,
        "{}",
        answer.candidates.len()
    );
    for c in answer.candidates.iter().take(10) {
        assert!(matches!(offer(c).tier, Tier::Cloud | Tier::Specialist));
        assert!(
            !c.warnings.contains(&Warning::VeryOldPrice),
            "{}",
            offer(c).id
        );
        let newest = offer(c)
            .prices
            .iter()
            .map(|p| p.checked.as_ref().map_or(p.as_of, |k| k.as_of))
            .max()
            .expect("a price");
        assert!(newest.months_until(today()) < 18);
    }
}

#[test]
fn a_newer_price_is_bought_before_a_very_old_one() {
    let answer = ask("prov=aws&gpu=t4&con=1&ctx=4096&wq=awq");
    let first = &answer.candidates[0];
    assert!(
        !first.warnings.contains(&Warning::VeryOldPrice),
        "{}",
        offer(first).id
    );
}

#[test]
fn sorted_by_cost_totals_ascend() {
    let answer = ask("");
    let fresh: Vec<i64> = answer
        .candidates
        .iter()
        .filter(|c| !c.warnings.contains(&Warning::VeryOldPrice))
        .map(|c| c.total.micros())
        .collect();
    assert!(fresh.is_sorted());
}

#[test]
fn every_row_is_ranked_or_counted_as_rejected() {
    for link in [
        "",
        "w=hpc&pflop=1000&use=job",
        "w=render&frames=1000&use=job",
        "w=image",
        "w=vision",
        "sla=99.5",
        "jur=cn",
        "comp=hipaa",
    ] {
        let answer = ask(link);
        let rejected: u32 = answer.rejected.iter().map(|r| r.offers).sum();
        assert_eq!(
            answer.candidates.len() as u32 + rejected,
            answer.rows,
            "{link}"
        );
    }
}

#[test]
fn unknown_facts_never_pass_a_filter() {
    let regions = ask("reg=cn");
    assert!(
        regions
            .candidates
            .iter()
            .all(|c| offer(c).region.group.is_some())
    );
    assert!(rejection(&regions, Reject::RegionUnknown).offers > 0);
    let sla = ask("sla=99.5");
    assert!(rejection(&sla, Reject::SlaUnknown).offers > 0);
    let place = ask("jur=cn");
    assert!(!place.candidates.is_empty());
    assert!(
        place
            .candidates
            .iter()
            .all(|c| offer(c).region.jurisdiction.as_deref() == Some("cn"))
    );
}

/// Q7: under which law the seller is and where the data lie are two facts.
#[test]
fn the_home_of_the_seller_is_not_the_place_of_the_data() {
    let home = |c: &Candidate| CATALOG.provider(offer(c).provider).home.clone();
    let place = |c: &Candidate| offer(c).region.jurisdiction.clone();
    let own = ask("home=cn");
    assert!(!own.candidates.is_empty());
    assert!(
        own.candidates
            .iter()
            .all(|c| home(c).as_deref() == Some("cn"))
    );
    assert!(rejection(&own, Reject::Home).offers > 0);
    // Sellers of the mainland whose data lie elsewhere, and with them sellers of the place itself.
    let is_american = |place: Option<String>| place.as_deref() == Some("us");
    assert!(own.candidates.iter().any(|c| is_american(place(c))));
    let data = ask("jur=us");
    assert!(data.candidates.iter().all(|c| is_american(place(c))));
    assert!(data.candidates.iter().any(|c| !is_american(home(c))));
    let both = ask("jur=us&home=us");
    assert!(!both.candidates.is_empty() && both.candidates.len() < data.candidates.len());
    // Unknown is neither yes nor no.
    assert!(rejection(&own, Reject::HomeUnknown).offers > 0);
    for link in ["home=us", "home=eu", "home=xx"] {
        let answer = ask(link);
        assert!(
            answer.candidates.iter().all(|c| home(c).is_some()),
            "{link}"
        );
        assert!(rejection(&answer, Reject::HomeUnknown).offers > 0, "{link}");
    }
    // The union is each of its member states; the kingdom is none.
    let union = ask("home=eu");
    assert!(
        union
            .candidates
            .iter()
            .any(|c| home(c).as_deref() == Some("fr"))
    );
    assert!(
        union
            .candidates
            .iter()
            .all(|c| home(c).as_deref() != Some("gb"))
    );
}

#[test]
fn a_card_without_a_figure_is_rejected_and_never_scored_0() {
    let hpc = ask("w=hpc&pflop=100000&prec=fp64&use=job");
    assert!(hpc.candidates.iter().all(|c| c.rate.expected.get() > 0.0));
    assert!(rejection(&hpc, Reject::NoFp64Figure).offers > 0);
    let render = ask("w=render&frames=1000&fmin=3&use=job");
    assert!(render.candidates.len() > 100, "{}", render.candidates.len());
    let reference = render
        .candidates
        .iter()
        .find(|c| card(c) == "rtx-4090" && c.gpus_per_instance == 1)
        .expect("the reference card");
    is_near(reference.hours_total.get(), 50.0, 1e-6);
    assert!(rejection(&render, Reject::NoRenderFigure).offers > 0);
}

#[test]
fn gpu_hours_are_as_said() {
    let answer = ask("w=vram&vram=20&gpuh=100&pay=od");
    for c in &answer.candidates {
        let gpu_hours =
            c.hours_total.get() * f64::from(c.gpus_per_instance) * f64::from(c.instances);
        is_near(gpu_hours, 100.0, 1e-6);
    }
}

#[test]
fn spot_at_or_above_on_demand_is_never_bought() {
    use kasuan::catalog::{Basis, PriceKind};
    let answer = ask("pay=od,spot&tier=cloud,specialist,market,community,broker");
    let mut compared = 0;
    for c in &answer.candidates {
        let bought = &c.purchases[0];
        let on_demand = offer(c)
            .prices
            .iter()
            .find(|p| p.kind == PriceKind::OnDemand);
        let (PriceKind::Spot, Some(on_demand)) = (bought.kind, on_demand) else {
            continue;
        };
        // The rate is of the instance as bought, the price of one unit of the row.
        let units = match offer(c).basis {
            Basis::Instance => 1,
            Basis::Gpu { .. } => i64::from(c.gpus_per_instance),
        };
        let dearer = on_demand.amount.times(units).micros();
        assert!(dearer > bought.rate_per_hour.micros(), "{}", offer(c).id);
        compared += 1;
    }
    assert!(compared > 50, "{compared} offers were bought on spot");
}

#[test]
fn a_slice_is_never_sharded() {
    use kasuan::catalog::GpuCount;
    let answer = ask("m=qwen2.5-0.5b&ctx=2048&con=1&tier=cloud,specialist,market");
    let slices: Vec<_> = answer
        .candidates
        .iter()
        .filter(|c| matches!(offer(c).gpus, GpuCount::Slice { .. }))
        .collect();
    assert!(!slices.is_empty());
    assert!(
        slices
            .iter()
            .all(|c| c.plan.shards == 1 && c.gpus_per_instance == 1)
    );
}

#[test]
fn costs_sum_to_the_month() {
    let answer = ask("gb=500&eg=2000");
    assert!(!answer.candidates.is_empty());
    for c in &answer.candidates {
        let sum: i64 = c
            .costs
            .iter()
            .filter_map(|l| l.per_month)
            .map(|m| m.micros())
            .sum();
        assert_eq!(sum, c.per_month.micros(), "{}", offer(c).id);
    }
}

#[test]
fn the_order_does_not_change_the_set() {
    let ids = |link: &str| {
        let mut ids: Vec<u16> = ask(link).candidates.iter().map(|c| c.offer.0).collect();
        ids.sort_unstable();
        ids
    };
    let all = ids("sort=cost");
    for order in ["speed", "value", "steady", "balanced"] {
        assert_eq!(ids(&format!("sort={order}")), all, "{order}");
    }
}

#[test]
fn what_the_catalog_lacks_is_reported_and_falls_back() {
    use kasuan::query::{ProblemReason, Query, decode};
    let decoded =
        decode("m=no-such&cur=XYZ&ref=no-such&prov=aws,no-such&gpu=no-such&vendor=no-such&jur=xx")
            .known_to(&CATALOG);
    let keys: Vec<&str> = decoded
        .problems
        .iter()
        .filter(|p| p.reason == ProblemReason::NotInCatalog)
        .map(|p| p.key.as_str())
        .collect();
    assert_eq!(keys, ["m", "ref", "cur", "prov", "gpu", "vendor"]);
    let expected = Query {
        providers: vec!["aws".to_owned()],
        jurisdictions: vec!["xx".to_owned()],
        ..Query::default()
    };
    assert_eq!(decoded.query, expected);
    // A place of data that nobody offers stays a condition.
    assert!(
        kasuan::rank::answer(&CATALOG, &decoded.query, today())
            .candidates
            .is_empty()
    );
}

#[test]
fn a_card_that_nobody_sells_is_named() {
    let answer = ask("gpu=mi250x,t4&tier=cloud,specialist,market,community,broker");
    assert_eq!(answer.unoffered, ["mi250x"]);
    assert!(ask("gpu=h100").unoffered.is_empty());
    // A condition that nobody is known to meet stays one, and is named.
    let answer = ask("comp=iso27001,nonsense&fw=pytorch,none&home=cn,xx&jur=cn,zz");
    assert_eq!(answer.unmet, ["nonsense", "none", "xx", "zz"]);
    assert!(answer.candidates.is_empty());
}
