import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { Config } from '../../shared/config/variables.ts';
import { endingError } from '../../shared/renders/ending-error.ts';
import { type Accepted, joinRender } from '../visualize/accept.ts';
import { type Admission, admit } from '../visualize/admission.ts';
import { OutcomeUnknown } from '../visualize/outcome-unknown.ts';
import { asOutcomeUnknown, asRenderOutage } from '../visualize/render-outage.ts';
import { abandonQueued } from '../visualize/respond.ts';
import type { VisualizeDependencies } from '../visualize/router.ts';
import { submitRender } from '../visualize/submit-render.ts';
import { waitForEnd, waitForResult } from '../visualize/wait-for-result.ts';
import { type FollowDependencies, followProgress } from './follow-progress.ts';
import type { LinkDependencies } from './image-link.ts';
import type { InlineImages, McpCall } from './mcp-call.ts';
import { openProgress, type Progress } from './progress.ts';
import { renderOutput, renderResult } from './render-result.ts';
import { runTool } from './tool-result.ts';
import { readArguments, visualizeInput } from './visualize-arguments.ts';

export interface VisualizeToolDependencies
  extends VisualizeDependencies,
    FollowDependencies,
    LinkDependencies {
  config: VisualizeDependencies['config'] & Pick<Config, 'MCP_REPEAT_MINUTES' | 'MAX_BODY_MIB'>;
}

/** How a client is served: `modern` is the protocol of 2026-07-28, `legacy` those before. */
export type Era = 'legacy' | 'modern';

const description = (
  { MCP_REPEAT_MINUTES, MAX_BODY_MIB }: VisualizeToolDependencies['config'],
  mode: McpCall['key']['mode'],
) =>
  [
    'Composes 1 to 6 products into one scene photo and returns one photorealistic image: a JPEG preview, and a link to the full PNG.',
    mode === 'live'
      ? 'Cost: 1 prepaid credit for a successful render, 0 for a failed one.'
      : 'This key is a test key: renders are free, and made by the built-in renderer.',
    'Duration: 40 to 160 seconds, with progress notifications; allow at least 300 seconds.',
    'Side effects: the images are fetched and kept for a limited time; the account is charged; its webhook, if any, is called.',
    `The same arguments within ${MCP_REPEAT_MINUTES} minutes return the same render and are charged once; after a time-out or a lost connection, repeat the call or use get_render. Pass a new idempotency_key for another render of the same arguments.`,
    `Limits: inline images of at most 8 MiB each, and ${MAX_BODY_MIB} MiB as base64 in one call; prefer https URLs.`,
  ].join('\n');

/** `visualize`: `POST /visualize` as a tool, with the same checks, limits and billing. */
export function registerVisualize(
  server: McpServer,
  dependencies: VisualizeToolDependencies,
  call: McpCall,
  era: Era,
): void {
  const config = {
    title: 'Render products into a scene',
    description: description(dependencies.config, call.key.mode),
    inputSchema: visualizeInput,
    outputSchema: renderOutput,
    annotations: {
      readOnlyHint: false,
      // It deletes nothing, but it spends: hosts ask their user before such a call.
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
  };
  server.registerTool('visualize', config, (given, context) =>
    runTool(call, 'visualize', () =>
      visualize(dependencies, call, era, given, context).catch((error: unknown) => {
        throw asRenderOutage(error);
      }),
    ),
  );
}

async function visualize(
  dependencies: VisualizeToolDependencies,
  call: McpCall,
  era: Era,
  given: unknown,
  context: ServerContext,
): Promise<CallToolResult> {
  const progress = openProgress(context);
  const images = call.takeImages();
  try {
    progress.say('Checking the request');
    const admission = await admit(dependencies.admission, call.key, () => undefined);
    const attempt = { call, era, admission, progress };
    return await render(dependencies, attempt, given, images).finally(admission.leave);
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
  dependencies: VisualizeToolDependencies,
  attempt: Attempt,
  given: unknown,
  images: InlineImages,
): Promise<CallToolResult> {
  const { call, era, admission } = attempt;
  const repeatMs = dependencies.config.MCP_REPEAT_MINUTES * 60_000;
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

/**
 * A closed stream cancels a call of 2026-07-28. Before, it was a lost connection (2025-11-25, "Transports": "SHOULD NOT
 * be interpreted as the client cancelling its request"), so that the render is accepted and found by its repeat.
 */
function submitSignal({ signal }: McpCall, era: Era): AbortSignal {
  return era === 'modern' ? signal : new AbortController().signal;
}

async function waitAndRespond(
  dependencies: VisualizeToolDependencies,
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
