// The limiters' numbers: one field a parameter, shared by the rows where the lesson links them.
import { el } from './dom.js';
import { field } from './field.js';
import { groups, withParameter } from './scenario.js';
import { names } from './text.js';

/** @typedef {import('./scenario.js').Group} Group */

/** @param {Group} group */
const nameOf = ({ parameter, rows }) => `${parameter.name} ${rows}`;

/** @param {import('./stage.js').Stage} stage */
export function parameters(stage) {
  const { run, words, signal, catalogue, linked } = stage;
  const { t } = words;
  const node = el('div', { class: 'fields', role: 'group', 'aria-label': t('parameters.name') });
  /** @type {import('./field.js').Field[]} */
  let fields = [];
  let shown = '';

  /** @param {Group} group */
  function made({ parameter, rows, shared, value }) {
    const { name, unit, words: accepted, min, max } = parameter;
    const only = shared || run.scenario.limiters.length === 1;
    const limiter = names(words, run.scenario.limiters.map(({ algorithm, flawed }) => String(algorithm ?? flawed)))[rows[0]];
    const label = only ? t(`parameter.${name}`) : t('parameters.of', { parameter: t(`parameter.${name}`), limiter });
    return field(
      {
        label,
        unit: unit === 'millis' ? t('unit-name.ms') : undefined,
        value,
        range: min !== undefined && max !== undefined ? { min, max } : undefined,
        words: accepted,
        say: (word) => t(word ? `word.${word}` : 'word.number'),
        edit: (next) => stage.edit(withParameter(run.scenario, rows, name, next)),
      },
      signal,
    );
  }

  /** @param {unknown} _ @param {boolean} fresh */
  function update(_, fresh) {
    const wanted = groups(run.scenario, catalogue, linked);
    const fieldNames = wanted.map(nameOf).join();
    // Another scenario brings other ranges for the sliders; an edit leaves every node where it is.
    if (fieldNames !== shown || fresh) {
      shown = fieldNames;
      fields = wanted.map(made);
      node.replaceChildren(...fields.map((each) => each.node));
    }
    fields.forEach((each, at) => each.update(wanted[at].value, fresh));
  }

  return { node, update };
}
