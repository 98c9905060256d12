// The first twenty seconds: words before WebAssembly, then a whole answer.
import assert from 'node:assert/strict';
import { journey, TODAY } from './support/journey.mjs';
import { plan } from './support/terminal.mjs';

journey('the page says what it is before WebAssembly arrives', {}, async (app, page) => {
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await page.route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(app.url, { waitUntil: 'domcontentloaded' });
  const title = page.getByRole('heading', { level: 1 }).filter({ visible: true });
  assert.match(await title.innerText(), /cloud GPU/);
  assert.equal(await page.locator('html').getAttribute('data-ready'), null);
  assert.equal(await app.cards().count(), 0);
  release();
  await app.ready();
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
});

journey('a first visit ends in twenty ranked instances and one sentence', {}, async (app) => {
  await app.open();
  const ranking = await app.ranking();
  assert.equal(ranking.length, 20);
  assert.equal(new Set(ranking).size, 20);
  const headline = await app.headline().innerText();
  assert.match(headline, /Llama 3\.1 8B/);
  assert.match(headline, /\$[\d,]+/);
  assert.match(headline, /G(i)?B/);
  assert.equal(app.query(), '', 'a question that was not asked is not written into the link');
});

journey('every card shows the date of its price and where it was read', {}, async (app) => {
  await app.open();
  for (const card of await app.cards().all()) {
    assert.match(await card.innerText(), /20\d\d-\d\d/, await card.getAttribute('data-offer'));
  }
  await app.openWhy(0);
  const { offers: [first] } = await plan('');
  const text = await app.cards().first().innerText();
  assert.ok(text.includes(first.purchase[0].as_of), 'the day of the price');
  assert.ok(text.includes(first.purchase[0].source.title), 'the source of the price');
});

journey('the first ten are offers that one would really rent', {}, async (app) => {
  await app.open();
  const first = (await app.ranking()).slice(0, 10);
  const { offers } = await plan('', 10);
  assert.deepEqual(first, offers.map((offer) => `${offer.id} ${offer.plan}`));
  for (const offer of offers) {
    assert.ok(['cloud', 'specialist'].includes(offer.tier), `${offer.id}: ${offer.tier}`);
    assert.ok(!offer.warnings.includes('very_old_price'), `${offer.id}: ${offer.price_as_of} at ${TODAY}`);
  }
});

journey('more cards come on request', {}, async (app, page) => {
  await app.open();
  await page.getByRole('button', { name: /^Show more/ }).click();
  await page.locator('[data-offer] >> nth=20').waitFor();
  const ranking = await app.ranking();
  assert.equal(new Set(ranking).size, ranking.length);
});

journey('without JavaScript it says what it needs', { javaScriptEnabled: false }, async (app, page) => {
  await page.goto(app.url);
  const note = page.locator('noscript');
  assert.match(await note.innerText(), /needs JavaScript/);
  assert.match(await note.innerText(), /需要 JavaScript/);
});
