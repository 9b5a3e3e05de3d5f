import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import Joi from 'joi';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import { validate } from '../../shared/validation/validate.ts';
import { findOwnRender } from '../visualize/own-render.ts';
import { followProgress } from './follow-progress.ts';
import type { McpCall } from './mcp-call.ts';
import type { McpDependencies } from './mcp-dependencies.ts';
import { openProgress } from './progress.ts';
import { renderOutput, renderResult } from './render-result.ts';
import { runTool } from './tool-result.ts';
import { toolInput } from './tool-schema.ts';

interface Arguments {
  render_id: string;
  wait_seconds: number;
}

const rules = Joi.object<Arguments, true>({
  render_id: Joi.string().max(100).required().description('The renderId of a visualize call.'),
  wait_seconds: Joi.number()
    .min(0)
    .max(60)
    .empty(null)
    .default(0)
    .description('Maximum wait for an open render to end.'),
});

const inputSchema = toolInput(rules);

/** `get_render`: a render of the account, and its image, once it has ended. */
export function registerGetRender(server: McpServer, dependencies: McpDependencies, call: McpCall): void {
  const config = {
    title: 'Get a render',
    description:
      'Returns a render that visualize has started: its state, and once it has succeeded the preview, the products, what it cost and a link to the full PNG. Free; changes nothing. Use it when a visualize call timed out or lost its connection.',
    inputSchema,
    outputSchema: renderOutput,
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
  server.registerTool('get_render', config, (given, context) =>
    runTool(call, 'get_render', () => getRender(dependencies, call, given, context)),
  );
}

async function getRender(
  dependencies: McpDependencies,
  call: McpCall,
  given: unknown,
  context: ServerContext,
): Promise<CallToolResult> {
  const { render_id: id, wait_seconds: seconds } = validate(rules, given);
  const found = await findOwnRender(dependencies.database.renders, call.caller.key, id);
  const waits = seconds > 0 && !isTerminal(found.state);
  // Also of a render that has ended: its PNG is in memory until the preview is made.
  const release = dependencies.streams.take({ keyId: call.caller.key._id, address: call.address });
  try {
    const render = waits ? await wait(dependencies, call, found, seconds, context) : found;
    return await renderResult(dependencies, render);
  } finally {
    release();
  }
}

/** Returns the render once it has ended, or as it is when the wait is over. */
async function wait(
  dependencies: McpDependencies,
  call: McpCall,
  found: RenderDoc,
  seconds: number,
  context: ServerContext,
): Promise<RenderDoc> {
  const progress = openProgress(context);
  const unfollow = followProgress(dependencies, found, progress);
  try {
    const limits = { until: dependencies.now() + seconds * 1000, signal: call.caller.signal };
    const outcome = await dependencies.core.watchRender(found, limits);
    return ('render' in outcome && outcome.render) || found;
  } finally {
    unfollow();
    progress.close();
  }
}
