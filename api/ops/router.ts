import type { Queue } from 'bullmq';
import { Router } from 'express';
import helmet from 'helmet';
import type { Config } from '../../shared/config/variables.ts';
import { ApiError } from '../../shared/errors.ts';
import type { ProviderDay } from '../../shared/metrics/provider-tally.ts';
import { createBoard } from './board.ts';
import type { FleetOverview } from './fleet.ts';
import { opsLogin } from './login.ts';
import { readOverview } from './overview.ts';
import { renderOverview } from './page.ts';
import type { FleetHealth } from './provider-health.ts';
import type { Readiness } from './readiness.ts';
import { writeGuard } from './write-guard.ts';

export interface OpsRouterOptions {
  queues: readonly Queue[];
  config: Pick<Config, 'OPS_USER' | 'OPS_PASSWORD' | 'OPS_WRITABLE'>;
  readiness: () => Promise<Readiness>;
  /** The workers that reported recently. */
  fleet: () => Promise<FleetOverview>;
  /** Today's tries of each render provider. */
  providers: () => Promise<ProviderDay[]>;
  /** The current state of each render provider. */
  health: () => Promise<FleetHealth>;
}

const boardPath = '/ops/queues';

/**
 * The operators' pages: `/ops` and Bull Board at `/ops/queues`, behind one login. Without `OPS_PASSWORD`,
 * /ops responds with 404.
 */
export function createOpsRouter({ queues, config, ...sources }: OpsRouterOptions): Router {
  const router = Router();
  if (config.OPS_PASSWORD === '') {
    router.use('/ops', () => {
      throw new ApiError('NOT_FOUND', 'The operations pages are switched off; set OPS_PASSWORD to use them.');
    });
    return router;
  }
  router.use('/ops', pageSecurity(), opsLogin({ user: config.OPS_USER, password: config.OPS_PASSWORD }));
  router.get('/ops', async (_req, res) => {
    const overview = await readOverview({ queues, ...sources });
    res.set('Cache-Control', 'no-store').type('html').send(renderOverview(overview));
  });
  const board = createBoard({ queues, basePath: boardPath, writable: config.OPS_WRITABLE });
  router.use(boardPath, writeGuard(config.OPS_WRITABLE), board);
  return router;
}

/**
 * Bull Board sets style attributes, so inline styles are allowed; scripts only from this origin. Its web
 * fonts of a third party are not loaded. No upgrade to https: in a private network /ops is served over http.
 */
function pageSecurity() {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  });
}
