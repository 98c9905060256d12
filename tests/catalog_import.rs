//! The conversion of fact tables, on small tables in a folder of its own.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

use kasuan::catalog::authoring::files::{OfferEntry, ProviderFile};
use kasuan::catalog::authoring::import;
use std::fs;
use std::path::{Path, PathBuf};

const HEADER: &str = "provider,instance,region,gpu,gpu_count,vram_gb_per_gpu,vcpu,ram_gb,\
    local_disk_gb,network_gbps,interconnect,currency,on_demand_h,spot_h,reserved_1y_h,\
    reserved_3y_h,reserved_terms,billing_granularity,as_of,source,notes";

/// The tables of what is not an instance of cards, without rows.
const MARKET: [(&str, &str); 5] = [
    (
        "interruptions.csv",
        "provider,instance,region,band_or_rate,unit,as_of,source\n",
    ),
    (
        "token_api.csv",
        "provider,model,currency,input_per_mtok,output_per_mtok,cached_input_per_mtok,\
         batch_discount,as_of,source\n",
    ),
    (
        "serverless.csv",
        "provider,gpu,currency,price_per_second,min_billing,idle_billing,cold_start_s,as_of,\
         source\n",
    ),
    (
        "cpu.csv",
        "provider,instance,region,vcpu,ram_gb,currency,on_demand_h,as_of,source\n",
    ),
    (
        "ownership.csv",
        "item,unit,currency,price,country,as_of,source\n",
    ),
];

/// A folder with tables and the hand-kept files of the project, removed at the end.
struct Desk(PathBuf);

impl Desk {
    fn new(name: &str, rows: &[&str]) -> Self {
        let root =
            std::env::temp_dir().join(format!("kasuan-import-{name}-{}", std::process::id()));
        let (tables, catalog) = (root.join("tables"), root.join("catalog"));
        fs::create_dir_all(&tables).unwrap();
        fs::create_dir_all(catalog.join("providers")).unwrap();
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("catalog");
        for file in [
            "curation.json",
            "regions.json",
            "sources.json",
            "limits.json",
            "networks.json",
            "processors.json",
        ] {
            fs::copy(own.join(file), catalog.join(file)).unwrap();
        }
        let put = |name: &str, text: &str| fs::write(tables.join(name), text).unwrap();
        put("list.csv", &format!("{HEADER}\n{}\n", rows.join("\n")));
        put(
            "gpus.csv",
            "gpu,vendor,vram_gb,memory_bandwidth_gb_s,bf16_tflops,family,source\n\
             H100 SXM5,NVIDIA,80,3350,989,nvidia-hopper,a/b:c\n\
             H100 PCIe,NVIDIA,80,2039,756,nvidia-hopper,a/b:c\n\
             L4,NVIDIA,24,300,121,nvidia-ada,a/b:c\n",
        );
        put(
            "gpu_aliases.csv",
            "alias,gpu,kind,fraction,evidence\n\
             H100 SXM5,H100 SXM5,exact,,x\n\
             H100 80GB,,ambiguous,,\"candidates H100 SXM5, H100 PCIe; form not stated\"\n\
             L4 (slice),L4,slice,vram/24,x\n",
        );
        put(
            "extras.csv",
            "provider,kind,region,unit,currency,price,tier,as_of,source\n",
        );
        put("providers.csv", "provider,name_en,name_zh,sla_pct,source\n");
        for (name, header) in MARKET {
            put(name, header);
        }
        put(
            "currencies.csv",
            "currency,per_usd,as_of,source\nUSD,1,2026-10-30,definition\n",
        );
        put(
            "engines.csv",
            "engine,hardware,supported,precisions\nvLLM,nvidia-hopper,yes,bf16;FP8\n",
        );
        put(
            "models.csv",
            "model,family,type,total_params,active_params\nm-1b,m,dense,1000,1000\n",
        );
        Self(root)
    }

    fn import(&self) -> Result<import::Imported, String> {
        import::tables(&self.0.join("tables"), &self.0.join("catalog"))
            .map_err(|p| p.iter().map(|p| format!("{p}\n")).collect())
    }

    fn file(&self, provider: &str) -> PathBuf {
        self.0.join(format!("catalog/providers/{provider}.json"))
    }

    fn offers(&self, provider: &str) -> Vec<OfferEntry> {
        let text = fs::read_to_string(self.file(provider)).unwrap();
        serde_json::from_str::<ProviderFile>(&text).unwrap().offers
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        // Best effort: what stays behind lies in the system's folder for such things.
        let _ = fs::remove_dir_all(&self.0);
    }
}

