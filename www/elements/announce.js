// One polite sentence for a screen reader after a step of the user's; silent while playing.
import { el, put } from './dom.js';

/** Steps in quick succession are told once, when they end. */
const CALM_MS = 200;

/** @param {AbortSignal} signal */
export function announcer(signal) {
  const node = el('div', { class: 'spoken', role: 'status', 'aria-live': 'polite' });
  let timer = 0;
  signal.addEventListener('abort', () => clearTimeout(timer));

  /** @param {() => string} sentence made only when it is told */
  function say(sentence) {
    clearTimeout(timer);
    if (signal.aborted) return;
    timer = setTimeout(() => put(node, sentence()), CALM_MS);
  }

  return { node, say, hush: () => clearTimeout(timer) };
}
