// One limiter of the bench: what it is, its numbers, and what can be done with it; folded it is one line.
import { button, el, put, set } from '../elements/dom.js';
import { field } from '../elements/field.js';
import { groups, withParameter } from '../elements/scenario.js';
import { MOST, idOf, limiterOf, summary, withLimiter, withMoved, withOther, without } from './bench.js';

/** @typedef {import('./bench.js').Bench} Bench */

const PATHS = {
  up: 'M8 3l5 5-1.4 1.4L9 6.8V13H7V6.8L4.4 9.4 3 8Z',
  down: 'M8 13l5-5-1.4-1.4L9 9.2V3H7v6.2L4.4 6.6 3 8Z',
  copy: 'M5 1h9v9h-2V3H5ZM2 5h8v10H2Zm2 2v6h4V7Z',
  remove: 'M4.2 2.8 8 6.6l3.8-3.8 1.4 1.4L9.4 8l3.8 3.8-1.4 1.4L8 9.4l-3.8 3.8-1.4-1.4L6.6 8 2.8 4.2Z',
};
let made = 0;

/**
 * @param {Bench} bench
 * @param {number} at its place, which stays; the limiters move through the places
 * @param {(next: import('./bench.js').Scenario, focus: { at: number, action: string }) => string | undefined} rearrange
 */
export function limiterCard(bench, at, rearrange) {
  const { run, words, signal, catalogue } = bench;
  const { t } = words;
  const id = `algorithm-${(made += 1)}`;
  const number = el('span', { class: 'number' });
  const name = el('span', { class: 'name' });
  const line = el('span', { class: 'line' });
  const top = el('summary', {}, number, el('span', { class: 'told' }, name, line));
  const choice = el('select', { id });
  const fault = el('p', { class: 'fault', 'aria-live': 'polite' });
  const chooser = el('div', { class: 'field' }, el('label', { for: id }, t('lab.algorithm')), choice, fault);
  const parts = el('div', { class: 'fields' });

  const scenario = () => run.scenario;
  const own = () => scenario().limiters[at];
  const told = (/** @type {string | undefined} */ wrong) => put(fault, wrong ?? '');
  const acts = {
    up: () => rearrange(withMoved(scenario(), at, at - 1), { at: at - 1, action: 'up' }),
    down: () => rearrange(withMoved(scenario(), at, at + 1), { at: at + 1, action: 'down' }),
    copy: () =>
      scenario().limiters.length >= MOST
        ? t('lab.most', { n: MOST })
        : rearrange(withLimiter(scenario(), at + 1, { ...own() }), { at: at + 1, action: 'copy' }),
    remove: () => rearrange(without(scenario(), at), { at, action: 'remove' }),
  };
  const doers = Object.entries(acts).map(([action, act]) => {
    const path = PATHS[/** @type {keyof typeof PATHS} */ (action)];
    return button({ name: t(`lab.${action}`, { n: at + 1 }), path, kind: action }, () => told(act()), signal);
  });
  const [up, down, , remove] = doers;
  const tools = el('div', { class: 'tools', role: 'group', 'aria-label': t('lab.tools', { n: at + 1 }) }, ...doers);
  const node = el('details', { class: 'limiter' }, top, el('div', { class: 'inside' }, chooser, parts, tools));

  choice.addEventListener(
    'change',
    () => {
      const entry = catalogue.find(({ algorithm }) => algorithm === choice.value);
      seen = { ...seen, ...own() };
      if (entry) told(bench.edit(withOther(scenario(), at, limiterOf(entry, seen))));
      // What Rust refused is not shown as if it ran.
      choice.value = idOf(own());
    },
    { signal },
  );

  /** @type {import('../elements/field.js').Field[]} */
  let fields = [];
  let shown = '';
  /** Every number that stood here, so that a change of algorithm and back loses none. @type {import('./bench.js').Limiter} */
  let seen = own();

  /** @param {import('../elements/scenario.js').Group} group */
  function fieldFor({ parameter, value }) {
    const { name: key, unit, words: accepted, min, max } = parameter;
    return field(
      {
        label: t(`parameter.${key}`),
        unit: unit === 'millis' ? t('unit-name.ms') : undefined,
        value,
        range: min !== undefined && max !== undefined ? { min, max } : undefined,
        words: accepted,
        say: (word) => t(word ? `word.${word}` : 'word.number'),
        edit: (next) => bench.edit(withParameter(scenario(), [at], key, next)),
      },
      signal,
    );
  }

  /** @param {boolean} fresh */
  function update(fresh) {
    const limiter = own();
    const algorithm = idOf(limiter);
    const wanted = groups({ ...scenario(), limiters: [limiter] }, catalogue, false);
    if (algorithm !== shown || fresh) {
      shown = algorithm;
      if (fresh) seen = limiter;
      told(undefined);
      const ids = catalogue.map((entry) => entry.algorithm);
      // A mistake out of a lesson is shown by its name; there is none to choose here.
      const options = ids.includes(algorithm) ? ids : [...ids, algorithm];
      choice.replaceChildren(...options.map((value) => el('option', { value }, t(`algorithm.${value}`))));
      choice.value = algorithm;
      fields = wanted.map(fieldFor);
      parts.replaceChildren(...fields.map((each) => each.node));
    }
    fields.forEach((each, place) => each.update(wanted[place].value, fresh));
    const count = scenario().limiters.length;
    put(number, words.plain(at + 1));
    put(name, t(`algorithm.${algorithm}`));
    put(line, summary(words, catalogue, limiter));
    set(up, 'aria-disabled', at === 0 ? 'true' : 'false');
    set(down, 'aria-disabled', at === count - 1 ? 'true' : 'false');
    set(remove, 'aria-disabled', count === 1 ? 'true' : 'false');
  }

  /** @param {string} action */
  function focus(action) {
    node.open = true;
    const wanted = doers[Object.keys(acts).indexOf(action)];
    /** @type {HTMLElement} */ (action === 'copy' || !wanted ? top : wanted).focus();
  }

  return { node, update, focus };
}
