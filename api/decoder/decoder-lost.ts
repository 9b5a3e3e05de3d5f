/** Why this platform ends a decoder's process. */
const killReasons = {
  deadline: 'its task reached the deadline',
  'caller-left': 'the caller of its task left',
  'start-limit': 'it was not ready within the start limit',
  channel: 'its task could not be sent',
  close: 'the decoder was closed',
  idle: 'it had no task for a while',
} as const;

export type KillReason = keyof typeof killReasons;

/**
 * The cause of a process's end. `crash`: its native code failed, the image's fault; `outside`: a signal that this
 * platform did not send, such as the kernel's when memory is short; `itself`: it exited, or did not start.
 */
export type EndedBy = KillReason | 'crash' | 'outside' | 'itself';

/** The process ended, or was ended, before it responded. */
export class DecoderLost extends Error {
  override name = 'DecoderLost';
  readonly endedBy: EndedBy;

  constructor(how: string, endedBy: EndedBy) {
    super(`The process that decodes images ${how}.`);
    this.endedBy = endedBy;
  }
}

/** Signals that end a process whose native code failed. */
const crashes: readonly NodeJS.Signals[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE'];

/** @param reason of the first kill, if there was one; a crash before the kill arrived remains a crash. */
export function lostByExit(
  reason: KillReason | undefined,
  code: number | null,
  signal: NodeJS.Signals | null,
): DecoderLost {
  if (signal === null) return new DecoderLost(`exited with code ${code}`, 'itself');
  if (crashes.includes(signal)) return new DecoderLost(`crashed with ${signal}`, 'crash');
  if (reason) return new DecoderLost(`was ended with ${signal}, as ${killReasons[reason]}`, reason);
  const outside = 'from outside, by the kernel when memory is short or by another process';
  return new DecoderLost(`was ended with ${signal} ${outside}`, 'outside');
}
