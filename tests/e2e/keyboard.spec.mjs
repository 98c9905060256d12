// The whole journey without a mouse.
import assert from 'node:assert/strict';
import { eventually, journey } from './support/journey.mjs';

const focused = (page) => page.evaluate(() => document.activeElement.outerHTML.slice(0, 200));

// Presses Tab until a locator has the focus.
async function tabTo(page, target, most = 120) {
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`not reached in ${most} steps; focus is on ${await focused(page)}`);
}

journey('the first stop skips to the answer', {}, async (app, page) => {
  await app.open();
  await page.keyboard.press('Tab');
  assert.match(await focused(page), /Skip to the answer/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const inside = await page.evaluate(() =>
    document.activeElement.closest('#answer')?.querySelector('[data-offer]') != null);
  assert.ok(inside, await focused(page));
  assert.equal(app.query(), '', 'the question stays');
});

journey('asking, ordering and opening an explanation', {}, async (app, page) => {
  await app.open();
  await tabTo(page, app.field('Model'));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('llama-3.1-70b');
  await page.keyboard.press('Tab');
  await eventually(() => app.query(), (query) => query.includes('m=llama-3.1-70b'), 'the model');

  await tabTo(page, app.precision('BF16'));
  await page.keyboard.press('ArrowRight');
  await eventually(() => app.query(), (query) => /wq=/.test(query), 'another precision');

  await tabTo(page, app.order('Cheapest'));
  await page.keyboard.press('ArrowRight');
  await eventually(() => app.query(), (query) => query.includes('sort=speed'), 'the order');

  const why = app.cards().first().locator('summary').first();
  await tabTo(page, why);
  await page.keyboard.press('Enter');
  assert.equal(await app.cards().first().locator('details').first().getAttribute('open'), '');
});

journey('every stop can be seen', {}, async (app, page) => {
  await app.open();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body) return true;
      const ring = (node) => {
        const style = getComputedStyle(node);
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
      };
      // A choice may lend its ring to the label around it.
      return ring(element) || (element.closest('label') && ring(element.closest('label')))
        || element.labels?.length > 0 && [...element.labels].some(ring);
    });
    assert.ok(seen, await focused(page));
  }
});
