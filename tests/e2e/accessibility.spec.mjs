// No violations that axe-core can find: each language and theme, each state of the page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { journey } from './support/journey.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Violations in a few words each: the rule, and where.
async function violations(page) {
  // Evaluated over the debugger, since the page's policy lets no foreign script in.
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(() => window.axe.run(document));
  assert.ok(passes.length > 20, 'axe-core looked at the page');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`);
}

for (const [locale, colorScheme] of [['en-GB', 'light'], ['en-GB', 'dark'], ['zh-CN', 'light'], ['zh-CN', 'dark']]) {
  const visitor = { locale, colorScheme };
  const where = `${locale}, ${colorScheme}`;

  journey(`cards with an open explanation (${where})`, visitor, async (app, page) => {
    await app.open('m=llama-3.1-70b&wq=fp8&gb=100&eg=100');
    await app.openWhy(0);
    await app.openAll();
    assert.deepEqual(await violations(page), []);
  });

  journey(`a plan with a member that nothing serves (${where})`, visitor, async (app, page) => {
    await app.open('q=gpu%3Dl4%26pay%3Dod,c1&q=m%3Ddeepseek-v3%26gpu%3Dt4%26cnt%3D1%26ctx%3D0');
    assert.equal(await page.locator('[data-member]').count(), 2);
    assert.deepEqual(await violations(page), []);
  });

  journey(`a week of its own, spot and all groups (${where})`, visitor, async (app, page) => {
    await app.open('use=week&wk=20x8.100x10.60x6~5_30x24~2&pay=od,spot&disc=15&typ=1');
    await app.openAll();
    await page.getByRole('grid').focus();
    assert.deepEqual(await violations(page), []);
  });

  journey(`nothing fits, and bad values (${where})`, visitor, async (app, page) => {
    await app.open('m=deepseek-v3&wq=fp32&cnt=1&ctx=-5&lam=1');
    assert.equal(await app.cards().count(), 0);
    await app.field(locale === 'en-GB' ? 'Context' : '上下文').fill('x');
    assert.deepEqual(await violations(page), []);
  });

  journey(`training on a phone (${where})`, { ...visitor, viewport: { width: 360, height: 740 } }, async (app, page) => {
    await app.open('w=finetune&method=qlora');
    await app.unfold();
    assert.deepEqual(await violations(page), []);
  });
}

journey('the message of a missing catalog', { expected: [/Failed to load resource/] }, async (app, page) => {
  await page.route('**/catalog.json', (route) => route.fulfill({ status: 404 }));
  await page.goto(app.url);
  await page.getByRole('alert').filter({ visible: true }).waitFor();
  assert.deepEqual(await violations(page), []);
});
