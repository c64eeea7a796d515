// A chart under the pointer: it reads out, a mark is pressed to go there, and both can be done by keys.

/** How far a key moves the reading line, in CSS pixels. */
const NUDGE = 8;

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {import('./charts.js').Place} Place */
/** @typedef {import('../pkg/ratelab.js').Hit} Hit */

/**
 * @param {import('./stage.js').Stage} stage
 * @param {import('./charts.js').ChartCanvas} chart
 * @param {(text: string) => void} told gets what is read out when it was asked for by key
 * @param {(at: Point, under: Hit) => void} [elsewhere] a press beside every mark
 */
export function pointing({ run, play, words, signal }, chart, told, elsewhere = () => {}) {
  const { canvas } = chart;
  canvas.tabIndex = 0;
  canvas.setAttribute('aria-roledescription', words.t('timeline.role'));
  /** @type {Place | null} */
  let reading = null;

  /** @param {Point} at */
  function press(at) {
    const under = chart.hit(at.x, at.y);
    if (!under) return;
    if (under.step === null) {
      elsewhere(at, under);
      return;
    }
    play.pause();
    run.go(under.step + 1);
  }

  /** Goes to the request that is nearest in time, which is the one that was read out. @param {number} x */
  function goNear(x) {
    const inwards = x < chart.width / 2 ? NUDGE : -NUDGE;
    /** @type {number | undefined} */
    let at_ms;
    // Beside the axis, its end is meant.
    for (let at = x; at_ms === undefined && at > 0 && at < chart.width; at += inwards) at_ms = chart.hit(at, 0)?.at_ms ?? undefined;
    if (at_ms === undefined) return;
    play.pause();
    run.go(run.nearest(at_ms));
  }

  /** @param {Place | null} at */
  function readAt(at) {
    reading = at;
    chart.point(at);
    const under = at && at.y !== undefined && chart.hit(at.x, at.y);
    if (under) canvas.dataset.over = under.step !== null ? 'mark' : 'time';
    else delete canvas.dataset.over;
  }

  /** Shift with Left or Right moves the reading line, Enter goes to what it reads out. @param {KeyboardEvent} event */
  function key(event) {
    const way = { ArrowLeft: -NUDGE, ArrowRight: NUDGE }[event.key];
    if (event.key === 'Enter' && reading) goNear(reading.x);
    else if (way && event.shiftKey) {
      // While the axis moves under it, the reading line stands still.
      const x = chart.pan(Math.sign(way)) ? (reading?.x ?? chart.width / 2) : (reading?.x ?? 0) + way;
      readAt({ x: Math.min(chart.width - 1, Math.max(0, x)) });
      const lines = chart.readOut();
      if (lines) told(words.t('timeline.reading', { lines: lines.replaceAll('\n', ', ') }));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const place = (/** @type {MouseEvent} */ event) => ({ x: event.offsetX, y: event.offsetY });
  canvas.addEventListener('click', (event) => press(place(event)), { signal });
  canvas.addEventListener('pointermove', (event) => readAt(place(event)), { signal });
  canvas.addEventListener('pointerleave', () => readAt(null), { signal });
  canvas.addEventListener('blur', () => readAt(null), { signal });
  canvas.addEventListener('keydown', key, { signal });
}
