// The author's scenario and the lesson's other ones, to choose from.
import { button, el, put, set } from './dom.js';

/** @param {import('./stage.js').Stage} stage */
export function presets({ run, words, signal, presets: others, edit, learn }) {
  const { t, has } = words;
  const all = [{ key: 'own', scenario: run.author }, ...others];
  let chosen = all[0];
  let wish = chosen;
  const fault = el('p', { class: 'fault', role: 'alert' });
  const knows = (/** @type {import('./stage.js').Scenario} */ { limiters }) =>
    limiters.every(({ algorithm, flawed }) => has(`${algorithm ?? flawed}.fresh`));

  const choices = all.map((preset) => {
    const key = `lesson.preset.${preset.key}`;
    const word = has(key) ? t(key) : t('presets.own');
    const choose = async () => {
      try {
        // Other limiters have other words; without a wait where they are there.
        wish = preset;
        if (!knows(preset.scenario)) await learn(preset.scenario);
        if (signal.aborted || wish !== preset) return;
        chosen = preset;
        put(fault, edit(preset.scenario, 0) ?? '');
      } catch (error) {
        put(fault, t('fold.failed', { message: error instanceof Error ? error.message : String(error) }));
      }
    };
    return button({ word, kind: 'choice' }, choose, signal);
  });
  const reset = button({ word: t('presets.reset'), kind: 'reset' }, () => edit(chosen.scenario), signal);
  const note = el('p', { class: 'note' });
  const row = el('div', { class: 'choices', role: 'group', 'aria-label': t('presets.name') }, ...choices, reset);
  const node = el('div', { class: 'presets' }, row, note, fault);
  for (const choice of choices) choice.hidden = choices.length === 1;

  function update() {
    choices.forEach((choice, at) => set(choice, 'aria-pressed', all[at] === chosen ? 'true' : 'false'));
    const key = `lesson.preset.${chosen.key}.note`;
    put(note, has(key) ? t(key) : '');
    note.hidden = !has(key);
  }

  return { node, update };
}
