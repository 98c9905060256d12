// Usual mistakes are told under the headline, and a link asks the question that mends each.
import assert from 'node:assert/strict';
import { eventually, journey } from './support/journey.mjs';

journey('an advice leads to a question without the mistake', {}, async (app, page) => {
  await app.open('rps=0.05');
  const advice = page.locator('[data-advice="under_30_percent"]');
  await advice.locator('summary').click();
  const link = advice.getByRole('link');
  const href = await link.getAttribute('href');
  assert.match(href, /^\?rps=/);
  await link.click();
  await eventually(() => app.query(), (query) => href.endsWith(query), 'the address follows');
  await advice.waitFor({ state: 'detached' });
  // It was a step of its own.
  await page.goBack();
  await advice.waitFor();
});

journey('what moves the cost is told when it is opened', {}, async (app, page) => {
  await app.open('rps=2');
  const moves = page.locator('details.moves');
  assert.equal(await moves.getByRole('listitem').count(), 0);
  await moves.locator('summary').click();
  // The event that opens them comes after the click.
  await moves.getByRole('listitem').first().waitFor();
  assert.equal(await moves.getByRole('listitem').count(), 3);
  assert.equal(await moves.locator('[data-key="rps"], [data-key="speed"]').count(), 2);
  // Offers that cannot be told from the first are marked, the first itself is not.
  assert.equal(await app.cards().first().locator('.tied').count(), 0);
  assert.ok((await page.locator('.cards .tied').count()) > 0);
});

journey('a seller’s home is a filter of its own', { locale: 'zh-CN' }, async (app, page) => {
  await app.open('home=cn&rps=0.05');
  assert.match(await page.locator('[data-advice]').first().innerText(), /[\u4e00-\u9fff]/);
  assert.ok((await app.cards().count()) > 0);
});
