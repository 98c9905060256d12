//! Processors alone.

use crate::market::{SMALL, alternatives, ask, host};
use crate::support::{self, CATALOG};
use kasuan::units::{Hours, Seconds};

/// Readings of llama.cpp on processors lie in the ranges, and those of servers near the middle.
#[test]
fn processors_are_as_fast_as_was_read() {
    // c3-highcpu-44: 22 cores of Sapphire Rapids with their share of eight channels DDR5-4800.
    let c3 = host("c3", 44, 88.0, 307.2 / 88.0, 96.0, "1");
    // EPYC 9554: 64 cores, twelve channels DDR5-4800, 32 operations per clock at 3.1 GHz.
    let genoa = host("9554", 128, 192.0, 3.6, 49.6, "1");
    for (model, format, host, read) in [
        ("llama-2-7b", "q4_k_m", &c3, 21.59),
        ("phi-4", "q4_k_m", &genoa, 28.74),
        ("phi-4", "q6_k", &genoa, 23.246),
        ("phi-4", "q8_0", &genoa, 19.194),
    ] {
        let link = format!("m={model}&wq={format}&ctx=130&out=128&eng=llamacpp");
        let query = support::query(&link);
        let subject = kasuan::fit::subject(&CATALOG, &query).unwrap();
        let processor = kasuan::speed::cpu::Processor::new(&query, &subject).unwrap();
        let speed = processor.speed(host, 1).unwrap();
        let per_token = speed.per_token.unwrap();
        let seconds = 1.0 / read;
        assert!(
            per_token.low.get() <= seconds && seconds <= per_token.high.get(),
            "{link}: {seconds} {per_token:?}"
        );
        let off = per_token.expected.get() / seconds - 1.0;
        assert!(off.abs() < 0.2, "{link}: {off}");
    }
}

#[test]
fn a_small_model_at_low_load_belongs_on_a_processor() {
    let link = "m=llama-3.2-1b&wq=q4_k_m&eng=llamacpp&ctx=256&out=128&con=1&tier=cloud";
    let answer = ask(link);
    let cpu = answer.alternatives.cpu.unwrap();
    assert!(cpu.cheaper);
    let first = answer.candidates.first().unwrap();
    assert!(cpu.total.micros() < first.total.micros());
    let host = &SMALL.market.cpus[cpu.offer];
    // The bill is that of the host around the clock.
    let month = host.prices[0].amount.over(Hours::MONTH);
    assert_eq!(cpu.per_month, month.times(i64::from(cpu.instances)));
    assert!(cpu.per_token.unwrap().expected <= Seconds::new(0.2));
    assert!(cpu.first_token.unwrap().expected <= Seconds::new(10.0));
    assert!(cpu.needed <= host.ram);
    // A model of 8 billion at eight long sequences does not.
    assert!(alternatives("").cpu.is_none_or(|cpu| !cpu.cheaper));
}

#[test]
fn processors_must_meet_the_targets_and_hold_the_model() {
    let link = "m=llama-3.1-8b&wq=q4_k_m&eng=llamacpp&ctx=256&out=128&con=1";
    let cpu = alternatives(link).cpu.unwrap();
    let host = &SMALL.market.cpus[cpu.offer];
    assert_ne!(host.id, "small", "4 GiB do not hold it");
    // 5 ms per token are beyond any of them.
    assert_eq!(alternatives(&format!("{link}&tpot=5")).cpu, None);
    assert_eq!(alternatives(&format!("{link}&ttft=0.01")).cpu, None);
    assert_eq!(
        alternatives("m=llama-3.1-405b&con=1&ctx=256&out=128").cpu,
        None
    );
    // No engine for processors takes this format.
    assert_eq!(alternatives("con=1&ctx=256&out=128&wq=fp8").cpu, None);
    // An unknown place passes no filter, and another one neither.
    assert_eq!(alternatives(&format!("{link}&reg=eu")).cpu, None);
    assert!(alternatives(&format!("{link}&reg=na")).cpu.is_some());
}

#[test]
fn more_load_takes_more_hosts() {
    let hosts = |rate: &str| {
        let link = format!("m=llama-3.2-1b&wq=q4_k_m&eng=llamacpp&ctx=256&out=64&{rate}");
        let cpu = alternatives(&link).cpu.unwrap();
        (cpu.total.micros(), cpu.rate.expected.get())
    };
    let (little, _) = hosts("rps=0.05");
    let (much, made) = hosts("rps=5");
    assert!(much > little);
    assert!(made >= 5.0 * 64.0, "{made}");
}

#[test]
fn images_are_classified_on_processors_too() {
    let answer = ask("w=vision&vm=infer&imgs=100&use=job&tier=cloud");
    let cpu = answer.alternatives.cpu.unwrap();
    // A forward pass of ResNet-50 is 8.2 billion operations: 0.4 of what the processors do.
    let host = &SMALL.market.cpus[cpu.offer];
    let flops = host.flops_per_vcpu.get() * f64::from(host.vcpu);
    let per_second = flops * 0.4 / 8.2e9;
    assert!((cpu.rate.expected.get() / per_second - 1.0).abs() < 0.05);
    let hours = 100e3 / cpu.rate.expected.get() / 3600.0;
    // It starts for five minutes before it works.
    let bill = host.prices[0].amount.over(Hours::new(hours + 5.0 / 60.0));
    assert!((cpu.total - bill).micros().abs() <= 1);
    assert_eq!(
        alternatives("w=vision&imgs=100&use=job").cpu,
        None,
        "trained"
    );
}
