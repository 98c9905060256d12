//! The frame of the page: header, scenarios, sharing, notices, footer.

use super::Locale;
use crate::units::Date;

texts! {
    title: "Kasuan 卡算: which cloud GPU runs it, and what will it really cost?", "卡算 Kasuan：哪台云 GPU 跑得动，到底要花多少钱？";
    description: "Say what you want to run; get cloud GPU instances ranked by fit, speed and full cost, with the source and date of every price.", "说出要跑什么，按显存、速度和总花费排出云 GPU 实例，每个价格都有来源和日期。";
    tagline: "Which cloud GPU runs it, and what will it really cost?", "哪台云 GPU 跑得动，到底要花多少钱？";
    skip: "Skip to the answer", "跳到结果";
    home: "Kasuan: start over", "卡算：从头开始";
    scenarios: "Start from", "从场景开始";
    currency: "Currency", "货币";
    language_name: "English", "中文";
    theme: "Dark theme", "深色主题";
    share: "Copy link", "复制链接";
    shared: "Link copied", "已复制";
    share_by_hand: "Copy this link:", "请复制此链接：";
    close: "Close", "关闭";
    reset: "Reset", "重置";
    edit_question: "Change", "修改";
    done_question: "Show the answer", "查看结果";

    problems_title: "Parts of this link could not be used. Defaults stand in for them:", "链接中有些内容无法使用，已用默认值代替：";
    problems_note: "The link itself is unchanged until you change something.", "在你改动之前，链接保持原样。";
    dismiss: "Dismiss", "知道了";

    catalog_missing: "The price catalog could not be loaded.", "价格目录加载失败。";
    catalog_broken: "The price catalog was loaded but cannot be read. It may have been cut off on the way.", "价格目录已下载，但无法解析，可能传输不完整。";
    catalog_help: "The file catalog.json must lie beside the page. Your question is kept.", "页面旁应有 catalog.json 文件。你的问题已保留。";
    retry: "Try again", "重试";
    part_missing: "Part of the page could not be loaded; it is being tried again.", "页面的一部分未能加载，正在重试。";

    footer_privacy: "Everything is computed in your browser. No account, no cookies, nothing is sent anywhere.", "一切在浏览器中计算。无账号、无 Cookie，不上传任何内容。";
    footer_prices: "Prices are list prices of the day shown, without tax; check with the seller before you buy.", "价格为所示日期的公开价，不含税；购买前请向厂商核对。";
    footer_estimates: "Memory and speed are estimates from stated formulas; ranges show their uncertainty.", "显存与速度按公开的公式估算，区间表示不确定性。";
    footer_terminal: "The same question in a terminal: ", "在终端里问同样的问题：";

    scenario_serve_8b: "Serve an 8B", "部署 8B 模型";
    scenario_serve_70b: "Serve a 70B in FP8", "FP8 部署 70B";
    scenario_qlora: "QLoRA on a 7B", "QLoRA 微调 7B";
    scenario_pretrain: "Pre-train a 1B", "预训练 1B";
    scenario_images: "Images with SDXL", "SDXL 出图";
    scenario_render: "Render farm", "渲染农场";
    scenario_science: "FP64 science", "FP64 科学计算";
    scenario_china: "Mainland China only", "仅限中国大陆";
}

impl Locale {
    /// How old the prices are, for the header.
    #[must_use]
    pub fn prices_of(self, as_of: Date) -> String {
        match self {
            Self::En => format!("Prices up to {as_of}"),
            Self::Zh => format!("价格截至 {as_of}"),
        }
    }
}
