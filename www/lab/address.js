// The page's address: which scenario and which step it holds, and how they are put into it. No DOM.
import { askedBy, positionIn } from '../elements/address.js';
import { scenarioFrom } from '../elements/fault.js';
import { lessonOf } from '../elements/prose.js';
import { canPack, packed, unpacked } from './pack.js';

/** @typedef {import('./bench.js').Scenario} Scenario */

/** Longer addresses are cut by some of the programs that links go through. */
export const LONGEST = 8000;

/**
 * The part after `#` for a scenario, without the step.
 * @param {string} json
 */
export async function fragmentOf(json) {
  return canPack() ? `z=${await packed(json)}` : `scenario=${encodeURIComponent(json)}`;
}

/** @param {string} letters */
async function unpackedLink(letters) {
  try {
    return await unpacked(letters);
  } catch (cause) {
    throw Object.assign(new Error('a damaged link', { cause }), { link: canPack() ? 'damaged' : 'old' });
  }
}

/**
 * What an address asks for. Throws where it asks for what cannot be read.
 * @param {string} address
 * @returns {Promise<{ scenario?: Scenario, step?: number }>}
 */
export async function asked(address) {
  const { scenario: json, lesson, step: at } = askedBy(address);
  const letters = new URLSearchParams(new URL(address).hash.slice(1)).get('z');
  // The run's length is not known here; past the end means the end.
  const step = at === undefined ? undefined : positionIn(at, Number.MAX_SAFE_INTEGER).position;
  if (letters !== null) return { scenario: scenarioFrom(await unpackedLink(letters)), step };
  if (json !== undefined) return { scenario: scenarioFrom(json), step };
  if (lesson !== undefined) return { scenario: (await lessonOf(lesson)).scenario, step };
  return { step };
}
