import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as V1Transport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The official clients: of most hosts today, and the current one in both protocol eras. */
export const clientKinds = ['v1', 'v2', 'v2 modern'] as const;
export type ClientKind = (typeof clientKinds)[number];

export interface McpProgress {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}

export interface ToolCallOptions {
  onprogress?: (progress: McpProgress) => void;
  signal?: AbortSignal;
  /** Milliseconds. */
  timeout?: number;
}

export interface ToolResult {
  isError: boolean;
  content: { type: string; text?: string; data?: string; mimeType?: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: the tests read results of every tool.
  structured: any;
  /** The JSON of the text content. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests read results of every tool.
  text: any;
}

export interface McpClient {
  /** The negotiated protocol version. */
  version: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read definitions of every tool.
  tools(): Promise<any[]>;
  call(name: string, args?: Record<string, unknown>, options?: ToolCallOptions): Promise<ToolResult>;
  close(): Promise<void>;
}

/** Connects an official client with that key. */
export async function connectMcp(
  url: string,
  key: string,
  kind: ClientKind = 'v2 modern',
): Promise<McpClient> {
  const info = { name: 'test', version: '1.0.0' };
  const options = { requestInit: { headers: { authorization: `Bearer ${key}` } } };
  const endpoint = new URL('/mcp', url);
  if (kind === 'v1') {
    const client = new V1Client(info);
    const transport = new V1Transport(endpoint, options);
    await client.connect(transport as Parameters<V1Client['connect']>[0]);
    return {
      version: transport.protocolVersion,
      tools: async () => (await client.listTools()).tools,
      call: async (name, args = {}, limits = {}) =>
        toResult(await client.callTool({ name, arguments: args }, undefined, limits as object)),
      close: () => client.close(),
    };
  }
  const versionNegotiation = { mode: kind === 'v2 modern' ? 'auto' : 'legacy' } as const;
  const client = new Client(info, { versionNegotiation });
  const transport = new StreamableHTTPClientTransport(endpoint, options);
  await client.connect(transport);
  return {
    version: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, limits = {}) =>
      toResult(await client.callTool({ name, arguments: args }, limits as object)),
    close: () => client.close(),
  };
}

function toResult(result: object): ToolResult {
  const { content, structuredContent, isError } = result as {
    content: ToolResult['content'];
    structuredContent?: unknown;
    isError?: boolean;
  };
  const text = content.find(({ type }) => type === 'text')?.text ?? 'null';
  return { isError: isError === true, content, structured: structuredContent, text: readJson(text) };
}

/** Messages of the SDK itself are no JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
}
