import { Gauge, type Registry } from 'prom-client';
import { ApiError } from '../../shared/errors.ts';
import { requestLimited } from '../../shared/metrics/measurements.ts';

export interface StreamLimits {
  /** Open streams of one API key. */
  perKey: number;
  /** Open streams from one address. */
  perAddress: number;
}

export interface StreamPlaces {
  /**
   * Takes a place for one stream; the returned function gives it back and is idempotent.
   * @throws ApiError RATE_LIMITED
   */
  take(stream: { keyId: string; address: string }): () => void;
  /** The places in use. */
  inUse(): number;
}

/** Reports the open streams of this process. */
export function registerStreamMetrics(registry: Registry, places: StreamPlaces): void {
  new Gauge({
    name: 'render_platform_streams_open',
    help: 'Open streams of server-sent events.',
    registers: [registry],
    collect() {
      this.set(places.inUse());
    },
  });
}

const retrySeconds = 5;

interface FullPlaces {
  max: number;
  whose: string;
}

const streamRefusal = ({ max, whose }: FullPlaces) =>
  `More than ${max} streams at once ${whose}; close one, or poll.`;

/** Streams stay open for minutes and read the database once a second: this process has a bounded number of them. */
export function createStreamPlaces(limits: StreamLimits, refusal = streamRefusal): StreamPlaces {
  const open = new Map<string, number>();

  const add = (name: string, change: number) => {
    const count = (open.get(name) ?? 0) + change;
    if (count === 0) open.delete(name);
    else open.set(name, count);
  };

  return {
    take({ keyId, address }) {
      const places = [
        { name: `key ${keyId}`, max: limits.perKey, whose: 'with this key' },
        { name: `address ${address}`, max: limits.perAddress, whose: 'from this address' },
      ];
      const full = places.find(({ name, max }) => (open.get(name) ?? 0) >= max);
      if (full) throw tooMany(refusal(full));
      for (const { name } of places) add(name, 1);
      let taken = true;
      return () => {
        if (taken) for (const { name } of places) add(name, -1);
        taken = false;
      };
    },
    inUse: () => [...open].reduce((sum, [name, count]) => (name.startsWith('key ') ? sum + count : sum), 0),
  };
}

function tooMany(message: string): ApiError {
  requestLimited.publish({ limit: 'streams' });
  return new ApiError('RATE_LIMITED', message, { retryAfter: retrySeconds });
}
