//! Labels and hints of the part of the question that is about money.

texts! {
    label_swing: "Night below day by", "夜间低于峰值";
    label_growth: "Growth a month", "每月增长";
    label_scaling: "Instances", "实例数";
    label_floor: "At least", "至少保留";
    label_startup: "Start-up", "启动时间";
    label_headroom: "Headroom", "余量";
    label_users: "Users are in", "用户在";
    label_object_storage: "Object storage", "对象存储";
    label_snapshots: "Snapshots", "快照";
    label_cross_zone: "Traffic between zones", "跨可用区流量";
    label_balancers: "Load balancers", "负载均衡";
    label_addresses: "Public addresses", "公网 IP";
    label_stall: "Waiting for data", "等待数据";
    label_interruptible: "May be interrupted", "可中断部分";
    label_checkpoints: "Checkpoints", "检查点";
    label_save: "Saving takes", "保存耗时";
    label_refetch: "Fetched again", "重新下载";
    label_pools: "Spot pools", "竞价池数";
    label_first_months: "First months", "前几个月";
    label_first_discount: "Their discount", "首期折扣";
    label_typical: "Assume usual discounts", "按常见折扣估算";
    label_resale: "Rest resold at", "剩余承诺转售";
    label_tax: "Tax", "税";
    label_cached: "Cached input", "命中缓存的输入";
    label_own_card: "Own card", "自购单卡";
    label_own_host: "Server per card", "每卡服务器";
    label_electricity: "Electricity per kWh", "每度电价";
    label_pue: "PUE", "PUE";
    label_keep: "Kept for", "使用年限";
    label_residual: "Sold for", "残值";
    label_staff: "Staff a month", "每月运维";
    label_space: "Space a month", "每月场地";
}
