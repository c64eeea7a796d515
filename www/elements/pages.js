// Long lists a page at a time.
import { button, el, put, set } from './dom.js';

/**
 * @param {number} size lines a page
 * @param {import('./words.js').Words} words
 * @param {AbortSignal} signal
 * @param {() => void} turned
 */
export function pages(size, { t }, signal, turned) {
  let from = 0;
  let length = 0;
  const earlier = button({ word: t('pages.earlier'), kind: 'turn' }, () => turn(from - size), signal);
  const later = button({ word: t('pages.later'), kind: 'turn' }, () => turn(from + size), signal);
  const place = el('span', { class: 'count' });
  const node = el('div', { class: 'pages' }, earlier, place, later);

  /** @param {number} to */
  function turn(to) {
    from = to;
    turned();
  }

  return {
    node,
    size,
    /** Turns to the page of a line. @param {number} line */
    show(line) {
      from = Math.floor(Math.max(0, line) / size) * size;
    },
    /** The lines to show. @param {number} of @returns {[from: number, to: number]} */
    range(of) {
      length = of;
      from = Math.max(0, Math.min(from, Math.floor((length - 1) / size) * size));
      const to = Math.min(length, from + size);
      node.hidden = length <= size;
      set(earlier, 'aria-disabled', from === 0 ? 'true' : 'false');
      set(later, 'aria-disabled', to >= length ? 'true' : 'false');
      put(place, t('pages.place', { from: from + 1, to, length }));
      return [from, to];
    },
  };
}