const PLAIN: &str =
    "aws,p9.1,us-east-1,H100 SXM5,8,80,8,16,,,NVSwitch; EFA,USD,50,20,,,,,2026-07,a/b:c,";

#[test]
fn a_row_becomes_an_offer() {
    let desk = Desk::new("plain", &[PLAIN]);
    assert_eq!(desk.import().unwrap().rows, 1);
    let offer = desk.offers("aws").remove(0);
    assert_eq!(offer.id, "aws-p9-1-us-east-1");
    assert_eq!(offer.accelerator.as_deref(), Some("h100-sxm"));
    assert_eq!(offer.link.as_deref(), Some("rdma"));
    let prices: Vec<_> = offer
        .prices
        .iter()
        .map(|p| (p.kind.as_str(), p.as_of.as_str()))
        .collect();
    assert_eq!(prices, [("od", "2026-07-01"), ("spot", "2026-07-01")]);
}

#[test]
fn remarks_give_a_kind_its_own_date_and_source() {
    let notes = "spot is a 2025-05-28 snapshot (x/y:z); catalog version, 2025-11 or later";
    let row = format!(
        "aws,p9.1,us-east-1,H100 SXM5,8,80,,,,,,USD,50,20,30,,\
         \"Standard RI 1y, All Upfront (as of 2025-06-01)\",,2025,a/b:c,\"{notes}\""
    );
    let desk = Desk::new("remarks", &[&row]);
    desk.import().unwrap();
    let prices = desk.offers("aws").remove(0).prices;
    let told: Vec<_> = prices
        .iter()
        .map(|p| (p.as_of.as_str(), p.source.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            ("2025-11-01", "a-b"),
            ("2025-05-28", "x-y"),
            ("2025-06-01", "a-b")
        ]
    );
    assert_eq!(prices[2].payment.as_deref(), Some("all_upfront"));
}

#[test]
fn an_open_form_and_a_slice_and_a_blank_count() {
    let desk = Desk::new(
        "cards",
        &[
            "aws,a,us-east-1,H100 80GB,1,80,,,,,,USD,5,,,,,,2026,a/b:c,",
            "aws,b,us-east-1,L4 (slice),1,6,,,,,,USD,1,,,,,,2026,a/b:c,",
            "aws,c,us-east-1,L4,,24,,,,,,USD,1,,,,,,2026,a/b:c,",
            "aws,d,us-east-1,Mystery 9,1,24,,,,,,USD,1,,,,,,2026,a/b:c,",
            "aws,e,us-east-1,L4,1,24,,,,,,USD,,,,,monthly=300,,2026,a/b:c,",
        ],
    );
    desk.import().unwrap();
    let offers = desk.offers("aws");
    assert_eq!(offers[0].accelerator.as_deref(), Some("h100-pcie"));
    assert!(offers[0].card_assumed);
    assert_eq!(offers[1].gpus.as_deref(), Some("1/4"));
    assert_eq!(offers[2].not_rankable.as_deref(), Some("gpu_count_unknown"));
    assert_eq!(offers[2].gpus, None, "a blank count is never 1");
    assert_eq!(offers[3].not_rankable.as_deref(), Some("gpu_unknown"));
    assert_eq!(
        (
            offers[4].prices[0].kind.as_str(),
            offers[4].prices[0].per.as_deref()
        ),
        ("sub", Some("month"))
    );
}

#[test]
fn twins_get_steady_ids() {
    let spot = "aws,p9.1,us-east-1,H100 SXM5,8,80,,,,,,USD,,20,,,,,2026,a/b:c,";
    let desk = Desk::new("twins", &[PLAIN, spot, PLAIN]);
    desk.import().unwrap();
    let ids: Vec<String> = desk.offers("aws").into_iter().map(|o| o.id).collect();
    assert_eq!(
        ids,
        [
            "aws-p9-1-us-east-1",
            "aws-p9-1-us-east-1-2",
            "aws-p9-1-us-east-1-spot"
        ]
    );
}

