import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { Config } from '../../shared/config/variables.ts';
import { endingError } from '../../shared/renders/ending-error.ts';
import { type Accepted, joinRender } from '../renders/accept.ts';
import { type Admission, admit } from '../renders/admission.ts';
import { OutcomeUnknown } from '../renders/outcome-unknown.ts';
import { submitRender } from '../renders/submit-render.ts';
import { waitForEnd, waitForResult } from '../renders/wait-for-result.ts';
import { asOutcomeUnknown, asRenderOutage } from '../visualize/render-outage.ts';
import { abandonQueued } from '../visualize/respond.ts';
import type { VisualizeDependencies } from '../visualize/visualize.ts';
import { type FollowDependencies, followProgress } from './follow-progress.ts';
import type { LinkDependencies } from './image-link.ts';
import type { InlineImages, McpCall } from './mcp-call.ts';
import { openProgress, type Progress } from './progress.ts';
import { renderResult } from './render-result.ts';
import { readArguments } from './visualize-arguments.ts';

export interface RunDependencies extends VisualizeDependencies, FollowDependencies, LinkDependencies {
  config: VisualizeDependencies['config'] & Pick<Config, 'MCP_REPEAT_MINUTES'>;
}

/** How a client is served: `modern` is the protocol of 2026-07-28, `legacy` those before. */
export type Era = 'legacy' | 'modern';

/** One call of `visualize`, from its arguments to its result. @throws ApiError */
export async function runVisualize(
  dependencies: RunDependencies,
  call: McpCall,
  era: Era,
  given: unknown,
  context: ServerContext,
): Promise<CallToolResult> {
  const images = call.takeImages();
  const progress = openProgress(context);
  try {
    progress.say('Checking the request');
    const admission = await admit(dependencies.admission, call.key, () => undefined);
    const attempt = { call, era, admission, progress };
    return await render(dependencies, attempt, given, images).finally(admission.leave);
  } catch (error) {
    throw asRenderOutage(error);
  } finally {
    progress.close();
    await images.discard();
  }
}

interface Attempt {
  call: McpCall;
  era: Era;
  admission: Admission;
  progress: Progress;
}

async function render(
  dependencies: RunDependencies,
  attempt: Attempt,
  given: unknown,
  images: InlineImages,
): Promise<CallToolResult> {
  const { call, era, admission } = attempt;
  const repeatMs = repeatMsOf(dependencies.config);
  const incoming = await admission.countingInvalid(readArguments(given, images, repeatMs));
  const submitted = { ...call, signal: submitSignal(call, era) };
  const accepted = await submitRender(dependencies, submitted, admission.account, incoming);
  try {
    return await waitAndRespond(dependencies, attempt, accepted);
  } catch (error) {
    throw asOutcomeUnknown(accepted.render._id, error);
  } finally {
    accepted.registration.release();
  }
}

/** At least until a render has ended: a repeat of the call of an open one would be charged again. */
function repeatMsOf({ MCP_REPEAT_MINUTES, RENDER_DEADLINE_SECONDS }: RunDependencies['config']): number {
  return Math.max(MCP_REPEAT_MINUTES * 60_000, RENDER_DEADLINE_SECONDS * 1000);
}

/**
 * A closed stream cancels a call of 2026-07-28. In earlier versions it "SHOULD NOT be interpreted as the client
 * cancelling its request" (2025-11-25, "Transports"): the render is accepted, and a repeat of the call returns it.
 */
function submitSignal({ signal }: McpCall, era: Era): AbortSignal {
  return era === 'modern' ? signal : new AbortController().signal;
}

async function waitAndRespond(
  dependencies: RunDependencies,
  { call, era, admission, progress }: Attempt,
  accepted: Accepted,
): Promise<CallToolResult> {
  const { accept, waiter, config } = dependencies;
  const { render, repeat } = accepted;
  const unfollow = followProgress(dependencies, render, progress);
  const waitUntil = call.receivedAt + config.WAIT_SECONDS * 1000;
  const outcome = await waitForResult(accept, accepted, { waitUntil, signal: call.signal }).finally(unfollow);
  switch (outcome.kind) {
    case 'closing':
      throw new OutcomeUnknown(render._id, 'The service is restarting');
    case 'gone':
      // As `POST /visualize`: a queued render ends and costs nothing, a running one continues.
      if (era === 'modern' && (await abandonQueued(accept, render))) break;
      admission.leaveAfter(waitForEnd(accept, joinRender(waiter, render)));
      break;
    case 'pending':
      admission.leaveAfter(waitForEnd(accept, joinRender(waiter, render)));
      break;
    case 'ended':
      if (outcome.render.state !== 'succeeded') throw endingError(outcome.render);
  }
  const newest = outcome.kind === 'gone' ? render : outcome.render;
  return renderResult(dependencies, newest, { repeated: repeat });
}
