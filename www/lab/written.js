// A scenario as text for people: one limiter a line, one request a line; and a name for its file. No DOM.
import { idOf } from './bench.js';

/** @typedef {import('./bench.js').Scenario} Scenario */

/** One line, with a space where a person would put one. @param {unknown} value @returns {string} */
function inline(value) {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const pairs = Object.entries(value).filter(([, each]) => each !== undefined);
  return pairs.length === 0 ? '{}' : `{ ${pairs.map(([key, each]) => `${JSON.stringify(key)}: ${inline(each)}`).join(', ')} }`;
}

/** @param {unknown} value @param {string} [indent] @returns {string} */
export function written(value, indent = '') {
  const deeper = `${indent}  `;
  const line = inline(value);
  if (indent.length + line.length <= 76 || typeof value !== 'object' || value === null) return line;
  if (Array.isArray(value)) {
    if (value.every((each) => typeof each !== 'object')) return line;
    return `[\n${value.map((each) => `${deeper}${inline(each)}`).join(',\n')}\n${indent}]`;
  }
  const lines = Object.entries(value).map(([key, each]) => `${deeper}${JSON.stringify(key)}: ${written(each, deeper)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

/** What the file is about, in its name. @param {Scenario} scenario */
export function fileName({ limiters, traffic }) {
  const ids = [...new Set(limiters.map(idOf))];
  const who = ids.length > 3 ? `${ids.length}-algorithms` : ids.join('-vs-');
  return `ratelab-${who}-${traffic.pattern}.json`.replace(/[^a-z0-9.-]/g, '_');
}
