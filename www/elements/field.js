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
 * @property {(value: number | string) => string | undefined} edit says what is wrong, where something is
 */

/**
 * @param {Asked} asked
 * @param {AbortSignal} signal
 */
export function field({ label, unit, value, range, words, edit }, signal) {
  const id = `field-${(made += 1)}`;
  const choice = words && !range;
  const entry = choice
    ? el('select', { id }, ...words.map((word) => el('option', { value: word }, word)))
    : el('input', { id, type: words ? 'text' : 'number', step: 'any', 'aria-describedby': `${id}-fault` });
  const fault = el('p', { class: 'fault', id: `${id}-fault`, 'aria-live': 'polite' });
  const scale = range && typeof value === 'number' ? softScale(value, range.min, range.max) : null;
  const slider = scale && el('input', { type: 'range', min: scale.min, max: scale.max, step: 1, 'aria-label': label });
  const title = el('label', { for: id }, label);
  const box = el('span', { class: 'entry' }, entry);
  if (unit) box.append(el('span', { class: 'unit' }, unit));
  const node = el('div', { class: 'field' }, title, box, fault);
  if (slider) node.insertBefore(slider, fault);

  /** @param {number | string} next */
  function apply(next) {
    const wrong = edit(next);
    put(fault, wrong ?? '');
    set(entry, 'aria-invalid', wrong ? 'true' : null);
    if (wrong) return;
    value = next;
    show(next);
  }

  /** @param {number | string} next */
  function show(next) {
    if (String(typed(entry.value)) !== String(next)) entry.value = String(next);
    if (!slider || !scale || typeof next !== 'number') return;
    slider.value = String(scale.tickAt(next));
    set(slider, 'aria-valuetext', unit ? `${next} ${unit}` : String(next));
  }

  entry.addEventListener(choice ? 'change' : 'input', () => apply(typed(entry.value)), { signal });
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
    set(entry, 'aria-invalid', null);
    show(next);
  }

  return { node, update };
}

/** @typedef {ReturnType<typeof field>} Field */
