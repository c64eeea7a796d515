// The whole package as a program uses it: loaded from bytes, without a page.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import * as ratelab from '../../www/pkg/full/ratelab.js';

const folder = new URL('../../www/pkg/', import.meta.url);
const bytes = await readFile(new URL('full/ratelab_bg.wasm', folder));
ratelab.initSync({ module: bytes });

const BUCKET = { algorithm: 'token-bucket', permits: 2, period_ms: 1000, burst: 5 };
const GCRA = { ...BUCKET, algorithm: 'gcra' };
const EIGHT_AND_ONE = { pattern: 'explicit', arrivals: [{ at_ms: 0, count: 8 }, { at_ms: 1000 }] };

/** What a call throws. */
function thrown(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof Error, 'an Error');
    const { field, given, accepted, message } = error;
    return { field, given, accepted, message };
  }
  return assert.fail('nothing was thrown');
}

test('replay: eight at once and one later is AAAAARRRA', () => {
  const { steps, totals } = ratelab.replay({ version: 1, limiters: [BUCKET, GCRA], traffic: EIGHT_AND_ONE });
  for (const row of [0, 1]) {
    assert.equal(steps.map((step) => step.decisions[row].outcome[0].toUpperCase()).join(''), 'AAAAARRRA');
    assert.deepEqual(totals[row], { allowed: 6, delayed: 0, refused: 3, impossible: 0 });
    const sixth = steps[5].decisions[row];
    assert.deepEqual([sixth.wait_ms, sixth.retry_after_ms, sixth.remaining, sixth.reset_ms], [0, 500, 0, 2500]);
    assert.equal(steps[4].decisions[row].retry_after_ms, null);
  }
  assert.deepEqual([steps[8].at_ms, steps[8].cost], [1000, 1]);
});

test('decide: columns with costs, waits and keys', () => {
  const times = new BigUint64Array([0n, 0n, 0n, 1_000_000_000n, 1_000_000_000n]);
  const costs = new Uint32Array([5, 1, 6, 3, 1]);
  for (const limiter of [BUCKET, GCRA]) {
    const { outcomes, waitsNs } = ratelab.decide(limiter, times, costs);
    assert.deepEqual([...outcomes], [0, 2, 3, 2, 0]);
    assert.deepEqual([...waitsNs], [0, 5e8, NaN, 5e8, 0]);
    assert.deepEqual(ratelab.decide(limiter, Float64Array.from(times, Number), costs), { outcomes, waitsNs });
    assert.deepEqual(ratelab.decide(limiter, times, costs, false), { outcomes });
    const keys = new Uint32Array([1, 2, 1, 2, 4_294_967_295]);
    assert.deepEqual([...ratelab.decide(limiter, times, costs, false, keys).outcomes], [0, 0, 3, 0, 0]);
  }
});

test('errors name the field, what was given and what is accepted', () => {
  const wrong = thrown(() => ratelab.replay({ version: 1, limiters: [{ ...BUCKET, burst: 0 }], traffic: EIGHT_AND_ONE }));
  assert.equal(wrong.field, 'limiters[0].burst');
  assert.equal(wrong.given, '0');
  assert.deepEqual([wrong.accepted.kind, wrong.accepted.min], ['whole', 1]);
  assert.match(wrong.message, /limiters\[0\]\.burst.*\b0\b.*\b1\b/);
  assert.equal(thrown(() => ratelab.decide({ algorithm: 'tokens' }, new Float64Array())).accepted.kind, 'one-of');
  assert.equal(thrown(() => ratelab.decide(GCRA, new Float64Array([0, 0.5]))).field, 'arrivalsNs[1]');
  assert.equal(thrown(() => ratelab.decide(GCRA, new Float64Array(2), new Uint32Array(3))).field, 'costs');
  assert.equal(thrown(() => ratelab.decide(GCRA, new Float64Array(1), new Uint32Array(1))).field, 'costs[0]');
  assert.equal(thrown(() => ratelab.arrivals({ pattern: 'steady', rate_per_s: 5, duration_ms: NaN })).field, 'traffic.duration_ms');
  assert.equal(thrown(() => new ratelab.Stepper({ version: 2 })).field, 'version');
  for (const odd of [undefined, null, 7, 'x', [], () => {}, Symbol('s'), 1n]) assert.ok(thrown(() => ratelab.replay(odd)).message);
});

test('arrivals, the catalogue and the stepper without a page', () => {
  assert.deepEqual([...ratelab.arrivals({ pattern: 'steady', rate_per_s: 4, duration_ms: 1000 })].slice(0, 3), [0, 250, 500]);
  assert.ok(ratelab.catalogue().some(({ algorithm }) => algorithm === 'gcra'));
  const stepper = new ratelab.Stepper({ version: 1, limiters: [BUCKET], traffic: EIGHT_AND_ONE });
  stepper.seek(6);
  assert.equal(stepper.view().rows[0].decision.outcome, 'refused');
  assert.equal(stepper.csv().trim().split('\n').length, 1 + stepper.length);
  const words = { say: (message) => message.key, width: (text, size) => text.length * size * 0.5 };
  const colours = Array.from({ length: 32 }, () => '#123456');
  const frame = { chart: stepper.charts()[0], width: 600, height: 200 };
  assert.match(stepper.svg(frame, words, colours, 'sans-serif'), /^<svg[\s\S]*<\/svg>\s*$/);
  stepper.free();
});

test('neither package carries names or the marks of its tools, and the pages\' one has only what they need', async () => {
  const small = new WebAssembly.Module(await readFile(new URL('ratelab_bg.wasm', folder)));
  for (const module of [small, new WebAssembly.Module(bytes)]) {
    for (const section of ['name', 'producers']) assert.equal(WebAssembly.Module.customSections(module, section).length, 0);
  }
  const exported = WebAssembly.Module.exports(small).map(({ name }) => name);
  assert.ok(exported.includes('stepper_view') && !exported.includes('decide'), exported.join());
});
