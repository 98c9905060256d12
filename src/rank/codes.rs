//! Codes: what to know about a candidate, and why an offer does not serve. `docs/cli.md` lists them.

macro_rules! codes {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $code:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// All codes.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The code in output; `docs/cli.md` lists it.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }
        }
    };
}

codes!(
    /// What to know about a candidate.
    Warning {
        /// The host's card counts are not confirmed; one card was taken.
        CountNotConfirmed = "count_not_confirmed",
        /// A price is older than six months.
        OldPrice = "old_price",
        /// A price is older than eighteen months.
        VeryOldPrice = "very_old_price",
        /// The price is the cheapest region of a list.
        PriceFloor = "price_floor",
        /// Nothing confirms the price.
        PriceNotConfirmed = "price_not_confirmed",
        /// The card's form or edition is assumed to be the slower one.
        CardAssumed = "card_assumed",
        /// Usable memory is assumed from the label.
        MemoryAssumed = "memory_assumed",
        /// The memory suffices for the expected need only.
        TightMemory = "tight_memory",
        /// The memory is more than three times what is needed.
        Oversized = "oversized",
        /// The engine supports this card only in part.
        EnginePartial = "engine_partial",
        /// Nothing was found on engine and card.
        EngineUnknown = "engine_unknown",
        /// The card stores this precision but computes in a wider one.
        PrecisionEmulated = "precision_emulated",
        /// Shards talk over PCI Express.
        SlowLink = "slow_link",
        /// The time to the first token misses its target.
        MissesFirstToken = "misses_first_token",
        /// The time per token misses its target.
        MissesPerToken = "misses_per_token",
        /// The job ends after its deadline.
        MissesDeadline = "misses_deadline",
        /// The commitment is longer than the project; it is paid to its end.
        CommitTooLong = "commit_too_long",
        /// No price is known after a promotion, which is counted for the whole project.
        PromotionEndUnknown = "promotion_end_unknown",
        /// Spot may be taken away, and no checkpoints are asked for.
        SpotNoCheckpoint = "spot_no_checkpoint",
        /// The price of storage is not known and not in the sum.
        StorageUnknown = "storage_unknown",
        /// The price of traffic is not known and not in the sum.
        EgressUnknown = "egress_unknown",
        /// The price of another extra is not known and not in the sum.
        ExtraUnknown = "extra_unknown",
        /// A commitment is priced at the usual discount, not at one that the seller lists.
        DiscountAssumed = "discount_assumed",
        /// How often spot instances of this kind are interrupted is not known; a wide range is assumed.
        InterruptionsUnknown = "interruptions_unknown",
        /// With the interruptions of spot the job is likelier than one in ten to miss its deadline.
        SpotMayMiss = "spot_may_miss_deadline",
        /// Less than 30 % of what the instances can do is asked for.
        UnderThirtyPercent = "under_30_percent",
        /// A host without accelerator does the same for less.
        CpuWouldDo = "cpu_would_do",
        /// The hosts of one job exchange for a good part of each step over a slow network.
        SlowNetwork = "slow_network",
        /// The cards wait for data for a tenth of the time or more.
        Starved = "starved",
        /// The load would fit on a part of a card, or several such on one card.
        ShareCard = "share_card",
        /// The region is in another part of the world than the users.
        FarFromUsers = "far_from_users",
        /// Storage or traffic is priced as in another region of the provider.
        ExtrasElsewhere = "extras_elsewhere",
        /// The speed of this kind of work is a rough estimate.
        RoughSpeed = "rough_speed",
        /// The model's shape was inferred from its size.
        ModelInferred = "model_inferred",
    }
);

codes!(
    /// Why an offer does not serve.
    Reject {
        /// The row cannot be ranked: a card without its host.
        ComponentWithoutHost = "component_without_host",
        /// The row cannot be ranked: the number of cards is unknown.
        GpuCountUnknown = "gpu_count_unknown",
        /// The row cannot be ranked: the card is unknown.
        GpuUnknown = "gpu_unknown",
        /// The row cannot be ranked: a quote of the market.
        MarketQuote = "market_quote",
        /// The row cannot be ranked: the lowest bid of a market.
        MarketMinimum = "market_minimum",
        /// The row cannot be ranked: a floor over several cards.
        MixedCardsFloor = "mixed_cards_floor",
        /// The row cannot be ranked: no accelerator.
        NoGpu = "no_gpu",
        /// The row cannot be ranked: no price.
        NoPrice = "no_price",
        /// Filtered by seller tier.
        Tier = "tier",
        /// Filtered by provider.
        Provider = "provider",
        /// Filtered by card.
        Gpu = "gpu",
        /// Filtered by vendor.
        Vendor = "vendor",
        /// Filtered by region.
        Region = "region",
        /// The region is not stated.
        RegionUnknown = "region_unknown",
        /// Filtered by jurisdiction.
        Jurisdiction = "jurisdiction",
        /// The place of the data is not stated.
        JurisdictionUnknown = "jurisdiction_unknown",
        /// The seller is under another law.
        Home = "home",
        /// It is not stated under which law the seller is.
        HomeUnknown = "home_unknown",
        /// The provider lacks a certificate, as far as is known.
        Compliance = "compliance",
        /// No certificates of the provider are known.
        ComplianceUnknown = "compliance_unknown",
        /// The provider lacks the framework or platform, as far as is known.
        Framework = "framework",
        /// Nothing is known of the provider's frameworks.
        FrameworkUnknown = "framework_unknown",
        /// The promised availability is too low.
        Sla = "sla",
        /// No promised availability is known.
        SlaUnknown = "sla_unknown",
        /// The interconnect is too slow.
        Link = "link",
        /// The interconnect is not stated.
        LinkUnknown = "link_unknown",
        /// Not sold with this number of cards.
        Count = "count",
        /// No price of an allowed kind.
        PurchaseKind = "purchase_kind",
        /// Only a floor, beside an exact row of the same instance and kind.
        FloorBesideExact = "floor_beside_exact",
        /// A price in a currency without a rate.
        NoRate = "no_rate",
        /// The engine does not run on this card.
        EngineUnsupported = "engine_unsupported",
        /// The card lacks this precision.
        PrecisionUnsupported = "precision_unsupported",
        /// The card's memory is unknown.
        MemoryUnknown = "memory_unknown",
        /// Too little memory.
        TooSmall = "too_small",
        /// A slice of a card cannot be sharded with others, and one is too small.
        SliceTooSmall = "slice_too_small",
        /// No FP64 figure of the card is known.
        NoFp64Figure = "no_fp64_figure",
        /// No render figure of the card is known.
        NoRenderFigure = "no_render_figure",
        /// No bandwidth or compute figure of the card is known.
        NoComputeFigure = "no_compute_figure",
        /// The load takes a million instances or more.
        TooManyInstances = "too_many_instances",
        /// The month costs more than the budget.
        OverBudget = "over_budget",
        /// The preset is not known, or the workload cannot run this model.
        ModelUnknown = "model_unknown",
    }
);
