import { SetupError } from '../backends/backend.ts';
import { type Closing, closingInReverse } from './closing.ts';
import { type StopRequests, stopRequests } from './stop-request.ts';

export interface Session {
  closing: Closing;
  stops: StopRequests;
  say: (line: string) => void;
}

/** The result of a command; undefined means success. */
export interface Outcome {
  exitCode: number;
  /** Printed after everything is closed, so that it is the last line. */
  lastLine: string;
}

type Work = (session: Session) => Promise<Outcome | undefined>;

function errorLine(error: unknown): string {
  if (error instanceof SetupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Runs a command until it is done, fails, or is asked to stop; closes everything that it
 * opened and ends this process. A second Ctrl-C ends API and workers at once; the backends then end by
 * themselves, in order, because their standard input ends with us.
 */
export async function runSession(work: Work): Promise<never> {
  const say = (line: string) => {
    process.stdout.write(`${line}\n`);
  };
  const closing = closingInReverse();
  const stops = stopRequests(() => {
    closing.kill();
    process.exit(130);
  });
  work({ closing, stops, say }).then(
    (outcome) => stops.request(outcome ?? { exitCode: 0 }),
    (error: unknown) => stops.request({ exitCode: 1, line: errorLine(error) }),
  );
  const { exitCode, line, lastLine } = await stops.first;
  if (line) (exitCode === 0 ? process.stdout : process.stderr).write(`${line}\n`);
  await closing.close();
  if (lastLine) say(lastLine);
  process.exit(exitCode);
}
