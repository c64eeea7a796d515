// The run a stepper shows: the Rust object, the scenario it came from, and the author's to go back to. No DOM.

/** @typedef {import('../pkg/ratelab.js').Scenario} Scenario */
/** @typedef {import('../pkg/ratelab.js').Stepper} Stepper */
/** @typedef {typeof import('../pkg/ratelab.js').Stepper} Build */
/** @typedef {'step' | 'tick' | 'edit'} Why a step of the user's, a step of autoplay, or another run */

export class Run {
  /** @type {Stepper} */
  #stepper;
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
    this.scenario = scenario;
    this.#changed('edit');
  }

  free() {
    this.#changed = () => {};
    this.#stepper.free();
  }
}
