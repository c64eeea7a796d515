// What the parts of one stepper share. Types only.

/**
 * @typedef {object} Stage
 * @property {import('./run.js').Run} run
 * @property {import('./words.js').Words} words
 * @property {import('./playback.js').Playback} play
 * @property {AbortSignal} signal ends every listener, observer and timer of the stepper
 * @property {import('../pkg/ratelab.js').CatalogueEntry[]} catalogue
 * @property {boolean} linked whether a parameter that all rows share is edited once
 * @property {{ key: string, scenario: Scenario }[]} presets
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

export {};
