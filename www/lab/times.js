// Recorded times, pasted: they become the requests.
import { button, el, put, set } from '../elements/dom.js';
import { withTraffic } from '../elements/scenario.js';

/**
 * Times in milliseconds, with spaces, commas or lines between them; the first word that is no number where there is one.
 * @param {string} text
 * @returns {{ times: number[], wrong?: string }}
 */
export function timesIn(text) {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const wrong = words.find((word) => !Number.isFinite(Number(word)));
  return wrong === undefined ? { times: words.map(Number) } : { times: [], wrong };
}

/** @param {import('./bench.js').Bench} bench */
export function times({ run, words, signal, edit }) {
  const { t } = words;
  const field = el('textarea', { id: 'times', rows: 4, spellcheck: 'false', 'aria-describedby': 'times-fault' });
  const fault = el('p', { class: 'fault', id: 'times-fault', 'aria-live': 'polite' });
  const use = button({ word: t('times.use') }, apply, signal);
  const label = el('label', { for: 'times' }, t('times.label'));
  const inside = el('div', { class: 'inside' }, label, field, fault, use);

  function apply() {
    const { times: times_ms, wrong } = timesIn(field.value);
    const told = wrong === undefined ? edit(withTraffic(run.scenario, { pattern: 'replay', times_ms })) : t('times.wrong', { word: wrong.slice(0, 60) });
    put(fault, told ?? '');
    set(field, 'aria-invalid', told ? 'true' : null);
  }

  return el('details', { class: 'times' }, el('summary', {}, t('times.title')), inside);
}
