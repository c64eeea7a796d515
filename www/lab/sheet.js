// The lab's own styles for what stands in its shadow roots, next to the stepper's.

/** @returns {Promise<CSSStyleSheet>} */
export async function ownSheet() {
  const answer = await fetch(new URL('bench.css', import.meta.url));
  if (!answer.ok) throw new Error(`bench.css: ${answer.status}`);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await answer.text());
  return sheet;
}
