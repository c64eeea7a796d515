// Numbers as people read them: a locale in, text out. No DOM.

/** Digits that browsers do not choose by themselves: Chromium has no Burmese number locale. */
const DIGITS = /** @type {Record<string, string>} */ ({ bn: 'beng', my: 'mymr' });

/** @typedef {'trunc' | 'ceil' | 'halfExpand'} Rounding */

/** Parts of an hour and so on, in milliseconds, largest first. */
const UNITS = /** @type {const} */ ([
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
]);

/**
 * The unit in which a time reads best: 0.5 s, 250 ms, 1.5 min.
 * @param {number} ms
 * @returns {[name: 'us' | 'ms' | 's' | 'min' | 'h' | 'd', size: number]}
 */
export function timeUnit(ms) {
  const size = Math.abs(ms);
  if (size === 0) return ['s', 1000];
  if (size < 1) return ['us', 0.001];
  if (size < 1000) return size % 100 === 0 ? ['s', 1000] : ['ms', 1];
  for (const [name, unit] of UNITS) {
    // The unit must come out whole, or small and in tenths, unless seconds would be a long row of digits.
    const round = size % unit === 0 || (size < 10 * unit && (size * 10) % unit === 0);
    if (size >= unit && (round || size >= 60 * unit)) return [name, unit];
  }
  return ['s', 1000];
}

/**
 * @param {string} locale
 * @param {(unit: string, number: string) => string} withUnit puts a unit's word to a written number
 */
export function numbers(locale, withUnit) {
  const numberingSystem = DIGITS[locale.split('-')[0]];
  /** @type {Map<Rounding, Intl.NumberFormat>} */
  const formats = new Map();

  /** @param {number} value @param {Rounding} [rounding] a level is cut: 0.9999 is never shown as 1 */
  function plain(value, rounding = 'trunc') {
    let format = formats.get(rounding);
    if (!format) {
      format = new Intl.NumberFormat(locale, { numberingSystem, maximumFractionDigits: 3, roundingMode: rounding });
      formats.set(rounding, format);
    }
    return format.format(value === 0 ? 0 : value);
  }

  /** @param {number} ms @param {Rounding} [rounding] */
  function time(ms, rounding = 'trunc') {
    const [name, size] = timeUnit(ms);
    return withUnit(name, plain(ms / size, rounding));
  }

  /** @param {{ value: number, unit: string }} quantity @param {Rounding} [rounding] */
  function quantity({ value, unit }, rounding) {
    if (unit === 'millis') return time(value, rounding);
    if (unit === 'per-second') return withUnit('per-second', plain(value, 'halfExpand'));
    return plain(value, rounding);
  }

  return { plain, time, quantity };
}
