// Keys, heard only inside the stepper: Left and Right, Home and End, Space, and Page Up and Page Down for runs of like steps.

/** Fields that use the arrow keys themselves. */
const OWN_ARROWS = 'input, select, textarea, [contenteditable]';
/** Things that Space presses. */
const PRESSED = 'button, summary, a, select';

/** A table that is wider than its place is moved sideways by the arrows. @param {Element} at @param {string} key */
function scrolls(at, key) {
  return at.matches('.scroll') && key.startsWith('Arrow') && at.scrollWidth > at.clientWidth;
}

/**
 * @param {HTMLElement} root
 * @param {Record<'first' | 'back' | 'forward' | 'last' | 'toggle', () => void>} moves
 * @param {() => { earlier: () => void, later: () => void } | null} leaps null where there are no runs: the keys stay the page's own
 * @param {AbortSignal} signal
 */
export function listenToKeys(root, { first, back, forward, last, toggle }, leaps, signal) {
  /** @type {Record<string, () => void>} */
  const steps = { ArrowLeft: back, ArrowRight: forward, Home: first, End: last, ' ': toggle };
  /** @param {string} key @returns {(() => void) | undefined} */
  const moveOf = (key) => ({ ...steps, PageUp: leaps()?.earlier, PageDown: leaps()?.later })[key];

  /** @param {KeyboardEvent} event */
  function down(event) {
    const at = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    const move = moveOf(event.key);
    if (!move || at.matches(OWN_ARROWS) || scrolls(at, event.key)) return;
    if (event.key === ' ' && at.closest(PRESSED)) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  }

  /** What is typed or pressed here is not for the page around: it may have hotkeys. @param {KeyboardEvent} event */
  function keepOwn(event) {
    const at = /** @type {Element} */ (event.target);
    const typed = at.matches(OWN_ARROWS) && event.key !== 'Tab' && event.key !== 'Escape';
    if (typed || ((event.key === ' ' || event.key === 'Enter') && at.closest(PRESSED))) event.stopPropagation();
  }

  root.addEventListener('keydown', down, { signal });
  for (const type of /** @type {const} */ (['keydown', 'keypress', 'keyup'])) {
    root.addEventListener(type, keepOwn, { signal });
  }
}
