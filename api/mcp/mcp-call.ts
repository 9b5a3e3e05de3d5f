import type { Request, Response } from 'express';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { Logger } from '../../shared/log.ts';
import { getKey } from '../http/authenticate.ts';
import { discardBody, type ScannedBody } from '../http/body-scanner/scan-json-body.ts';
import type { SpillMemory } from '../http/body-scanner/spill-memory.ts';
import { CallerGone, signalOfCaller } from '../http/caller-gone.ts';
import { clientAddress } from '../http/client-address.ts';
import { getContext } from '../http/request-context.ts';
import type { RenderCaller } from '../renders/render-order.ts';

/** The inline images of one message. */
export interface InlineImages {
  spilled: ScannedBody['spilled'];
  /** Removes them from memory and disk; idempotent. */
  discard(): Promise<void>;
}

/** One authenticated message of an MCP client. */
export interface McpCall {
  caller: RenderCaller & { key: ApiKeyDoc };
  log: Logger;
  address: string;
  /** The caller discards them. @throws CallerGone when the request has ended before. */
  takeImages(): InlineImages;
  /** Discards the images unless they were taken. */
  end(): Promise<void>;
}

export function openMcpCall(req: Request, res: Response, body: ScannedBody, memory: SpillMemory): McpCall {
  const { requestId, traceparent, receivedAt, log } = getContext(res);
  const signal = signalOfCaller(res);
  let images: InlineImages | undefined = inlineImages(body, memory);
  const take = () => {
    const taken = images;
    images = undefined;
    return taken;
  };
  return {
    caller: { key: getKey(res), kind: 'key', requestId, traceparent, receivedAt, signal },
    log,
    address: clientAddress(req.ip),
    takeImages: () => {
      const taken = take();
      if (!taken) throw new CallerGone();
      return taken;
    },
    end: async () => take()?.discard(),
  };
}

function inlineImages(body: ScannedBody, memory: SpillMemory): InlineImages {
  let discarded: Promise<void> | undefined;
  return {
    spilled: body.spilled,
    discard: () => {
      discarded ??= discardBody(body, memory);
      return discarded;
    },
  };
}
