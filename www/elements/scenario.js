// Edits of a scenario: each returns a new one and leaves the old as it was. No DOM; what is valid, Rust decides.

/** @typedef {import('../pkg/ratelab.js').Scenario} Scenario */
/** @typedef {import('../pkg/ratelab.js').TrafficSpec} Traffic */
/** @typedef {import('../pkg/ratelab.js').ArrivalSpec} Arrival */
/** @typedef {Extract<Traffic, { pattern: 'replay' }>} Replay */
/** @typedef {import('../pkg/ratelab.js').ReplayStep} Step */
/** @typedef {import('../pkg/ratelab.js').Parameter} Parameter */
/** @typedef {import('../pkg/ratelab.js').CatalogueEntry} Entry */
/** @typedef {{ parameter: Parameter, rows: number[], value: number | string, shared: boolean }} Group one field, and the rows it sets */

/**
 * The parameter fields of a scenario. Linked, a parameter that several rows have, all with one value, is one field.
 * @param {Scenario} scenario
 * @param {Entry[]} catalogue
 * @param {boolean} linked
 * @returns {Group[]}
 */
export function groups({ limiters }, catalogue, linked) {
  const single = limiters.flatMap((limiter, row) => {
    // Every mistake stands beside the token bucket, and takes its parameters.
    const algorithm = 'flawed' in limiter ? 'token-bucket' : limiter.algorithm;
    const parameters = catalogue.find((entry) => entry.algorithm === algorithm)?.parameters ?? [];
    return parameters.map((parameter) => ({ parameter, row, value: limiter[parameter.name] ?? parameter.default }));
  });
  /** @type {Group[]} */
  const found = [];
  for (const { parameter, row, value } of single) {
    const same = single.filter((other) => other.parameter.name === parameter.name);
    const shared = linked && same.length > 1 && same.every((other) => other.value === value && other.parameter.unit === parameter.unit);
    if (!shared) found.push({ parameter, rows: [row], value, shared });
    else if (same[0].row === row) found.push({ parameter, rows: same.map((other) => other.row), value, shared });
  }
  return found;
}

/**
 * @param {Scenario} scenario
 * @param {number[]} rows
 * @param {string} name
 * @param {number | string} value
 * @returns {Scenario}
 */
export function withParameter(scenario, rows, name, value) {
  const limiters = scenario.limiters.map((limiter, row) => (rows.includes(row) ? { ...limiter, [name]: value } : limiter));
  return { ...scenario, limiters };
}

/**
 * @param {Scenario} scenario
 * @param {Traffic} traffic
 * @returns {Scenario}
 */
export function withTraffic(scenario, traffic) {
  return { ...scenario, traffic };
}

/**
 * Adds a request behind all that come no later. Only an explicit list can take one.
 * @param {Arrival[]} arrivals
 * @param {Arrival} arrival
 */
export function withArrival(arrivals, arrival) {
  const before = arrivals.findIndex(({ at_ms }) => at_ms > arrival.at_ms);
  return arrivals.toSpliced(before < 0 ? arrivals.length : before, 0, arrival);
}

/**
 * The line of an explicit list that holds the request with this index, counts spread out; -1 where there is none.
 * @param {Arrival[]} arrivals
 * @param {number} index
 */
export function lineOf(arrivals, index) {
  let left = index;
  return arrivals.findIndex(({ count = 1 }) => (left -= count) < 0);
}

/**
 * Takes one request out; a line with a count gets one less.
 * @param {Arrival[]} arrivals
 * @param {number} index
 */
export function withoutArrival(arrivals, index) {
  const at = lineOf(arrivals, index);
  if (at < 0) return arrivals;
  const { count = 1, ...rest } = arrivals[at];
  return count > 1 ? arrivals.with(at, { ...rest, count: count - 1 }) : arrivals.toSpliced(at, 1);
}

/**
 * Steps as an explicit list, equal neighbours as one line.
 * @param {Step[]} steps
 * @returns {Arrival[]}
 */
export function listOf(steps) {
  /** @type {Arrival[]} */
  const arrivals = [];
  for (const { at_ms, cost, key } of steps) {
    const last = arrivals.at(-1);
    if (last && last.at_ms === at_ms && (last.cost ?? 1) === cost && (last.key ?? '') === key) {
      last.count = (last.count ?? 1) + 1;
    } else {
      arrivals.push({ at_ms, ...(cost === 1 ? {} : { cost }), ...(key ? { key } : {}) });
    }
  }
  return arrivals;
}

/** Whether the requests say whose they are. @param {Traffic} traffic */
export function hasClients(traffic) {
  if (traffic.pattern === 'explicit') return traffic.arrivals.some(({ key }) => key);
  return traffic.pattern === 'replay' && (traffic.keys ?? []).some(Boolean);
}

/** Recorded times as lines. @param {Replay} replay @returns {Arrival[]} */
export function linesOf({ times_ms, costs, keys }) {
  return times_ms.map((at_ms, at) => ({ at_ms, cost: costs?.[at] ?? 1, key: keys?.[at] ?? '' }));
}

/** Lines as recorded times; what is the same everywhere is left out. @param {Arrival[]} lines @returns {Replay} */
export function replayOf(lines) {
  const costs = lines.map(({ cost = 1 }) => cost);
  const keys = lines.map(({ key = '' }) => key);
  return {
    pattern: 'replay',
    times_ms: lines.map(({ at_ms }) => at_ms),
    ...(costs.some((cost) => cost !== 1) && { costs }),
    ...(keys.some(Boolean) && { keys }),
  };
}

/**
 * What was typed, as a number where it is one and as the text itself where not: Rust then says what is accepted.
 * @param {string} text
 * @returns {number | string}
 */
export function typed(text) {
  const trimmed = text.trim();
  const number = Number(trimmed);
  return trimmed === '' || (Number.isNaN(number) && trimmed !== 'NaN') ? trimmed : number;
}
