// What a page's address asks for: `?lesson=…&step=6`, or the same after `#`, and `scenario=` with a scenario in JSON. No DOM.
import { typed } from './scenario.js';

/** @typedef {{ lesson?: string, scenario?: string, step?: string }} Asked */

/**
 * The part after `#` wins over the part after `?`.
 * @param {string} address
 * @returns {Asked}
 */
export function askedBy(address) {
  const { searchParams, hash } = new URL(address);
  const after = new URLSearchParams(hash.slice(1));
  /** @type {Asked} */
  const asked = {};
  for (const name of /** @type {const} */ (['lesson', 'scenario', 'step'])) {
    const text = after.get(name) ?? searchParams.get(name);
    if (text !== null) asked[name] = text;
  }
  return asked;
}

/**
 * The position that a text asks for. Where it is none, the nearest there is, and what is wrong as the engine would say it.
 * @param {string} text
 * @param {number} length
 */
export function positionIn(text, length) {
  const asked = typed(text);
  if (typeof asked === 'number' && Number.isInteger(asked) && asked >= 0 && asked <= length) return { position: asked };
  const given = typeof asked === 'number' ? String(asked) : JSON.stringify(asked);
  const accepted = /** @type {const} */ ({ kind: 'whole', min: 0, max: length });
  return { position: Number(asked) > length ? length : 0, wrong: { field: 'step', given, accepted } };
}
