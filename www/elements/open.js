// What a stepper needs before it can show anything: the engine, the style, the lesson, its words and the first run.
import { scenarioFrom } from './fault.js';
import { fileWords, lessonOf, lessonWords, limiterWords, wordsOf } from './prose.js';
import { Run } from './run.js';
import { styleSheet } from './theme.js';
import { engine } from './wasm.js';

/** @typedef {import('./stage.js').Scenario} Scenario */
/** @typedef {{ author: Scenario, scenario: Scenario, position: number }} Kept a run that was shown before, to go on with */

/** The words that every stepper uses. @param {string} locale */
export const plainWords = (locale) => wordsOf(locale, ['common', 'chart']);

/** @param {string} id @param {string} locale */
async function taughtBy(id, locale) {
  const lesson = await lessonOf(id);
  // An author's scenario is known to run, so that its words need not wait for the engine.
  const [own, limiters] = await Promise.all([lessonWords(locale, id), limiterWords(locale, lesson.scenario)]);
  return { lesson, words: { ...own, ...limiters } };
}

/**
 * Throws what is wrong with what was asked for.
 * @param {import('./address.js').Asked} asked
 * @param {string} locale
 * @param {Kept | null} kept
 */
export async function opened({ lesson: id, scenario: json }, locale, kept) {
  // A scenario of the author's own stands without the lesson's examples and what is said of them.
  const [ratelab, sheet, words, lesson, taught] = await Promise.all([
    engine(),
    styleSheet(),
    plainWords(locale),
    id === undefined ? null : lessonOf(id),
    id === undefined || json !== undefined ? null : taughtBy(id, locale),
  ]);
  const asked = json === undefined ? lesson?.scenario : scenarioFrom(json);
  const run = new Run(ratelab.Stepper, kept?.author ?? /** @type {Scenario} */ (asked ?? null));
  if (kept) run.edit(kept.scenario, kept.position);
  words.add({ ...taught?.words, ...(await limiterWords(locale, run.scenario)) });
  const charts = lesson?.charts ?? [];
  const unfold = async () => void words.add(await fileWords(locale, ['folds']));
  return {
    run,
    words,
    sheet,
    catalogue: ratelab.catalogue(),
    linked: lesson?.linked ?? false,
    presets: taught?.lesson.presets ?? [],
    charts,
    panels: charts.length > 0 ? (await Promise.all([import('./panels.js'), unfold()]))[0].panels : null,
    unfold,
    /** Loads what the limiters of another scenario say. @param {Scenario} scenario */
    learn: async (scenario) => void words.add(await limiterWords(locale, scenario)),
  };
}
