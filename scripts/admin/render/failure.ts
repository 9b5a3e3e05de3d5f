import { RenderApiError, RenderConnectionError, RenderInterrupted } from '../../../shared/client/index.ts';
import { AdminError } from '../output.ts';
import { interruptedExitCode } from '../with-interrupts.ts';

/** Exit codes of `render`, beside 130 after Ctrl-C and 1 for everything else. */
export const exitCodes = {
  /** The request or the command is wrong. */
  invalid: 2,
  /** The key is not accepted, or the account has no credits. */
  refused: 3,
  /** It may succeed later. */
  unavailable: 4,
} as const;

const byStatus: readonly [statuses: readonly number[], exitCode: number][] = [
  [[400, 409, 422], exitCodes.invalid],
  [[401, 402, 403], exitCodes.refused],
  [[408, 429, 500, 502, 503, 504], exitCodes.unavailable],
];

/** Maps a failed render to an AdminError with its exit code. */
export function toFailure(error: unknown): unknown {
  if (error instanceof RenderInterrupted) return new AdminError(error.message, interruptedExitCode);
  if (error instanceof RenderConnectionError) {
    const cause = error.cause instanceof Error ? ` (${getReason(error.cause)})` : '';
    return new AdminError(`${error.message}${cause}`, exitCodes.unavailable);
  }
  if (!(error instanceof RenderApiError)) return error;
  const exitCode = byStatus.find(([statuses]) => statuses.includes(error.status))?.[1] ?? 1;
  const request = error.requestId ? ` Request ${error.requestId}.` : '';
  const { code, status, field, requestId } = error;
  const detail = { code, status, ...(field && { field }), ...(requestId && { requestId }) };
  return new AdminError(`${status} ${code}: ${error.message}${request}`, exitCode, detail);
}

/** `fetch` puts the reason, e.g. ECONNREFUSED, into the cause of its error. */
function getReason({ message, cause }: Error): string {
  return cause instanceof Error && cause.message ? cause.message : message;
}
