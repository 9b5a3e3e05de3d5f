import type { McpServer } from '@modelcontextprotocol/server';
import type { McpCall } from './mcp-call.ts';
import type { McpDependencies } from './mcp-dependencies.ts';
import { renderOutput } from './render-result.ts';
import { type ProtocolVersion, runVisualize } from './run-visualize.ts';
import { runTool } from './tool-result.ts';
import { visualizeInput } from './visualize-arguments.ts';

const example = {
  sceneImage: 'https://images.example/living-room.jpg',
  products: [{ title: 'Arc floor lamp', images: ['https://images.example/lamp.jpg'] }],
};

const description = (
  { MCP_REPEAT_MINUTES, MAX_BODY_MIB }: McpDependencies['config'],
  mode: McpCall['caller']['key']['mode'],
) =>
  [
    'Composes 1 to 6 products into one scene photo and returns one photorealistic image: a JPEG preview, and a link to the full PNG.',
    mode === 'live'
      ? 'Cost: 1 prepaid credit for a successful render, 0 for a failed one.'
      : 'This key is a test key: renders are free, and made by the built-in renderer.',
    'Duration: 40 to 160 seconds, with progress notifications; allow at least 300 seconds.',
    'Side effects: the images are fetched and kept for a limited time; the account is charged; its webhook, if any, is called.',
    `The same arguments within ${MCP_REPEAT_MINUTES} minutes return the same render and are charged once; after a time-out or a lost connection, retry the call or use get_render. Pass a new idempotency_key for another render of the same arguments.`,
    `Images: JPEG, PNG, WebP or AVIF as https URLs, or inline as data URLs of at most 8 MiB each, and ${MAX_BODY_MIB} MiB as base64 in one call. Paths of local files cannot be read: send such a file to POST /files with the same key, and name it by its id, file_….`,
    `Example: ${JSON.stringify(example)}`,
  ].join('\n');

/** `visualize`: `POST /visualize` as a tool, with the same checks, limits and billing. */
export function registerVisualize(
  server: McpServer,
  dependencies: McpDependencies,
  call: McpCall,
  version: ProtocolVersion,
): void {
  const config = {
    title: 'Render products into a scene',
    description: description(dependencies.config, call.caller.key.mode),
    inputSchema: visualizeInput,
    outputSchema: renderOutput,
    annotations: {
      readOnlyHint: false,
      // Spends credits, so hosts should ask for confirmation.
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
  };
  server.registerTool('visualize', config, (given, context) =>
    runTool(call, 'visualize', () => runVisualize(dependencies, call, version, given, context)),
  );
}
