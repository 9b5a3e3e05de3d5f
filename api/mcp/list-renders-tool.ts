import type { McpServer } from '@modelcontextprotocol/server';
import Joi from 'joi';
import { type ShownState, shownStates } from '../../shared/renders/states.ts';
import { validate } from '../../shared/validation/validate.ts';
import { listRenders } from '../visualize/list-renders.ts';
import type { McpCall } from './mcp-call.ts';
import type { McpDependencies } from './mcp-dependencies.ts';
import { runTool, toolResult } from './tool-result.ts';
import { toolInput, toolOutput } from './tool-schema.ts';

interface Arguments {
  state?: ShownState;
  limit: number;
}

const rules = Joi.object<Arguments, true>({
  state: Joi.string()
    .valid(...shownStates)
    .empty(null)
    .description('Renders in this state only.'),
  limit: Joi.number().integer().min(1).max(50).empty(null).default(10).description('How many.'),
});

const inputSchema = toolInput(rules);
const text = Joi.string().required();

const outputSchema = toolOutput(
  Joi.object({
    renders: Joi.array()
      .items(
        Joi.object({
          renderId: text,
          state: text,
          createdAt: text,
          credits: Joi.number().integer().required().description('What it cost.'),
        }),
      )
      .required(),
  }),
);

/** `list_renders`: the newest renders of the account in the mode of the key. */
export function registerListRenders(server: McpServer, dependencies: McpDependencies, call: McpCall): void {
  const config = {
    title: 'List renders',
    description:
      'Returns the newest renders of this API key’s account, with their ids for get_render and cancel_render. Free; changes nothing. Use it when a visualize call was cut off before you knew its id.',
    inputSchema,
    outputSchema,
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
  server.registerTool('list_renders', config, (given) =>
    runTool(call, 'list_renders', async () => {
      const listed = await listRenders(dependencies, call.caller.key, validate(rules, given));
      const renders = listed.renders.map(({ id, state, createdAt, usage: { credits } }) => ({
        renderId: id,
        state,
        createdAt,
        credits,
      }));
      return toolResult({ renders });
    }),
  );
}
