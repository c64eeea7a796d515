// The bench: one to eight limiters in their order, and a button for one more.
import { button, el, fit, put } from '../elements/dom.js';
import { MOST, limiterOf, withLimiter } from './bench.js';
import { limiterCard } from './limiter.js';

/** Where there is room for it, few limiters are shown open. */
const WIDE = '(width >= 68rem)';
const FEW = 2;

/** @param {import('./bench.js').Bench} bench */
export function limiters(bench) {
  const { run, words, signal, catalogue } = bench;
  const { t } = words;
  const list = el('div', { class: 'limiters' });
  const fault = el('p', { class: 'fault', role: 'status' });
  const add = button({ word: t('lab.add'), path: 'M7 2h2v5h5v2H9v5H7V9H2V7h5Z', kind: 'add' }, addOne, signal);
  const node = el('div', { class: 'bench' }, list, el('div', { class: 'below' }, add, fault));
  /** @type {ReturnType<typeof limiterCard>[]} */
  let cards = [];
  let rearranged = false;

  /** Edits that move limiters between the places; the focus goes to where its limiter went. @type {Parameters<typeof limiterCard>[2]} */
  function rearrange(next, focus) {
    const open = cards.map((card) => card.node.open);
    rearranged = true;
    const wrong = bench.edit(next);
    rearranged = false;
    if (wrong) return wrong;
    put(fault, '');
    if (cards.length === open.length) {
      const from = focus.action === 'up' ? focus.at + 1 : focus.at - 1;
      [open[from], open[focus.at]] = [open[focus.at], open[from]];
    } else if (cards.length > open.length) open.splice(focus.at, 0, true);
    else open.splice(focus.at, 1);
    cards.forEach((card, at) => (card.node.open = open[at]));
    cards[Math.min(focus.at, cards.length - 1)].focus(focus.action);
  }

  function addOne() {
    const { limiters: now } = run.scenario;
    if (now.length >= MOST) {
      put(fault, t('lab.most', { n: MOST }));
      return;
    }
    // The first algorithm that is not there yet, with the numbers of the last.
    const entry = catalogue.find(({ algorithm }) => !now.some((each) => each.algorithm === algorithm)) ?? catalogue[0];
    const focus = { at: now.length, action: 'add' };
    const wrong = rearrange(withLimiter(run.scenario, now.length, limiterOf(entry, now.at(-1))), focus);
    put(fault, wrong ?? '');
  }

  /** @param {boolean} fresh */
  function update(fresh) {
    const { length } = run.scenario.limiters;
    const anew = fresh || cards.length === 0;
    cards = cards.slice(0, length);
    while (cards.length < length) cards.push(limiterCard(bench, cards.length, rearrange));
    const nodes = cards.map((card) => card.node);
    fit(list, length, () => nodes[list.children.length]);
    cards.forEach((card) => card.update(fresh || rearranged));
    if (!anew) return;
    put(fault, '');
    for (const each of nodes) each.open = matchMedia(WIDE).matches && length <= FEW;
  }

  return { node, update };
}
