// Prints for each file of dist/ its size in bytes as it is, by gzip -9 and by brotli -11.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

for (const name of process.argv.slice(2)) {
  const raw = readFileSync(`dist/${name}`);
  const sizes = [raw, gzipSync(raw, { level: 9 }), brotliCompressSync(raw)];
  console.log(...sizes.map((bytes) => bytes.length), name);
}
