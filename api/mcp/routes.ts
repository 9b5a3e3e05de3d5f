import { keyScopes } from '../../shared/keys/key-scopes.ts';
import { defineRoute } from '../http/route.ts';
import { imageRoute, sendLinkedImage } from './image-link.ts';
import { knownOrigin } from './known-origin.ts';
import type { McpDependencies } from './mcp-dependencies.ts';
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

const getLinkedImage = defineRoute({
  id: 'getLinkedImage',
  method: 'get',
  path: imageRoute,
  access: 'signed link',
  summary: 'Read the image that the result of a tool links to',
  responses: { 200: { description: 'The image.', content: {} } },
  handle: (dependencies: McpDependencies, call) => sendLinkedImage(dependencies, call),
});

export const mcpRoutes = [postMessage, getLinkedImage];
