// The figures of the lessons on window counters and leaky buckets, read from the page.
import assert from 'node:assert/strict';
import { accessibilityFaults, browserTest } from './harness.mjs';
import { badge, choose, count, course, next, reads, totals } from './stepping.mjs';

const goTo = (stepper, step) => stepper.getByRole('slider', { name: 'Step' }).fill(String(step));
const passed = async (stepper, row) => Number.parseInt((await totals(stepper, row))[0], 10);

/** The outcomes of a row, a letter a step, read at each step that the key Right comes to. */
async function lettersOf(page, stepper, row) {
  await next(stepper).focus();
  await page.keyboard.press('Home');
  const steps = Number(await stepper.getByRole('slider', { name: 'Step' }).getAttribute('max'));
  let letters = '';
  for (let step = 1; step <= steps; step += 1) {
    await page.keyboard.press('ArrowRight');
    letters += (await badge(stepper, row).innerText()).trim()[0].toUpperCase();
  }
  return letters;
}

/** The waits in the table of all steps. */
async function waits(stepper, row) {
  await stepper.getByText('All steps as a table').click();
  await stepper.locator('.steps tbody tr').first().waitFor();
  return stepper.locator(`.steps tbody td:nth-child(${6 + row * 3})`).allInnerTexts();
}

browserTest('windows: the cases A, B and C, four rules each', async ({ page, url }) => {
  const stepper = await course(page, url, 'window-counters');
  for (const [name, second] of [['Case A', [100, 0, 2, 3]], ['Case B', [100, 100, 52, 100]], ['Case C', [100, 0, 52, 53]]]) {
    await choose(stepper, name);
    await goTo(stepper, 100);
    assert.deepEqual(await Promise.all([0, 1, 2, 3].map((row) => passed(stepper, row))), [100, 100, 100, 100], name);
    await goTo(stepper, 200);
    const all = await Promise.all([0, 1, 2, 3].map((row) => passed(stepper, row)));
    assert.deepEqual(all.map((each) => each - 100), second, name);
  }
  await stepper.getByRole('combobox', { name: /Estimate/ }).selectOption('exact');
  assert.equal(await passed(stepper, 2), 151);
  await choose(stepper, 'Case A');
  await goTo(stepper, 200);
  await stepper.getByRole('combobox', { name: /Estimate/ }).selectOption('exact');
  assert.equal(await passed(stepper, 2), 101);
});

browserTest('windows: five in ten seconds, by hand', async ({ page, url }) => {
  const stepper = await course(page, url, 'window-counters');
  await reads(count(stepper), '7 / 19');
  assert.match(await stepper.locator('.card').nth(2).innerText(), /floor\(5 × 0\.98\) \+ 0 = 4/);
  assert.equal(await lettersOf(page, stepper, 0), 'AAAAARAAAAARRRRRAAA');
  assert.equal(await lettersOf(page, stepper, 1), 'AAAAARRRRRRRRRAAAAA');
  assert.equal(await lettersOf(page, stepper, 2), 'AAAAARARRRRRAAAAAAA');
  // One field for what the three rows share, a choice for each word.
  assert.deepEqual(await stepper.locator('.fields label').allInnerTexts(), [
    'Limit', 'Window', 'Fixed window: Windows start', 'Sliding window counter: Estimate',
  ]);
});

browserTest('leaky bucket: the bursty stream, its longest wait and what passes', async ({ page, url }) => {
  const stepper = await course(page, url, 'leaky-bucket');
  await goTo(stepper, 134);
  assert.deepEqual(await totals(stepper, 0), ['98 allowed', '36 refused']);
  assert.deepEqual(await totals(stepper, 1), ['7 allowed', '92 delayed', '35 refused']);
  await stepper.getByText('All steps as a table').click();
  let longest = 0;
  for (let from = 0; from < 134; from += 20) {
    await goTo(stepper, from + 1);
    await stepper.locator('.steps tbody th').first().getByText(String(from + 1), { exact: true }).waitFor();
    for (const line of await stepper.locator('.steps tbody tr').all()) {
      const cells = await line.locator('td').allInnerTexts();
      if (cells[5].includes('delayed')) longest = Math.max(longest, seconds(cells[7]));
    }
  }
  assert.equal(Math.round(longest * 1000), 1999, 'shown rounded up from 1998.14 ms');
});

/** A time as the page writes it, in seconds. */
function seconds(text) {
  const [, number, unit] = /([\d.]+)\s*(ms|s)/.exec(text) ?? [];
  return Number(number) / (unit === 'ms' ? 1000 : 1);
}

browserTest('leaky bucket: nginx waits, refuses and lets through', async ({ page, url }) => {
  const stepper = await course(page, url, 'leaky-bucket');
  await choose(stepper, 'nginx');
  assert.equal(await lettersOf(page, stepper, 0), 'ADDDDDRR');
  assert.deepEqual((await waits(stepper, 0)).slice(1, 6).map(seconds), [0.1, 0.2, 0.3, 0.4, 0.5]);
  await choose(stepper, 'nginx delay=8');
  assert.equal(await lettersOf(page, stepper, 0), 'AAAAAAAAADDDDRRR');
  await goTo(stepper, 13);
  await reads(stepper.locator('.card'), /Wait\s*0\.8\ss/);
  await stepper.getByRole('combobox', { name: 'Delay after' }).selectOption('nodelay');
  await reads(badge(stepper, 0), 'allowed');
  await choose(stepper, 'nginx nodelay');
  assert.equal((await lettersOf(page, stepper, 1)).slice(0, 8), 'AAAAAARR');
  await choose(stepper, 'nginx 1r/m');
  assert.equal(await lettersOf(page, stepper, 0), 'ARRARA');
});

browserTest('leaky bucket: a small queue by hand says where a request stands and when it leaves', async ({ page, url }) => {
  const stepper = await course(page, url, 'leaky-bucket');
  await choose(stepper, 'Small queue');
  assert.equal(await lettersOf(page, stepper, 0), 'ADDDRDDA');
  await goTo(stepper, 4);
  await reads(stepper.locator('.reason'), /arrives at 0\.5\ss, queues up at place 3 of 3, and leaves at 3\ss, after 2\.5\ss/);
  await choose(stepper, 'Meter against queue');
  assert.equal((await lettersOf(page, stepper, 1)).slice(0, 5), 'ADDDR');
});

for (const [colorScheme, width] of /** @type {const} */ ([['light', 1280], ['dark', 360]])) {
  browserTest(`axe finds nothing in the lessons in ${colorScheme}, ${width} pixels wide`, async ({ page, url }) => {
    for (const [lesson, name] of [['window-counters', 'Case A'], ['leaky-bucket', 'nginx nodelay']]) {
      const stepper = await course(page, url, lesson);
      await choose(stepper, name);
      await goTo(stepper, 7);
      await stepper.evaluate((node) => node.shadowRoot.querySelectorAll('details').forEach((fold) => (fold.open = true)));
      await page.waitForTimeout(300);
      assert.deepEqual(await accessibilityFaults(page), [], lesson);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }
  }, { colorScheme, viewport: { width, height: 800 } });
}
