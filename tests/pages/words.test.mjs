// The pure parts of the page: numbers and sentences, sliders, and edits of a scenario. No browser.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { positionIn } from '../../www/elements/address.js';
import { numbers } from '../../www/elements/numbers.js';
import { softScale } from '../../www/elements/scale.js';
import { groups, lineOf, linesOf, listOf, replayOf, typed, withArrival, withoutArrival } from '../../www/elements/scenario.js';
import { makeWords } from '../../www/elements/words.js';
import { WWW } from './places.mjs';

const LESSONS = join(WWW, 'lessons');
const jsonOf = async (name) => JSON.parse(await readFile(join(LESSONS, `${name}.json`), 'utf8'));

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
  for (const name of await readdir(LESSONS, { recursive: true })) {
    if (!/^en.*\.json$/.test(name)) continue;
    for (const [key, text] of Object.entries(await jsonOf(name.replace('.json', '')))) {
      if (typeof text === 'string') continue;
      assert.ok(text.other?.includes(`{${text.by}}`), `${name}: ${key}`);
    }
  }
});

test('every example of a lesson has a name and a note, and its limiters have words', async () => {
  for (const name of await readdir(LESSONS)) {
    if (!name.endsWith('.json')) continue;
    const id = name.replace('.json', '');
    const [lesson, words] = [await jsonOf(id), await jsonOf(`en/${id}`)];
    for (const { key, scenario } of [{ key: 'own', scenario: lesson.scenario }, ...lesson.presets]) {
      for (const field of [`preset.${key}`, `preset.${key}.note`]) assert.ok(words[field], `${id}: ${field}`);
      for (const { algorithm, flawed } of scenario.limiters) await jsonOf(`en/algorithms/${algorithm ?? flawed}`);
    }
  }
});

for (const name of ['index.html', 'lab.html', 'compare.html']) {
  test(`every text that ${name} asks for is there`, async () => {
    const page = await readFile(join(WWW, name), 'utf8');
    const files = (/<html[^>]* data-prose="([^"]+)"/.exec(page)?.[1] ?? 'course').split(' ');
    const prose = Object.assign({}, ...(await Promise.all(files.map((file) => jsonOf(`en/${file}`)))));
    let lesson;
    for (const [tag] of page.matchAll(/<[a-z][^>]*>|<\/section>/g)) {
      const own = /data-lesson="([^"]+)"/.exec(tag)?.[1];
      if (tag.startsWith('<section')) lesson = own && (await jsonOf(`en/${own}`));
      const words = own && !tag.startsWith('<section') ? await jsonOf(`en/${own}`) : lesson;
      const key = / data-t="([^"]+)"/.exec(tag)?.[1];
      if (key) assert.ok(prose[key] ?? words?.[key.replace(/^lesson\./, '')], key);
    }
  });
}

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

test('recorded times are edited as lines', () => {
  const replay = { pattern: 'replay', times_ms: [0, 5], keys: ['u1', ''] };
  assert.deepEqual(linesOf(replay), [{ at_ms: 0, cost: 1, key: 'u1' }, { at_ms: 5, cost: 1, key: '' }]);
  assert.deepEqual(replayOf(linesOf(replay)), replay);
});

test('linked rows share a field where they have a parameter in common, with one value', () => {
  const [permits, burst, queue] = ['permits', 'burst', 'queue'].map((name) => ({ name, default: 5, min: 1, max: 9 }));
  const catalogue = [{ algorithm: 'token-bucket', parameters: [permits, burst] }, { algorithm: 'q', parameters: [permits, queue] }];
  const limiters = [{ algorithm: 'token-bucket', permits: 2, burst: 3 }, { algorithm: 'q', permits: 2 }];
  const shown = (linked) => groups({ limiters }, catalogue, linked).map(({ parameter, rows, value }) => [parameter.name, rows, value]);
  assert.deepEqual(shown(true), [['permits', [0, 1], 2], ['burst', [0], 3], ['queue', [1], 5]]);
  assert.equal(shown(false).length, 4);
});

test('a position in words is the nearest there is, and what is wrong with it', () => {
  assert.deepEqual([' 6 ', '0', '13'].map((text) => positionIn(text, 13)), [{ position: 6 }, { position: 0 }, { position: 13 }]);
  const wrong = (text) => {
    const { position, wrong: { field, given, accepted } } = positionIn(text, 13);
    return [position, field, given, accepted.max];
  };
  assert.deepEqual(['2.5', '-1', '99', 'six', ''].map(wrong), [
    [0, 'step', '2.5', 13], [0, 'step', '-1', 13], [13, 'step', '99', 13], [0, 'step', '"six"', 13], [0, 'step', '""', 13],
  ]);
});

test('what is typed is a number where it is one', () => {
  assert.deepEqual(['7', ' 1e3 ', '', 'nodelay', '-2'].map(typed), [7, 1000, '', 'nodelay', -2]);
});
