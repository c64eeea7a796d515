// node tests/pages/shots.mjs <path> [<path> ...]: screenshots of pages in three widths, light and dark, in target/shots/.
// Serves www/ itself (build first), or takes RATELAB_URL. RATELAB_BROWSERS=firefox shows the other browser.
import { shoot, WWW } from './harness.mjs';
import { launch } from './browsers.mjs';
import { serveFolder } from './servers.mjs';

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error('Usage: node tests/pages/shots.mjs <path> [<path> ...]   for example: index.html lab.html?step=3');
  process.exit(2);
}
const name = process.env.RATELAB_BROWSERS ?? 'chromium';
const server = process.env.RATELAB_URL ? null : await serveFolder({ folder: WWW });
const browser = await launch(name);
let problems = 0;
try {
  for (const path of paths) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      for (const width of [360, 768, 1280]) {
        const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme, deviceScaleFactor: 2 });
        const report = (/** @type {unknown} */ what) => {
          problems += 1;
          console.error(`${path}: ${what}`);
        };
        page.on('pageerror', report);
        page.on('console', (message) => message.type() === 'error' && report(message.text()));
        await page.goto(new URL(path.replace(/^\//, ''), process.env.RATELAB_URL ?? server?.url).href, { waitUntil: 'networkidle' });
        const stem = path.replace(/^\//, '').replace(/[^a-z0-9.-]+/gi, '_') || 'index';
        console.log(await shoot(page, `${stem}-${width}-${colorScheme}${name === 'chromium' ? '' : `-${name}`}`));
        await page.close();
      }
    }
  }
} finally {
  await browser.close();
  await server?.close();
}
process.exitCode = problems ? 1 : 0;
