// The pure parts of the page: numbers and sentences, sliders, and edits of a scenario. No browser.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { numbers } from '../../www/elements/numbers.js';
import { softScale } from '../../www/elements/scale.js';
import { lineOf, listOf, typed, withArrival, withoutArrival } from '../../www/elements/scenario.js';
import { makeWords } from '../../www/elements/words.js';

const units = { us: 'µs', ms: 'ms', s: 's', min: 'min', h: 'h', d: 'd', 'per-second': '/s' };
const { plain, time } = numbers('en', (unit, number) => `${number} ${units[unit]}`);

test('a level is cut, never rounded up', () => {
  assert.deepEqual([0.9999, 0.57, 1.4, 0.29, 4.9999999].map((value) => plain(value)), ['0.999', '0.57', '1.4', '0.29', '4.999']);
  assert.equal(plain(-0), '0');
});

test('a time has a unit that suits it', () => {
  const shown = [0, 500, 250, 90_000, 1500, 0.25, 9990, 3_600_000, 62_500].map((ms) => time(ms));
  assert.deepEqual(shown, ['0 s', '0.5 s', '250 ms', '1.5 min', '1.5 s', '250 µs', '9.99 s', '1 h', '62.5 s']);
  assert.equal(time(333.333_334, 'ceil'), '333.334 ms');
});

test('a sentence takes its plural from the number that is shown', () => {
  const words = makeWords('en', { 'unit.ms': '{n} ms', there: { by: 'n', one: '{n} token', other: '{n} tokens' } });
  const said = [0, 1, 1.0004, 0.9999, 2].map((value) => words.t('there', { n: { value, unit: 'tokens' } }));
  assert.deepEqual(said, ['0 tokens', '1 token', '1 token', '0.999 tokens', '2 tokens']);
  assert.equal(words.t('no such key'), 'no such key');
});

test('no text asks for the plural of a number that it does not get', async () => {
  for (const name of ['common', 'algorithms', 'chart', 'course', 'token-bucket']) {
    const file = JSON.parse(await readFile(new URL(`../../www/lessons/en/${name}.json`, import.meta.url), 'utf8'));
    for (const [key, text] of Object.entries(file)) {
      if (typeof text === 'string') continue;
      assert.ok(text.other?.includes(`{${text.by}}`), `${name}: ${key}`);
    }
  }
});

test('a slider covers what is near and goes there and back', () => {
  for (const [value, min, max] of [[2, 1, 1e9], [5, 1, 1e9], [1000, 1, 31_557_600_000], [20, 1, 1e9], [0, 0, 1e9], [1, 1, 1], [1e9, 1, 1e9]]) {
    const scale = softScale(value, min, max);
    for (const tick of [scale.min, (scale.min + scale.max) >> 1, scale.max]) {
      const there = scale.valueAt(tick);
      assert.ok(Number.isInteger(there) && there >= min && there <= max, `${value}: ${tick} gives ${there}`);
    }
    assert.ok(Math.abs(scale.valueAt(scale.tickAt(value)) - value) <= value * 0.1, `${value} comes back`);
  }
});

test('requests go in and out of a list one by one', () => {
  const list = [{ at_ms: 0, count: 6 }, { at_ms: 700, cost: 2 }];
  assert.deepEqual(withArrival(list, { at_ms: 100 }).map(({ at_ms }) => at_ms), [0, 100, 700]);
  assert.deepEqual(withArrival(list, { at_ms: 700 }).at(-1), { at_ms: 700 });
  assert.deepEqual([0, 5, 6, 7].map((index) => lineOf(list, index)), [0, 0, 1, -1]);
  assert.deepEqual(withoutArrival(list, 3), [{ at_ms: 0, count: 5 }, { at_ms: 700, cost: 2 }]);
  assert.deepEqual(withoutArrival(list, 6), [{ at_ms: 0, count: 6 }]);
  const steps = [0, 0, 5].map((at_ms) => ({ at_ms, cost: 1, key: '', decisions: [] }));
  assert.deepEqual(listOf(steps), [{ at_ms: 0, count: 2 }, { at_ms: 5 }]);
});

test('what is typed is a number where it is one', () => {
  assert.deepEqual(['7', ' 1e3 ', '', 'nodelay', '-2'].map(typed), [7, 1000, '', 'nodelay', -2]);
});
