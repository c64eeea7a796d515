// A canvas that shows one of the run's charts: as sharp as the screen, redrawn when its width or the resolution changes.
import { el } from './dom.js';

/** @typedef {import('../pkg/ratelab.js').Frame} Frame */
/** @typedef {import('./stage.js').Stage} Stage */
/** @typedef {{ x: number, y?: number }} Place without a y, the nearest request in time is meant */

/**
 * @param {Stage} stage
 * @param {string} chart
 */
export function chartCanvas({ run, words, signal, colours, font }, chart) {
  const canvas = el('canvas', { class: 'chart', role: 'img' });
  // The width is read from a line of no height, so that nothing observed is ever resized by what is drawn.
  const ruler = el('div', { class: 'ruler' });
  const node = el('div', { class: 'plot' }, ruler, canvas);
  const brush = canvas.getContext('2d');
  /** @type {Place | null} */
  let pointer = null;
  /** The part of the time axis to show; all of it where there is none. @type {{ from_ms: number, to_ms: number } | null} */
  let view = null;
  let frame = 0;
  let width = 0;

  /** Text as the charts ask for it. */
  const chartWords = {
    /** @param {import('../pkg/ratelab.js').Message} message */
    say: (message) => words.t(message.key, message.values),
    /** @param {string} text @param {number} size @param {boolean} bold */
    width(text, size, bold) {
      if (!brush) return 0;
      brush.font = `${bold ? 600 : 400} ${size}px ${font()}`;
      return brush.measureText(text).width;
    },
  };

  /** @returns {Frame} */
  function frameNow() {
    const height = run.stepper.chartHeight(chart, width, chartWords);
    return { chart, width, height, ...view, ...(pointer ? { pointer_x: pointer.x, pointer_y: pointer.y } : {}) };
  }

  function paint() {
    frame = 0;
    if (signal.aborted || !brush || width < 1 || !node.isConnected) return;
    const now = frameNow();
    const ratio = devicePixelRatio;
    const [across, down] = [Math.round(now.width * ratio), Math.round(now.height * ratio)];
    if (canvas.width !== across || canvas.height !== down) {
      canvas.width = across;
      canvas.height = down;
      canvas.style.width = `${now.width}px`;
      canvas.style.height = `${now.height}px`;
    }
    brush.setTransform(ratio, 0, 0, ratio, 0, 0);
    brush.clearRect(0, 0, now.width, now.height);
    run.stepper.draw(brush, now, chartWords, colours(), font());
  }

  /** Asks for one painting before the next frame. */
  function redraw() {
    frame ||= requestAnimationFrame(paint);
  }

  const sizes = new ResizeObserver(([entry]) => {
    const next = Math.floor(entry.contentRect.width);
    if (next === width) return;
    width = next;
    redraw();
  });
  sizes.observe(ruler);

  /** A query for one resolution tells only that it is left; then the next one is watched. */
  function watchResolution() {
    if (signal.aborted) return;
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const moved = () => {
      redraw();
      watchResolution();
    };
    query.addEventListener('change', moved, { once: true, signal });
  }
  watchResolution();

  signal.addEventListener('abort', () => {
    sizes.disconnect();
    cancelAnimationFrame(frame);
  });

  return {
    node,
    canvas,
    redraw,
    get width() {
      return width;
    },
    /** What is read out at the pointer, a line each. */
    readOut: () => (width < 1 ? '' : (run.stepper.readout(frameNow(), chartWords) ?? '')),
    /** @param {Place | null} at */
    point(at) {
      pointer = at;
      redraw();
    },
    get view() {
      return view;
    },
    set view(next) {
      view = next;
      redraw();
    },
    /** Moves the view by a key's worth, where it can be moved; says whether it did. @type {(way: number) => boolean} */
    pan: () => false,
    /** What lies under a place. @param {number} x @param {number} y */
    hit: (x, y) => (width < 1 ? undefined : run.stepper.hit(frameNow(), chartWords, x, y)),
  };
}

/** @typedef {ReturnType<typeof chartCanvas>} ChartCanvas */
