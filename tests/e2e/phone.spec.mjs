// On a phone the answer comes first, and nothing sticks out.
import assert from 'node:assert/strict';
import { eventually, journey } from './support/journey.mjs';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const overflow = (page) => page.evaluate(() =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const locale of ['en-GB', 'zh-CN']) {
  journey(`the headline and the best card are in the first screen (${locale})`, { ...phone, locale }, async (app, page) => {
    await app.open('m=llama-3.1-70b&wq=fp8&ctx=32768&con=16');
    const headline = await app.headline().boundingBox();
    assert.ok(headline.y >= 0 && headline.y + headline.height <= 740, JSON.stringify(headline));
    const card = await app.cards().first().boundingBox();
    assert.ok(card.y + 60 <= 740, `the first card begins at ${card.y}`);
    assert.equal(await overflow(page), 0);
  });

  journey(`nothing sticks out with everything unfolded (${locale})`, { ...phone, locale }, async (app, page) => {
    await app.open('m=llama-3.1-70b&wq=fp8&gb=1000000&eg=1000000&mon=36&cur=JPY&rps=900');
    await app.unfold();
    await app.openAll();
    await app.openWhy(0);
    assert.equal(await overflow(page), 0);
  });

  journey(`nor does training, a measurement or the accuracy (${locale})`, { ...phone, locale }, async (app, page) => {
    await app.open('w=finetune&m=llama-3.1-70b&method=lora&tok=0.05&mg=a100-80gb-sxm&mp=79&mi=30');
    await app.unfold();
    await page.evaluate(() => document.querySelectorAll('details').forEach((part) => { part.open = true; }));
    assert.equal(await overflow(page), 0);
  });
}

journey('the question unfolds, is changed, and folds again', phone, async (app, page) => {
  await app.open();
  assert.equal(await app.field('Context').isVisible(), false);
  await app.unfold();
  await app.field('Context').fill('32k');
  await eventually(() => app.query(), (query) => query === 'ctx=32768', 'the address follows');
  await app.fold();
  assert.equal(await app.field('Context').isVisible(), false);
});

for (const width of [320, 768, 1100, 1920]) {
  journey(`nothing sticks out at ${width} pixels`, { viewport: { width, height: 900 } }, async (app, page) => {
    await app.open('m=llama-3.1-70b&wq=fp8&gb=1000&cur=JPY');
    await app.openWhy(0);
    assert.equal(await overflow(page), 0);
  });
}
