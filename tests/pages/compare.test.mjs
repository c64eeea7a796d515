// The table of the algorithms: its figures, its order, its steppers and its links.
import assert from 'node:assert/strict';
import { accessibilityFaults, browserTest } from './harness.mjs';

/** By algorithm: the state of a key, packed in a store, and how many of the twenty requests pass. */
const FIGURES = [
  ['token-bucket', '16 bytes', 'packed: 16 bytes', '5 of 20 pass'],
  ['gcra', '8 bytes', 'packed: 8 bytes', '5 of 20 pass'],
  ['leaky-bucket-meter', '16 bytes', 'packed: 16 bytes', '5 of 20 pass'],
  ['leaky-bucket-queue', '48 bytes + 16 per waiting request', 'packed: 8 bytes per waiting request', '6 of 20 pass'],
  ['nginx-limit-req', '24 bytes', 'packed: 16 bytes', '5 of 20 pass'],
  ['fixed-window', '16 bytes', 'packed: 8 bytes', '20 of 20 pass'],
  ['sliding-window-log', '40 bytes + 16 per entry', 'packed: 8 bytes per entry', '10 of 20 pass'],
  ['sliding-window-counter', '24 bytes', 'packed: 12 bytes', '11 of 20 pass'],
];
/** The most that each admits, told as a formula. */
const WORST = ['b + r × W', 'b + r × W', 'b + r × W', 'b + 1 + r × W', 'b + 1 + r × W', '2 × L', 'L', '2 × L'];

async function compare(page, url) {
  await page.goto(`${url}compare.html`);
  await page.locator('html.ready').waitFor();
}

browserTest('the figures stand in the order of the catalogue', async ({ page, url }) => {
  await compare(page, url);
  const rows = page.locator('#table tbody tr:not(.run)');
  const shown = await rows.evaluateAll((all) => all.map((row) => [
    row.id,
    row.querySelector('.state strong').textContent,
    row.querySelector('.state span').textContent,
    row.querySelector('.strip > :last-child').textContent,
  ]));
  assert.deepEqual(shown, FIGURES);
  assert.deepEqual(await rows.evaluateAll((all) => all.map((row) => row.querySelector('.worst code').textContent)), WORST);
  assert.equal(await page.locator('#fixed-window .marks [data-outcome=allowed]').count(), 20);
  assert.equal(await page.locator('#leaky-bucket-queue .marks [data-outcome=delayed]').count(), 5);
  // No text is missing: a key that no file has would be shown as it is.
  assert.doesNotMatch(await page.locator('body').innerText(), /[a-z]\.[a-z]+[-.a-z]*(?=\s|$)/m);
});

browserTest('a row opens its stepper, once, and leads into the lab', async ({ page, url }) => {
  await compare(page, url);
  assert.equal(await page.locator('rate-stepper').count(), 0);
  const open = page.locator('#sliding-window-counter .open');
  await open.focus();
  await page.keyboard.press('Enter');
  const stepper = page.locator('#run-sliding-window-counter rate-stepper');
  await stepper.scrollIntoViewIfNeeded();
  await stepper.locator('.count').filter({ hasText: '11 / 20' }).first().waitFor();
  assert.match(await stepper.locator('.card').innerText(), /refused/);
  assert.equal(await open.getAttribute('aria-expanded'), 'true');
  await page.keyboard.press('Enter');
  assert.equal(await stepper.isVisible(), false);
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('rate-stepper').count(), 1);
  await page.locator('#run-sliding-window-counter a').click();
  await page.locator('html.ready').waitFor();
  await page.locator('rate-stepper .count').filter({ hasText: '11 / 20' }).first().waitFor();
  assert.match(await page.locator('#totals tbody').innerText(), /Sliding window counter/);
});

browserTest('all eight go into the lab together', async ({ page, url }) => {
  await compare(page, url);
  await page.locator('#all').click();
  await page.locator('html.ready').waitFor();
  assert.equal(await page.locator('#totals tbody tr').count(), 8);
});

for (const [name, options] of /** @type {const} */ ([
  ['on a narrow phone', { viewport: { width: 320, height: 640 } }],
  ['in the dark', { colorScheme: 'dark' }],
])) {
  browserTest(`nothing is too wide and axe finds nothing ${name}`, async ({ page, url }) => {
    await compare(page, url);
    await page.locator('#gcra .open').click();
    await page.locator('#run-gcra rate-stepper .stepper').waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(await accessibilityFaults(page), []);
  }, options);
}
