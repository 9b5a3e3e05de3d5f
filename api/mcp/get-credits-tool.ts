import type { McpServer } from '@modelcontextprotocol/server';
import Joi from 'joi';
import { validate } from '../../shared/validation/validate.ts';
import { type CreditsView, readCredits } from '../credits/read-credits.ts';
import type { McpCall } from './mcp-call.ts';
import type { McpDependencies } from './mcp-dependencies.ts';
import { runTool, toolResult } from './tool-result.ts';
import { toolInput, toolOutput } from './tool-schema.ts';

const rules = Joi.object({});
const inputSchema = toolInput(rules);

const [text, whole] = [Joi.string().required(), Joi.number().integer().required()];

const outputSchema = toolOutput(
  Joi.object<CreditsView & { developers_url: string }>({
    account: text.description('Id of the account.'),
    granted: whole,
    available: whole.description('Credits that renders can still use.'),
    held: whole.description('Credits of renders that have not ended.'),
    spent: whole,
    unchargedStarts: Joi.object({ used: whole, limit: whole, resetsAt: text })
      .required()
      .description(
        'Renders of today that ended uncharged after a provider had begun them; at the limit, none can be started.',
      ),
    developers_url: text.description('Page where credits are bought.'),
  }),
);

/** `get_credits`: the credits of the account. */
export function registerGetCredits(
  server: McpServer,
  { database, developersUrl, config: limits }: McpDependencies,
  call: McpCall,
): void {
  const config = {
    title: 'Get the credits',
    description: 'Returns the prepaid credits of the account and where to buy more. Free; changes nothing.',
    inputSchema,
    outputSchema,
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
  server.registerTool('get_credits', config, (given) =>
    runTool(call, 'get_credits', async () => {
      validate(rules, given);
      const credits = await readCredits(database.accounts, call.caller.key.account, limits);
      return toolResult({ ...credits, developers_url: developersUrl });
    }),
  );
}
