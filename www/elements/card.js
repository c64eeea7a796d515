// One limiter at the current step: picture, outcome, reason, formulas, state and totals.
import { chartCanvas } from './charts.js';
import { SHAPES, el, fit, icon, put, set } from './dom.js';
import { facts, formulas, names, reason, stateRows } from './text.js';

/** @typedef {import('./stage.js').Stage} Stage */
/** @typedef {import('../pkg/ratelab.js').RowView} RowView */

const OUTCOMES = /** @type {const} */ (['allowed', 'delayed', 'refused', 'impossible']);

/** An outcome by shape, colour and word. */
export function badge() {
  const shape = icon(SHAPES.none);
  const word = el('span');
  const node = el('span', { class: 'badge' }, shape, word);
  /** @param {import('../pkg/ratelab.js').Outcome | 'none'} outcome @param {string} text */
  function update(outcome, text) {
    set(node, 'data-outcome', outcome);
    set(/** @type {Element} */ (shape.firstElementChild), 'd', SHAPES[outcome]);
    put(word, text);
  }
  return { node, update };
}

/**
 * @param {Stage} stage
 * @param {number} row
 */
export function card(stage, row) {
  const { words, run } = stage;
  const { t } = words;
  const name = el('h3');
  const wrong = el('span', { class: 'wrong' }, t('card.flawed'));
  const outcome = badge();
  const picture = run.stepper.charts().includes(`picture-${row}`) ? chartCanvas(stage, `picture-${row}`) : null;
  const why = el('p', { class: 'reason' });
  const worked = el('ul', { class: 'formulas', 'aria-label': t('card.formulas') });
  const told = el('dl', { class: 'facts' });
  const body = el('tbody');
  const columns = ['state', 'before', 'after'].map((key) => el('th', { scope: 'col' }, t(`card.${key}`)));
  const state = el('table', { class: 'state' }, el('thead', {}, el('tr', {}, ...columns)), body);
  const counts = OUTCOMES.map(() => badge());
  const soFar = counts.map(({ node }) => el('li', {}, node));
  const totals = el('ul', { class: 'totals', 'aria-label': t('card.totals') }, ...soFar);
  const node = el(
    'div',
    { class: 'card', role: 'group' },
    el('header', {}, el('div', {}, name, wrong), outcome.node),
    picture ? picture.node : el('div'),
    why,
    worked,
    told,
    state,
    totals,
  );

  /** @param {RowView} view @param {string} heading */
  function update(view, heading) {
    const result = view.decision?.outcome ?? 'none';
    put(name, heading);
    wrong.hidden = !view.flawed;
    set(node, 'aria-label', view.flawed ? `${heading}, ${t('card.flawed')}` : heading);
    outcome.update(result, t(`outcome.${result}`));
    put(why, reason(words, view));
    if (picture) {
      set(picture.canvas, 'aria-label', t('card.picture', { name: heading, reason: reason(words, view) }));
      picture.redraw();
    }
    const lines = formulas(words, view);
    fit(worked, lines.length, () => el('li')).forEach((item, at) => put(item, lines[at]));
    const pairs = facts(words, view);
    fit(told, pairs.length, () => el('div', {}, el('dt'), el('dd'))).forEach((item, at) => {
      [...item.children].forEach((cell, side) => put(cell, pairs[at][side]));
    });
    const rows = stateRows(words, view);
    const blank = () => el('tr', {}, el('th', { scope: 'row' }), el('td'), el('td'));
    fit(body, rows.length, blank).forEach((line, at) => {
      const { label, before, after } = rows[at];
      [label, before, after].forEach((text, side) => put(line.children[side], text));
      set(line, 'data-changed', before !== after && view.decision !== null);
    });
    OUTCOMES.forEach((kind, at) => {
      const number = view.totals[kind];
      counts[at].update(kind, t(`outcome.${kind}.count`, { n: number }));
      soFar[at].hidden = number === 0 && (kind === 'delayed' || kind === 'impossible');
    });
  }

  return { node, update, redraw: () => picture?.redraw() };
}

/**
 * The cards of all limiters; made anew only when there are other limiters.
 * @param {Stage} stage
 */
export function cards(stage) {
  const node = el('div', { class: 'cards' });
  /** @type {ReturnType<typeof card>[]} */
  let made = [];
  let shown = '';

  /** @param {import('./stage.js').StepView} view */
  function update({ rows }) {
    const wanted = rows.map(({ algorithm }) => algorithm).join(' ');
    if (wanted !== shown) {
      shown = wanted;
      made = rows.map((_, row) => card(stage, row));
      node.replaceChildren(...made.map((each) => each.node));
    }
    const called = names(stage.words, rows.map(({ algorithm }) => algorithm));
    made.forEach((each, row) => each.update(rows[row], called[row]));
  }

  return { node, update, redraw: () => made.forEach((each) => each.redraw()) };
}
