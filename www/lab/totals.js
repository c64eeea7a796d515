// How the whole run ends, limiter beside limiter, wherever the stepper stands.
import { badge } from '../elements/card.js';
import { el, fit, put, set } from '../elements/dom.js';
import { summary } from './bench.js';

const OUTCOMES = /** @type {const} */ (['allowed', 'delayed', 'refused', 'impossible']);

/** The totals at the end. The stepper is asked, and left where it stood. @param {import('../elements/run.js').Run} run */
export function wholeRun({ stepper, length, position }) {
  stepper.seek(length);
  const { rows } = stepper.view();
  stepper.seek(position);
  return rows.map(({ algorithm, totals }) => ({ algorithm, totals }));
}

/** @param {import('./bench.js').Bench} bench */
export function totals({ run, words, catalogue }) {
  const { t, plain } = words;
  const heads = ['limiter', 'passed', ...OUTCOMES].map((key) => el('th', { scope: 'col' }, t(`totals.${key}`)));
  const body = el('tbody');
  const grid = el('table', { class: 'totals-table' }, el('caption', {}), el('thead', {}, el('tr', {}, ...heads)), body);
  const node = el('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('lab.totals') }, grid);

  function makeRow() {
    const name = el('th', { scope: 'row' }, el('span', { class: 'name' }), el('span', { class: 'line' }));
    const bar = el('div', { class: 'bar', 'aria-hidden': 'true' }, ...OUTCOMES.map((kind) => el('span', { 'data-outcome': kind })));
    const share = el('td', { class: 'share' }, el('span'), bar);
    const counts = OUTCOMES.map((kind) => el('td', { 'data-kind': kind }, badge().node));
    return el('tr', {}, name, share, ...counts);
  }

  function update() {
    const rows = wholeRun(run);
    put(/** @type {Node} */ (grid.caption), t('totals.caption', { n: run.length }));
    const none = OUTCOMES.map((kind) => (kind === 'delayed' || kind === 'impossible') && rows.every((row) => row.totals[kind] === 0));
    heads.slice(2).forEach((head, at) => (head.hidden = none[at]));
    fit(body, rows.length, makeRow).forEach((line, at) => {
      const { algorithm, totals: of } = rows[at];
      const [name, share, ...counts] = /** @type {HTMLElement[]} */ ([...line.children]);
      put(name.children[0], t('totals.name', { n: at + 1, name: t(`algorithm.${algorithm}`) }));
      put(name.children[1], summary(words, catalogue, run.scenario.limiters[at]));
      const passed = of.allowed + of.delayed;
      put(share.children[0], run.length === 0 ? '–' : t('totals.share', { n: (100 * passed) / run.length }));
      OUTCOMES.forEach((kind, place) => {
        const segment = /** @type {HTMLElement} */ (share.children[1].children[place]);
        segment.style.flexGrow = String(of[kind]);
        segment.hidden = of[kind] === 0;
        counts[place].hidden = none[place];
        const shape = counts[place].firstElementChild;
        if (shape) replaceBadge(shape, kind, plain(of[kind]));
        set(counts[place], 'data-none', of[kind] === 0);
      });
    });
  }

  /** @param {Element} old @param {typeof OUTCOMES[number]} kind @param {string} text */
  function replaceBadge(old, kind, text) {
    if (old.textContent === text) return;
    const fresh = badge();
    fresh.update(kind, text);
    old.replaceWith(fresh.node);
  }

  return { node, update };
}
