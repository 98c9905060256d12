// A link with bad values: an answer all the same, and what was wrong with them.
import assert from 'node:assert/strict';
import { eventually, journey } from './support/journey.mjs';

journey('bad values in a link are named with what is accepted', {}, async (app, page) => {
  const query = 'm=llama-3.1-70b&ctx=-5&con=banana&wq=fp9&nonsense=1';
  await app.open(query);
  assert.equal(await app.cards().count(), 20);
  const notice = await app.problems().innerText();
  assert.match(notice, /ctx=-5.*between .* and /);
  assert.match(notice, /con=banana.*number/);
  assert.match(notice, /wq=fp9.*bf16/);
  assert.doesNotMatch(notice, /nonsense/, 'unknown keys are ignored');
  assert.match(await app.headline().innerText(), /Llama 3\.1 70B/, 'what was good is kept');
  assert.equal(app.query(), query, 'the link stays as it was given');

  await app.field('Context').fill('4096');
  await eventually(() => app.query(), (now) => now.includes('ctx=4096'), 'the address follows');
  assert.match(app.query(), /m=llama-3\.1-70b/);
});

journey('a field with a bad value says what it accepts, and keeps what was typed', {}, async (app, page) => {
  await app.open();
  const ranking = await app.ranking();
  const field = app.field('Context');
  await field.fill('-5');
  assert.equal(await field.inputValue(), '-5');
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  assert.match(await app.description(field), /between .* and /);
  assert.deepEqual(await app.ranking(), ranking, 'the last good question still stands');

  await field.fill('32k');
  assert.notEqual(await field.getAttribute('aria-invalid'), 'true');
  await eventually(() => app.query(), (query) => query === 'ctx=32768', 'the address follows');
});

journey('numbers are understood as people write them', {}, async (app) => {
  await app.open();
  for (const [typed, tokens] of [['16k', 16384], ['１２８００', 12800], ['3万', 30000], ['20,000', 20000]]) {
    await app.field('Context').fill(typed);
    await eventually(() => app.query(), (query) => query === `ctx=${tokens}`, `${typed} is ${tokens}`);
    assert.equal(await app.field('Context').inputValue(), typed, 'the text stays while typing');
  }
});
