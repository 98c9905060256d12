// What is asked about money and time: the week, spot, conditions, extras, own hardware.
import assert from 'node:assert/strict';
import { eventually, journey } from './support/journey.mjs';

const OFFICE = 'wk=0x9.100x8.0x7~5_0x24~2';

const has = (key) => (query) => query.split('&').includes(key);
const grid = (page) => page.getByRole('grid', { name: 'Load of each hour of the week' });
const cell = (page, name) => page.getByRole('gridcell', { name });

journey('a week from a common one, changed by keys, is in the link and survives a reload', {}, async (app, page) => {
  await app.open();
  const answer = await app.answer();
  await app.choice('Usage', 'My week').check();
  await eventually(() => app.query(), has(OFFICE), 'the first common week');
  await eventually(() => app.answer(), (now) => now !== answer, 'another answer', 1);

  await app.choice('Start from', 'Weekend').check();
  await eventually(() => app.query(), has('wk=0x120.100x48'), 'the weekend');

  // Monday 02:00 to Tuesday 03:00 at 60 %, then Monday 02:00 painted in full and wiped.
  await grid(page).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown', '6']) {
    await page.keyboard.press(key);
  }
  await cell(page, 'Tue 3:00, 60%').waitFor();
  await eventually(() => app.query(), has('wk=0x2.60x2.0x22.60x2.0x92.100x48'), 'the rectangle');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await eventually(() => app.query(), has('wk=0x2.60.100.0x22.60x2.0x92.100x48'), 'one hour');
  assert.ok(await cell(page, 'Mon 3:00, 100%').evaluate((element) =>
    element.id === element.closest('[role=grid]').getAttribute('aria-activedescendant')), 'the active hour');
  await page.getByText('Average 30.2%, peak 100%, 52 hours a week in use').waitFor();

  const query = app.query();
  await page.reload();
  await app.ready();
  await cell(page, 'Mon 3:00, 100%').waitFor();
  assert.equal(app.query(), query);
});

journey('a week is painted with the mouse, and never wiped out whole', {}, async (app, page) => {
  await app.open(`use=week&${OFFICE}`);
  await app.field('Paint with').fill('50');
  await cell(page, 'Sat 10:00, 0%').hover();
  await page.mouse.down();
  await cell(page, 'Sun 12:00, 0%').hover();
  await page.mouse.up();
  await eventually(() => app.query(), has('wk=0x9.100x8.0x7~5_0x10.50x3.0x11~2'), 'the rectangle');
  await cell(page, 'Mon 0:00, 0%').hover();
  assert.ok(has('wk=0x9.100x8.0x7~5_0x10.50x3.0x11~2')(app.query()), 'what only passes does not paint');

  const before = app.query();
  await grid(page).focus();
  for (const key of ['Home', ...Array(7).fill('ArrowUp'), 'Shift+End', ...Array(6).fill('Shift+ArrowDown'), '0']) {
    await page.keyboard.press(key);
  }
  await page.getByText('At least one hour needs a load.').waitFor();
  assert.equal(app.query(), before);
});

journey('a tap paints an hour, and takes it away again', { hasTouch: true }, async (app, page) => {
  await app.open(`use=week&${OFFICE}`);
  await cell(page, 'Sun 20:00, 0%').tap();
  await eventually(() => app.query(), has('wk=0x9.100x8.0x7~5_0x24_0x20.100.0x3'), 'the hour');
  await cell(page, 'Sun 20:00, 100%').tap();
  await eventually(() => app.query(), has(OFFICE), 'the week before');
});

journey('a week is read from a table, pasted or from a file', {}, async (app, page) => {
  await app.open(`use=week&${OFFICE}`);
  await app.openAll();
  const pasted = app.field('Or paste it here');
  await pasted.fill('1,2,high');
  const said = await app.description(pasted);
  assert.match(said, /Line 1: “high” is no number\..*24 or 168 numbers/);
  assert.ok(has(OFFICE)(app.query()), 'the week before still stands');

  const day = Array.from({ length: 24 }, (_, hour) => `${hour},${hour < 12 ? 5 : 20}`);
  await pasted.fill(['hour,requests', ...day].join('\n'));
  await eventually(() => app.query(), has('wk=25x12.100x12~7'), 'the pasted week');
  assert.match(await app.description(pasted), /The week was read/);

  await app.field('CSV').setInputFiles({
    name: 'week.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('0,'.repeat(167) + '3'),
  });
  await eventually(() => app.query(), has('wk=0x167.100'), 'the week of the file');
});

journey('a link with a week that is missing or empty says so', {}, async (app) => {
  await app.open('use=week');
  assert.match(await app.problems().innerText(), /use=week.*Week by the hour/);
  await app.open('use=week&wk=0x168');
  assert.match(await app.problems().innerText(), /wk=0x168.*one hour needs a load/);
  assert.ok(await app.choice('Usage', 'Always on').isChecked());
});

