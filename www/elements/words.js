// Sentences from keys: a dictionary and numbers in, text out. No DOM.
import { numbers } from './numbers.js';

/** @typedef {import('../pkg/ratelab.js').Quantity} Quantity */
/** @typedef {string | number | Quantity} Value */
/** @typedef {string | ({ by: string, other: string } & Record<string, string>)} Entry a text, or one a plural form of `by` */

/** Times to wait: rounded up, since a shorter one would not do. */
const UP = new Set(['retry', 'wait', 'reset', 'missing']);

/**
 * @param {string} locale
 * @param {Record<string, Entry>} dictionary
 */
export function makeWords(locale, dictionary) {
  const plurals = new Intl.PluralRules(locale, { maximumFractionDigits: 3 });
  const { plain, time, quantity } = numbers(locale, (unit, number) => t(`unit.${unit}`, { n: number }));

  /** @param {string} name @param {Value} value */
  function show(name, value) {
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return plain(value);
    if (!UP.has(name)) return quantity(value);
    // A difference of two doubles may stand a hair above the number that is meant.
    return quantity({ ...value, value: Number(value.value.toPrecision(12)) }, 'ceil');
  }

  /**
   * The text for a key. A key that no dictionary has is shown as it is, where it will be noticed.
   * @param {string} key
   * @param {Record<string, Value>} [values]
   * @returns {string}
   */
  function t(key, values = {}) {
    let text = dictionary[key];
    if (text === undefined) return key;
    if (typeof text === 'object') {
      const by = values[text.by];
      text = text[plurals.select(Math.trunc(Number(typeof by === 'object' ? by.value : by) * 1000) / 1000)] ?? text.other;
    }
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? show(name, values[name]) : whole));
  }

  return {
    locale,
    t,
    plain,
    time,
    has: (/** @type {string} */ key) => key in dictionary,
    /** @param {Record<string, Entry>} more */
    add: (more) => Object.assign(dictionary, more),
  };
}

/** @typedef {ReturnType<typeof makeWords>} Words */
