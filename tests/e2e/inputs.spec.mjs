// Every input changes the answer at once, and the link after a moment.
import assert from 'node:assert/strict';
import { eventually, journey } from './support/journey.mjs';

const fill = (label, text) => (app) => app.field(label).fill(text);
const choose = (group, label) => (app) => app.choice(group, label).check();
const select = (label, value) => (app) => app.field(label).selectOption(value);
const tick = (group, label) => (app) => app.box(group, label).click();
const add = (label, text) => async (app) => {
  await app.field(label).fill(text);
  await app.field(label).press('Enter');
};

// The question before, what is done, and what the link then says.
const INPUTS = [
  ['', choose('Workload', 'Fine-tune'), 'w=finetune'],
  ['', (app) => app.chooseModel('llama-3.1-70b'), 'm=llama-3.1-70b'],
  ['', (app) => app.chooseModel('13b'), 'n=13'],
  ['', choose('Precision', 'FP8'), 'wq=fp8'],
  ['', select('KV cache', 'fp8'), 'kv=fp8'],
  ['', fill('Context', '64k'), 'ctx=65536'],
  ['', fill('Output', '1024'), 'out=1024'],
  ['', fill('At once', '64'), 'con=64'],
  ['rps=2', fill('Requests', '40'), 'rps=40'],
  ['tpd=1000000', fill('Output a day', '400M'), 'tpd=400000000'],
  ['', fill('First token within', '0.2'), 'ttft=0.2'],
  ['', fill('Per token within', '10'), 'tpot=10'],
  ['', select('Engine', 'trtllm'), 'eng=trtllm'],
  ['w=finetune&method=lora', choose('Method', 'Full'), 'method=full'],
  ['w=finetune&method=lora', fill('LoRA rank', '256'), 'rank=256'],
  ['w=finetune&method=full', select('Optimizer', 'sgd'), 'opt=sgd'],
  ['w=finetune', fill('Batch per card', '8'), 'bs=8'],
  ['w=finetune', fill('Sequence', '8192'), 'seq=8192'],
  ['w=finetune', fill('Training data', '0.5'), 'tok=0.5'],
  ['w=finetune&tok=0.1', fill('Epochs', '3'), 'ep=3'],
  ['w=image&m=sdxl', fill('Image side', '2048'), 'res=2048'],
  ['w=image&m=sdxl', fill('Denoising steps', '60'), 'steps=60'],
  ['w=image&m=sdxl', fill('Images', '500'), 'imgs=500'],
  ['w=render', fill('Frames', '9000'), 'frames=9000'],
  ['w=render', fill('Time per frame', '12'), 'fmin=12'],
  ['w=hpc', fill('Work', '7000000'), 'pflop=7000000'],
  ['w=hpc', choose('Precision of the work', 'FP32'), 'prec=fp32'],
  ['w=vram', fill('GPU memory', '150'), 'vram=150'],
  ['w=vram', fill('Work', '300'), 'gpuh=300'],
  ['', choose('Usage', 'Office hours'), 'use=office'],
  ['use=office', fill('Hours a day', '4'), 'hpd=4'],
  ['use=office', fill('Days a week', '2'), 'dpw=2'],
  ['', fill('Project', '36'), 'mon=36'],
  ['', tick('Purchase kinds', 'Spot'), 'pay=od,spot,c1,sub'],
  ['', tick('Sellers', 'Marketplaces'), 'tier=cloud,specialist,market'],
  ['', add('Provider', 'aws'), 'prov=aws'],
  ['', add('Card', 'h100'), 'gpu=h100'],
  ['', tick('Region', 'Europe'), 'reg=eu'],
  ['', tick('Card vendor', 'AMD'), 'vendor=amd'],
  ['', select('Card link', 'nvlink'), 'ic=nvlink'],
  ['', fill('Availability', '99.9'), 'sla=99.9'],
  ['', fill('Cards per instance', '8'), 'cnt=8'],
  ['', fill('Storage', '5000'), 'gb=5000'],
  ['', fill('Traffic out', '9000'), 'eg=9000'],
  ['', (app) => app.currency('EUR'), 'cur=EUR'],
  ['', (app) => app.order('Fastest').check(), 'sort=speed'],
];

for (const [before, act, key] of INPUTS) {
  journey(`${key} (from ?${before})`, {}, async (app) => {
    await app.open(before);
    await app.openAll();
    const answer = await app.answer();
    await act(app);
    await eventually(() => app.answer(), (now) => now !== answer, 'another answer', 1);
    await eventually(() => app.query(), (query) => query.split('&').includes(key), 'the link');
    // The link means what is on screen.
    const [ranking, headline] = [await app.ranking(), await app.headline().innerText()];
    await app.page.reload();
    await app.ready();
    assert.deepEqual(await app.ranking(), ranking);
    assert.equal(await app.headline().innerText(), headline);
  });
}

journey('open explanations and focus stay while cards move', {}, async (app, page) => {
  await app.open('sort=cost&pay=od,spot,c1,sub');
  await app.openWhy(0);
  const offer = await app.cards().first().getAttribute('data-offer');
  const field = app.field('Project');
  await field.focus();
  await field.fill('13');
  await eventually(() => app.query(), (query) => query.includes('mon=13'), 'the link');
  assert.ok(await field.evaluate((input) => input === document.activeElement), 'focus');
  const card = page.locator(`[data-offer="${offer}"]`);
  assert.equal(await card.locator('details').first().getAttribute('open'), '', 'open explanation');
});

journey('what differs from the default is shown as chips, and can be taken away', {}, async (app, page) => {
  await app.open('reg=eu');
  await page.getByRole('button', { name: 'Remove Region' }).click();
  await eventually(() => app.query(), (query) => query === '', 'the link');
});
