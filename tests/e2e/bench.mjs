// The time that the page's ranking takes on each keystroke, by the browser's sampling profiler. The
// page is built with the names of functions, and its folder is the first argument.
import { chromium } from 'playwright-core';
import { Kasuan } from './support/kasuan.mjs';
import { serve } from './support/server.mjs';

// As in benches/rank.rs: the page as it opens, a load in office hours, a week with a base, peaks and
// a share that may be interrupted, the same with every kind of purchase, a load that grows, a job.
const QUESTIONS = [
  '',
  'rps=2&use=office',
  'rps=20&use=week&wk=33x9.100x9.60x6~5_33x10.50x8.33x6~2&int=40&mon=36',
  'rps=20&use=week&wk=33x9.100x9.60x6~5_33x10.50x8.33x6~2&int=40&mon=36&pay=od,spot,c1,c3,sub,cb,sl,pr',
  'rps=20&swing=70&grow=5&int=40&mon=36',
  'w=finetune&method=qlora&tok=0.1',
];
const WARM = 15;
const KEYS = 40;
const STEP_MICROSECONDS = 100;
// Samples further apart than this belong to two keystrokes.
const APART_MICROSECONDS = 12_000;

// The time within the ranking, keystroke by keystroke, in milliseconds and ascending.
function rankings({ nodes, samples, timeDeltas }) {
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const names = new Map(nodes.map((node) => [node.id, node.callFrame.functionName]));
  const known = new Map();
  const within = (id) => {
    if (id === undefined) return false;
    if (!known.has(id)) known.set(id, /kasuan::rank::answer(::h|$)/.test(names.get(id)) || within(parents.get(id)));
    return known.get(id);
  };
  const times = [];
  let [now, last] = [0, -Infinity];
  samples.forEach((id, index) => {
    now += timeDeltas[index];
    if (!within(id)) return;
    if (now - last > APART_MICROSECONDS) times.push(0);
    times[times.length - 1] += timeDeltas[index] / 1000;
    last = now;
  });
  return times.sort((a, b) => a - b);
}

const server = await serve(`${process.argv[2]}/`);
const browser = await chromium.launch({ executablePath: process.env.KASUAN_CHROMIUM, args: ['--no-sandbox'] });
let measured = true;
for (const question of QUESTIONS) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const app = new Kasuan(page, server.url);
  await app.open(question);
  const field = question.startsWith('w=finetune') ? 'Sequence' : 'Context';
  await app.field(field).click();
  const type = (key) => page.evaluate(async (value) => {
    document.activeElement.value = value;
    document.activeElement.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => { setTimeout(resolve, 30); });
  }, String(4096 + 8 * key));
  const profiler = await context.newCDPSession(page);
  for (let key = 0; key < WARM; key += 1) await type(key);
  await profiler.send('Profiler.enable');
  await profiler.send('Profiler.setSamplingInterval', { interval: STEP_MICROSECONDS });
  await profiler.send('Profiler.start');
  for (let key = WARM; key < WARM + KEYS; key += 1) await type(key);
  const { profile } = await profiler.send('Profiler.stop');
  const times = rankings(profile);
  const at = (share) => times[Math.floor(share * (times.length - 1))]?.toFixed(1);
  measured &&= times.length >= KEYS / 2;
  console.log(`  ${at(0.5)} ms median, ${at(0.25)} to ${at(0.9)} (25th to 90th percentile): ?${question}`);
  await context.close();
}
await browser.close();
await server.close();
if (!measured) {
  console.error('The ranking was not seen in the profile: nothing was measured.');
  process.exitCode = 1;
}
