// Any static server under any path will do, and once loaded the page needs none.
import assert from 'node:assert/strict';
import { eventually, journey } from './support/journey.mjs';

journey('works under a sub-path, and asks for nothing outside it', { base: '/some/sub/path/' }, async (app, page) => {
  const outside = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url)) outside.push(request.url());
  });
  await app.open('m=llama-3.1-70b&wq=fp8');
  assert.equal(await app.cards().count(), 20);
  await app.field('Context').fill('16k');
  await eventually(() => app.query(), (query) => query.includes('ctx=16384'), 'the address follows');
  assert.ok(page.url().startsWith(`${app.url}?`));
  assert.deepEqual(outside, []);
});

journey('fetches each file once', {}, async (app, page) => {
  const requests = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await app.open();
  assert.deepEqual(requests, [...new Set(requests)]);
  assert.equal(requests.filter((path) => path.endsWith('.wasm')).length, 2);
});

const expected = [/Failed to load resource/, /WebAssembly/];

journey('ranks before its second module, and asks for it until it is there', { expected }, async (app, page) => {
  const second = '**/kasuan-later-*.wasm';
  await page.route(second, (route) => route.fulfill({ status: 404 }));
  await page.goto(app.url);
  await page.locator('html[data-ready="true"]').waitFor();
  assert.equal(await app.cards().count(), 20);
  await page.getByText('Part of the page could not be loaded').first().waitFor();
  assert.equal(await page.locator('.plan').count(), 0);

  await page.unroute(second);
  await app.ready();
  assert.equal(await page.locator('.plan').count(), 1);
});

journey('answers without a network once it is loaded', {}, async (app, page) => {
  await app.open();
  const before = await app.ranking();
  await page.context().setOffline(true);
  await app.chooseModel('llama-3.1-70b');
  assert.notDeepEqual(await app.ranking(), before);
});
