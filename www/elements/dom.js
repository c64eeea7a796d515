// Small ways to make and patch nodes. Text goes in as text, never as markup.

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes] `true` sets an empty attribute, `false` and null none
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(node, name, value);
  node.append(...children);
  return node;
}

/**
 * Sets an attribute only where it changes, so that nothing is announced or restyled in vain.
 * @param {Element} node
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function set(node, name, value) {
  const text = value === true ? '' : String(value);
  if (value === false || value === null || value === undefined) node.removeAttribute(name);
  else if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

/**
 * Sets a node's text only where it changes.
 * @param {Node} node
 * @param {string} text
 */
export function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Makes the list of children of a node as long as asked, keeping those that are there.
 * @template {Element} Item
 * @param {Element} parent
 * @param {number} length
 * @param {() => Item} make
 * @returns {Item[]}
 */
export function fit(parent, length, make) {
  while (parent.children.length > length) parent.lastElementChild?.remove();
  while (parent.children.length < length) parent.append(make());
  return /** @type {Item[]} */ (/** @type {unknown} */ ([...parent.children]));
}

/**
 * An icon that takes the colour of its text and says nothing to a screen reader.
 * @param {string} path in a box of 16 by 16
 */
export function icon(path) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS(space, 'path');
  shape.setAttribute('fill-rule', 'evenodd');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

/**
 * A button with a word, an icon, or both; without a visible word the name is spoken and shown on hover.
 * @param {{ word?: string, name?: string, path?: string, kind?: string }} parts
 * @param {() => void} press
 * @param {AbortSignal} signal
 */
export function button({ word, name, path, kind }, press, signal) {
  const node = el('button', { type: 'button', class: kind, 'aria-label': name, title: name });
  if (path) node.append(icon(path));
  if (word) node.append(el('span', {}, word));
  node.addEventListener('click', () => node.ariaDisabled === 'true' || press(), { signal });
  return node;
}

/** Shapes of the outcomes: filled dot, half dot, cross, barred square; and a ring for "nothing yet". */
export const SHAPES = {
  allowed: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z',
  delayed: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Zm0 1.8v8.4a4.2 4.2 0 0 0 0-8.4Z',
  refused: 'M3.8 2 8 6.2 12.2 2 14 3.8 9.8 8l4.2 4.2-1.8 1.8L8 9.8 3.8 14 2 12.2 6.2 8 2 3.8Z',
  impossible: 'M2 2h12v12H2Zm1.8 1.8v5.9l5.9-5.9Zm8.4 2.5-5.9 5.9h5.9Z',
  none: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Zm0 1.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4Z',
};
