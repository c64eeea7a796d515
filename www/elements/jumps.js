// Longer ways than one step: over a run of like steps, and to the next step on which the rows differ.
import { button, el, icon, put, set } from './dom.js';
import { agreement, likeness } from './text.js';

/** @typedef {import('./stage.js').StepView} StepView */

const BEFORE = 'M10.6 2 12 3.4 7.4 8 12 12.6 10.6 14 4.6 8Z';
const AFTER = 'M5.4 2 4 3.4 8.6 8 4 12.6 5.4 14 11.4 8Z';
const EQUAL = 'M2 4.5h12v2.2H2Zm0 4.8h12v2.2H2Z';
const UNEQUAL = 'M2 4.5h6.9L10 2l2 .8-.7 1.7H14v2.2h-3.6l-1.1 2.6H14v2.2H8.4L6.9 15l-2-.8 1.2-2.7H2V9.3h5l1.1-2.6H2Z';

/** @param {import('./stage.js').Stage} stage */
export function jumps({ run, words, play, signal }) {
  const { t } = words;

  /** @param {(back: boolean) => number | undefined} where @param {boolean} back */
  function leap(where, back) {
    const to = where(back);
    if (to === undefined) return;
    play.pause();
    run.go(to);
  }

  /**
   * Two buttons about a text that tells where one stands.
   * @param {string} kind
   * @param {(back: boolean) => number | undefined} where
   * @param {HTMLElement} text
   */
  function pair(kind, where, text) {
    const [back, forward] = [true, false].map((backward) =>
      button({ name: t(`jump.${kind}.${backward ? 'back' : 'forward'}`), path: backward ? BEFORE : AFTER }, () => leap(where, backward), signal),
    );
    const node = el('div', { class: 'jump', role: 'group' }, back, text, forward);
    function update() {
      for (const [each, backward] of /** @type {const} */ ([[back, true], [forward, false]])) {
        set(each, 'aria-disabled', where(backward) === undefined ? 'true' : 'false');
      }
    }
    return { node, update };
  }

  const alike = el('p', { class: 'alike' });
  const sign = icon(EQUAL);
  const together = el('span');
  const agree = el('p', { class: 'agree' }, sign, together);
  const runEnd = (/** @type {boolean} */ back) => run.runEnd(back);
  const over = pair('run', runEnd, alike);
  const differing = pair('difference', (back) => run.difference(back), agree);
  const node = el('div', { class: 'jumps' }, over.node, differing.node);

  /** @param {StepView} view */
  function update(view) {
    over.node.hidden = !run.grouped;
    over.update();
    put(alike, likeness(words, view));
    differing.node.hidden = view.rows.length < 2;
    differing.update();
    const text = agreement(words, view);
    put(together, text);
    agree.classList.toggle('empty', text === '');
    set(agree, 'data-agree', view.agree ? 'yes' : 'no');
    set(/** @type {Element} */ (sign.firstElementChild), 'd', view.agree ? EQUAL : UNEQUAL);
  }

  const keys = {
    earlier: () => leap(runEnd, true),
    later: () => leap(runEnd, false),
  };

  return { node, update, keys: () => (run.grouped ? keys : null) };
}
