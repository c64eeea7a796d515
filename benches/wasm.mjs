// node benches/wasm.mjs <file>: the same columns in WebAssembly and in plain JavaScript, under Node; writes JSON.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as ratelab from '../www/pkg/full/ratelab.js';

const { RateLimiter } = createRequire(new URL('../tests/pages/package.json', import.meta.url))('limiter');
ratelab.initSync({ module: await readFile(new URL('../www/pkg/full/ratelab_bg.wasm', import.meta.url)) });

const COUNT = 1_000_000;
const KEYS = 100_000;
const PERMITS = 1000;
const BURST = 100;
/** Each is repeated for so many milliseconds, and the fastest round counts. */
const AT_LEAST = 1500;

/** The generator of the crate's `traffic::Mulberry32`. */
function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Times in nanoseconds, as the crate's benchmarks have them. */
function arrivals(count) {
  const chance = mulberry32(1);
  let at = 0;
  return Float64Array.from({ length: count }, () => {
    at -= Math.log(1 - chance()) * (1e9 / 1500);
    return Math.trunc(at);
  });
}

function zipf(count, keys) {
  const chance = mulberry32(2);
  let sum = 0;
  const sums = Float64Array.from({ length: keys }, (_, rank) => (sum += 1 / (rank + 1)));
  return Uint32Array.from({ length: count }, () => {
    const drawn = chance() * sum;
    let [low, high] = [0, keys - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sums[middle] <= drawn) low = middle + 1;
      else high = middle;
    }
    return low;
  });
}

/** A token bucket as many a program has it: floats, one key. */
function plain(times) {
  const outcomes = new Uint8Array(times.length);
  let tokens = BURST;
  let last = 0;
  for (let at = 0; at < times.length; at += 1) {
    tokens = Math.min(BURST, tokens + (times[at] - last) * (PERMITS / 1e9));
    last = times[at];
    if (tokens >= 1) tokens -= 1;
    else outcomes[at] = 2;
  }
  return outcomes;
}

/** The package `limiter`, which reads the real clock. */
function npm(times) {
  const limiter = new RateLimiter({ tokensPerInterval: PERMITS, interval: 'second' });
  const outcomes = new Uint8Array(times.length);
  for (let at = 0; at < times.length; at += 1) if (!limiter.tryRemoveTokens(1)) outcomes[at] = 2;
  return outcomes;
}

const floats = arrivals(COUNT);
const whole = BigUint64Array.from(floats, BigInt);
const keys = zipf(COUNT, KEYS);
const rule = (algorithm) => ({ algorithm, permits: PERMITS, period_ms: 1000, burst: BURST });

const rows = [];
function measure(group, name, run) {
  let best = Infinity;
  for (const started = performance.now(); performance.now() - started < AT_LEAST; ) {
    const round = performance.now();
    run();
    best = Math.min(best, performance.now() - round);
  }
  rows.push({ group, name, rate: COUNT / (best / 1000) });
}

const one = 'JavaScript, one key';
measure(one, 'plain float loop', () => plain(floats));
for (const algorithm of ['token-bucket', 'gcra']) {
  measure(one, `ratelab ${algorithm}, BigUint64Array`, () => ratelab.decide(rule(algorithm), whole, undefined, false));
  measure(one, `ratelab ${algorithm}, Float64Array`, () => ratelab.decide(rule(algorithm), floats, undefined, false));
  measure(one, `ratelab ${algorithm}, BigUint64Array, with waits`, () => ratelab.decide(rule(algorithm), whole));
}
measure(one, 'limiter (npm), real clock', () => npm(floats));
for (const algorithm of ['token-bucket', 'gcra']) {
  const run = () => ratelab.decide(rule(algorithm), whole, undefined, false, keys);
  measure('JavaScript, 100,000 keys', `ratelab ${algorithm}, BigUint64Array`, run);
}
await writeFile(process.argv[2], JSON.stringify(rows));
