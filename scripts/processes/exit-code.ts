import { SetupError } from '../backends/backend.ts';

/** Runs a command whose result is the exit code; wrong options and a failed set-up print one line and exit with 2. */
export async function exitWith(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    const known =
      error instanceof SetupError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    if (!known) throw error;
    console.error((error as Error).message);
    process.exitCode = 2;
  }
}
