// One number or word that can be edited: a label, a slider where there is a range, the field, and room for what is wrong.
import { el, put, set } from './dom.js';
import { softScale } from './scale.js';
import { typed } from './scenario.js';

let made = 0;

/**
 * @typedef {object} Asked
 * @property {string} label
 * @property {string} [unit]
 * @property {number | string} value
 * @property {{ min: number, max: number }} [range] with one there is a slider
 * @property {string[]} [words] the words that are accepted, in place of a number or next to it
 * @property {(word: string) => string} [say] the text of such a word; an empty one stands for a number
 * @property {(value: number | string) => string | undefined} edit says what is wrong, where something is
 */

/**
 * @param {Asked} asked
 * @param {AbortSignal} signal
 */
export function field({ label, unit, value, range, words, say = String, edit }, signal) {
  const id = `field-${(made += 1)}`;
  const option = (/** @type {string} */ word) => el('option', { value: word }, say(word));
  const choice = words && el('select', { id, 'aria-describedby': `${id}-fault` }, ...(range ? [''] : []).concat(words).map(option));
  const number = { type: 'number', step: 'any', 'aria-describedby': `${id}-fault` };
  const entry = words && !range ? null : el('input', choice ? { ...number, 'aria-label': label } : { ...number, id });
  const fault = el('p', { class: 'fault', id: `${id}-fault`, 'aria-live': 'polite' });
  const scale = range && softScale(typeof value === 'number' ? value : range.min, range.min, range.max);
  const slider = scale && el('input', { type: 'range', min: scale.min, max: scale.max, step: 1, 'aria-label': label });
  const box = el('span', { class: 'entry' }, ...(entry ? [entry] : []), ...(unit ? [el('span', { class: 'unit' }, unit)] : []));
  const node = el('div', { class: 'field' }, el('label', { for: id }, label));
  if (choice) node.append(choice);
  if (slider) node.append(slider);
  if (entry) node.append(box);
  node.append(fault);

  /** @param {number | string} next */
  function apply(next) {
    const wrong = edit(next);
    put(fault, wrong ?? '');
    set(entry ?? node, 'aria-invalid', wrong ? 'true' : null);
    if (wrong) return;
    value = next;
    show(next);
  }

  /** @param {number | string} next */
  function show(next) {
    const word = words?.includes(String(next)) ? String(next) : '';
    if (choice && choice.value !== word) choice.value = word;
    box.hidden = word !== '';
    if (slider) slider.hidden = word !== '';
    if (word || !entry) return;
    if (String(typed(entry.value)) !== String(next)) entry.value = String(next);
    if (!slider || !scale || typeof next !== 'number') return;
    slider.value = String(scale.tickAt(next));
    set(slider, 'aria-valuetext', unit ? `${next} ${unit}` : String(next));
  }

  choice?.addEventListener('change', () => apply(choice.value || typed(entry?.value || String(range?.min ?? 0))), { signal });
  entry?.addEventListener('input', () => apply(typed(entry.value)), { signal });
  slider?.addEventListener('input', () => scale && apply(scale.valueAt(Number(slider.value))), { signal });
  show(value);

  /**
   * Shows the run's value, unless something wrong stands here that is still being typed.
   * @param {number | string} next
   * @param {boolean} [fresh]
   */
  function update(next, fresh) {
    if (fault.textContent && !fresh && String(next) === String(value)) return;
    value = next;
    put(fault, '');
    set(entry ?? node, 'aria-invalid', null);
    show(next);
  }

  return { node, update };
}

/** @typedef {ReturnType<typeof field>} Field */
