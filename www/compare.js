// The table of the algorithms: the catalogue's order, the facts by key, and what each does with the same requests.
import { nodesOf } from './course.js';
import { SHAPES, el, icon, put, set } from './elements/dom.js';
import { sentenceFor } from './elements/fault.js';
import { localeOf, wordsOf } from './elements/prose.js';
import { engine } from './elements/wasm.js';
import { EDGE, EIGHT } from './lab/presets.js';

/** @typedef {import('./elements/stage.js').Scenario} Scenario */
/** @typedef {import('./elements/words.js').Words} Words */
/** @typedef {import('./pkg/ratelab.js').Outcome} Outcome */

/** The columns that are facts; the state of a key has two lines. */
const FACTS = ['exact', 'worst', 'burst', 'full', 'retry', 'good'];

/** @param {string} algorithm @returns {Scenario} */
const scenarioOf = (algorithm) => ({ version: 1, limiters: EIGHT.filter((limiter) => limiter.algorithm === algorithm), traffic: EDGE });

/** The lab with a scenario at a step. @param {Scenario} scenario @param {number} step */
const labLink = (scenario, step) => `lab.html#scenario=${encodeURIComponent(JSON.stringify(scenario))}&step=${step}`;

/** A cell that knows its column's name, for where the rows are cards. @param {string} label @param {string} kind @param {...(Node | string)} inside */
function cell(label, kind, ...inside) {
  return el('td', { role: 'cell', 'data-label': label, class: kind }, el('div', {}, ...inside));
}

/** Every request's mark, those before the edge above those after it. @param {Words} words @param {Outcome[]} outcomes */
function strip({ t }, outcomes) {
  const half = outcomes.length / 2;
  const marks = outcomes.map((outcome) => {
    const mark = icon(SHAPES[outcome]);
    set(mark, 'data-outcome', outcome);
    return mark;
  });
  const passed = outcomes.filter((outcome) => outcome === 'allowed' || outcome === 'delayed').length;
  const rows = [marks.slice(0, half), marks.slice(half)].map((row) => el('span', { class: 'marks' }, ...row));
  return el('div', { class: 'strip' }, ...rows, el('span', {}, t('compare.passed', { n: passed, length: outcomes.length })));
}

/**
 * The row of one algorithm and the row under it, in which its stepper is put when it is first opened.
 * @param {Words} words
 * @param {string} algorithm
 * @param {Outcome[]} outcomes
 */
function rowsOf({ t, ...words }, algorithm, outcomes) {
  const scenario = scenarioOf(algorithm);
  // Where it first does not let one pass at once; or else at the first after the edge.
  const turn = outcomes.findIndex((outcome) => outcome !== 'allowed');
  const step = turn < 0 ? outcomes.length / 2 + 1 : turn + 1;
  const name = t(`algorithm.${algorithm}`);
  const id = `run-${algorithm}`;
  const open = el('button', { type: 'button', class: 'open', 'aria-expanded': 'false', 'aria-controls': id }, t('compare.open'));
  set(open, 'aria-label', t('compare.open-name', { name }));
  const head = el('th', { role: 'rowheader', scope: 'row' }, el('span', { class: 'name' }, name), open);
  const fact = (/** @type {string} */ column) => nodesOf(t(`${algorithm}.${column}`));
  const state = cell(t('compare.state'), 'state', el('strong', {}, ...fact('memory')), el('span', {}, ...fact('packed')));
  const facts = FACTS.map((column) => cell(t(`compare.${column}`), column, ...fact(column)));
  const seen = cell(t('compare.seen'), 'seen', strip({ t, ...words }, outcomes));
  const row = el('tr', { role: 'row', id: algorithm }, head, seen, state, ...facts);

  const lab = el('a', { href: labLink(scenario, step) }, t('compare.lab', { name }));
  const inside = el('div', { class: 'inside' });
  const under = el('tr', { role: 'row', id, class: 'run', hidden: true }, el('td', { role: 'cell', colspan: FACTS.length + 3 }, inside));
  open.addEventListener('click', () => {
    under.hidden = !under.hidden;
    set(open, 'aria-expanded', under.hidden ? 'false' : 'true');
    put(open, t(under.hidden ? 'compare.open' : 'compare.close'));
    set(open, 'aria-label', t(under.hidden ? 'compare.open-name' : 'compare.close-name', { name }));
    set(row, 'data-open', !under.hidden);
    if (inside.firstChild) return;
    const stepper = document.createElement('rate-stepper');
    for (const [key, value] of Object.entries({ scenario: JSON.stringify(scenario), step })) set(stepper, key, value);
    inside.append(el('h2', {}, t('compare.run', { name })), stepper, el('p', {}, lab));
  });
  return [row, under];
}

/** @param {Words} words */
async function begin(words) {
  const { t } = words;
  const ratelab = await engine();
  const all = { version: /** @type {const} */ (1), limiters: EIGHT, traffic: EDGE };
  const run = new ratelab.Stepper(all);
  const steps = run.steps(0, run.length);
  run.free();
  const heads = ['algorithm', 'seen', 'state', ...FACTS].map((column) =>
    el('th', { role: 'columnheader', scope: 'col' }, t(`compare.${column}`)),
  );
  const rows = ratelab.catalogue().flatMap(({ algorithm }) => {
    const place = EIGHT.findIndex((limiter) => limiter.algorithm === algorithm);
    return rowsOf(words, algorithm, steps.map(({ decisions }) => decisions[place].outcome));
  });
  const table = el(
    'table',
    { role: 'table' },
    el('caption', {}, t('compare.caption')),
    el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, ...heads)),
    el('tbody', { role: 'rowgroup' }, ...rows),
  );
  document.getElementById('table')?.replaceChildren(table);
  set(/** @type {Element} */ (document.getElementById('all')), 'href', labLink(all, 11));
  document.documentElement.classList.add('ready');
}

const words = await wordsOf(localeOf(document.documentElement), ['common', 'chart', 'compare']);
begin(words).catch((error) => put(/** @type {Node} */ (document.getElementById('told')), sentenceFor(words, error)));
