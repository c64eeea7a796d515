import init from '../pkg/ratelab.js';

/** Starts the module once, however many ask. */
export const ready = init();

await ready;
document.documentElement.dataset.wasm = 'ready';
