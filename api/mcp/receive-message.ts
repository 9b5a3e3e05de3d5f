import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpRequestContext } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { getKey, presentedKey } from '../http/authenticate.ts';
import { signalOfCaller } from '../http/caller-gone.ts';
import { clientAddress } from '../http/client-address.ts';
import { type McpCall, openMcpCall } from './mcp-call.ts';
import type { McpDependencies } from './mcp-dependencies.ts';
import { createMcpServer } from './mcp-server.ts';
import { readMessage } from './read-message.ts';

export type ReceiveMessage = (req: Request, res: Response) => Promise<void>;

/**
 * The streamable HTTP transport of MCP without sessions. Each message has a server of its own, made for its key: neither a
 * session nor a list of keys is kept.
 */
export function createReceiver(dependencies: McpDependencies): ReceiveMessage {
  const { request, log, bodies } = dependencies;
  const onerror = (err: Error) => log.debug({ err }, 'MCP message rejected');
  const handler = createMcpHandler(
    (context) => createMcpServer(dependencies, getCall(context), context.era),
    // Streams from the start: their comments keep a connection open while nothing else is sent.
    { responseMode: 'sse', maxSubscriptions: 0, onerror },
  );
  const handleNode = toNodeHandler(handler, { onerror });
  return async (req, res) => {
    const release = bodies.take({ keyId: getKey(res)._id, address: clientAddress(req.ip) });
    const body = await readMessage(request, req, signalOfCaller(res)).finally(release);
    const call = openMcpCall(req, res, body, request.memory);
    try {
      res.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
      await handleNode(Object.assign(req, { auth: getAuth(req, res, call) }), res, body.value);
    } finally {
      await call.end();
    }
  };
}

/** The SDK passes what it is given on to the server of the message. */
function getAuth(req: Request, res: Response, call: McpCall) {
  return { token: presentedKey(req)!, clientId: getKey(res)._id, scopes: [], extra: { call } };
}

const getCall = ({ authInfo }: McpRequestContext) => authInfo!.extra!.call as McpCall;