#[test]
fn a_second_import_changes_nothing_and_keeps_what_is_made_by_hand() {
    let desk = Desk::new("again", &[PLAIN]);
    desk.import().unwrap();
    let first = fs::read_to_string(desk.file("aws")).unwrap();
    desk.import().unwrap();
    assert_eq!(fs::read_to_string(desk.file("aws")).unwrap(), first);

    let by_hand = first
        .replace("\"50\"", "\"49\"")
        .replace("\"currency\"", "\"hand\": true,\n\"currency\"");
    fs::write(desk.file("aws"), by_hand).unwrap();
    desk.import().unwrap();
    let offer = desk.offers("aws").remove(0);
    assert_eq!((offer.hand, offer.prices[0].amount.as_str()), (true, "49"));
}

#[test]
fn what_the_tables_leave_open_is_filled_in_at_every_import() {
    let desk = Desk::new("filled", &[PLAIN]);
    let path = desk.0.join("catalog/curation.json");
    let mut curation: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    curation["cards"] = serde_json::json!({"l4": {
        "figures": {"bandwidth_gb_s": 1, "l2_mb": 48}, "corrected": {"bf16_tflops": 120}, "why": "x"
    }});
    curation["models"] = serde_json::json!({
        "m-*": {"shape": {"layers": 2, "full_layers": 2}, "traits": ["plain"], "why": "x"},
        "m-1b": {"shape": {"layers": 3, "full_layers": 3}, "total": 1001, "why": "x"}
    });
    fs::write(&path, curation.to_string()).unwrap();
    let read = |file: &str| {
        let text = fs::read_to_string(desk.0.join("catalog").join(file)).unwrap();
        serde_json::from_str::<serde_json::Value>(&text).unwrap()
    };
    for _ in 0..2 {
        desk.import().unwrap();
        let cards = read("accelerators.json");
        let figures = &cards
            .as_array()
            .unwrap()
            .iter()
            .find(|c| c["id"] == "l4")
            .unwrap()["figures"];
        assert_eq!(
            figures["bandwidth_gb_s"], 300,
            "the table's own figure stays"
        );
        assert_eq!(
            (&figures["l2_mb"], &figures["bf16_tflops"]),
            (&48.into(), &120.into())
        );
        let model = &read("models.json")[0];
        assert_eq!(
            (&model["total"], &model["active"]),
            (&1001.into(), &1001.into())
        );
        assert_eq!(model["shape"]["layers"], 3, "an id overrules a pattern");
        assert_eq!(model["traits"], serde_json::json!(["plain"]));
    }
}

#[test]
fn what_cannot_be_read_is_listed_and_nothing_is_written() {
    let bad = PLAIN.replace(",50,", ",fifty,");
    let stranger = PLAIN.replace("aws,", "nobody,");
    let late = PLAIN.replace("2026-07", "soon");
    let desk = Desk::new("bad", &[&bad, &stranger, &late]);
    let problems = desk.import().unwrap_err();
    for part in [
        "\"fifty\" is no number",
        "nobody has no tier",
        "\"soon\" is no date",
    ] {
        assert!(problems.contains(part), "{problems}");
    }
    assert!(!desk.file("aws").exists());
}

/// A table of the market with one row.
fn with_row(desk: &Desk, name: &str, row: &str) {
    let header = MARKET.iter().find(|(n, _)| *n == name).unwrap().1;
    fs::write(desk.0.join("tables").join(name), format!("{header}{row}\n")).unwrap();
}

