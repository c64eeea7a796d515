// Loads the language files and the lessons, each once a page.
import { makeWords } from './words.js';

/** @typedef {import('../pkg/ratelab.js').Scenario} Scenario */
/** @typedef {{ scenario: Scenario, linked?: boolean, presets?: { key: string, scenario: Scenario }[] }} Lesson */

/** The languages there are; the first is the source, and fills what another one lacks. */
const LOCALES = ['en'];

/** @type {Map<string, Promise<any>>} */
const files = new Map();

/**
 * A JSON file under lessons/.
 * @param {string} path
 * @returns {Promise<any>}
 */
export function read(path) {
  let file = files.get(path);
  if (!file) {
    file = fetch(new URL(`../lessons/${path}.json`, import.meta.url)).then((answer) => {
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.json();
    });
    // A failed load is forgotten, so that the next stepper may try again.
    file.catch(() => files.delete(path));
    files.set(path, file);
  }
  return file;
}

/**
 * The language that is nearest to an element, as far as there is one.
 * @param {Element} element
 */
export function localeOf(element) {
  const asked = element.closest('[lang]')?.getAttribute('lang') ?? '';
  return LOCALES.find((locale) => locale === asked.split('-')[0].toLowerCase()) ?? LOCALES[0];
}

/**
 * The words of some files; a lesson's own keys stand under `lesson.`.
 * @param {string} locale
 * @param {string[]} names
 * @param {string | null} [lesson]
 */
export async function wordsOf(locale, names, lesson) {
  const locales = locale === LOCALES[0] ? [locale] : [LOCALES[0], locale];
  const parts = locales.flatMap((each) => [
    ...names.map((name) => read(`${each}/${name}`)),
    lesson ? read(`${each}/${lesson}`).then(under) : {},
  ]);
  return makeWords(locale, Object.assign({}, ...(await Promise.all(parts))));
}

/** @param {Record<string, unknown>} own */
function under(own) {
  return Object.fromEntries(Object.entries(own).map(([key, text]) => [`lesson.${key}`, text]));
}

/**
 * A lesson's scenario and presets; an error with `lesson` set where there is none of that name.
 * @param {string} id
 * @returns {Promise<Lesson>}
 */
export async function lessonOf(id) {
  try {
    if (!/^[a-z0-9-]{1,60}$/.test(id)) throw new Error('not an id');
    return await read(id);
  } catch (cause) {
    throw Object.assign(new Error(`no lesson ${id}`, { cause }), { lesson: id });
  }
}
