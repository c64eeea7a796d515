// What a page's address asks for: `?lesson=…&step=6`, or the same after `#`, and `scenario=` with a scenario in JSON. No DOM.

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
 * A position in text; `undefined` where it is none.
 * @param {string | null | undefined} text
 */
export function positionIn(text) {
  return text !== null && text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
