// A wrong input as a sentence: the field, what was given, what is accepted. No DOM.

/** @typedef {import('../pkg/ratelab.js').InputError} InputError */
/** @typedef {import('../pkg/ratelab.js').Accepted} Accepted */
/** @typedef {import('./words.js').Words} Words */

/** Whether a bound is so small that it would be cut to 0 when it is written as other numbers are. @param {unknown} value */
const small = (value) => typeof value === 'number' && value !== 0 && Math.abs(value) < 0.001;

/**
 * @param {Words} words
 * @param {Accepted} accepted
 */
function range(words, accepted) {
  const values = Object.fromEntries(
    Object.entries(accepted).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : small(value) ? String(value) : value]),
  );
  return words.t(`error.${accepted.kind}`, values);
}

/** What was given, where the engine describes it in words. @param {Words} words @param {string} given */
function describe({ t }, given) {
  const list = /^a list of (\d+)$/.exec(given);
  if (list) return t('given.list', { n: Number(list[1]) });
  return { nothing: t('given.nothing'), 'an object': t('given.object') }[given] ?? given;
}

/**
 * @param {Words} words
 * @param {unknown} error
 */
export function sentenceFor(words, error) {
  const { t } = words;
  const fault = /** @type {Partial<InputError> & { lesson?: string, json?: boolean }} */ (error);
  if (fault.accepted) {
    const field = fault.field || t('error.whole-input');
    return t('error.field', { field, given: describe(words, fault.given ?? ''), accepted: range(words, fault.accepted) });
  }
  if (fault.lesson !== undefined) return t('error.lesson', { lesson: fault.lesson });
  const message = error instanceof Error ? error.message : String(error);
  if (fault.json) return t('error.json', { message });
  return t('error.start', { message });
}

/**
 * A scenario from text; an error with `json` set where the text is no JSON.
 * @param {string} text
 * @returns {import('../pkg/ratelab.js').Scenario}
 */
export function scenarioFrom(text) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw Object.assign(new Error(cause instanceof Error ? cause.message : String(cause)), { json: true });
  }
}
