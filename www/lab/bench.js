// Edits of the row of limiters: each returns a new scenario and leaves the old as it was. No DOM; what is valid, Rust decides.

/** @typedef {import('../elements/stage.js').Stage} Stage */
/** @typedef {import('../elements/stage.js').Scenario} Scenario */
/** @typedef {import('../pkg/ratelab.js').CatalogueEntry} Entry */
/** @typedef {Scenario['limiters'][number]} Limiter */
/** @typedef {Pick<Stage, 'run' | 'words' | 'signal' | 'catalogue' | 'edit'>} Bench what the parts of the page share */

/** The most limiters that one scenario holds. */
export const MOST = 8;

/** The id of a limiter, right or wrong. @param {Limiter} limiter */
export function idOf(limiter) {
  return String(limiter.algorithm ?? limiter.flawed);
}

/** The catalogue's entry; every mistake has the parameters of the token bucket. @param {Entry[]} catalogue @param {Limiter} limiter */
export function entryOf(catalogue, limiter) {
  const id = limiter.algorithm ?? 'token-bucket';
  return catalogue.find(({ algorithm }) => algorithm === id) ?? catalogue[0];
}

/**
 * A limiter of an algorithm, with what it has in common with another one.
 * @param {Entry} entry
 * @param {Limiter} [like]
 * @returns {Limiter}
 */
export function limiterOf({ algorithm, parameters }, like) {
  const values = parameters.map(({ name, words, default: usual }) => {
    const given = like?.[name];
    const kept = given !== undefined && (typeof given === typeof usual || words?.includes(String(given)));
    return [name, kept ? given : usual];
  });
  return { algorithm, ...Object.fromEntries(values) };
}

/** @param {Scenario} scenario @param {number} at @param {Limiter} limiter */
export function withLimiter(scenario, at, limiter) {
  return { ...scenario, limiters: scenario.limiters.toSpliced(at, 0, limiter) };
}

/** @param {Scenario} scenario @param {number} at @param {Limiter} limiter */
export function withOther(scenario, at, limiter) {
  return { ...scenario, limiters: scenario.limiters.with(at, limiter) };
}

/** @param {Scenario} scenario @param {number} at */
export function without(scenario, at) {
  return { ...scenario, limiters: scenario.limiters.toSpliced(at, 1) };
}

/** @param {Scenario} scenario @param {number} from @param {number} to */
export function withMoved(scenario, from, to) {
  const limiter = scenario.limiters[from];
  return { ...scenario, limiters: scenario.limiters.toSpliced(from, 1).toSpliced(to, 0, limiter) };
}

/**
 * A limiter's numbers in one line.
 * @param {import('../elements/words.js').Words} words
 * @param {Entry[]} catalogue
 * @param {Limiter} limiter
 */
export function summary({ t, has }, catalogue, limiter) {
  const { algorithm, parameters } = entryOf(catalogue, limiter);
  const values = parameters.map(({ name, unit, default: usual }) => {
    const value = limiter[name] ?? usual;
    return [name, unit === 'millis' ? { value: Number(value), unit } : value];
  });
  // Where a word stands for a number, it has a sentence of its own.
  const word = values.map(([, value]) => `summary.${algorithm}.${value}`).find(has);
  return t(word ?? `summary.${algorithm}`, Object.fromEntries(values));
}
