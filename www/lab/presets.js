// Comparisons to start from. Their names and what to look at stand in lab.json, by key.
import { button, el } from '../elements/dom.js';

/** @typedef {import('./bench.js').Limiter} Limiter */
/** @typedef {import('./bench.js').Scenario} Scenario */

const bucket = { permits: 2, period_ms: 1000, burst: 5 };
const stream = { permits: 10, period_ms: 1000 };
const ten = { limit: 10, window_ms: 5000 };
const hundred = { limit: 100, window_ms: 60_000 };
const nginx = { algorithm: 'nginx-limit-req', permits: 10, period: 'second', burst: 5 };

/** @param {Limiter[]} limiters @param {Scenario['traffic']} traffic @returns {Scenario} */
const scenario = (limiters, traffic) => ({ version: 1, limiters, traffic });

/** One rate, two requests a second, as each algorithm says it. @type {Limiter[]} */
export const EIGHT = [
  { algorithm: 'token-bucket', ...bucket },
  { algorithm: 'gcra', ...bucket },
  { algorithm: 'leaky-bucket-meter', ...bucket },
  { algorithm: 'leaky-bucket-queue', permits: 2, period_ms: 1000, queue: 5 },
  { algorithm: 'nginx-limit-req', permits: 2, period: 'second', burst: 4, delay: 'nodelay' },
  { algorithm: 'fixed-window', ...ten, alignment: 'clock' },
  { algorithm: 'sliding-window-log', ...ten },
  { algorithm: 'sliding-window-counter', ...ten, estimate: 'floor' },
];

/** Ten requests on each side of the edge of a window. @type {Scenario['traffic']} */
export const EDGE = { pattern: 'edge', window_ms: 5000, count: 10 };

/** @type {Record<string, Scenario>} */
export const PRESETS = {
  edge: scenario([EIGHT[5], EIGHT[6], EIGHT[7], EIGHT[0]], EDGE),
  pair: scenario([EIGHT[0], EIGHT[1]], { pattern: 'bursty', seed: 7, rate_per_s: 2, duration_ms: 8000, bursts: [{ at_ms: 3000, width_ms: 300, count: 9 }] }),
  leaky: scenario(
    [
      { algorithm: 'leaky-bucket-meter', ...stream, burst: 20 },
      { algorithm: 'leaky-bucket-queue', ...stream, queue: 20 },
    ],
    {
      pattern: 'bursty',
      seed: 7,
      rate_per_s: 6,
      duration_ms: 10_000,
      bursts: [2000, 6000].map((at_ms) => ({ at_ms, width_ms: 200, count: 35 })),
    },
  ),
  nginx: scenario(
    [0, 'nodelay', 3].map((delay) => ({ ...nginx, delay })),
    { pattern: 'explicit', arrivals: [{ at_ms: 0, count: 8 }, { at_ms: 400, count: 3 }] },
  ),
  estimate: scenario(
    [
      { algorithm: 'sliding-window-log', ...hundred },
      { algorithm: 'sliding-window-counter', ...hundred, estimate: 'floor' },
      { algorithm: 'sliding-window-counter', ...hundred, estimate: 'exact' },
    ],
    { pattern: 'bursts', seed: 7, bursts: [58_000, 90_000].map((at_ms) => ({ at_ms, width_ms: 1000, count: 100 })) },
  ),
  eight: scenario(EIGHT, EDGE),
};

/**
 * @param {import('./bench.js').Bench} bench
 * @param {(scenario: Scenario) => void} open
 */
export function presets({ words, signal }, open) {
  const { t } = words;
  const items = Object.entries(PRESETS).map(([key, preset]) => {
    const choice = button({ kind: 'preset' }, () => open(preset), signal);
    choice.append(el('span', { class: 'name' }, t(`preset.${key}`)), el('span', { class: 'line' }, t(`preset.${key}.note`)));
    return el('li', {}, choice);
  });
  return el('ul', { class: 'start' }, ...items);
}
