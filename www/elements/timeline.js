// The chart over time: a mark is pressed to go there, an empty place to add a request, and both can be done by keys.
import { chartCanvas } from './charts.js';
import { button, el, put, set } from './dom.js';
import { withArrival, withTraffic, withoutArrival } from './scenario.js';
import { millis, requestLine } from './text.js';

/** How far a key moves the reading line, and how near to a round time a press is taken, in CSS pixels. */
const NUDGE = 8;
const SNAP = 5;

/** A time to the roundest number nearby. @param {number} ms @param {number} reach */
function snapped(ms, reach) {
  const power = 10 ** Math.floor(Math.log10(Math.max(reach, 1e-3)));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((each) => each >= reach) ?? reach;
  return Number((Math.max(0, Math.round(ms / step)) * step).toPrecision(12));
}

/** @param {import('./stage.js').Stage} stage */
export function timeline(stage) {
  const { run, words, play, signal } = stage;
  const { t } = words;
  const chart = chartCanvas(stage, 'time');
  const { canvas } = chart;
  set(canvas, 'tabindex', 0);
  set(canvas, 'aria-roledescription', t('timeline.role'));
  const hint = el('p', { class: 'hint' });
  const told = el('div', { class: 'spoken', role: 'status' });
  const fault = el('p', { class: 'fault', 'aria-live': 'polite' });
  const add = button({ word: t('timeline.add'), kind: 'add' }, () => addAt(run.view().request?.at_ms ?? 0), signal);
  const remove = button({ word: t('timeline.remove'), kind: 'remove' }, removeCurrent, signal);
  const lens = stage.zoom?.(stage, chart);
  const below = el('div', { class: 'below' }, hint, el('div', { class: 'actions' }, ...(lens ? [lens.node] : []), add, remove));
  const node = el('div', { class: 'timeline' }, chart.node, below, fault, told);
  /** @type {{ x: number, y: number } | null} */
  let reading = null;

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

  /** @param {{ x: number, y: number }} at */
  function press({ x, y }) {
    const under = chart.hit(x, y);
    if (!under) return;
    if (under.step !== null) {
      play.pause();
      run.go(under.step + 1);
      return;
    }
    const beside = chart.hit(x + SNAP, y) ?? chart.hit(x - SNAP, y);
    if (under.at_ms === null) return;
    const reach = beside && beside.at_ms !== null ? Math.abs(beside.at_ms - under.at_ms) : 1;
    if (arrivals()) addAt(snapped(under.at_ms, reach));
  }

  /** @param {import('./charts.js').Place | null} at */
  function readAt(at) {
    reading = at && { y: 0, ...at };
    chart.point(at);
    const under = at && at.y !== undefined && chart.hit(at.x, at.y);
    set(canvas, 'data-over', under ? (under.step !== null ? 'mark' : 'time') : null);
  }

  const place = (/** @type {MouseEvent} */ event) => ({ x: event.offsetX, y: event.offsetY });
  canvas.addEventListener('click', (event) => press(place(event)), { signal });
  canvas.addEventListener('pointermove', (event) => readAt(place(event)), { signal });
  canvas.addEventListener('pointerleave', () => readAt(null), { signal });
  canvas.addEventListener('blur', () => readAt(null), { signal });

  /** Shift with Left or Right moves the reading line, Enter presses where it stands. @param {KeyboardEvent} event */
  function key(event) {
    const way = { ArrowLeft: -NUDGE, ArrowRight: NUDGE }[event.key];
    if (event.key === 'Enter' && reading) press(reading);
    else if (way && event.shiftKey) {
      // While the axis moves under it, the reading line stands still.
      const panned = lens?.pan(Math.sign(way));
      const x = panned ? (reading?.x ?? chart.width / 2) : (reading?.x ?? 0) + way;
      readAt({ x: Math.min(chart.width - 1, Math.max(0, x)) });
      const lines = chart.readOut();
      const text = lines && t('timeline.reading', { lines: lines.replaceAll('\n', ', ') });
      if (text) for (const node of [hint, told]) put(node, text);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  canvas.addEventListener('keydown', key, { signal });

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