// The question before, the label, what is typed, and what the link then says.
const FIELDS = [
  ['', 'Drop at night', '60', 'swing=60'],
  ['', 'Monthly growth', '5', 'grow=5'],
  ['', 'Minimum instances', '1', 'floor=1'],
  ['', 'Start-up time', '0', 'su=0'],
  ['', 'Headroom', '20', 'head=20'],
  ['', 'Negotiated discount', '15', 'disc=15'],
  ['', 'Initial discount', '30', 'fmd=30'],
  ['', 'Initial months', '3', 'fm=3'],
  ['pay=od,pr', 'Promotion lasts', '6', 'prm=6'],
  ['', 'Credit', '5k', 'credit=5000'],
  ['', 'Resold', '40', 'resell=40'],
  ['', 'Tax', '6', 'tax=6'],
  ['pay=od,spot', 'Interruptible', '50', 'int=50'],
  ['pay=od,spot', 'Interrupted', '0', 'lam=0'],
  ['pay=od,spot', 'Checkpoint every', '0.5', 'ckh=0.5'],
  ['pay=od,spot', 'Saving takes', '2', 'save=2'],
  ['pay=od,spot', 'Download on restart', '200', 'redl=200'],
  ['pay=od,spot', 'Spot pools', '4', 'pools=4'],
  ['', 'Object storage', '1000', 'obj=1000'],
  ['', 'Snapshots', '100', 'snap=100'],
  ['', 'Cross-zone traffic', '300', 'xz=300'],
  ['', 'Load balancers', '1', 'lb=1'],
  ['', 'Public IPs', '2', 'ip=2'],
  ['', 'Data stalls', '10', 'stall=10'],
  ['', 'Cached input', '35', 'cached=35'],
  ['', 'Card price', '12000', 'card=12000'],
  ['', 'Server per card', '2000', 'host=2000'],
  ['', 'Electricity', '0.12', 'kwh=0.12'],
  ['', 'PUE', '1.3', 'pue=1.3'],
  ['', 'Written off over', '5', 'keep=5'],
  ['', 'Residual value', '20', 'left=20'],
  ['', 'Staff', '800', 'staff=800'],
  ['', 'Space', '150', 'space=150'],
];

journey('every field of money is in the link, says its range, and can be taken away', {}, async (app, page) => {
  for (const before of ['', 'pay=od,spot', 'pay=od,pr']) {
    await app.open(before);
    await app.openAll();
    const fields = FIELDS.filter(([question]) => question === before);
    for (const [, label, typed, key] of fields) {
      const field = app.field(label);
      assert.ok((await app.description(field)).length > 3, `${label} has a hint`);
      await field.fill('-1');
      assert.match(await app.description(field), /between .* and /, label);
      await field.fill(typed);
      await eventually(() => app.query(), has(key), key);
    }
    await page.reload();
    await app.ready();
    for (const [, label, , key] of fields) {
      assert.ok(has(key)(app.query()), key);
      const [value] = key.split('=').slice(1);
      assert.equal(await app.field(label).inputValue(), value, label);
      if (label === 'Drop at night') continue; // It is in sight, and needs no chip.
      await page.getByRole('button', { name: `Remove ${label}`, exact: true }).click();
      await eventually(() => app.query(), (query) => !has(key)(query), `without ${key}`);
    }
  }
});

journey('choices of money are in the link', {}, async (app) => {
  await app.open('pay=od,spot');
  await app.openAll();
  await app.choice('Autoscaling', 'Hold the peak').check();
  await eventually(() => app.query(), has('scale=fixed'), 'scale');
  await app.choice('Checkpoints', 'Best interval').check();
  await eventually(() => app.query(), has('ckp=best'), 'ckp');
  await app.question().getByRole('checkbox', { name: 'Assume usual discounts' }).check();
  await eventually(() => app.query(), has('typ=1'), 'typ');
  await app.field('Users are in').selectOption('eu');
  await eventually(() => app.query(), has('at=eu'), 'at');
});

journey('amounts keep their worth in another currency', {}, async (app) => {
  await app.open('card=10000&kwh=0.1&staff=500');
  await app.openAll();
  await app.currency('CNY');
  await eventually(() => app.query(), has('cur=CNY'), 'the currency');
  const number = async (label) => Number(await app.field(label).inputValue());
  const [card, kwh, staff] = [await number('Card price'), await number('Electricity'), await number('Staff')];
  for (const amount of [card / 10000, kwh / 0.1, staff / 500]) {
    assert.ok(amount > 6 && amount < 9, `${amount} yuan to the dollar`);
  }
});
