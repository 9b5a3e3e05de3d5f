import type { Response } from 'express';
import type { Database } from '../../shared/database/database.ts';
import { failpoint } from '../../shared/failpoints.ts';
import { endingError } from '../../shared/renders/ending-error.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { renderView } from '../../shared/renders/render-view.ts';
import { retryWhileBackendIsDown } from '../renders/retry-while-backend-is-down.ts';
import { readUsage } from '../renders/usage.ts';
import type { RenderOutcome } from '../renders/wait-for-render.ts';
import type { Preference } from './preference.ts';
import { type ResultImages, sendResult } from './send-result.ts';
import type { VisualizeCall } from './visualize-call.ts';

export interface RespondDependencies extends ResultImages {
  /** Epoch ms by the clock of the fleet, as of the limits of the wait. */
  now: () => number;
  database: Database;
  /** Public origin of the API. */
  baseUrl: string;
}

/** Responds with the outcome of a wait. @throws ApiError of a render that has not succeeded */
export async function respond(
  dependencies: RespondDependencies,
  call: VisualizeCall,
  outcome: RenderOutcome,
  res: Response,
): Promise<void> {
  switch (outcome.kind) {
    case 'gone':
      return;
    case 'open':
      return sendAccepted(res, outcome.render, call.preference, dependencies.baseUrl);
    case 'ended':
      return sendEnded(dependencies, call, outcome.render, res);
  }
}

/** 202 for a caller that asked for a shorter wait or none (RFC 7240 `wait`, `respond-async`). */
function sendAccepted(res: Response, render: RenderDoc, preference: Preference, baseUrl: string): void {
  res.set('Location', `/visualize/${render._id}`);
  res.set('Preference-Applied', preference.applied!);
  res.set('Retry-After', '2');
  res.status(202).json(renderView(render, baseUrl));
}

async function sendEnded(
  dependencies: RespondDependencies,
  { limits }: VisualizeCall,
  render: RenderDoc,
  res: Response,
): Promise<void> {
  if (render.state !== 'succeeded') throw endingError(render);
  const { database, now } = dependencies;
  const patience = { now, until: limits.until };
  const usage = await retryWhileBackendIsDown(() => readUsage(database, render), patience);
  failpoint('visualize.before-answer');
  await sendResult(res, dependencies, render, usage);
}
