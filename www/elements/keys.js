// Keys, heard only inside the stepper: Left and Right, Home and End, Space.

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
 * @param {{ first(): void, back(): void, forward(): void, last(): void, toggle(): void }} transport
 * @param {AbortSignal} signal
 */
export function listenToKeys(root, transport, signal) {
  /** @type {Record<string, () => void>} */
  const moves = {
    ArrowLeft: transport.back,
    ArrowRight: transport.forward,
    Home: transport.first,
    End: transport.last,
    ' ': transport.toggle,
  };

  /** @param {KeyboardEvent} event */
  function down(event) {
    const at = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    const move = moves[event.key];
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
