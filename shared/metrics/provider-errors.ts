import type { Redis } from 'ioredis';
import type { ProviderTry } from './provider-costs.ts';

/** Failures of a try that the provider or the input caused; never the provider's own message. */
export const errorKinds = ['rejected', 'safety', 'failed', 'hung', 'unavailable'] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** The most recent failed try of a provider in any worker. */
export interface LastError {
  kind: ErrorKind;
  /** Milliseconds since 1970. */
  at: number;
}

/** Returns the kind of failure of a try; undefined when it returned an image, was skipped, or was aborted by us. */
export function toErrorKind({ failure, safety, hung, skipped, aborted }: ProviderTry): ErrorKind | undefined {
  if (skipped || aborted) return undefined;
  if (hung) return 'hung';
  return safety ? 'safety' : errorKinds.find((kind) => kind === failure);
}

/** One hash: provider → `kind time`; the worker's tally of a try (provider-tally.ts) writes it. */
export const lastErrorsKey = (prefix: string): string => `${prefix}:providers:last-error`;

/** Reads the last error of each provider that had one within three days. @throws the error of Redis. */
export async function readLastErrors(connection: Redis, prefix: string): Promise<Map<string, LastError>> {
  const entries = Object.entries(await connection.hgetall(lastErrorsKey(prefix)));
  return new Map(
    entries.flatMap(([provider, value]) => {
      const [word, at] = value.split(' ');
      const kind = errorKinds.find((each) => each === word);
      return kind ? [[provider, { kind, at: Number(at) }] as const] : [];
    }),
  );
}
