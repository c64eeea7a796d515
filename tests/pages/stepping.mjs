// What the tests of the stepper have in common: ways to open one, to use it and to read it.

export const TWO = [
  { algorithm: 'token-bucket', permits: 2, period_ms: 1000, burst: 5 },
  { algorithm: 'gcra', permits: 2, period_ms: 1000, burst: 5 },
];
export const scenario = (traffic, limiters = TWO) => JSON.stringify({ version: 1, limiters, traffic });
export const SIX = scenario({ pattern: 'explicit', arrivals: [{ at_ms: 0, count: 6 }] });

/** Opens the course and goes to one of its steppers, the first lesson's if none is named. */
export async function course(page, url, lesson = 'token-bucket') {
  await page.goto(url);
  const stepper = page.locator(`rate-stepper[lesson=${lesson}]`);
  await stepper.scrollIntoViewIfNeeded();
  await stepper.locator('.stepper').waitFor();
  return stepper;
}

/** A page with these steppers alone, each given by its attributes; the site's own styles and policy stay. */
export async function bare(page, url, ...all) {
  await page.goto(url);
  await page.evaluate((attributes) => {
    document.body.replaceChildren(
      ...attributes.map((each) => {
        const node = document.createElement('rate-stepper');
        for (const [name, value] of Object.entries(each)) node.setAttribute(name, value);
        node.textContent = 'fallback text';
        return node;
      }),
    );
  }, all);
  return page.locator('rate-stepper').first();
}

export const count = (stepper) => stepper.locator('.transport .count');
export const badge = (stepper, row) => stepper.locator('.card').nth(row).locator('header .badge');
export const totals = (stepper, row) =>
  stepper.locator('.card').nth(row).locator('.totals li:visible').allInnerTexts().then((all) => all.map((text) => text.trim()));
/** Chooses an example, whose words may have to be loaded first. */
export async function choose(stepper, name) {
  const button = stepper.getByRole('button', { name, exact: true });
  await button.click();
  if (await button.evaluate((node) => node.classList.contains('choice'))) {
    await stepper.locator('.choice[aria-pressed=true]', { hasText: name }).waitFor();
  }
}
export const next = (stepper) => stepper.getByRole('button', { name: 'Next step' });
export const numberField = (stepper, name) => stepper.getByRole('spinbutton', { name, exact: true }).first();

/** Types over what stands in a field; Playwright's own fill() appends in Firefox's number fields. */
export async function enter(page, field, text) {
  await field.focus();
  await page.keyboard.press('ControlOrMeta+a');
  if (text) await page.keyboard.type(text);
  else await page.keyboard.press('Delete');
}

export async function reads(locator, text) {
  await locator.filter({ hasText: text }).first().waitFor({ timeout: 5000 });
}
