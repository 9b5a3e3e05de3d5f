import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino } from 'pino';

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

/** Callers, endpoints and vendors influence texts in the log: a long one would push what happened before out of it. */
const maxTextLength = 200;
const maxStackLength = 4_000;

function shortened(text: string, length = maxTextLength): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

const shortenedText = (value: unknown): unknown => (typeof value === 'string' ? shortened(value) : value);

/** Returns the fields of an entry, each text at most 200 characters long. */
function shortenedFields(entry: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, shortenedText(value)]));
}

/** Returns an error as pino writes it, with a shortened message and stack. */
function shortenedError(error: Error): unknown {
  const written: unknown = pino.stdSerializers.err(error);
  if (typeof written !== 'object' || written === null) return shortenedText(written);
  const fields = Object.entries(written).map(([name, value]) => [
    name,
    name === 'stack' ? shortened(String(value), maxStackLength) : shortenedText(value),
  ]);
  return Object.fromEntries(fields);
}

/** One JSON line per entry on stdout; `service` names the kind of process. */
export function createLogger(
  options: { service: string; level: string },
  destination?: DestinationStream,
): Logger {
  const settings: LoggerOptions = {
    level: options.level,
    base: { service: options.service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redact, censor: '[redacted]' },
    formatters: { log: shortenedFields },
    serializers: { err: shortenedError },
    hooks: {
      logMethod(args, method) {
        method.apply(this, args.map(shortenedText) as typeof args);
      },
    },
  };
  return destination ? pino(settings, destination) : pino(settings);
}

export function silentLogger(): Logger {
  return pino({ level: 'silent' });
}
