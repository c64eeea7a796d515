// The stepper's face: its parts in their places, and one update for all of them.
import { announcer } from './announce.js';
import { cards } from './card.js';
import { el, icon, put, set } from './dom.js';
import { fold } from './fold.js';
import { listenToKeys } from './keys.js';
import { parameters } from './parameters.js';
import { presets } from './presets.js';
import { agreement, requestLine, spoken } from './text.js';
import { timeline } from './timeline.js';
import { transport } from './transport.js';

const EQUAL = 'M2 4.5h12v2.2H2Zm0 4.8h12v2.2H2Z';
const UNEQUAL = 'M2 4.5h6.9L10 2l2 .8-.7 1.7H14v2.2h-3.6l-1.1 2.6H14v2.2H8.4L6.9 15l-2-.8 1.2-2.7H2V9.3h5l1.100-2.600H2Z';

/** @param {import('./stage.js').Stage} stage */
export function face(stage) {
  const { run, words, play, signal } = stage;
  const voice = announcer(signal);
  const choices = presets(stage);
  const controls = transport(stage);
  const line = el('p', { class: 'request' });
  const sign = icon(EQUAL);
  const together = el('span');
  const agree = el('p', { class: 'agree' }, sign, together);
  const rows = cards(stage);
  const time = timeline(stage);
  const numbers = parameters(stage);
  const requests = fold(stage, words.t('traffic.title'), async () => (await import('./traffic.js')).traffic(stage));
  const steps = fold(stage, words.t('table.title'), async () => (await import('./table.js')).table(stage));
  // A page that has its own form for these hides them by these names.
  for (const [name, part] of Object.entries({ presets: choices, parameters: numbers, traffic: requests })) part.node.part.add(name);
  const node = el(
    'div',
    { class: 'stepper', part: 'stepper', role: 'group', 'aria-label': words.t('stepper.name'), tabindex: -1 },
    choices.node,
    controls.node,
    el('div', { class: 'now' }, line, agree),
    rows.node,
    time.node,
    numbers.node,
    requests.node,
    steps.node,
    voice.node,
  );
  listenToKeys(node, controls.moves, signal);
  const parts = [choices, controls, rows, time, numbers, requests, steps];

  /** @param {import('./run.js').Why} why @param {boolean} fresh */
  function update(why, fresh) {
    if (signal.aborted) return;
    const view = run.view();
    for (const part of parts) part.update(view, fresh);
    put(line, requestLine(words, view));
    const text = agreement(words, view);
    put(together, text);
    agree.hidden = text === '';
    set(agree, 'data-agree', view.agree ? 'yes' : 'no');
    set(/** @type {Element} */ (sign.firstElementChild), 'd', view.agree ? EQUAL : UNEQUAL);
    if (why === 'tick' || play.playing) voice.hush();
    else voice.say(() => spoken(words, run.view()));
  }

  function redraw() {
    rows.redraw();
    time.redraw();
  }

  return { node, update, redraw, transport: controls };
}
