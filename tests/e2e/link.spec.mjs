// The link is the question: copied, opened elsewhere, gone back to.
import assert from 'node:assert/strict';
import { eventually, journey } from './support/journey.mjs';

journey('a copied link gives another visitor the same answer', {}, async (app, page) => {
  await app.open();
  await app.chooseModel('llama-3.1-70b');
  await app.precision('FP8').check();
  await app.field('Context').fill('32k');
  const ranking = await app.ranking();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(app.url), link);
  assert.match(link, /m=llama-3\.1-70b/);

  const visitor = await page.context().browser().newContext({ locale: 'zh-CN' });
  try {
    const elsewhere = await visitor.newPage();
    await elsewhere.clock.setFixedTime(await page.evaluate(() => Date.now()));
    const other = app.on(elsewhere);
    await elsewhere.goto(link);
    await other.ready();
    assert.deepEqual(await other.ranking(), ranking);
  } finally {
    await visitor.close();
  }
});

journey('typing does not fill the history', {}, async (app, page) => {
  await app.open();
  const before = await page.evaluate(() => history.length);
  for (const value of ['4', '40', '409', '4096']) await app.field('Context').fill(value);
  await eventually(() => app.query(), (query) => query.includes('ctx=4096'), 'the address follows');
  assert.equal(await page.evaluate(() => history.length), before);
});

journey('Back undoes a scenario and Reset', {}, async (app, page) => {
  const query = 'm=llama-3.1-70b&wq=fp8';
  await app.open(query);
  const ranking = await app.ranking();
  await app.scenario('QLoRA on a 7B');
  await eventually(() => app.query(), (now) => now.includes('w=finetune'), 'the scenario is in the link');
  assert.notDeepEqual(await app.ranking(), ranking);
  await page.goBack();
  await eventually(() => app.ranking(), (now) => now.join() === ranking.join(), 'the answer before');
  assert.equal(app.query(), query);

  await page.getByRole('button', { name: 'Reset' }).click();
  await eventually(() => app.query(), (now) => now === '', 'nothing is asked');
  await page.goBack();
  await eventually(() => app.ranking(), (now) => now.join() === ranking.join(), 'the answer before');
});

journey('a week curve and keys for later are kept in the link', {}, async (app) => {
  await app.open('m=llama-3.1-70b&lam=0.05&ckh=2');
  await app.field('Context').fill('4096');
  await eventually(() => app.query(), (query) => query.includes('ctx=4096'), 'the address follows');
  assert.match(app.query(), /lam=0\.05/);
  assert.match(app.query(), /ckh=2/);
});
