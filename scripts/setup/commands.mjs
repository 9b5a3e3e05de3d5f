const demoHelp = `Usage: npm run demo -- [--out FILE]

Starts everything on free ports with a throw-away folder, renders the example once, writes the PNG
and stops.

  --out FILE   where the image goes (default: demo.png)`;

const startHelp = `Usage: npm start -- [--workers N]

Finds or starts Redis and MongoDB, starts the API and the workers, makes a demo account, renders the
example once and stays up until Ctrl-C.

  --workers N   worker processes (default: 1)

Settings come from the environment (docs/configuration.md), among them PORT, DATA_DIR, REDIS_URL
and MONGODB_URI.`;

const testHelp = `Usage: npm test -- [--grep TEXT] [--jobs N] [FILE…]

Checks types, lints, and runs every suite; with files or --grep only those tests.

  --grep TEXT   only tests whose title matches
  --jobs N      processes with tests at once (default: 3)
  FILE…         test files, folders or patterns, such as test/unit or 'test/**/intake*.test.ts'

REDIS_URL and MONGODB_URI name servers to use instead of own ones.`;

/** The commands. Those without `help` print their own, which needs the packages. */
export const commands = {
  start: { does: 'starts the platform and stays up until Ctrl-C', help: startHelp },
  demo: { does: 'renders one image with a throw-away platform', help: demoHelp },
  test: { does: 'type-checks, lints and runs every suite', help: testHelp },
  admin: { does: 'the operator’s command line: accounts, keys, credits, stores' },
  bench: { does: 'measures the platform beside a bare server' },
  chaos: { does: 'kills processes at random and checks that no credit is lost' },
  attack: { does: 'attacks a platform of its own and checks that others notice nothing' },
};

export function commandList() {
  const rows = Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(7)} ${does}`);
  return ['Usage: node scripts/setup.mjs COMMAND [ARGUMENT…]', '', ...rows].join('\n');
}
