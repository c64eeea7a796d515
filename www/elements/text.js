// A step in words: views in, sentences and rows of a table out. No DOM.

/** @typedef {import('../pkg/ratelab.js').StepView} StepView */
/** @typedef {import('../pkg/ratelab.js').RowView} RowView */
/** @typedef {import('../pkg/ratelab.js').State} State */
/** @typedef {import('./words.js').Words} Words */

/** What stands where there is no number. */
export const NONE = '–';

/** @param {number} value */
export function millis(value) {
  return { value, unit: /** @type {const} */ ('millis') };
}

/** @param {Words} words @param {StepView} view */
export function requestLine({ t }, { request, length }) {
  if (length === 0) return t('request.empty');
  if (!request) return t('request.before', { length });
  const values = { number: request.index + 1, at: millis(request.at_ms), cost: request.cost, key: request.key };
  return t(request.key ? 'request.line-key' : 'request.line', values);
}

/** Whether the rows had one answer; empty where there is nothing to compare. @param {Words} words @param {StepView} view */
export function agreement({ t }, { request, rows, agree }) {
  return !request || rows.length < 2 ? '' : t(agree ? 'rows.agree' : 'rows.differ');
}

/** Which of a run of like steps this is. @param {Words} words @param {StepView} view */
export function likeness({ t }, { position, run }) {
  if (!run) return '';
  const length = run.last - run.first + 1;
  return length > 1 ? t('run.place', { n: position - run.first + 1, length }) : t('run.alone');
}

/** The names of limiters by their ids; those that are there twice get a number. @param {Words} words @param {string[]} ids */
export function names({ t }, ids) {
  return ids.map((id, at) => {
    const name = t(`algorithm.${id}`);
    if (ids.indexOf(id) === ids.lastIndexOf(id)) return name;
    return t('row.numbered', { name, n: ids.slice(0, at + 1).filter((other) => other === id).length });
  });
}

/** @param {Words} words @param {RowView} row */
export function reason({ t }, { algorithm, decision, limit }) {
  return decision ? t(decision.why.reason, decision.why.values) : t(`${algorithm}.fresh`, { limit });
}

/** @param {Words} words @param {RowView} row */
export function formulas({ t }, { decision }) {
  return decision ? decision.why.formulas.map((key) => t(key, decision.why.values)) : [];
}

/** @param {Words} words @param {string} field @param {number | null | undefined} value */
function stateText({ plain, time }, field, value) {
  if (value === null || value === undefined) return NONE;
  return field.endsWith('_ms') ? time(value) : plain(value);
}

/**
 * The state before and after: a label and two texts a row.
 * @param {Words} words
 * @param {RowView} row
 */
export function stateRows(words, { decision, fresh }) {
  const after = decision?.after ?? fresh;
  return Object.keys(fresh).map((field) => ({
    label: words.t(`state.${field}`),
    before: decision ? stateText(words, field, decision.before[field]) : NONE,
    after: stateText(words, field, after[field]),
  }));
}

/**
 * What a client is told: a label and a text each.
 * @param {Words} words
 * @param {RowView} row
 */
export function facts({ t, time }, { decision, limit }) {
  const retry = () => {
    if (!decision || decision.outcome === 'allowed') return NONE;
    if (decision.outcome === 'impossible') return t('facts.never');
    const ms = decision.outcome === 'delayed' ? decision.wait_ms : decision.retry_after_ms;
    return ms === null ? t('facts.untold') : time(ms, 'ceil');
  };
  return [
    [t('facts.remaining'), decision ? t('facts.of', { remaining: decision.remaining, limit }) : NONE],
    [t('facts.reset'), decision ? time(decision.reset_ms, 'ceil') : NONE],
    [t(decision?.outcome === 'delayed' ? 'facts.wait' : 'facts.retry'), retry()],
  ];
}

/** One sentence for a screen reader. @param {Words} words @param {StepView} view */
export function spoken(words, view) {
  const called = names(words, view.rows.map(({ algorithm }) => algorithm));
  const rows = view.rows.map((row, at) => {
    const outcome = words.t(`outcome.${row.decision?.outcome ?? 'none'}`);
    return words.t('spoken.row', { name: called[at], outcome, reason: reason(words, row) });
  });
  const { run } = view;
  const like = run && run.last > run.first ? [words.t('spoken.like', { like: likeness(words, view) })] : [];
  return [requestLine(words, view), ...like, ...rows].join(' ');
}
