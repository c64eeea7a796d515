// The scenario as text: shown, copied, pasted, and as a file; and the link to the run at this step.
import { button, el, put, set } from '../elements/dom.js';
import { scenarioFrom, sentenceFor } from '../elements/fault.js';
import { LONGEST } from './address.js';
import { fileName, written } from './written.js';

/** Longer texts are not put into the field, and larger files are not read. */
const MOST_SHOWN = 200_000;
const MOST_READ = 16_000_000;

/**
 * @param {import('./bench.js').Bench} bench
 * @param {(scenario: import('./bench.js').Scenario) => string | undefined} open
 * @param {() => Promise<void>} settle resolves when the address holds what is shown
 */
export function share({ run, words, signal }, open, settle) {
  const { t } = words;
  const field = el('textarea', { id: 'json', rows: 12, spellcheck: 'false', autocomplete: 'off', 'aria-describedby': 'json-fault json-hint' });
  const fault = el('p', { class: 'fault', id: 'json-fault', role: 'alert' });
  const told = el('p', { class: 'note', role: 'status' });
  const long = el('p', { class: 'long', role: 'status' });
  const file = el('input', { type: 'file', accept: '.json,application/json', hidden: true });
  const use = button({ word: t('share.use'), kind: 'use' }, apply, signal);
  const back = button({ word: t('share.back') }, () => update(true), signal);
  const linked = button({ word: t('share.link') }, async () => {
    await settle();
    await copy(location.href, t('share.link-copied', { step: run.position }));
  }, signal);
  const actions = el(
    'div',
    { class: 'actions' },
    linked,
    button({ word: t('share.copy') }, () => copy(written(run.scenario), t('share.copied'), true), signal),
    button({ word: t('share.save'), kind: 'save' }, save, signal),
    button({ word: t('share.load'), kind: 'load' }, () => file.click(), signal),
    file,
  );
  const node = el(
    'div',
    { class: 'share' },
    long,
    actions,
    told,
    el('label', { for: 'json' }, t('share.json')),
    field,
    fault,
    el('div', { class: 'below' }, el('p', { class: 'hint', id: 'json-hint' }, t('share.hint')), el('div', { class: 'actions' }, back, use)),
  );
  let shown = '';

  /** @param {string} text @param {string} done @param {boolean} [own] whether the field holds that text */
  async function copy(text, done, own) {
    try {
      await navigator.clipboard.writeText(text);
      put(told, done);
    } catch {
      if (own) field.select();
      put(told, own ? t('share.copy-by-hand') : text);
    }
  }

  function save() {
    const address = URL.createObjectURL(new Blob([`${written(run.scenario)}\n`], { type: 'application/json' }));
    const name = fileName(run.scenario);
    el('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    put(told, t('share.saved', { name }));
  }

  /** Runs a text; where it is wrong, says what, and the run stays as it was. @param {string} text */
  function take(text) {
    let wrong;
    try {
      wrong = open(scenarioFrom(text));
    } catch (error) {
      wrong = sentenceFor(words, error);
    }
    put(told, '');
    put(fault, wrong ?? '');
    set(field, 'aria-invalid', wrong ? 'true' : null);
    return !wrong;
  }

  function apply() {
    if (take(field.value)) put(told, t('share.used', { n: run.length }));
  }

  /** @param {File | null | undefined} given */
  async function load(given) {
    if (!given) return;
    put(told, '');
    if (given.size > MOST_READ) {
      put(fault, t('share.too-large', { name: given.name }));
      return;
    }
    const text = await given.text();
    if (take(text)) put(told, t('share.loaded', { name: given.name, n: run.length }));
    else if (text.length <= MOST_SHOWN) field.value = text;
    mark();
  }
  file.addEventListener('change', async () => {
    await load(file.files?.[0]);
    file.value = '';
  }, { signal });

  function mark() {
    const dirty = field.value !== shown;
    set(use, 'aria-disabled', dirty ? 'false' : 'true');
    set(back, 'aria-disabled', dirty ? 'false' : 'true');
  }
  field.addEventListener('input', mark, { signal });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    apply();
  }, { signal });

  /** What is being written in the field stays, unless it is run or given up. @param {boolean} fresh */
  function update(fresh) {
    const dirty = field.value !== shown;
    const text = written(run.scenario);
    shown = text.length > MOST_SHOWN ? t('share.not-shown', { n: text.length }) : text;
    if (dirty && !fresh) return;
    field.value = shown;
    put(fault, '');
    set(field, 'aria-invalid', null);
    mark();
  }

  /** @param {number} length of an address that would be too long; 0 where it is not */
  function tooLong(length) {
    put(long, length ? t('share.long', { length, most: LONGEST }) : '');
    set(linked, 'aria-disabled', length ? 'true' : 'false');
  }

  return { node, update, load, tooLong };
}
