// The terminal program's answer to the same question.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { TODAY } from './journey.mjs';

const program = new URL('../../../target/release/kasuan', import.meta.url).pathname;

export async function plan(link, limit = 20) {
  const { stdout } = await promisify(execFile)(
    program,
    ['plan', link, '--json', '--limit', String(limit), '--today', TODAY],
    { maxBuffer: 64 << 20 },
  );
  return JSON.parse(stdout);
}
