import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandList, commands } from './commands.mjs';
import { ensurePackages } from './install.mjs';
import { reasonToInstall } from './packages.mjs';
import { installRedis } from './redis.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The command's file runs on import and reads `process.argv`, as if Node had been started with it. */
async function hand(command, args) {
  const file = new URL(`../${command}.ts`, import.meta.url);
  if (!existsSync(file)) {
    console.error(`scripts/${command}.ts is missing: is this a complete clone?`);
    return 1;
  }
  // The packages may not have been installed when this process began, so the compiler is registered here
  // instead of by `node --import`, which would cost a second process.
  await import('../typescript/register.mjs');
  process.argv = [process.execPath, fileURLToPath(file), ...args];
  await import(file.href);
  return undefined;
}

/** Runs a command: packages first, then scripts/COMMAND.ts in this process. */
export async function run([command, ...args]) {
  const known = Object.hasOwn(commands, command ?? '') ? commands[command] : undefined;
  if (!known) {
    const asked = command === undefined || ['--help', '-h', 'help'].includes(command);
    if (!asked) console.error(`There is no command "${command}".`);
    (asked ? console.log : console.error)(commandList());
    process.exitCode = asked ? 0 : 2;
    return;
  }
  if (known.help && args.some((argument) => argument === '--help' || argument === '-h')) {
    console.log(known.help);
    return;
  }
  process.chdir(root);
  // Those who administer a running platform use its Redis.
  const beside = reasonToInstall(root) && command !== 'admin' ? installRedis() : undefined;
  const [installed] = await Promise.all([ensurePackages(root), beside]);
  const code = installed ? await hand(command, args) : 1;
  if (code !== undefined) process.exitCode = code;
}
