import { runCommand } from './admin/program.ts';

process.umask(0o077); // reports name visitors and products
process.exitCode = await runCommand(process.argv.slice(2));
