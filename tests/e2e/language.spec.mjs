// The reader's language and theme: found out, changed, kept, and without effect on the answer.
import assert from 'node:assert/strict';
import { eventually, journey } from './support/journey.mjs';

const QUERY = 'm=llama-3.1-70b&wq=fp8&ctx=32768';

journey('a first visit in Chinese is Chinese, with CNY written into the link', { locale: 'zh-CN' }, async (app, page) => {
  await app.open();
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN');
  assert.match(await page.title(), /卡算/);
  assert.match(await app.headline().innerText(), /[¥￥]/);
  assert.match(await app.headline().innerText(), /显存/);
  await eventually(() => app.query(), (query) => query === 'cur=CNY', 'CNY stands in the link');
});

journey('a currency in the link wins over the language', { locale: 'zh-CN' }, async (app) => {
  await app.open('cur=EUR');
  assert.match(await app.headline().innerText(), /€/);
  assert.equal(app.query(), 'cur=EUR');
});

journey('the language can be changed, stays changed, and changes no answer', {}, async (app, page) => {
  await app.open(QUERY);
  const ranking = await app.ranking();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');

  await app.toLanguage('中文');
  await eventually(() => page.locator('html').getAttribute('lang'), (lang) => lang === 'zh-CN', 'Chinese');
  assert.match(await page.title(), /卡算/);
  assert.match(await app.headline().innerText(), /显存/);
  assert.deepEqual(await app.ranking(), ranking);
  assert.equal(app.query(), QUERY);

  await page.reload();
  await app.ready();
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN');

  await app.toLanguage('English');
  await eventually(() => page.locator('html').getAttribute('lang'), (lang) => lang === 'en', 'English');
  assert.match(await app.headline().innerText(), /Llama 3\.1 70B/);
});

journey('a link may ask for a language', {}, async (app, page) => {
  await app.open(`${QUERY}&lang=zh`);
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN');
});

// The darkness of the page's ground: from 0 (black) to 255.
const ground = (page) => page.evaluate(() => {
  const canvas = document.createElement('canvas').getContext('2d');
  canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
  canvas.fillRect(0, 0, 1, 1);
  return canvas.getImageData(0, 0, 1, 1).data[0];
});

for (const [colorScheme, other, isDark] of [['light', 'dark', false], ['dark', 'light', true]]) {
  journey(`the theme follows the system (${colorScheme}), can be changed, and stays changed`, { colorScheme }, async (app, page) => {
    await app.open();
    assert.equal((await ground(page)) < 128, isDark);
    await app.toggleTheme();
    await eventually(() => ground(page), (level) => (level < 128) !== isDark, `now ${other}`);
    await page.reload();
    await app.ready();
    assert.equal((await ground(page)) < 128, !isDark, `still ${other} after reloading`);
  });
}
