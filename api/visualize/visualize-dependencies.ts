import { createCatalog } from '../../shared/catalog/catalog.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { ApiBackends } from '../backends.ts';
import { createSpillMemory } from '../http/body-scanner/spill-memory.ts';
import { createConcurrencyLimiter } from '../http/concurrency-limit.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { createBackPressure } from '../renders/back-pressure.ts';
import { createConversions } from './conversions.ts';
import type { VisualizeDependencies } from './visualize.ts';

/** Images up to 256 KiB are never written to the spool folder. */
const spillMemory = { maxEach: 256 * 1024, maxTotal: 64 * 1024 * 1024 };

/** What `POST /visualize`, the try-on and MCP place renders with. */
export function visualizeDependencies(config: Config, backends: ApiBackends): VisualizeDependencies {
  const {
    database,
    renderQueues: queues,
    producer: connection,
    blobs,
    outbound,
    decoder,
    spoolDir,
    waiter,
    withdrawals,
    plainCallers,
    peers,
  } = backends;
  const prefix = config.QUEUE_PREFIX;
  return {
    waiter,
    withdrawals,
    plainCallers,
    peers,
    config,
    catalog: createCatalog({ products: database.products, stores: backends.directory }),
    backPressure: createBackPressure({ queues, connection, prefix, maxWaiting: config.QUEUE_MAX_WAITING }),
    request: { spoolDir, memory: createSpillMemory(spillMemory), config },
    intake: { blobs, outbound, decoder, spoolDir, fetchTimeoutMs: config.IMAGE_FETCH_SECONDS * 1000 },
    admission: {
      database,
      config,
      rateLimiter: createRateLimiter({ connection, prefix }),
      concurrency: createConcurrencyLimiter({ connection, prefix, log: backends.log }),
      peers,
    },
    accept: {
      database,
      blobs,
      conversions: createConversions({ database, blobs }),
      queues,
      waiter,
      withdrawals,
      retention: config,
      baseUrl: config.BASE_URL,
      developersUrl: config.DEVELOPERS_URL,
    },
  };
}
