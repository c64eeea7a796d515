// The chart over time: a mark is pressed to go there, an empty place to add a request, and both can be done by keys.
import { chartCanvas } from './charts.js';
import { button, el, put, set } from './dom.js';
import { pointing } from './pointing.js';
import { withArrival, withTraffic, withoutArrival } from './scenario.js';
import { millis, requestLine } from './text.js';

/** How near to a round time a press is taken, in CSS pixels. */
const SNAP = 5;

/** A time to the roundest number nearby. @param {number} ms @param {number} reach */
function snapped(ms, reach) {
  const power = 10 ** Math.floor(Math.log10(Math.max(reach, 1e-3)));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((each) => each >= reach) ?? reach;
  return Number((Math.max(0, Math.round(ms / step)) * step).toPrecision(12));
}

/** @param {import('./stage.js').Stage} stage */
export function timeline(stage) {
  const { run, words, signal } = stage;
  const { t } = words;
  const chart = chartCanvas(stage, 'time');
  const { canvas } = chart;
  const hint = el('p', { class: 'hint' });
  const told = el('div', { class: 'spoken', role: 'status' });
  const fault = el('p', { class: 'fault', 'aria-live': 'polite' });
  const add = button({ word: t('timeline.add'), kind: 'add' }, () => addAt(run.view().request?.at_ms ?? 0), signal);
  const remove = button({ word: t('timeline.remove'), kind: 'remove' }, removeCurrent, signal);
  const lens = stage.zoom?.(stage, chart);
  const below = el('div', { class: 'below' }, hint, el('div', { class: 'actions' }, ...(lens ? [lens.node] : []), add, remove));
  const node = el('div', { class: 'timeline' }, chart.node, below, fault, told);
  /** @returns {import('./scenario.js').Arrival[] | null} */
  function arrivals() {
    const { traffic } = run.scenario;
    return traffic.pattern === 'explicit' ? traffic.arrivals : null;
  }

  /** @param {number} at_ms */
  function addAt(at_ms) {
    const now = arrivals();
    if (!now) return;
    const traffic = { pattern: /** @type {const} */ ('explicit'), arrivals: withArrival(now, { at_ms }) };
    put(fault, stage.edit(withTraffic(run.scenario, traffic)) ?? '');
    if (!fault.textContent) put(told, t('timeline.added', { at: millis(at_ms) }));
  }

  function removeCurrent() {
    const now = arrivals();
    if (!now || run.position === 0) return;
    const traffic = { pattern: /** @type {const} */ ('explicit'), arrivals: withoutArrival(now, run.position - 1) };
    put(fault, stage.edit(withTraffic(run.scenario, traffic)) ?? '');
  }

  /** @param {import('./pointing.js').Point} at @param {import('./pointing.js').Hit} under */
  function pressBeside({ x, y }, under) {
    const beside = chart.hit(x + SNAP, y) ?? chart.hit(x - SNAP, y);
    if (under.at_ms === null || !arrivals()) return;
    const reach = beside && beside.at_ms !== null ? Math.abs(beside.at_ms - under.at_ms) : 1;
    addAt(snapped(under.at_ms, reach));
  }

  /** @param {string} text */
  function tell(text) {
    for (const each of [hint, told]) put(each, text);
  }
  pointing(stage, chart, tell, pressBeside);

  /** @param {import('./stage.js').StepView} view @param {boolean} fresh */
  function update(view, fresh) {
    const list = arrivals() !== null;
    lens?.update();
    if (fresh) put(fault, '');
    set(canvas, 'aria-label', t('timeline.label', { now: requestLine(words, view) }));
    put(hint, t(list ? 'timeline.hint' : 'timeline.hint-generated'));
    add.hidden = remove.hidden = !list;
    set(remove, 'aria-disabled', view.position === 0 ? 'true' : 'false');
    chart.redraw();
  }

  return { node, update, redraw: chart.redraw };
}
