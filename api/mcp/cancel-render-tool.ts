import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import Joi from 'joi';
import { isTerminal } from '../../shared/renders/states.ts';
import { cancelOpenRender } from '../../shared/renders/withdraw-render.ts';
import { validate } from '../../shared/validation/validate.ts';
import { findOwnRender } from '../visualize/own-render.ts';
import type { McpCall } from './mcp-call.ts';
import type { McpDependencies } from './mcp-dependencies.ts';
import { renderOutput, renderResult } from './render-result.ts';
import { runTool } from './tool-result.ts';
import { toolInput } from './tool-schema.ts';

const rules = Joi.object<{ render_id: string }, true>({
  render_id: Joi.string().max(100).required().description('The renderId of a visualize call.'),
});

const inputSchema = toolInput(rules);

/** `cancel_render`: ends a render that is queued or running, which then costs nothing. */
export function registerCancelRender(server: McpServer, dependencies: McpDependencies, call: McpCall): void {
  const config = {
    title: 'Cancel a render',
    description:
      'Cancels a render that is queued or running: it then costs nothing. One that has ended is returned as it is. To find the id of a visualize call that was interrupted, use list_renders.',
    inputSchema,
    outputSchema: renderOutput,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  };
  server.registerTool('cancel_render', config, (given) =>
    runTool(call, 'cancel_render', () => cancelRender(dependencies, call, given)),
  );
}

async function cancelRender(
  dependencies: McpDependencies,
  { caller }: McpCall,
  given: unknown,
): Promise<CallToolResult> {
  const { render_id: id } = validate(rules, given);
  const { renders } = dependencies.database;
  const found = await findOwnRender(renders, caller.key, id);
  if (isTerminal(found.state)) return renderResult(dependencies, found);
  const cancelled = await cancelOpenRender(dependencies, id);
  if (cancelled) dependencies.waiter.wake(id);
  return renderResult(dependencies, cancelled ?? (await findOwnRender(renders, caller.key, id)));
}
