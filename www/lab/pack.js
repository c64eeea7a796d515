// Text made short for an address: deflate, then base64 with the letters that need no escape. No DOM.

/** The longest text that is unpacked: a small address may claim to hold a very large one. */
const MOST_BYTES = 16_000_000;

/** Whether this browser can pack. */
export const canPack = () => 'CompressionStream' in globalThis && 'DecompressionStream' in globalThis;

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} through
 */
async function passed(bytes, through) {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError('too long');
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {string} text */
export async function packed(text) {
  const bytes = await passed(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Throws where the letters were not packed by the above.
 * @param {string} letters
 */
export async function unpacked(letters) {
  const binary = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(await passed(bytes, new DecompressionStream('deflate-raw')));
}
