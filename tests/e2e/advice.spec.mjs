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

journey('spot without checkpoints says whether it pays even so', {}, async (app, page) => {
  await app.open('w=vram&vram=20&gpuh=48&prov=aws&gpu=l4&pay=od,spot');
  const pays =
    /Even without checkpoints, spot is expected to cost \$[\d.]+, against \$[\d.]+ on demand; on demand would win only below [\d.]+\sh /;
  assert.match(await app.cards().first().locator('.warnings').innerText(), pays);
  await app.openWhy(0);
  const reasons = app.cards().first().locator('.reasons');
  await reasons.getByText('Even without checkpoints').waitFor();
  // 20 GB take time to save, so that the interval that costs least is hours.
  const best = reasons.getByRole('row', { name: 'Interval that costs least' });
  assert.match(await best.innerText(), /[\d.]+\sh/);
  // What is advised is a step that somebody would set.
  const advice = page.locator('[data-advice="spot_no_checkpoint"]');
  await advice.locator('summary').click();
  assert.match(await advice.getByRole('link').getAttribute('href'), /ckh=[1-9]\d*(\.25|\.5|\.75)?(&|$)/);
});

journey('a small share is not printed as nothing', { locale: 'zh-CN' }, async (app, page) => {
  await app.open('m=llama-3.2-1b&rps=0.01&prov=aws&gpu=a100');
  const idle = page.locator('[data-advice="under_30_percent"] summary');
  assert.match(await idle.innerText(), /利用率只有 0\.0[1-9]%/);
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
