// The run a stepper shows: the Rust object, the scenario it came from, and the author's to go back to. No DOM.

/** @typedef {import('../pkg/ratelab.js').Scenario} Scenario */
/** @typedef {import('../pkg/ratelab.js').Stepper} Stepper */
/** @typedef {typeof import('../pkg/ratelab.js').Stepper} Build */
/** @typedef {'step' | 'tick' | 'edit'} Why a step of the user's, a step of autoplay, or another run */

/** Runs of like steps that are looked at before there is taken to be a long one somewhere. */
const LOOKS = 1000;
/** Steps that are taken from the engine at a time. */
const PAGE = 2000;

export class Run {
  /** @type {Stepper} */
  #stepper;
  /** @type {boolean | undefined} */
  #grouped;
  /** @type {(why: Why) => void} */
  #changed = () => {};

  /**
   * Throws what Rust says of a wrong scenario.
   * @param {Build} build
   * @param {Scenario} scenario
   */
  constructor(build, scenario) {
    this.build = build;
    this.author = scenario;
    this.scenario = scenario;
    this.#stepper = new build(scenario);
  }

  get stepper() {
    return this.#stepper;
  }

  get length() {
    return this.#stepper.length;
  }

  get position() {
    return this.#stepper.position;
  }

  view() {
    return this.#stepper.view();
  }

  /** The position at the end of the run of like steps ahead, or before the one that is shown. @param {boolean} back */
  runEnd(back) {
    return this.#stepper.runEnd(back);
  }

  /** The nearest position where the limiters differ. @param {boolean} back */
  difference(back) {
    return this.#stepper.difference(back);
  }

  /** The position of the request that is nearest to a time; of equally near ones the first. @param {number} at_ms */
  nearest(at_ms) {
    let [best, far] = [0, Infinity];
    for (let from = 0; from < this.length; from += PAGE) {
      this.#stepper.steps(from, from + PAGE).forEach((step, at) => {
        const away = Math.abs(step.at_ms - at_ms);
        if (away < far) [best, far] = [from + at + 1, away];
      });
    }
    return best;
  }

  /** Whether there are like steps next to each other. */
  get grouped() {
    return (this.#grouped ??= this.#findsLike());
  }

  #findsLike() {
    const { position, length } = this;
    let [at, grouped] = [0, false];
    for (let looks = 0; looks < LOOKS && at < length && !grouped; looks += 1) {
      this.#stepper.seek(at);
      const end = this.#stepper.runEnd(false) ?? length;
      grouped = end > at + 1;
      at = end;
    }
    this.#stepper.seek(position);
    return grouped || at < length;
  }

  /** @param {(why: Why) => void} changed called after Rust has returned */
  onchange(changed) {
    this.#changed = changed;
  }

  /**
   * Goes to a position, the nearest there is.
   * @param {number} position
   * @param {Why} [why]
   */
  go(position, why = 'step') {
    const to = Math.min(this.length, Math.max(0, Math.trunc(position) || 0));
    if (to === this.position) return;
    this.#stepper.seek(to);
    this.#changed(why);
  }

  /**
   * Runs another scenario and keeps the position where it can. A wrong one throws, and the run stays as it was.
   * @param {Scenario} scenario
   * @param {number} [position]
   */
  edit(scenario, position = this.position) {
    const next = new this.build(scenario);
    next.seek(Math.min(position, next.length));
    this.#stepper.free();
    this.#stepper = next;
    this.#grouped = undefined;
    this.scenario = scenario;
    this.#changed('edit');
  }

  free() {
    this.#changed = () => {};
    this.#stepper.free();
  }
}
