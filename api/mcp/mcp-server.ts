import { McpServer } from '@modelcontextprotocol/server';
import { registerCancelRender } from './cancel-render-tool.ts';
import { registerGetCredits } from './get-credits-tool.ts';
import { registerGetRender } from './get-render-tool.ts';
import { registerListRenders } from './list-renders-tool.ts';
import type { McpCall } from './mcp-call.ts';
import type { McpDependencies } from './mcp-dependencies.ts';
import type { ProtocolVersion } from './run-visualize.ts';
import { registerVisualize } from './visualize-tool.ts';

const instructions = `Renders products into a photo of a room, a person or a space.
Call visualize once for each image the user wants: a successful render costs 1 credit, and takes 40 to 160 seconds.
If a call times out or is cut off, do not start over: get_render returns the render, and so does the same visualize call; list_renders has its id.
To stop a render that is not wanted, call cancel_render: ending the call alone leaves a running render running.`;

/** Creates the server of one message: the tools of the API key that sent it. */
export function createMcpServer(
  dependencies: McpDependencies,
  call: McpCall,
  version: ProtocolVersion,
): McpServer {
  const identity = { name: 'render-platform', title: 'Product Render API', version: '1.0.0' };
  // Tools never change while a client is connected, so that none needs to listen.
  const server = new McpServer(identity, { instructions, capabilities: { tools: { listChanged: false } } });
  registerVisualize(server, dependencies, call, version);
  registerGetRender(server, dependencies, call);
  registerCancelRender(server, dependencies, call);
  registerListRenders(server, dependencies, call);
  registerGetCredits(server, dependencies, call);
  return server;
}
