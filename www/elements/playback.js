// Autoplay: so many steps a second, counted in animation frames, so that a hidden page stands still.

/** Steps a second that can be chosen. */
export const SPEEDS = [1, 2, 5, 20, 100];

/**
 * @param {import('./run.js').Run} run
 * @param {(playing: boolean) => void} changed
 */
export function playback(run, changed) {
  let speed = SPEEDS[1];
  let frame = 0;
  let last = 0;
  let due = 0;

  /** @param {number} now */
  function tick(now) {
    // A long gap between two frames is a page that slept, not steps that are owed.
    due += (Math.min(now - last, 1000) / 1000) * speed;
    last = now;
    frame = requestAnimationFrame(tick);
    const steps = Math.floor(due);
    if (steps === 0) return;
    due -= steps;
    run.go(run.position + steps, 'tick');
    if (run.position >= run.length) pause();
  }

  function play() {
    if (frame || run.length === 0) return;
    if (run.position >= run.length) run.go(0, 'tick');
    due = 0;
    last = performance.now();
    frame = requestAnimationFrame(tick);
    changed(true);
  }

  function pause() {
    if (!frame) return;
    cancelAnimationFrame(frame);
    frame = 0;
    changed(false);
  }

  return {
    play,
    pause,
    toggle: () => (frame ? pause() : play()),
    get playing() {
      return frame !== 0;
    },
    get speed() {
      return speed;
    },
    set speed(next) {
      speed = next;
    },
  };
}

/** @typedef {ReturnType<typeof playback>} Playback */
