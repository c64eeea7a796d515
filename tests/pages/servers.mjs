// Small servers for the tests: another origin, a subfolder, other headers, a host page made up on the spot.
import { createServer } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * Starts a server on a free port of the loopback address.
 *
 * @param {object} options
 * @param {string} [options.folder] the folder to serve
 * @param {string} [options.prefix] the path under which the folder appears, such as '/a/b/'; '/' if absent
 * @param {Record<string, string>} [options.files] pages by path ('/host.html'), served before those of the folder
 * @param {Record<string, string> | ((path: string) => Record<string, string>)} [options.headers] sent with every answer;
 *   none of them if absent, so no CORS and no content policy
 * @returns {Promise<{url: string, requests: string[], close: () => Promise<void>}>} its address with a slash at the end,
 *   and the paths asked for so far
 */
export async function serveFolder({ folder, prefix = '/', files = {}, headers = {} }) {
  /** @type {string[]} */
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    requests.push(path);
    const extra = typeof headers === 'function' ? headers(path) : headers;
    const send = (status, type, body) => {
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store', ...extra });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    if (Object.hasOwn(files, path)) {
      send(200, TYPES[extname(path)] ?? TYPES['.html'], files[path]);
      return;
    }
    try {
      if (folder == null || !path.startsWith(prefix)) throw new Error('not here');
      let file = normalize(join(folder, path.slice(prefix.length)));
      if (file !== normalize(folder) && !file.startsWith(normalize(folder + sep))) throw new Error('outside');
      if ((await stat(file)).isDirectory()) file = join(file, 'index.html');
      send(200, TYPES[extname(file)] ?? 'application/octet-stream', await readFile(file));
    } catch {
      send(404, 'text/plain; charset=utf-8', 'There is no such page here.');
    }
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
}
