import { parseArgs } from 'node:util';
import { printAttack, printTable } from './attack/print.ts';
import { type Group, groups, runAttack } from './attack/run.ts';
import { SetupError } from './backends/backend.ts';
import { exitWith } from './processes/exit-code.ts';
import { ensureWebBuild } from './web/up-to-date.ts';

/** Inputs that need no image are cheap; images are sent at what the default limits of a key allow, whatever the rate. */
const defaultRate = 250;

const help = `Usage: npm run attack -- [--week] [--count N] [--rate N] [--seed S] [--only GROUP]… [--json]

Starts a platform of its own on loopback in a temporary folder, attacks it, and measures what another caller
notices. Ends with 1 when a goal is missed; the logs are kept then. docs/security.md says what the goals are.

  --week        three API processes behind a proxy and 8,000 images, with all else over 100,000 inputs; takes
                about 20 minutes. Prints the goals as the table of docs/security.md
  --count N     hostile images, default 10000
  --rate N      hostile inputs a second of all attackers together, default ${defaultRate}; each is sent when it is due, even
                where earlier ones still wait for their response. With 0 each attacker sends the next one after the
                response to the last, as fast as the platform lets it
  --seed S      the same seed makes the same images and bodies, default 1
  --only GROUP  one of ${groups.join(', ')}; may be given several times
  --json        print the result as JSON`;

function readArguments() {
  const { values } = parseArgs({
    options: {
      week: { type: 'boolean', default: false },
      count: { type: 'string' },
      rate: { type: 'string', default: String(defaultRate) },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const unknown = values.only.find((name) => !(groups as string[]).includes(name));
  if (unknown !== undefined)
    throw new SetupError(`--only must be one of ${groups.join(', ')}, not "${unknown}".`);
  const only = values.only.length > 0 ? (values.only as Group[]) : groups;
  return {
    ...values,
    only,
    count: whole('--count', values.count ?? (values.week ? '8000' : '10000')),
    rate: whole('--rate', values.rate),
    seed: whole('--seed', values.seed),
  };
}

function whole(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new SetupError(`${name} must be a whole number, not "${text}".`);
}

async function main(): Promise<number> {
  const { help: asked, json, ...options } = readArguments();
  if (asked) {
    console.log(help);
    return 0;
  }
  const say = json ? () => undefined : (line: string) => console.log(line);
  await ensureWebBuild(console.error);
  const result = await runAttack({ ...options, apis: options.week ? 3 : 1, givesWay: true, say });
  if (json) console.log(JSON.stringify(result));
  else printAttack(result, say);
  if (options.week && !json) printTable(result, say);
  return result.ok ? 0 : 1;
}

await exitWith(main);
