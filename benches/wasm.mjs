// node benches/wasm.mjs <file>: the same columns in WebAssembly and in plain JavaScript, under Node and in headless
// Chromium; writes JSON.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { launch } from '../tests/pages/browsers.mjs';
import { WWW } from '../tests/pages/places.mjs';
import { serveFolder } from '../tests/pages/servers.mjs';

const { RateLimiter } = createRequire(new URL('../tests/pages/package.json', import.meta.url))('limiter');
const PACKAGE = new URL('../www/pkg/full/', import.meta.url);

/**
 * All that is measured, in one function, since a browser is handed its text.
 * @param {{ from: string, bytes?: Uint8Array, group: string, RateLimiter?: typeof RateLimiter }} place the package's address
 */
async function columns({ from, bytes, group, RateLimiter }) {
  const COUNT = 1_000_000;
  const KEYS = 100_000;
  const PERMITS = 1000;
  const BURST = 100;
  // Each is repeated for so many milliseconds, and the fastest round counts.
  const AT_LEAST = 1500;
  const ratelab = await import(from);
  if (bytes) ratelab.initSync({ module: bytes });
  else await ratelab.default();

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
  function npm(times, RateLimiter) {
    const limiter = new RateLimiter({ tokensPerInterval: PERMITS, interval: 'second' });
    const outcomes = new Uint8Array(times.length);
    for (let at = 0; at < times.length; at += 1) if (!limiter.tryRemoveTokens(1)) outcomes[at] = 2;
    return outcomes;
  }

  const floats = arrivals(COUNT);
  const whole = BigUint64Array.from(floats, BigInt);
  const keys = zipf(COUNT, KEYS);
  const rule = (algorithm) => ({ algorithm, permits: PERMITS, period_ms: 1000, burst: BURST });
  const kept = new ratelab.Requests(whole);

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

  const one = `${group}, one key`;
  measure(one, 'plain float loop', () => plain(floats));
  for (const algorithm of ['token-bucket', 'gcra']) {
    const name = `ratelab ${algorithm}`;
    measure(one, `${name}, kept in wasm memory`, () => kept.decide(rule(algorithm), false));
    measure(one, `${name}, BigUint64Array`, () => ratelab.decide(rule(algorithm), whole, undefined, false));
    measure(one, `${name}, Float64Array`, () => ratelab.decide(rule(algorithm), floats, undefined, false));
    measure(one, `${name}, BigUint64Array, with waits`, () => ratelab.decide(rule(algorithm), whole));
  }
  if (RateLimiter) measure(one, 'limiter (npm), real clock', () => npm(floats, RateLimiter));
  for (const algorithm of ['token-bucket', 'gcra']) {
    const run = () => ratelab.decide(rule(algorithm), whole, undefined, false, keys);
    measure(`${group}, 100,000 keys`, `ratelab ${algorithm}, BigUint64Array`, run);
  }
  kept.free();
  return rows;
}

async function inChromium() {
  const server = await serveFolder({ folder: WWW });
  const browser = await launch('chromium');
  try {
    const page = await browser.newPage();
    // Any page of the right origin will do; this one runs nothing of its own.
    await page.goto(new URL('style.css', server.url).href);
    return await page.evaluate(columns, { from: new URL('pkg/full/ratelab.js', server.url).href, group: 'Headless Chromium' });
  } finally {
    await browser.close();
    await server.close();
  }
}

const bytes = await readFile(new URL('ratelab_bg.wasm', PACKAGE));
const rows = await columns({ from: new URL('ratelab.js', PACKAGE).href, bytes, group: 'Node', RateLimiter });
rows.push(...(await inChromium()));
await writeFile(process.argv[2], JSON.stringify(rows));
