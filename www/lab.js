// The lab: the bench, the requests, the totals and the address around one stepper, all of one scenario.
import { put, set } from './elements/dom.js';
import { sentenceFor } from './elements/fault.js';
import { limiterWords, localeOf, wordsOf } from './elements/prose.js';
import { styleSheet } from './elements/theme.js';
import { traffic } from './elements/traffic.js';
import { engine } from './elements/wasm.js';
import { idOf } from './lab/bench.js';
import { onDrop } from './lab/drop.js';
import { keeper } from './lab/keeper.js';
import { limiters } from './lab/limiters.js';
import { PRESETS, presets } from './lab/presets.js';
import { share } from './lab/share.js';
import { ownSheet } from './lab/sheet.js';
import { times } from './lab/times.js';
import { totals } from './lab/totals.js';

/** @typedef {import('./elements/stage.js').Scenario} Scenario */

const alert = /** @type {HTMLElement} */ (document.getElementById('told'));

/** A place of the page, with a root of its own in which the stepper's styles hold. @param {string} id @param {CSSStyleSheet[]} sheets */
function placeOf(id, sheets) {
  const root = /** @type {HTMLElement} */ (document.getElementById(id)).attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = sheets;
  return root;
}

/** @param {import('./elements/words.js').Words} words */
async function begin(words) {
  const [ratelab, ...sheets] = await Promise.all([engine(), styleSheet(), ownSheet()]);
  const { signal } = new AbortController();
  /** What is wrong with what was asked for, said above the bench. @param {unknown} error */
  const failed = (error) => {
    const { link } = /** @type {{ link?: string }} */ (error);
    put(alert, link ? words.t(`lab.link-${link}`) : sentenceFor(words, error));
  };

  const kept = keeper({ open: follow, failed: refuse, long: (length) => keep.tooLong(length) });
  /** @type {{ scenario: Scenario, step?: number }} */
  let first = { scenario: PRESETS.edge };
  try {
    const { scenario, step } = await kept.read();
    if (scenario) new ratelab.Stepper(scenario).free();
    first = { scenario: scenario ?? first.scenario, step: scenario ? (step ?? 0) : step };
  } catch (error) {
    failed(error);
  }

  const stepper = /** @type {import('./elements/rate-stepper.js').RateStepper} */ (
    document.createElement('rate-stepper')
  );
  const attributes = { eager: true, zoom: true, scenario: JSON.stringify(first.scenario), step: first.step ?? 0 };
  for (const [name, value] of Object.entries(attributes)) set(stepper, name, value);
  const ready = new Promise((done) => {
    stepper.addEventListener('ratelab:ready', done, { once: true });
  });
  document.getElementById('run')?.append(stepper);
  await ready;
  const stage = /** @type {import('./elements/stage.js').Stage} */ (stepper.stage);
  const { run, catalogue } = stage;
  // Any of them may come next.
  stage.words.add(await limiterWords(words.locale, { ...run.scenario, limiters: catalogue.map(({ algorithm }) => ({ algorithm })) }));

  if (first.step === undefined) run.go(run.stepper.difference(false) ?? 0);

  let fresh = true;
  /** @type {import('./lab/bench.js').Bench} */
  const bench = { run, words, signal, catalogue, edit: (scenario, position) => edit(scenario, position) };

  /** @param {Scenario} scenario @param {number} [position] @param {boolean} [anew] whether it takes the place of what was there */
  function edit(scenario, position, anew = false) {
    fresh = anew;
    const wrong = stage.edit(scenario, position);
    fresh = false;
    if (!wrong) put(alert, '');
    return wrong;
  }

  /** A mistake out of a lesson brings words that are not there yet. @param {Scenario} scenario */
  async function learn(scenario) {
    if (scenario.limiters.every((limiter) => stage.words.has(`${idOf(limiter)}.fresh`))) return;
    await stage.learn(scenario);
    if (run.scenario === scenario) run.edit(scenario);
  }

  /** Opens another comparison, where its limiters first differ. @param {Scenario} scenario */
  function open(scenario) {
    const wrong = edit(scenario, 0, true);
    if (!wrong) run.go(run.stepper.difference(false) ?? 0);
    return wrong;
  }

  /** Another entry of the history: it is opened as it was left. @param {{ scenario?: Scenario, step?: number }} wanted */
  function follow({ scenario, step }) {
    const wrong = edit(scenario ?? run.scenario, step ?? 0, true);
    if (!wrong) return;
    put(alert, wrong);
    kept.note(run.scenario, run.position);
  }

  /** An address that cannot be read: it is told, and the address holds again what is shown. @param {unknown} error */
  function refuse(error) {
    failed(error);
    kept.note(run.scenario, run.position);
  }

  const rows = limiters(bench);
  const requests = traffic(/** @type {import('./elements/stage.js').Stage} */ (bench));
  const whole = totals(bench);
  const keep = share(bench, open, kept.write);
  placeOf('presets', sheets).append(presets(bench, open));
  placeOf('limiters', sheets).append(rows.node);
  placeOf('requests', sheets).append(requests.node, times(bench));
  placeOf('totals', sheets).append(whole.node);
  placeOf('keep', sheets).append(keep.node);
  onDrop(keep.load, signal);

  /** @type {Scenario | null} */
  let shown = null;
  function changed() {
    kept.note(run.scenario, run.position);
    requests.update(run.view(), fresh);
    if (run.scenario === shown) return;
    shown = run.scenario;
    learn(shown);
    rows.update(fresh);
    whole.update();
    keep.update(fresh);
  }
  stepper.addEventListener('ratelab:step', changed);
  changed();
  fresh = false;
  document.documentElement.classList.add('ready');
}

const words = await wordsOf(localeOf(document.documentElement), ['common', 'chart', 'folds', 'lab']);
begin(words).catch((error) => put(alert, sentenceFor(words, error)));
