import type { Request, Response } from 'express';
import type { Config } from '../../shared/config/variables.ts';
import type { RenderCore } from '../renders/render-core.ts';
import type { RenderOrder } from '../renders/render-order.ts';
import { webhookHeader } from '../renders/webhook-request.ts';
import { type RequestDependencies, readRequest } from './read-request.ts';
import { asRenderOutage } from './render-outage.ts';
import { type RespondDependencies, respond } from './respond.ts';
import { openCall, type VisualizeCall } from './visualize-call.ts';

export interface VisualizeDependencies extends RespondDependencies {
  core: RenderCore;
  request: RequestDependencies;
  config: Pick<Config, 'WAIT_SECONDS' | 'RENDER_DEADLINE_SECONDS'>;
}

/** `POST /visualize` (specification "Endpoints"): renders and responds when the render has ended. */
export async function visualize(
  dependencies: VisualizeDependencies,
  req: Request,
  res: Response,
): Promise<void> {
  const { core, config } = dependencies;
  const call = openCall(res, config);
  const started = await core.startRender((signal) => readOrder(dependencies, call, req, signal), call.caller);
  res.set('X-Render-Id', started.render._id);
  if (started.replayed) res.set('Idempotent-Replayed', 'true');
  // Not returned: the functions that called this one would wait, and each keep half a kilobyte, with every call.
  core
    .waitForRender(started, call.limits, (outcome) => respond(dependencies, call, outcome, res))
    .catch((error: unknown) => fail(res, error));
}

/** Passes an error on as the route does that this one was called for. */
function fail(res: Response, error: unknown): void {
  if (!res.headersSent) res.removeHeader('Cache-Control');
  res.req.next!(asRenderOutage(error));
}

async function readOrder(
  { request, config }: VisualizeDependencies,
  { caller: { receivedAt } }: VisualizeCall,
  req: Request,
  signal: AbortSignal,
): Promise<RenderOrder> {
  return {
    ...(await readRequest(request, req, signal)),
    deadlineAt: receivedAt + config.RENDER_DEADLINE_SECONDS * 1000,
    webhook: { url: req.get(webhookHeader) },
  };
}
