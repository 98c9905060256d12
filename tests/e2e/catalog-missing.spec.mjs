// Without its catalog the page says so, keeps the question and recovers.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';

const QUERY = 'm=llama-3.1-70b&wq=fp8';

// The browser reports the failed request, and the page why it cannot read the file.
const expected = [/Failed to load resource/, /catalog/i];

journey('a missing catalog is named, and retrying helps once it is back', { expected }, async (app, page) => {
  await page.route('**/catalog.json', (route) => route.fulfill({ status: 404 }));
  await page.goto(`${app.url}?${QUERY}`);
  const alert = page.getByRole('alert').filter({ visible: true });
  await alert.waitFor();
  assert.match(await alert.innerText(), /catalog could not be loaded/);
  assert.match(await alert.innerText(), /价格目录加载失败/);

  // Still missing: the message stays, and the button can be pressed again.
  await app.retry().click();
  await app.retry().and(page.locator(':enabled')).waitFor();

  await page.unroute('**/catalog.json');
  await app.retry().click();
  await app.ready();
  assert.equal(app.query(), QUERY);
  assert.match(await app.headline().innerText(), /Llama.3\.1.70B/i);
});

journey('a catalog that was cut off is told from a missing one', { expected }, async (app, page) => {
  await page.route('**/catalog.json', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.slice(0, text.length / 2) });
  });
  await page.goto(app.url);
  const alert = page.getByRole('alert').filter({ visible: true });
  await alert.waitFor();
  assert.match(await alert.innerText(), /cannot be read/);

  await page.unroute('**/catalog.json');
  await app.retry().click();
  await app.ready();
  assert.equal(await app.cards().count(), 20);
});
