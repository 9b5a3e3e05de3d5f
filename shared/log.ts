import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

/**
 * Paths that may contain a secret. Redaction is the second protection: the first is that no code logs a
 * request's headers or body.
 */
const redact = [
  'authorization',
  '*.authorization',
  'headers.authorization',
  'req.headers.authorization',
  'writeKey',
  '*.writeKey',
  'key',
  'password',
];

/** One JSON line per entry on stdout; `service` names the kind of process. */
export function createLogger(options: { service: string; level: string }): Logger {
  return pino({
    level: options.level,
    base: { service: options.service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redact, censor: '[redacted]' },
  });
}

export function silentLogger(): Logger {
  return pino({ level: 'silent' });
}
