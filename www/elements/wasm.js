// The one way to the WebAssembly package: one instance, however many elements ask.
import init, * as ratelab from '../pkg/ratelab.js';

/** @type {Promise<typeof ratelab> | undefined} */
let shared;

/** The package, started once. A failed start is forgotten, so that a later try is a fresh one. */
export function engine() {
  shared ??= init().then(
    () => ratelab,
    (error) => {
      shared = undefined;
      throw error;
    },
  );
  return shared;
}
