// The style sheet, fetched once, and the colours as a canvas needs them, in step with the page's light or dark.
import { el } from './dom.js';

/** @type {Promise<CSSStyleSheet> | undefined} */
let shared;

/** The style sheet of the stepper, one for all. */
export function styleSheet() {
  shared ??= loaded().catch((error) => {
    shared = undefined;
    throw error;
  });
  return shared;
}

async function loaded() {
  const answer = await fetch(new URL('stepper.css', import.meta.url));
  if (!answer.ok) throw new Error(`stepper.css: ${answer.status}`);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await answer.text());
  return sheet;
}

/** The roles, in the order in which charts are given their colours. */
const ROLES = [
  'paper',
  'ink',
  'muted',
  'grid',
  'level',
  'bound',
  'cursor',
  'allowed',
  'delayed',
  'refused',
  'impossible',
];

/**
 * Unseen samples, one a role. Each has a transition of a millisecond on its colour, whose end tells that the colours
 * have changed: there is no other event for a switch of the host's color-scheme.
 * @param {AbortSignal} signal
 * @param {() => void} changed
 */
export function palette(signal, changed) {
  const samples = ROLES.map((role) => {
    const sample = el('span');
    sample.style.color = `var(--${role})`;
    return sample;
  });
  const node = el('div', { class: 'samples', 'aria-hidden': 'true' }, ...samples);
  node.addEventListener('transitionend', changed, { signal });
  return { node, colours: () => samples.map((sample) => getComputedStyle(sample).color) };
}
