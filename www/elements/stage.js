// What the parts of one stepper share. Types only.

/**
 * @typedef {object} Stage
 * @property {import('./run.js').Run} run
 * @property {import('./words.js').Words} words
 * @property {import('./playback.js').Playback} play
 * @property {AbortSignal} signal ends every listener, observer and timer of the stepper
 * @property {import('../pkg/ratelab.js').CatalogueEntry[]} catalogue
 * @property {boolean} linked whether a parameter that rows share is edited once
 * @property {{ key: string, scenario: Scenario }[]} presets
 * @property {string[]} charts the charts that the lesson asks for, besides the one over time
 * @property {((stage: Stage) => Shown) | null} panels makes those charts; null where there are none to make
 * @property {() => Promise<void>} unfold loads the words of the parts that open later
 * @property {(scenario: Scenario) => Promise<void>} learn loads what the limiters of a scenario say
 * @property {typeof import('./zoom.js').zoom | null} zoom makes the time axis zoom, where it should
 * @property {(scenario: Scenario, position?: number) => string | undefined} edit runs another scenario; a sentence where it cannot
 * @property {() => string[]} colours
 * @property {() => string} font
 */

/** @typedef {import('../pkg/ratelab.js').Scenario} Scenario */
/** @typedef {import('../pkg/ratelab.js').StepView} StepView */

/**
 * @typedef {object} Part a piece of the stepper
 * @property {HTMLElement} node
 * @property {(view: StepView, fresh: boolean) => void} update `fresh` when the scenario was replaced, not edited
 */

/** @typedef {Part & { redraw: () => void }} Shown a piece with charts in it */

export {};
