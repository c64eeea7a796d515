// Lines of numbers that can be edited, added and taken out: an explicit list of requests, or of bursts.
import { button, el, fit, put, set } from './dom.js';
import { pages } from './pages.js';
import { typed } from './scenario.js';

/** @typedef {Record<string, number | string | undefined>} Line */

/** What a field stands for when a line leaves it out. */
const LEFT_OUT = /** @type {Record<string, number | string>} */ ({ count: 1, cost: 1, key: '' });
/** Fields that hold any text; in the others a number is meant. */
const TEXTS = ['key'];
const PER_PAGE = 10;

/**
 * @param {import('./stage.js').Stage} stage
 * @param {string[]} columns
 * @param {(lines: Line[]) => string | undefined} edit
 */
export function list({ words, signal }, columns, edit) {
  const { t } = words;
  /** @type {Line[]} */
  let lines = [];
  let from = 0;
  const heads = columns.map((name) => el('th', { scope: 'col' }, t(`traffic.${name}`)));
  const body = el('tbody');
  const fault = el('p', { class: 'fault', 'aria-live': 'polite' });
  const paging = pages(PER_PAGE, words, signal, draw);
  const add = button({ word: t('traffic.add'), kind: 'add' }, addLine, signal);
  const table = el('table', { class: 'lines' }, el('thead', {}, el('tr', {}, ...heads, el('td'))), body);
  const node = el('div', { class: 'list' }, table, fault, el('div', { class: 'below' }, add, paging.node));

  /** @param {Line[]} next */
  function apply(next) {
    const wrong = edit(next);
    put(fault, wrong ?? '');
    if (!wrong) settle();
    return !wrong;
  }

  /** Once an edit is taken, every field shows what is so: what was wrong elsewhere is let go with its mark. */
  function settle() {
    body.querySelectorAll('[aria-invalid]').forEach((entry) => set(entry, 'aria-invalid', null));
    draw();
  }

  function addLine() {
    const last = lines.at(-1);
    const line = last ? { ...last, at_ms: Number(last.at_ms) + 500, ...(last.count && { count: 1 }) } : { at_ms: 0, ...(columns.includes('width_ms') && { width_ms: 200, count: 8 }) };
    if (!apply([...lines, line])) return;
    paging.show(lines.length - 1);
    draw();
  }

  function makeRow() {
    const row = el('tr');
    const at = () => from + [...body.children].indexOf(row);
    for (const name of columns) {
      const free = TEXTS.includes(name);
      const entry = el('input', { type: free ? 'text' : 'number', step: free ? null : 'any', 'aria-label': t(`traffic.${name}`) });
      entry.addEventListener(
        'input',
        () => {
          const value = free ? entry.value : typed(entry.value);
          const done = apply(lines.with(at(), { ...lines[at()], [name]: value }));
          set(entry, 'aria-invalid', done ? null : 'true');
        },
        { signal },
      );
      row.append(el('td', {}, entry));
    }
    const remove = button({ name: t('traffic.remove'), path: 'M3 7h10v2H3Z', kind: 'remove' }, take, signal);
    row.append(el('td', {}, remove));

    function take() {
      const place = at();
      if (!apply(lines.toSpliced(place, 1))) return;
      // The row under the focus may be gone: its neighbour takes it over.
      const near = body.children[Math.min(place - from, body.children.length - 1)];
      /** @type {HTMLElement | null} */ (near ? near.querySelector('.remove') : add)?.focus();
    }
    return row;
  }

  function draw() {
    const [first, to] = paging.range(lines.length);
    from = first;
    fit(body, Math.max(0, to - from), makeRow).forEach((row, at) => {
      const line = lines[from + at];
      row.querySelectorAll('input').forEach((entry, column) => {
        if (entry.ariaInvalid === 'true' && fault.textContent) return;
        const value = line[columns[column]] ?? LEFT_OUT[columns[column]] ?? '';
        const same = TEXTS.includes(columns[column]) ? entry.value === value : String(typed(entry.value)) === String(value);
        if (!same) entry.value = String(value);
      });
    });
  }

  /** @param {Line[]} next @param {boolean} fresh @param {number} [current] the line of the current request */
  function update(next, fresh, current = -1) {
    lines = next;
    if (fresh) {
      put(fault, '');
      body.querySelectorAll('[aria-invalid]').forEach((entry) => set(entry, 'aria-invalid', null));
    }
    if (current >= 0 && !node.contains(/** @type {ShadowRoot} */ (node.getRootNode()).activeElement)) paging.show(current);
    draw();
    [...body.children].forEach((row, at) => set(row, 'data-current', from + at === current));
  }

  return { node, update };
}
