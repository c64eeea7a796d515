// What a slider covers: a soft range about the author's value, straight or by ratio. No DOM.

/** A slider by ratio has positions from 0 to this. */
const TICKS = 200;

/**
 * @param {number} value the author's
 * @param {number} min the smallest accepted
 * @param {number} max the largest accepted
 */
export function softScale(value, min, max) {
  const middle = Math.max(value, min, 1);
  const low = Math.max(min, Math.round(leading(middle / 20, 1)));
  const high = Math.min(max, Math.max(low + 10, leading(middle * 10, 1)));
  const inside = (/** @type {number} */ given) => Math.min(high, Math.max(low, given || 0));
  if (high - low <= TICKS) {
    return { min: low, max: high, valueAt: inside, tickAt: inside };
  }
  const start = Math.max(low, 1);
  const span = Math.log(high / start) / TICKS;
  return {
    min: 0,
    max: TICKS,
    valueAt: (/** @type {number} */ tick) => inside(tick === 0 ? low : leading(start * Math.exp(span * tick), 2)),
    tickAt: (/** @type {number} */ given) => Math.max(0, Math.round(Math.log(inside(given) / start) / span)),
  };
}

/** A number cut to so many leading digits. @param {number} value @param {number} digits */
function leading(value, digits) {
  return Number(value.toPrecision(digits));
}
