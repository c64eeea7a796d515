// The requests: which pattern, its numbers, and its list where it has one.
import { button, el, put, set } from './dom.js';
import { field } from './field.js';
import { list } from './list.js';
import { lineOf, linesOf, listOf, replayOf, withTraffic } from './scenario.js';

/** @typedef {import('./stage.js').Stage} Stage */
/** @typedef {import('./scenario.js').Traffic} Traffic */
/** @typedef {Traffic & Record<string, any>} Loose a pattern whose fields are looked up by name */

const BURSTS = ['at_ms', 'width_ms', 'count'];

/**
 * A pattern's numbers, its list and the list's columns, and what it starts with when it is chosen; the lists of requests
 * start with those that are there.
 */
const PATTERNS = /** @type {Record<string, { numbers: string[], list?: string, columns?: string[], start?: object }>} */ ({
  explicit: { numbers: [], list: 'arrivals', columns: ['at_ms', 'count', 'cost', 'key'] },
  steady: { numbers: ['rate_per_s', 'duration_ms'], start: { rate_per_s: 5, duration_ms: 4000 } },
  poisson: { numbers: ['rate_per_s', 'duration_ms', 'seed'], start: { seed: 7, rate_per_s: 5, duration_ms: 4000 } },
  bursts: {
    numbers: ['seed'],
    list: 'bursts',
    columns: BURSTS,
    start: { seed: 7, bursts: [{ at_ms: 0, width_ms: 200, count: 8 }] },
  },
  bursty: {
    numbers: ['rate_per_s', 'duration_ms', 'seed'],
    list: 'bursts',
    columns: BURSTS,
    start: { seed: 7, rate_per_s: 2, duration_ms: 6000, bursts: [{ at_ms: 2000, width_ms: 200, count: 8 }] },
  },
  edge: { numbers: ['window_ms', 'count'], start: { window_ms: 10_000, count: 10 } },
  replay: { numbers: [], list: 'times_ms', columns: ['at_ms', 'cost', 'key'] },
});

/** The longest run that is written out as a list. */
const MOST_LINES = 2000;

/** @param {Stage} stage */
export function traffic(stage) {
  const { run, words, signal } = stage;
  const { t } = words;
  const now = () => /** @type {Loose} */ (run.scenario.traffic);
  const change = (/** @type {object} */ parts) =>
    stage.edit(withTraffic(run.scenario, /** @type {Traffic} */ ({ ...now(), ...parts })));

  const options = Object.keys(PATTERNS).map((pattern) => el('option', { value: pattern }, t(`pattern.${pattern}`)));
  const choice = el('select', { id: 'pattern' }, ...options);
  const fault = el('p', { class: 'fault', 'aria-live': 'polite' });
  const chooser = el('div', { class: 'field' }, el('label', { for: 'pattern' }, t('traffic.pattern')), choice, fault);
  const spread = button({ word: t('traffic.to-list'), kind: 'spread' }, () => choose('explicit'), signal);
  const parts = el('div', { class: 'fields' });
  const lines = el('div');
  const node = el('div', { class: 'traffic' }, parts, lines, spread);

  /** @type {Map<string, import('./field.js').Field>} */
  const fields = new Map();
  /** @type {ReturnType<typeof list> | null} */
  let rows = null;
  let shown = '';

  /** The requests that are there, written out one by one. @param {string} pattern */
  function written(pattern) {
    const steps = run.stepper.steps(0, MOST_LINES);
    return pattern === 'replay' ? replayOf(steps) : { arrivals: listOf(steps) };
  }

  /** @param {string} pattern */
  function choose(pattern) {
    if (!PATTERNS[pattern].start && run.length > MOST_LINES) {
      put(fault, t('traffic.too-long', { n: run.length, most: MOST_LINES }));
      choice.value = now().pattern;
      return;
    }
    const start = PATTERNS[pattern].start ?? written(pattern);
    const wrong = stage.edit(withTraffic(run.scenario, /** @type {Traffic} */ ({ pattern, ...start })));
    put(fault, wrong ?? '');
    if (wrong) choice.value = now().pattern;
  }
  choice.addEventListener('change', () => choose(choice.value), { signal });

  /** @param {string} pattern */
  function build(pattern) {
    const { numbers, list: listed, columns } = PATTERNS[pattern];
    shown = pattern;
    fields.clear();
    for (const name of numbers) {
      const unit = name.endsWith('_ms') ? t('unit-name.ms') : undefined;
      const edit = (/** @type {number | string} */ value) => change({ [name]: value });
      fields.set(name, field({ label: t(`traffic.${name}`), unit, value: now()[name], edit }, signal));
    }
    // The next seed is one more: whoever comes to it sees the same.
    const reseed = button({ word: t('traffic.new-seed'), kind: 'reseed' }, () => change({ seed: now().seed + 1 }), signal);
    fields.get('seed')?.node.append(reseed);
    parts.replaceChildren(chooser, ...[...fields.values()].map((each) => each.node));
    const edited = (/** @type {any[]} */ next) => pattern === 'replay' ? stage.edit(withTraffic(run.scenario, replayOf(next))) : change({ [listed ?? '']: next });
    rows = columns ? list(stage, columns, edited) : null;
    lines.replaceChildren(...(rows ? [rows.node] : []));
  }

  /** @param {import('./stage.js').StepView} view @param {boolean} fresh */
  function update({ request, length }, fresh) {
    const { pattern } = now();
    if (pattern !== shown) build(pattern);
    choice.value = pattern;
    if (fresh) put(fault, '');
    for (const [name, each] of fields) each.update(now()[name], fresh);
    const current = request ? request.index : -1;
    if (pattern === 'explicit') rows?.update(now().arrivals, fresh, request ? lineOf(now().arrivals, current) : -1);
    else if (pattern === 'replay') rows?.update(/** @type {any[]} */ (linesOf(/** @type {import('./scenario.js').Replay} */ (now()))), fresh, current);
    else rows?.update(now().bursts, fresh);
    spread.hidden = pattern === 'explicit';
    set(spread, 'aria-disabled', length > MOST_LINES ? 'true' : 'false');
  }

  return { node, update };
}
