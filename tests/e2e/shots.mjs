// Pictures of the built page for eyes: each width, language and theme, in states that differ.
// Arguments are parts of names to take, such as `360-zh` or `nothing`; none takes all.
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { Kasuan } from './support/kasuan.mjs';
import { serve } from './support/server.mjs';

const QUESTION = 'm=llama-3.1-70b&wq=fp8&ctx=32768&con=16';
const STATES = {
  page: [QUESTION, () => {}],
  answer: [QUESTION, (app) => app.openWhy(0)],
  first: ['', () => {}],
  nothing: ['m=deepseek-v3&wq=fp32&cnt=1&ctx=-5', () => {}],
  training: ['w=finetune&m=llama-3.1-8b&method=qlora&tok=0.05&gb=100', (app) => app.openAll()],
  money: ['use=week&wk=20x8.100x10.60x6~5_30x24~2&pay=od,spot,c1,sub&disc=15&swing=40&ip=2', (app) => app.openAll()],
};
const WIDTHS = [360, 768, 1280, 1920];
const LANGUAGES = { en: 'en-GB', zh: 'zh-CN' };

const folder = new URL('shots/', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
const server = await serve(new URL('../../dist/', import.meta.url).pathname);
const browser = await chromium.launch({
  executablePath: process.env.KASUAN_CHROMIUM,
  args: ['--no-sandbox'],
});
for (const [state, [query, act]] of Object.entries(STATES)) {
  for (const width of WIDTHS) {
    for (const [language, locale] of Object.entries(LANGUAGES)) {
      for (const colorScheme of ['light', 'dark']) {
        const name = `${state}-${width}-${language}-${colorScheme}`;
        if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
        const context = await browser.newContext({
          locale,
          colorScheme,
          viewport: { width, height: width < 700 ? 740 : 1000 },
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        page.setDefaultTimeout(10_000);
        const app = new Kasuan(page, server.url);
        await app.open(query);
        if (['training', 'money'].includes(state) && width < 1100) await app.unfold();
        await act(app);
        await page.screenshot({ path: `${folder}${name}.png`, fullPage: !['page', 'first'].includes(state) });
        await context.close();
        console.log(`tests/e2e/shots/${name}.png`);
      }
    }
  }
}
await browser.close();
await server.close();
