// The run as a table: the same numbers as the pictures, a page at a time; a row is pressed to go there.
import { badge } from './card.js';
import { el, fit, put, set } from './dom.js';
import { pages } from './pages.js';
import { hasClients } from './scenario.js';
import { NONE, names } from './text.js';

const PER_PAGE = 20;

/** @param {import('./stage.js').Stage} stage */
export function table({ run, words, play, signal }) {
  const { t, plain, time } = words;
  const top = el('tr');
  const second = el('tr');
  const body = el('tbody');
  const paging = pages(PER_PAGE, words, signal, draw);
  const grid = el('table', { class: 'steps' }, el('caption', {}, t('table.caption')), el('thead', {}, top, second), body);
  const node = el('div', { class: 'data' }, el('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('table.caption') }, grid), paging.node);
  let from = 0;
  let seen = -1;
  let shown = '';
  /** The columns of the request. @type {string[]} */
  let left = [];

  /** @param {import('../pkg/ratelab.js').RowView[]} rows */
  function heads(rows) {
    const ids = rows.map(({ algorithm }) => algorithm);
    left = ['step', 'at', 'cost', ...(hasClients(run.scenario.traffic) ? ['key'] : [])];
    const wanted = [...left, ...ids].join();
    if (wanted === shown) return;
    shown = wanted;
    const first = left.map((key) => el('th', { scope: 'col', rowspan: 2 }, t(`table.${key}`)));
    top.replaceChildren(...first, ...names(words, ids).map((name) => el('th', { scope: 'colgroup', colspan: 3 }, name)));
    const right = () => ['outcome', 'remaining', 'later'].map((key) => el('th', { scope: 'col' }, t(`table.${key}`)));
    second.replaceChildren(...rows.flatMap(right));
    body.replaceChildren();
  }

  function makeRow() {
    const go = el('button', { type: 'button', class: 'link' });
    const row = el('tr', {}, el('th', { scope: 'row' }, go));
    const cells = left.length - 1 + run.scenario.limiters.length * 3;
    for (let at = 0; at < cells; at += 1) row.append(el('td'));
    row.addEventListener(
      'click',
      () => {
        play.pause();
        run.go(from + [...body.children].indexOf(row) + 1);
      },
      { signal },
    );
    return row;
  }

  function draw() {
    const [first, to] = paging.range(run.length);
    from = first;
    const steps = run.stepper.steps(from, to);
    fit(body, steps.length, makeRow).forEach((row, at) => {
      const { at_ms, cost, key, decisions } = steps[at];
      const cells = [...row.children];
      put(/** @type {Node} */ (cells[0].firstChild), plain(from + at + 1));
      put(cells[1], time(at_ms));
      put(cells[2], plain(cost));
      if (left.length > 3) put(cells[3], key);
      decisions.forEach(({ outcome, remaining, retry_after_ms, wait_ms }, limiter) => {
        const [what, remains, later] = cells.slice(left.length + limiter * 3);
        patchBadge(what, outcome);
        put(remains, plain(remaining));
        const ms = outcome === 'delayed' ? wait_ms : retry_after_ms;
        put(later, ms === null ? NONE : time(ms, 'ceil'));
      });
    });
    mark();
  }

  /** @param {Element} cell @param {import('../pkg/ratelab.js').Outcome} outcome */
  function patchBadge(cell, outcome) {
    if (cell.firstElementChild?.getAttribute('data-outcome') === outcome) return;
    const made = badge();
    made.update(outcome, t(`outcome.${outcome}`));
    cell.replaceChildren(made.node);
  }

  function mark() {
    [...body.children].forEach((row, at) => {
      const current = from + at === run.position - 1;
      set(row, 'aria-current', current ? 'step' : null);
      set(/** @type {Element} */ (row.querySelector('button')), 'tabindex', current || (run.position === 0 && at === 0) ? 0 : -1);
    });
  }

  /** Up and Down move between the rows that are shown. @param {KeyboardEvent} event */
  function key(event) {
    const way = { ArrowUp: 'previousElementSibling', ArrowDown: 'nextElementSibling' }[event.key];
    const row = /** @type {Element} */ (event.target).closest('tbody tr');
    if (!way || !row) return;
    const next = /** @type {Element | null} */ (row[/** @type {'nextElementSibling'} */ (way)]);
    /** @type {HTMLElement | null | undefined} */ (next?.querySelector('button'))?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
  body.addEventListener('keydown', key, { signal });

  /** @param {import('./stage.js').StepView} view */
  function update({ rows, position }) {
    heads(rows);
    if (position !== seen) paging.show(position - 1);
    seen = position;
    draw();
  }

  return { node, update };
}
