import type { McpServer } from '@modelcontextprotocol/server';
import Joi from 'joi';
import { z } from 'zod';
import type { Database } from '../../shared/database/database.ts';
import { validate } from '../../shared/validation/validate.ts';
import { readCredits } from '../credits/read-credits.ts';
import type { McpCall } from './mcp-call.ts';
import { toolInput } from './tool-input.ts';
import { runTool, toolResult } from './tool-result.ts';

export interface GetCreditsDependencies {
  database: Database;
  developersUrl: string;
}

const rules = Joi.object({});
const inputSchema = toolInput(rules);

const outputSchema = z.object({
  granted: z.int(),
  available: z.int().describe('Credits that renders can still use.'),
  held: z.int().describe('Credits of renders that have not ended.'),
  spent: z.int(),
  developers_url: z.string().describe('Where to buy credits.'),
});

/** `get_credits`: the credits of the account. */
export function registerGetCredits(
  server: McpServer,
  { database, developersUrl }: GetCreditsDependencies,
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
      const credits = await readCredits(database.accounts, call.key.account);
      return toolResult({ ...credits, developers_url: developersUrl });
    }),
  );
}
