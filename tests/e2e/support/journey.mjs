// A journey: one visitor with an own browser profile, who ends with a clean console.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chromium } from 'playwright-core';
import { Kasuan } from './kasuan.mjs';
import { serve } from './server.mjs';

// The day on which all journeys take place, for the page and the terminal alike.
export const TODAY = '2026-11-30';

const DIST = new URL('../../../dist/', import.meta.url).pathname;

const browser = await chromium.launch({
  executablePath: process.env.KASUAN_CHROMIUM,
  args: ['--no-sandbox'],
});
const servers = new Map();

after(async () => {
  await browser.close();
  await Promise.all([...servers.values()].map((server) => server.close()));
});

// Runs `body(app, page)` for a fresh visitor. Options: `base` (the path the page is served under),
// `expected` (patterns of console messages that the journey provokes), and Playwright's own, such
// as `locale`, `colorScheme`, `viewport`.
export function journey(name, options, body) {
  test(name, { timeout: 120_000 }, async () => {
    const { base = '/', expected = [], ...visitor } = options;
    if (!servers.has(base)) servers.set(base, await serve(DIST, base));
    const context = await browser.newContext({
      locale: 'en-GB',
      viewport: { width: 1280, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
      ...visitor,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.clock.setFixedTime(`${TODAY}T12:00:00`);
    const faults = watch(page);
    const unexpected = () => faults.filter((fault) => !expected.some((known) => known.test(fault)));
    try {
      await body(new Kasuan(page, servers.get(base).url), page);
    } catch (error) {
      // What the console said is often the reason.
      error.message += unexpected().map((fault) => `\n  console: ${fault}`).join('');
      throw error;
    } finally {
      await context.close();
    }
    assert.deepEqual(unexpected(), [], 'the console stays clean');
  });
}

// Collects what should not happen: console errors and warnings (which report breaches of the
// content security policy, too), exceptions, and requests to other places.
function watch(page) {
  const faults = [];
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') {
      faults.push(`request to ${request.url()}`);
    }
  });
  return faults;
}

// Waits until a value holds: the page answers at once, but writes its address with a delay.
export async function eventually(read, holds, what, seconds = 5) {
  const end = Date.now() + seconds * 1000;
  let value = await read();
  while (!holds(value)) {
    assert.ok(Date.now() < end, `${what}; last seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    value = await read();
  }
  return value;
}
