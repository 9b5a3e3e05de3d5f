// The first thing `npm start`, `npm test` and the other commands run, on a clone without packages and
// perhaps on an old Node: so this file imports nothing and uses no syntax that an old Node rejects.
const version = process.versions.node.split('.').map(Number);

if (version[0] > 20 || (version[0] === 20 && version[1] >= 19)) {
  import('./setup/run.mjs').then(({ run }) => run(process.argv.slice(2)));
} else {
  console.error(
    `Node 20.19 or newer is needed; this is ${process.versions.node}. Get one from https://nodejs.org.`,
  );
  process.exitCode = 1;
}
