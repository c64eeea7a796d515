// Where the page tests find and put things.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The site's sources, as the server under test serves them. */
export const WWW = join(ROOT, 'www');
/** The site as it would be published: its wasm in a folder named after its content. */
export const DIST = process.env.RATELAB_DIST ?? join(ROOT, 'dist/site');
/** Screenshots. */
export const SHOTS = process.env.RATELAB_SHOTS ?? join(ROOT, 'target/shots');
