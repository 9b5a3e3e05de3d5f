import type { Queue } from 'bullmq';
import { type Response, Router } from 'express';
import type { Config } from '../../shared/config/variables.ts';
import { ApiError } from '../../shared/errors.ts';
import type { ProviderDay } from '../../shared/metrics/provider-tally.ts';
import { packageVersion } from '../../shared/process/package-version.ts';
import type { RenderModel } from '../../shared/renders/render-model.ts';
import type { WebFiles } from '../assets/web-files.ts';
import { pageSecurity } from '../http/page-security.ts';
import { createBoard } from './board.ts';
import { designPage } from './design/design-page.tsx';
import { findPage } from './find-page.tsx';
import type { FleetOverview } from './fleet.ts';
import { opsLogin } from './login.ts';
import { createOutcomes } from './outcomes.ts';
import { readOverview } from './overview.ts';
import { overviewPage } from './overview-page.tsx';
import type { FleetHealth } from './provider-health.ts';
import type { Readiness } from './readiness.ts';
import { renderPage } from './render-page.tsx';
import { findRenders, recentFailures } from './render-queries.ts';
import { writeGuard } from './write-guard.ts';

export interface OpsRouterOptions {
  queues: readonly Queue[];
  renders: RenderModel;
  config: Pick<Config, 'OPS_USER' | 'OPS_PASSWORD' | 'OPS_WRITABLE' | 'NODE_ENV'>;
  web: () => WebFiles;
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
 * Creates the operators' pages: the overview at `/ops`, renders at `/ops/renders` and Bull Board at `/ops/queues`,
 * behind one login; in development every component at `/ops/design`. Without `OPS_PASSWORD`, /ops responds with 404.
 */
export function createOpsRouter({ queues, renders, config, web, ...sources }: OpsRouterOptions): Router {
  const router = Router();
  if (config.OPS_PASSWORD === '') {
    router.use('/ops', () => {
      throw new ApiError('NOT_FOUND', 'The operations pages are switched off; set OPS_PASSWORD to use them.');
    });
    return router;
  }
  router.use(
    '/ops',
    pageSecurity(pagePolicy),
    opsLogin({ user: config.OPS_USER, password: config.OPS_PASSWORD }),
  );
  const outcomes = createOutcomes(renders);
  const failures = () => recentFailures(renders);
  const version = packageVersion();
  router.get('/ops', async (_req, res) => {
    const overview = await readOverview({ version, queues, outcomes, failures, ...sources });
    sendPage(res, overviewPage(overview, web().build.ops));
  });
  router.use(renderRoutes(renders, web));
  if (config.NODE_ENV !== 'production')
    router.get('/ops/design', (_req, res) => sendPage(res, designPage(web().build.ops)));
  const board = createBoard({ queues, basePath: boardPath, writable: config.OPS_WRITABLE });
  router.use(boardPath, pageSecurity(boardPolicy), writeGuard(config.OPS_WRITABLE), board);
  return router;
}

/** `/ops/renders?find=` with the id of a render or of a request, and `/ops/renders/{id}`. */
function renderRoutes(renders: RenderModel, web: () => WebFiles): Router {
  const router = Router();
  const files = () => web().build.ops;
  router.get('/ops/renders', async (req, res) => {
    const text = typeof req.query.find === 'string' ? req.query.find.trim().slice(0, maxIdLength) : '';
    const found = text === '' ? [] : await findRenders(renders, text);
    if (found.length === 1) return res.redirect(303, `/ops/renders/${encodeURIComponent(found[0]!._id)}`);
    sendPage(res, findPage(text, found, files()), text !== '' && found.length === 0 ? 404 : 200);
  });
  router.get('/ops/renders/:id', async (req, res) => {
    const [render] = await findRenders(renders, req.params.id.slice(0, maxIdLength));
    if (render?._id !== req.params.id) return sendPage(res, findPage(req.params.id, [], files()), 404);
    sendPage(res, renderPage(render, files()));
  });
  return router;
}

const maxIdLength = 128;

function sendPage(res: Response, html: string, status = 200): void {
  res.status(status).set('Cache-Control', 'no-store').type('html').send(html);
}

/** Everything from this origin, and no inline code. */
const pagePolicy = {
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
};

/**
 * Bull Board sets style attributes, so inline styles are allowed; scripts only from this origin. Its web
 * fonts of a third party are not loaded.
 */
const boardPolicy = {
  ...pagePolicy,
  styleSrc: ["'self'", "'unsafe-inline'"],
  manifestSrc: ["'self'"],
  baseUri: ["'self'"],
};
