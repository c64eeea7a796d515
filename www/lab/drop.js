// A file that is dragged onto the page.

/**
 * @param {(file: File | undefined) => void} dropped
 * @param {AbortSignal} signal
 */
export function onDrop(dropped, signal) {
  const root = document.documentElement;
  let inside = 0;
  const holdsFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') ?? false;

  /** @param {DragEvent} event */
  function over(event) {
    if (!holdsFile(event)) return;
    event.preventDefault();
    inside += event.type === 'dragenter' ? 1 : 0;
    root.classList.add('dragging');
  }
  /** @param {DragEvent} event */
  function leave(event) {
    if (!holdsFile(event)) return;
    inside -= 1;
    if (inside <= 0) end();
  }
  function end() {
    inside = 0;
    root.classList.remove('dragging');
  }
  /** @param {DragEvent} event */
  function drop(event) {
    if (!holdsFile(event)) return;
    event.preventDefault();
    end();
    dropped(event.dataTransfer?.files[0]);
  }
  addEventListener('dragenter', over, { signal });
  addEventListener('dragover', over, { signal });
  addEventListener('dragleave', leave, { signal });
  addEventListener('drop', drop, { signal });
}
