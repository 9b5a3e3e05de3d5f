import type { Queue } from 'bullmq';
import { type Response, Router } from 'express';
import type { Config } from '../../shared/config/variables.ts';
import { ApiError } from '../../shared/errors.ts';
import type { ProviderDay } from '../../shared/metrics/provider-tally.ts';
import { packageVersion } from '../../shared/process/package-version.ts';
import type { RenderModel } from '../../shared/renders/render-model.ts';
import { pageSecurity } from '../http/page-security.ts';
import { createBoard } from './board.ts';
import type { FleetOverview } from './fleet.ts';
import { opsLogin } from './login.ts';
import { createOutcomes } from './outcomes.ts';
import { readOverview } from './overview.ts';
import { renderOverview } from './page.ts';
import type { FleetHealth } from './provider-health.ts';
import type { Readiness } from './readiness.ts';
import { findPage, renderDetailPage } from './render-pages.ts';
import { findRenders, recentFailures } from './render-queries.ts';
import { writeGuard } from './write-guard.ts';

export interface OpsRouterOptions {
  queues: readonly Queue[];
  renders: RenderModel;
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
 * The operators' pages: the overview at `/ops`, renders at `/ops/renders` and Bull Board at `/ops/queues`,
 * behind one login. Without `OPS_PASSWORD`,
 * /ops responds with 404.
 */
export function createOpsRouter({ queues, renders, config, ...sources }: OpsRouterOptions): Router {
  const router = Router();
  if (config.OPS_PASSWORD === '') {
    router.use('/ops', () => {
      throw new ApiError('NOT_FOUND', 'The operations pages are switched off; set OPS_PASSWORD to use them.');
    });
    return router;
  }
  router.use(
    '/ops',
    pageSecurity(policy),
    opsLogin({ user: config.OPS_USER, password: config.OPS_PASSWORD }),
  );
  const outcomes = createOutcomes(renders);
  const failures = () => recentFailures(renders);
  const version = packageVersion();
  router.get('/ops', async (_req, res) => {
    const overview = await readOverview({ version, queues, outcomes, failures, ...sources });
    sendPage(res, renderOverview(overview));
  });
  router.use(renderRoutes(renders));
  const board = createBoard({ queues, basePath: boardPath, writable: config.OPS_WRITABLE });
  router.use(boardPath, writeGuard(config.OPS_WRITABLE), board);
  return router;
}

/** `/ops/renders?find=` with the id of a render or of a request, and `/ops/renders/{id}`. */
function renderRoutes(renders: RenderModel): Router {
  const router = Router();
  router.get('/ops/renders', async (req, res) => {
    const text = typeof req.query.find === 'string' ? req.query.find.trim().slice(0, maxIdLength) : '';
    const found = text === '' ? [] : await findRenders(renders, text);
    if (found.length === 1) return res.redirect(303, `/ops/renders/${encodeURIComponent(found[0]!._id)}`);
    sendPage(res, findPage(text, found), text !== '' && found.length === 0 ? 404 : 200);
  });
  router.get('/ops/renders/:id', async (req, res) => {
    const [render] = await findRenders(renders, req.params.id.slice(0, maxIdLength));
    if (render?._id !== req.params.id) return sendPage(res, findPage(req.params.id, []), 404);
    sendPage(res, renderDetailPage(render));
  });
  return router;
}

const maxIdLength = 128;

function sendPage(res: Response, html: string, status = 200): void {
  res.status(status).set('Cache-Control', 'no-store').type('html').send(html);
}

/**
 * Bull Board sets style attributes, so inline styles are allowed; scripts only from this origin. Its web
 * fonts of a third party are not loaded.
 */
const policy = {
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
};
