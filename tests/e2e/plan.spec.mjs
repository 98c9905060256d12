// Several questions as one plan: put together on the page, kept in the link, the same at a terminal.
import assert from 'node:assert/strict';
import { eventually, journey } from './support/journey.mjs';
import { plan } from './support/terminal.mjs';

const DAY = 'con=1&use=week&wk=0x9.100x9.0x6~7&pay=od,c1&gpu=l4&prov=aws';
const NIGHT = 'm=qwen2.5-7b&con=1&use=week&wk=100x8.0x10.100x6~7&pay=od,c1&gpu=l4&prov=aws';

const rows = (page) => page.locator('[data-member]');
const button = (page, name) => page.getByRole('button', { name, exact: true });

journey('two questions make a plan that the link keeps', {}, async (app, page) => {
  await app.open(DAY);
  await button(page, 'Add to the plan').click();
  await eventually(() => app.query(), (now) => now.includes('&q='), 'it is in the link');
  await app.open(`${NIGHT}&${app.query().match(/q=.*/)[0]}`);
  await button(page, 'Add to the plan').click();
  await eventually(() => rows(page).count(), (now) => now === 2, '2 rows');
  await eventually(() => app.query(), (now) => now.match(/q=/g)?.length === 2, 'both are in the link');
  await page.getByText('1, 2 share up to 1 × g6.xlarge').waitFor();

  const link = app.query();
  const before = await rows(page).allInnerTexts();
  await app.open(link);
  assert.deepEqual(await rows(page).allInnerTexts(), before);
  assert.equal(app.query(), link);

  const { portfolio } = await plan(`${app.url}?${link}`);
  const taken = await rows(page).evaluateAll((all) => all.map((row) => row.dataset.offerTaken));
  assert.deepEqual(taken, portfolio.members.map((member) => member.offer.id));
});

journey('a member is opened, named, replaced and removed', {}, async (app, page) => {
  await app.open(`q=${encodeURIComponent(DAY)}&q=${encodeURIComponent('w=render&frames=2000&use=job')}`);
  await button(page, 'Open 2').click();
  await app.field('Frames').waitFor();
  assert.match(app.query(), /^w=render&frames=2000&use=job&q=.*&q=/);
  await eventually(() => rows(page).count(), (now) => now === 2, '2 rows');

  await page.getByLabel('Name 1', { exact: true }).fill('Day shift');
  await page.getByLabel('Name 1', { exact: true }).press('Tab');
  await eventually(() => app.query(), (now) => now.includes('name%3DDay'), 'the name is in the link');

  await button(page, 'Replace 1').click();
  await eventually(() => rows(page).first().innerText(), (now) => /2,000/.test(now), 'the row is the render job');
  assert.equal(await page.getByLabel('Name 1', { exact: true }).inputValue(), 'Day shift');

  await button(page, 'Remove 1').click();
  await eventually(() => rows(page).count(), (now) => now === 1, '1 rows');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'plan-add');
  await button(page, 'Remove all').click();
  await eventually(() => rows(page).count(), (now) => now === 0, '0 rows');
  await eventually(() => app.query(), (now) => !now.includes('q='), 'the link has no plan');
});

journey('going back brings the plan back', {}, async (app, page) => {
  await app.open(`q=${encodeURIComponent(DAY)}`);
  await page.getByTitle('Kasuan: start over').click();
  await eventually(() => rows(page).count(), (now) => now === 0, '0 rows');
  await page.goBack();
  await eventually(() => rows(page).count(), (now) => now === 1, 'the plan is there');
});
