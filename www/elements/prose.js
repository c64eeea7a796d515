// Loads the language files and the lessons, each once a page.
import { makeWords } from './words.js';

/** @typedef {import('../pkg/ratelab.js').Scenario} Scenario */
/** @typedef {import('./words.js').Entry} Entry */
/** @typedef {Record<string, Entry>} Dictionary */

/**
 * @typedef {object} Lesson
 * @property {Scenario} scenario
 * @property {boolean} [linked] whether a parameter that rows share is edited once
 * @property {string[]} [charts] the charts that are shown besides the one over time
 * @property {{ key: string, scenario: Scenario }[]} [presets]
 */

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
 * Files of one language over those of the source.
 * @param {string} locale
 * @param {((locale: string) => Promise<Dictionary>)[]} parts
 * @returns {Promise<Dictionary>}
 */
async function merged(locale, parts) {
  const locales = locale === LOCALES[0] ? [locale] : [LOCALES[0], locale];
  return Object.assign({}, ...(await Promise.all(locales.flatMap((each) => parts.map((part) => part(each))))));
}

/** @param {string} start @param {Dictionary} own */
function under(start, own) {
  return Object.fromEntries(Object.entries(own).map(([key, text]) => [`${start}.${key}`, text]));
}

/**
 * What a lesson says; its keys stand under `lesson.`.
 * @param {string} locale
 * @param {string} id
 */
export function lessonWords(locale, id) {
  return merged(locale, [async (each) => under('lesson', await read(`${each}/${id}`))]);
}

/**
 * What the limiters of a scenario say; the keys of each stand under its id.
 * @param {string} locale
 * @param {Scenario} scenario one that runs, so that every id is known
 */
export function limiterWords(locale, { limiters }) {
  const ids = new Set(limiters.map(({ algorithm, flawed }) => String(algorithm ?? flawed)));
  return merged(locale, [...ids].map((id) => async (each) => under(id, await ofLimiter(each, id))));
}

/** A mistake says what its `like` says, but for its own part. @param {string} locale @param {string} id */
async function ofLimiter(locale, id) {
  const { like, ...own } = await read(`${locale}/algorithms/${id}`);
  return like ? { ...(await read(`${locale}/algorithms/${like}`)), ...own } : own;
}

/** The words of some files. @param {string} locale @param {string[]} names */
export function fileWords(locale, names) {
  return merged(locale, names.map((name) => (each) => read(`${each}/${name}`)));
}

/**
 * The words of some files, and of a lesson.
 * @param {string} locale
 * @param {string[]} names
 * @param {string} [lesson]
 */
export async function wordsOf(locale, names, lesson) {
  const [common, own] = await Promise.all([
    fileWords(locale, names),
    lesson ? lessonWords(locale, lesson) : {},
  ]);
  return makeWords(locale, { ...common, ...own });
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