fn entries<T: serde::de::DeserializeOwned>(desk: &Desk, name: &str) -> T {
    let text = fs::read_to_string(desk.0.join("catalog").join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn rows_of_the_market_become_entries() {
    use kasuan::catalog::authoring::files::{
        HostEntry, InterruptionEntry, Ownership, ServerlessEntry, TokenEntry,
    };
    let desk = Desk::new("market", &[PLAIN]);
    with_row(
        &desk,
        "interruptions.csv",
        "aws,p9.1,us-east-1,5-10%,share of running spot instances interrupted,2025-06,a/b:c",
    );
    with_row(
        &desk,
        "token_api.csv",
        "seller,org/M-1B-Instruct,USD,0.1,0.2,,0.5,2026-11,a/b:c",
    );
    with_row(
        &desk,
        "serverless.csv",
        "s (flex),H100 80GB,USD,0.0001867,\"1 s, rounded up\",\"default 5 s\",,2026,a/b:c",
    );
    with_row(
        &desk,
        "cpu.csv",
        "aws,c7i.large,us-east-1,2,4,USD,0.08925,2026-07-20,a/b:c",
    );
    with_row(
        &desk,
        "ownership.csv",
        "\"8x L4 server, list price\",server,USD,50000,France,2026-07,a/b:c",
    );
    desk.import().unwrap();
    let bands: Vec<InterruptionEntry> = entries(&desk, "interruptions.json");
    assert_eq!(
        (bands[0].low.as_deref(), bands[0].high.as_deref()),
        (Some("0.05"), Some("0.1"))
    );
    assert_eq!(bands[0].as_of, "2025-06-01");
    let tokens: Vec<TokenEntry> = entries(&desk, "tokens.json");
    assert_eq!(tokens[0].model.as_deref(), Some("m-1b"));
    assert_eq!(
        (tokens[0].cached_input.as_ref(), tokens[0].left_out.as_ref()),
        (None, None)
    );
    let seconds: Vec<ServerlessEntry> = entries(&desk, "serverless.json");
    assert_eq!(
        seconds[0].accelerator.as_deref(),
        Some("h100-pcie"),
        "the slower form"
    );
    assert!(seconds[0].card_assumed);
    assert_eq!(seconds[0].per_hour.as_deref(), Some("0.67212"));
    let hosts: Vec<HostEntry> = entries(&desk, "hosts.json");
    assert_eq!(hosts[0].processor.as_deref(), Some("xeon-8488c"));
    let own: Ownership = entries(&desk, "ownership.json");
    assert_eq!(
        (own.hardware[0].accelerator.as_str(), own.hardware[0].cards),
        ("l4", Some(8))
    );
}

#[test]
fn what_is_unclear_in_the_market_is_kept_with_a_reason() {
    use kasuan::catalog::authoring::files::{Ownership, TokenEntry};
    let desk = Desk::new("unclear", &[PLAIN]);
    with_row(
        &desk,
        "token_api.csv",
        "seller,org/M-1B-Vision,USD,0.1,0.2,,,2026-11,a/b:c",
    );
    with_row(
        &desk,
        "ownership.csv",
        "\"H100 80GB, new\",card,USD,30000,France,2026-07,a/b:c",
    );
    desk.import().unwrap();
    let tokens: Vec<TokenEntry> = entries(&desk, "tokens.json");
    assert_eq!(tokens[0].model, None);
    assert!(tokens[0].left_out.is_some());
    let own: Ownership = entries(&desk, "ownership.json");
    assert!(own.hardware.is_empty(), "SXM and PCIe have two prices");
    assert_eq!(own.left_out[0].figure, "30000 USD");
}

#[test]
fn what_cannot_be_read_in_the_market_is_an_error() {
    let refused = |table: &str, row: &str, told: &str| {
        let desk = Desk::new(&format!("refused-{told}"), &[PLAIN]);
        with_row(&desk, table, row);
        let error = desk.import().unwrap_err();
        assert!(error.contains(told), "{error}");
    };
    refused(
        "token_api.csv",
        "s,m,USD,free,0.2,,,2026-11,a/b:c",
        "is no number",
    );
    refused(
        "token_api.csv",
        "s,m,USD,,0.2,,,2026-11,a/b:c",
        "is missing",
    );
    refused(
        "cpu.csv",
        "aws,z99.large,us-east-1,2,4,USD,0.1,2026,a/b:c",
        "is not in processors.json",
    );
    refused(
        "interruptions.csv",
        "aws,p,us-east-1,often,share of running spot instances interrupted,2026,a/b:c",
        "is no band",
    );
    refused(
        "serverless.csv",
        "s,L4,USD,0.002,,,,2026,\"a/b:c, listed as 9 per hour / 3600\"",
        "9 per hour is not",
    );
    refused(
        "ownership.csv",
        "\"L4, new\",card,USD,dear,France,2026,a/b:c",
        "is no number",
    );
}

#[test]
fn entries_of_the_market_made_by_hand_stay() {
    use kasuan::catalog::authoring::files::TokenEntry;
    let desk = Desk::new("kept", &[PLAIN]);
    let row = "seller,org/M-1B,USD,0.1,0.2,,,2026-11,a/b:c";
    with_row(&desk, "token_api.csv", row);
    desk.import().unwrap();
    let mut tokens: Vec<TokenEntry> = entries(&desk, "tokens.json");
    tokens[0].hand = true;
    "0.07".clone_into(&mut tokens[0].input);
    let text = serde_json::to_string(&tokens).unwrap();
    fs::write(desk.0.join("catalog/tokens.json"), text).unwrap();
    desk.import().unwrap();
    let again: Vec<TokenEntry> = entries(&desk, "tokens.json");
    assert_eq!(again, tokens);
}
