// node tests/pages/shots.mjs <path> [<path> ...]: screenshots of pages in three widths, light and dark, in target/shots/.
// Serves www/ itself (build first), or takes RATELAB_URL. RATELAB_BROWSERS=firefox shows the other browser.
import { launch } from './browsers.mjs';
import { WWW } from './places.mjs';
import { serveFolder } from './servers.mjs';
import { shoot } from './shoot.mjs';

const paths = process.argv.slice(2).map((path) => path.replace(/^\//, ''));
if (paths.length === 0) {
  console.error('Usage: node tests/pages/shots.mjs <path> [<path> ...]   for example: index.html lab.html?step=3');
  process.exit(2);
}
const name = process.env.RATELAB_BROWSERS ?? 'chromium';
const server = process.env.RATELAB_URL ? null : await serveFolder({ folder: WWW });
const site = process.env.RATELAB_URL ?? server?.url;
let problems = 0;

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  const browser = await launch(name, { colorScheme });
  try {
    for (const path of paths) {
      for (const width of [360, 768, 1280]) await take(browser, path, width, colorScheme);
    }
  } finally {
    await browser.close();
  }
}
await server?.close();
process.exitCode = problems ? 1 : 0;

/** Opens one page, tells what goes wrong in it, and writes its picture. */
async function take(browser, path, width, colorScheme) {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme, deviceScaleFactor: 2 });
  const report = (what) => {
    problems += 1;
    console.error(`${path}: ${what}`);
  };
  page.on('pageerror', report);
  page.on('console', (message) => message.type() === 'error' && report(message.text()));
  page.on('response', (response) => response.status() >= 400 && report(`${response.url()} answered ${response.status()}`));
  await page.goto(new URL(path, site).href, { waitUntil: 'networkidle' });
  const stem = path.replace(/[^a-z0-9.-]+/gi, '_') || 'index';
  console.log(await shoot(page, `${stem}-${width}-${colorScheme}${name === 'chromium' ? '' : `-${name}`}`));
  await page.close();
}
