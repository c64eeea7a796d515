// Puts the prose of the page's language into the page, by key.
import { localeOf, wordsOf } from './elements/prose.js';

/** Which files the page's texts are in: `data-prose` of the page, with spaces between. */
const PROSE = (document.documentElement.dataset.prose ?? 'course').split(' ');
/** Marks in a text: `code` and *emphasis*. */
const MARKS = /`([^`]+)`|\*([^*]+)\*/;

/**
 * A text as nodes; what is marked becomes an element, nothing else is read as markup.
 * @param {string} text
 */
export function nodesOf(text) {
  return text.split(new RegExp(MARKS, 'g')).map((piece, at) => {
    // The two groups of a match stand between the plain pieces; one of them is always missing.
    if (at % 3 === 0 || piece === undefined) return piece ?? '';
    const node = document.createElement(at % 3 === 1 ? 'code' : 'em');
    node.textContent = piece;
    return node;
  });
}

/** @param {Element} part @param {import('./elements/words.js').Words} words */
function fill(part, words) {
  const { t, name, n } = /** @type {HTMLElement | SVGElement} */ (part).dataset;
  const text = words.t(t ?? '', n === undefined ? {} : { n: Number(n) });
  if (name) part.setAttribute(name, text);
  else part.replaceChildren(...nodesOf(text));
}

const locale = localeOf(document.documentElement);
const parts = [...document.querySelectorAll('[data-t]')];
/** @type {Map<string | undefined, Element[]>} */
const byLesson = Map.groupBy(parts, (part) => part.closest('[data-lesson]')?.getAttribute('data-lesson') ?? undefined);
for (const [lesson, group] of byLesson) {
  const words = await wordsOf(locale, PROSE, lesson);
  for (const part of group) fill(part, words);
}
document.documentElement.classList.add('filled');
