// Zoom and pan of the time axis: keys, buttons, the wheel with Ctrl, a pinch, and a drag. Plain scrolling is left to the page.
import { button, el, put, set } from './dom.js';
import { millis } from './text.js';

/** @typedef {{ from: number, to: number }} Span in milliseconds */

/** What one press of a key or a button, and one notch of a wheel, zooms by. */
const FACTOR = 1.6;
const WHEEL = 0.004;
/** The share of the view that a key pans by. */
const PAN = 0.05;
/** The narrowest view: a microsecond. */
const LEAST_MS = 0.001;

const PATHS = {
  in: 'M7 2h2v5h5v2H9v5H7V9H2V7h5Z',
  out: 'M2 7h12v2H2Z',
  all: 'M2 3h2v10H2Zm10 0h2v10h-2ZM5 8l2.5-2.5V7h1V5.5L11 8l-2.5 2.5V9h-1v1.5Z',
};

/**
 * A view scaled about a time and moved into the axis; null where it shows all.
 * @param {Span} all @param {Span} view @param {number} about @param {number} factor
 * @returns {Span | null}
 */
export function scaled(all, view, about, factor) {
  const length = Math.max(LEAST_MS, (view.to - view.from) / factor);
  if (length >= all.to - all.from) return null;
  const share = (about - view.from) / (view.to - view.from);
  return moved(all, { from: about - share * length, to: about + (1 - share) * length }, 0);
}

/**
 * A view moved along the axis, as far as that goes.
 * @param {Span} all @param {Span} view @param {number} by
 * @returns {Span}
 */
export function moved(all, { from, to }, by) {
  const shift = Math.min(Math.max(by, all.from - from), all.to - to);
  return { from: from + shift, to: to + shift };
}

/**
 * @param {import('./stage.js').Stage} stage
 * @param {import('./charts.js').ChartCanvas} chart
 */
export function zoom({ run, words, signal }, chart) {
  const { t } = words;
  const { canvas } = chart;
  const press = (/** @type {'in' | 'out' | 'all'} */ kind, /** @type {() => void} */ act) =>
    button({ name: t(`zoom.${kind}`), path: PATHS[kind], kind: `zoom-${kind}` }, act, signal);
  const closer = press('in', () => by(FACTOR));
  const wider = press('out', () => by(1 / FACTOR));
  const whole = press('all', () => show(null));
  const told = el('span', { class: 'spoken', role: 'status' });
  const node = el('div', { class: 'actions', role: 'group', 'aria-label': t('zoom.name') }, wider, closer, whole, told);
  /** @type {Span | null} */
  let all = null;
  /** @type {unknown} */
  let scenario = null;
  let position = 0;

  /** The ends of the whole axis and of the plot, read off the chart: times lie under the plot alone. */
  function plot() {
    const at = (/** @type {number} */ x) => chart.hit(x, 0)?.at_ms ?? null;
    let [outside, inside] = [0, chart.width / 2];
    while (inside - outside > 0.25) {
      const middle = (inside + outside) / 2;
      if (at(middle) === null) outside = middle;
      else inside = middle;
    }
    const [from, centre] = [at(inside), at(chart.width / 2)];
    if (from === null || centre === null || centre <= from) return null;
    let right = chart.width;
    while (right > inside && at(right) === null) right -= 1;
    const to = at(right);
    return to === null ? null : { left: inside, right, from, to };
  }

  function ends() {
    if (!all) all = chart.view ? null : plot();
    return all;
  }

  const viewNow = () => (chart.view ? { from: chart.view.from_ms, to: chart.view.to_ms } : ends());

  /** @param {Span | null} view */
  function show(view) {
    if (view) put(told, t('zoom.view', { from: millis(view.from), to: millis(view.to) }));
    else if (chart.view) put(told, t('zoom.whole'));
    chart.view = view && { from_ms: view.from, to_ms: view.to };
    for (const each of [wider, whole]) set(each, 'aria-disabled', view ? 'false' : 'true');
  }

  /** Zooms about a time; without one, about the current request where it is in view, or else the middle. @param {number} factor @param {number | null} [about] */
  function by(factor, about) {
    const [whole, view] = [ends(), viewNow()];
    if (!whole || !view) return;
    const current = run.view().request?.at_ms ?? -1;
    const inView = current >= view.from && current <= view.to;
    show(scaled(whole, view, about ?? (inView ? current : (view.from + view.to) / 2), factor));
  }

  /** Moves the view by a key's worth; false where it already shows that end, or all. @param {number} way */
  function pan(way) {
    const view = chart.view && viewNow();
    if (!all || !view) return false;
    const next = moved(all, view, way * PAN * (view.to - view.from));
    if (next.from === view.from) return false;
    show(next);
    return true;
  }

  /** @param {WheelEvent} event a pinch on a touchpad comes as a wheel with Ctrl too */
  function wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30;
    const factor = Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines)) * WHEEL);
    by(factor, chart.hit(event.offsetX, 0)?.at_ms ?? null);
  }

  /** @type {Map<number, number>} where each finger was, by its number */
  const fingers = new Map();

  /** Two fingers pinch; one drags sideways, while the page keeps the way up and down. @param {PointerEvent} event */
  function slide(event) {
    const before = fingers.get(event.pointerId);
    const view = viewNow();
    if (before === undefined || !view || !ends()) return;
    const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, x]) => x);
    fingers.set(event.pointerId, event.offsetX);
    if (others.length === 1) {
      const apart = (/** @type {number} */ x) => Math.max(16, Math.abs(x - others[0]));
      by(apart(event.offsetX) / apart(before), chart.hit((event.offsetX + others[0]) / 2, 0)?.at_ms ?? null);
    } else if (chart.view && others.length === 0) {
      const here = chart.hit(event.offsetX, 0)?.at_ms ?? null;
      const there = chart.hit(before, 0)?.at_ms ?? null;
      if (all && here !== null && there !== null) show(moved(all, view, there - here));
    }
  }
  const lift = (/** @type {PointerEvent} */ event) => fingers.delete(event.pointerId);

  canvas.addEventListener('wheel', wheel, { signal, passive: false });
  canvas.addEventListener('pointerdown', (event) => event.pointerType === 'touch' && fingers.set(event.pointerId, event.offsetX), { signal });
  canvas.addEventListener('pointermove', slide, { signal });
  for (const type of /** @type {const} */ (['pointerup', 'pointercancel'])) canvas.addEventListener(type, lift, { signal });

  canvas.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === '+' || event.key === '=') by(FACTOR);
      else if (event.key === '-') by(1 / FACTOR);
      else if (event.key === '0') show(null);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );

  /** An edit keeps the view while it still lies on the axis; a step keeps its mark in view. */
  function update() {
    if (run.scenario !== scenario) {
      scenario = run.scenario;
      const view = chart.view && viewNow();
      chart.view = null;
      all = view && plot();
      show(view && all && view.from >= all.from && view.to <= all.to ? view : null);
    }
    if (run.position === position) return;
    position = run.position;
    const view = chart.view && viewNow();
    const at = run.view().request?.at_ms;
    if (!all || !view || at === undefined || (at >= view.from && at <= view.to)) return;
    show(moved(all, view, at - (view.from + view.to) / 2));
  }

  chart.pan = pan;
  return { node, update };
}
