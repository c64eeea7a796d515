// A part that is folded away, and loaded when it is first opened.
import { el } from './dom.js';

/** @typedef {import('./stage.js').Part} Part */

/**
 * @param {import('./stage.js').Stage} stage
 * @param {string} title
 * @param {() => Promise<Part>} load called when the words are there
 * @returns {Part}
 */
export function fold({ run, words, signal, unfold }, title, load) {
  const node = el('details', { class: 'fold' }, el('summary', {}, title));
  /** @type {Promise<void> | undefined} */
  let loading;
  /** @type {Part | undefined} */
  let part;
  let missed = true;

  async function open() {
    try {
      await unfold();
      const loaded = await load();
      if (signal.aborted) return;
      part = loaded;
      node.append(part.node);
    } catch (error) {
      loading = undefined;
      node.open = false;
      const message = error instanceof Error ? error.message : String(error);
      node.append(el('p', { class: 'fault' }, words.t('fold.failed', { message })));
    }
  }

  /** @param {import('./stage.js').StepView} view @param {boolean} fresh */
  function update(view, fresh) {
    missed ||= fresh;
    if (!node.open || !part) return;
    part.update(view, missed);
    missed = false;
  }

  node.addEventListener(
    'toggle',
    async () => {
      if (!node.open) return;
      await (loading ??= open());
      if (!signal.aborted) update(run.view(), false);
    },
    { signal },
  );
  return { node, update };
}
