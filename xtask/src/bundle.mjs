// node xtask/src/bundle.mjs <from> <to>: the site's files made small and few. Scripts become ES modules that share what they
// have in common in chunks named after their content; style sheets and JSON lose their blanks; all else is copied.
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join, posix, relative, resolve, sep } from 'node:path';

const packages = createRequire(new URL('../../tests/pages/package.json', import.meta.url));
const { transform } = packages('esbuild');
const { rolldown } = await import(packages.resolve('rolldown'));

/** Defines the elements: other people's pages name it. */
const DEFINE = 'elements/define.js';
/** The whole package, which lies next to its wasm for whoever wants to call it. */
const PACKAGE = /^pkg-[0-9a-f]+\/full\/ratelab\.(js|d\.ts)$/;
/** What the site is written for: modules, top-level await, private names. */
const TARGET = 'es2022';
/** Stands for the way from a bundled file to the site's root, until it is known where the file lies. */
const ROOT = 'site-root:/';

const [from, to] = process.argv.slice(2).map((folder) => resolve(folder));
const names = (await readdir(from, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && entry.name !== 'package.json')
  .map((entry) => relative(from, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .sort();
const text = (name) => readFile(join(from, name), 'utf8');

const scripts = new Set([DEFINE, ...names.filter((name) => PACKAGE.test(name) && name.endsWith('.js'))]);
for (const page of names.filter((name) => name.endsWith('.html'))) {
  for (const [, source] of (await text(page)).matchAll(/<script[^>]*\ssrc="([^":]+)"/g)) {
    scripts.add(posix.join(posix.dirname(page), source));
  }
}
await Promise.all(names.map(other));
await bundle([...scripts]);

/** Writes one file that is no script; of the types, those of the whole package. */
async function other(name) {
  const target = join(to, name);
  if (/\.m?js$/.test(name) || (name.endsWith('.ts') && !PACKAGE.test(name))) return;
  await mkdir(dirname(target), { recursive: true });
  switch (extname(name)) {
    case '.css': {
      const { code } = await transform(await text(name), { loader: 'css', minify: true, sourcefile: name, target: TARGET });
      return writeFile(target, code);
    }
    case '.json':
      return writeFile(target, JSON.stringify(JSON.parse(await text(name))));
    default:
      return copyFile(join(from, name), target);
  }
}

/** Writes the scripts, each under its own name, and in elements/ what they share and what they load later. */
async function bundle(entries) {
  const bundler = await rolldown({
    cwd: from,
    input: Object.fromEntries(entries.map((name) => [name.replace(/\.m?js$/, ''), join(from, name)])),
    platform: 'browser',
    transform: { target: TARGET },
    plugins: [{ name: 'own-address', transform: keepAddresses }],
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  const { output } = await bundler.generate({
    format: 'esm',
    minify: true,
    comments: false,
    hashCharacters: 'hex',
    entryFileNames: '[name].js',
    chunkFileNames: 'elements/[name]-[hash:12].js',
    // All that a stepper needs at once is one chunk, however many others share parts of it.
    codeSplitting: {
      groups: [{ debugName: 'stepper', name: (id, graph) => (atOnce(graph.getModuleInfo(id)) ? 'stepper' : null) }],
    },
  });
  for (const { fileName, code } of output) {
    const up = posix.relative(posix.dirname(fileName), '.');
    const target = join(to, fileName);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, code.replaceAll(ROOT, up === '' ? './' : `${up}/`));
  }
}

/** Whether the script that defines the elements names this module; what the module needs comes with it. */
function atOnce(module) {
  return module?.importers.includes(join(from, DEFINE)) ?? false;
}

/** A module that moves into a chunk must go on finding what it names relative to itself. */
function keepAddresses(source, id) {
  const name = relative(from, id).split(sep).join('/');
  return source.replaceAll('import.meta.url', `new URL('${ROOT}${name}', import.meta.url).href`);
}
