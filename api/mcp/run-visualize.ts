import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { requireScope } from '../../shared/keys/key-scopes.ts';
import { endingError } from '../../shared/renders/ending-error.ts';
import type { RenderOutcome, StartedRender } from '../renders/render-core.ts';
import type { RenderOrder } from '../renders/render-order.ts';
import { asRenderOutage } from '../visualize/render-outage.ts';
import { followProgress } from './follow-progress.ts';
import type { InlineImages, McpCall } from './mcp-call.ts';
import type { McpDependencies } from './mcp-dependencies.ts';
import { openProgress, type Progress } from './progress.ts';
import { renderResult } from './render-result.ts';
import { readArguments } from './visualize-arguments.ts';

/** Protocol version of a client: `modern` is 2026-07-28, `legacy` those before. */
export type ProtocolVersion = 'legacy' | 'modern';

/** Runs one call of `visualize`, from its arguments to its result. @throws ApiError */
export async function runVisualize(
  dependencies: McpDependencies,
  call: McpCall,
  version: ProtocolVersion,
  given: unknown,
  context: ServerContext,
): Promise<CallToolResult> {
  const { core } = dependencies;
  requireScope(call.caller.key, ['render']);
  const images = call.takeImages();
  const progress = openProgress(context);
  try {
    progress.say('Checking the request');
    // First, because the arguments are their own key; a mistake in them still comes after the limits.
    const reading = readOrder(dependencies, call, given, images);
    const idempotencyKey = await reading.then(
      (order) => order.idempotency.key,
      () => undefined,
    );
    const caller = { ...call.caller, signal: startSignal(call, version), idempotencyKey };
    const started = await core.startRender(() => reading, caller);
    return await waitAndRespond(dependencies, call, version, started, progress);
  } catch (error) {
    throw asRenderOutage(error);
  } finally {
    progress.close();
    await images.discard();
  }
}

/**
 * A closed stream cancels a call of 2026-07-28. In earlier versions it "SHOULD NOT be interpreted as the client
 * cancelling its request" (2025-11-25, "Transports"): the render is accepted, and a retry of the call returns it.
 */
function startSignal({ caller }: McpCall, version: ProtocolVersion): AbortSignal {
  return version === 'modern' ? caller.signal : new AbortController().signal;
}

async function readOrder(
  { config }: McpDependencies,
  { caller }: McpCall,
  given: unknown,
  images: InlineImages,
): Promise<RenderOrder> {
  const deadlineMs = config.RENDER_DEADLINE_SECONDS * 1000;
  // At least until a render has ended: a retry of the call of an open one would be charged again.
  const retryMs = Math.max(config.MCP_REPEAT_MINUTES * 60_000, deadlineMs);
  const parsed = readArguments(given, images, retryMs);
  return { ...parsed, deadlineAt: caller.receivedAt + deadlineMs, webhook: {} };
}

async function waitAndRespond(
  dependencies: McpDependencies,
  { caller }: McpCall,
  version: ProtocolVersion,
  started: StartedRender,
  progress: Progress,
): Promise<CallToolResult> {
  const { core, config } = dependencies;
  const unfollow = followProgress(dependencies, started.render, progress);
  const limits = {
    until: caller.receivedAt + config.WAIT_SECONDS * 1000,
    signal: caller.signal,
    acceptsOpen: true,
    // As `POST /visualize`: a queued render ends and costs nothing, a running one continues.
    endsWithCaller: version === 'modern',
  };
  const respond = (outcome: RenderOutcome) => {
    unfollow();
    return toResult(dependencies, started, outcome);
  };
  return core.waitForRender(started, limits, respond).finally(unfollow);
}

async function toResult(
  dependencies: McpDependencies,
  { render, replayed }: StartedRender,
  outcome: RenderOutcome,
): Promise<CallToolResult> {
  const newest = outcome.kind === 'gone' ? render : outcome.render;
  if (outcome.kind === 'ended' && newest.state !== 'succeeded') throw endingError(newest);
  return renderResult(dependencies, newest, { repeated: replayed });
}
