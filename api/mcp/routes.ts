import { keyScopes } from '../../shared/keys/key-scopes.ts';
import { defineRoute } from '../http/route.ts';
import { knownOrigin } from './known-origin.ts';
import type { ReceiveMessage } from './receive-message.ts';

const postMessage = defineRoute({
  id: 'callTool',
  method: 'post',
  path: '/mcp',
  access: 'key',
  // Each tool checks its own.
  scopes: keyScopes,
  limit: knownOrigin,
  summary: 'Call a tool by the Model Context Protocol',
  responses: { 200: { description: 'The messages of the call.', content: {} } },
  handle: ({ receive }: { receive: ReceiveMessage }, { req, res }) => receive(req, res),
});

export const mcpRoutes = [postMessage];
