import { randomBytes } from 'node:crypto';
import { openWebFiles } from '../../api/assets/web-files.ts';
import { createStreamPlaces } from '../../api/http/stream-places.ts';
import { describeFleet } from '../../api/ops/fleet.ts';
import type { OpsRouterOptions } from '../../api/ops/router.ts';
import type { Database } from '../../shared/database/database.ts';
import { createSigner } from '../../shared/secrets/signer.ts';

/** Dependencies of the operators' pages over a database, without Redis and with nobody signed in. */
export function operatorOptions(database: Database): OpsRouterOptions {
  const unknown = () => Promise.reject(new Error('no Redis'));
  return {
    people: async () => undefined,
    audit: async () => undefined,
    signer: createSigner([randomBytes(32)], 'operations'),
    database,
    queues: [],
    trackQueue: undefined as never,
    config: {
      OPS_USER: 'operator',
      OPS_PASSWORD: 'secret',
      OPS_WRITABLE: false,
      NODE_ENV: 'test',
      PROVIDER_COSTS: '',
      RATE_LIMIT_PER_MINUTE: 60,
      RATE_LIMIT_CONCURRENT: 10,
    },
    web: openWebFiles({ development: false }),
    readiness: async () => ({
      ready: true,
      status: 'ready',
      backends: {},
      process: {},
      rendering: { possible: true, reasons: [] },
      queue: { waiting: 0, max: 1 },
    }),
    fleet: async () => describeFleet([], []),
    providers: unknown,
    health: unknown,
    outcomes: unknown,
    streams: createStreamPlaces({ perKey: 2, perAddress: 10 }),
    stopping: new AbortController().signal,
    breakers: { open: unknown, close: unknown },
    drain: unknown,
    retry: async () => null,
    withdraw: async () => null,
  };
}
