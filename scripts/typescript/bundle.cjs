// Runs the bundle of an entry point: one script with all of its modules, and what V8 compiled of it, instead of
// thousands of files. CommonJS, because Node's ES modules cannot take V8's compiled code before Node 22.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { Script } = require('node:vm');

/** Bundles have nothing but ASCII, which is read fastest this way. */
const encoding = 'latin1';

const loaded = new Map();

/** Returns what a bundle exports, and its script. */
function load(file, entry) {
  const known = loaded.get(file);
  if (known) return known;
  const compiled = `${file}.v8`;
  const cachedData = existsSync(compiled) ? readFileSync(compiled) : undefined;
  const script = new Script(readFileSync(file, encoding), { filename: file, cachedData });
  const module = { exports: {} };
  script.runInThisContext()(module, module.exports, createRequire(entry));
  loaded.set(file, { script, bundle: module.exports });
  return loaded.get(file);
}

/** Runs an entry point from its bundle, and returns what it exports. */
exports.runBundle = (file, entry) => load(file, entry).bundle.run[entry]();

/** Loads the modules of entry points without running these, and keeps what V8 compiled of them. */
exports.compileBundle = (file, entry) => {
  const { script, bundle } = load(file, entry);
  bundle.load();
  writeFileSync(`${file}.v8`, script.createCachedData());
};

if (require.main === module) {
  exports.compileBundle(process.argv[2], process.argv[3]);
  process.exit();
}
