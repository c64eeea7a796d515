// The stepper's face: its parts in their places, and one update for all of them.
import { announcer } from './announce.js';
import { cards } from './card.js';
import { el, put } from './dom.js';
import { fold } from './fold.js';
import { jumps } from './jumps.js';
import { listenToKeys } from './keys.js';
import { parameters } from './parameters.js';
import { presets } from './presets.js';
import { requestLine, spoken } from './text.js';
import { timeline } from './timeline.js';
import { transport } from './transport.js';

/** @param {import('./stage.js').Stage} stage */
export function face(stage) {
  const { run, words, play, signal } = stage;
  const voice = announcer(signal);
  const choices = presets(stage);
  const controls = transport(stage);
  const fault = el('p', { class: 'fault warning', role: 'alert' });
  const line = el('p', { class: 'request' });
  const leaps = jumps(stage);
  const rows = cards(stage);
  const time = timeline(stage);
  const more = stage.panels?.(stage);
  const numbers = parameters(stage);
  const requests = fold(stage, words.t('traffic.title'), async () => (await import('./traffic.js')).traffic(stage));
  const steps = fold(stage, words.t('table.title'), async () => (await import('./table.js')).table(stage));
  // A page that has its own form for these hides them by these names.
  for (const [name, part] of Object.entries({ presets: choices, parameters: numbers, traffic: requests })) part.node.part.add(name);
  const node = el(
    'div',
    { class: 'stepper', part: 'stepper', role: 'group', 'aria-label': words.t('stepper.name'), tabindex: -1 },
    fault,
    choices.node,
    controls.node,
    el('div', { class: 'now' }, line, leaps.node),
    rows.node,
    time.node,
    ...(more ? [more.node] : []),
    numbers.node,
    requests.node,
    steps.node,
    voice.node,
  );
  listenToKeys(node, controls.moves, leaps.keys, signal);
  const parts = [choices, controls, leaps, rows, time, ...(more ? [more] : []), numbers, requests, steps];

  /** @param {import('./run.js').Why} why @param {boolean} fresh */
  function update(why, fresh) {
    if (signal.aborted) return;
    const view = run.view();
    for (const part of parts) part.update(view, fresh);
    put(line, requestLine(words, view));
    if (why === 'tick' || play.playing) voice.hush();
    else voice.say(() => spoken(words, run.view()));
  }

  function redraw() {
    rows.redraw();
    time.redraw();
    more?.redraw();
  }

  return { node, update, redraw, warn: (/** @type {string} */ text) => put(fault, text) };
}
