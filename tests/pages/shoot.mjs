// Screenshots for people to look at.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SHOTS } from './places.mjs';

/**
 * Writes a screenshot to target/shots/ for people to look at.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} name without ending; may hold slashes
 * @param {import('playwright-core').PageScreenshotOptions} [options]
 * @returns {Promise<string>} the file
 */
export async function shoot(page, name, options = {}) {
  const path = join(SHOTS, `${name}.png`);
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage: true, ...options });
  return path;
}
