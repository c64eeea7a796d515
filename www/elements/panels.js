// The lesson's further charts, as far as the run has them.
import { chartCanvas } from './charts.js';
import { el, put, set } from './dom.js';
import { pointing } from './pointing.js';
import { requestLine } from './text.js';

/** @typedef {import('./stage.js').Stage} Stage */
/** @typedef {import('./stage.js').StepView} StepView */

/** @param {Stage} stage @param {string} name */
function panel(stage, name) {
  const { t } = stage.words;
  const chart = chartCanvas(stage, name);
  const told = el('div', { class: 'spoken', role: 'status' });
  pointing(stage, chart, (text) => put(told, text));
  const title = t(`panel.${name}`);
  const node = el('div', { class: 'panel' }, el('h3', {}, title), el('p', { class: 'hint' }, t(`panel.${name}.hint`)), chart.node, told);

  /** @param {StepView} view */
  function update(view) {
    set(chart.canvas, 'aria-label', t('panel.label', { title, now: requestLine(stage.words, view) }));
    chart.redraw();
  }

  return { node, update, redraw: chart.redraw };
}

/** @param {Stage} stage */
export function panels(stage) {
  const node = el('div', { class: 'panels' });
  /** @type {ReturnType<typeof panel>[]} */
  let made = [];
  let shown = '';

  /** @param {StepView} view */
  function update(view) {
    const there = stage.run.stepper.charts();
    const wanted = stage.charts.filter((name) => there.includes(name));
    if (wanted.join() !== shown) {
      shown = wanted.join();
      made = wanted.map((name) => panel(stage, name));
      node.replaceChildren(...made.map((each) => each.node));
    }
    for (const each of made) each.update(view);
  }

  return { node, update, redraw: () => made.forEach((each) => each.redraw()) };
}
